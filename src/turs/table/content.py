"""Hold one column as numbers or as codes of levels, whatever container it came in."""

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from turs.exceptions import ColumnError
from turs.table.schema import Level

MISSING = -1
"""Code of a missing value in a categorical column."""

UNSEEN = -2
"""Code of a level that training did not see; it satisfies no literal but "is not missing"."""


@dataclass(frozen=True, eq=False)
class Numbers:
    """Hold a column of numbers: float64, NaN where missing, never infinite."""

    values: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Coded:
    """Hold a column of levels.

    Parameters
    ----------
    codes : ndarray of int32 of shape (n_rows,)
        Positions in `levels`, `MISSING` where missing.
    levels : tuple of str, int, float or bool
        Those that occur, sorted or, if `ordered`, in the order of the category.
    order : tuple, optional
        All levels of an ordered category as they came, also those that do not occur.
    """

    codes: NDArray[np.int32]
    levels: tuple[Level, ...]
    order: tuple[Any, ...] | None = None

    @property
    def ordered(self) -> bool:
        """Whether the order of the levels means something."""
        return self.order is not None


Content: TypeAlias = Numbers | Coded


def number_content(name: str, values: NDArray[Any], *, finite: bool = False) -> Numbers:
    """Make the content of a column of integers or floats.

    Parameters
    ----------
    name : str
        The name of the column, for errors.
    values : ndarray of shape (n_rows,)
        Of a real dtype, NaN where missing.
    finite : bool, default=False
        Whether they are known to have no infinite one.

    Returns
    -------
    Numbers
        The same as float64, not copied if they are that already.

    Raises
    ------
    ColumnError
        If a value is infinite, or becomes so as a float64.
    """
    with np.errstate(over="ignore"):
        floats = np.asarray(values, dtype=np.float64)
    if not finite and (infinite := np.isinf(floats)).any():
        raise infinite_error(name, int(np.argmax(infinite)))
    return Numbers(floats)


def boolean_content(values: NDArray[np.bool_]) -> Coded:
    """Make the content of a column of booleans without missing values.

    Parameters
    ----------
    values : ndarray of bool of shape (n_rows,)
        The values.

    Returns
    -------
    Coded
        With the levels False and True, if they occur.
    """
    levels = tuple(level for level in (False, True) if (values == level).any())
    codes = values.astype(np.int32) if len(levels) == 2 else np.zeros(values.shape, np.int32)
    return Coded(codes, levels)


def code_numbers(numbers: Numbers) -> Coded:
    """Take the distinct values of a numeric column as levels.

    Parameters
    ----------
    numbers : Numbers
        The values.

    Returns
    -------
    Coded
        With sorted levels, ints if all values are integral.

    Examples
    --------
    >>> import numpy as np
    >>> coded = code_numbers(Numbers(np.array([3.0, 1.0, np.nan, 3.0])))
    >>> coded.levels, coded.codes.tolist()
    ((1, 3), [1, 0, -1, 1])
    """
    present = ~np.isnan(numbers.values)
    distinct, inverse = np.unique(numbers.values[present], return_inverse=True)
    codes = np.full(numbers.values.shape, MISSING, dtype=np.int32)
    codes[present] = inverse
    # Adding zero turns a negative zero into zero.
    levels = (distinct + 0.0).tolist()
    integral = all(map(float.is_integer, levels))
    return Coded(codes, tuple(map(int, levels) if integral else levels))


def infinite_error(name: str, row: int) -> ColumnError:
    """Make the error for a value that is infinite.

    Parameters
    ----------
    name : str
        The name of the column.
    row : int
        Where it was found, from 0.

    Returns
    -------
    ColumnError
        Ready to be raised.
    """
    return ColumnError(
        f"column {name!r} has an infinite value (inf, or too large for a float) in row {row}; "
        "replace it by a finite number or by a missing value"
    )
