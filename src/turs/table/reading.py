"""Read one column out of the container it came in: an array, a series, a list."""

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from turs.table.content import Content, boolean_content, number_content
from turs.table.refusal import Family, refuse
from turs.table.values import read_values

if TYPE_CHECKING:
    import narwhals as nw

RawColumn: TypeAlias = "nw.Series[Any] | NDArray[Any] | list[Any]"

_REFUSED_KINDS: dict[str, Family] = {"M": "time", "m": "duration", "c": "complex", "S": "binary"}


def read_content(name: str, column: RawColumn, *, finite: bool = False) -> Content:
    """Read one column of any container.

    Parameters
    ----------
    name : str
        The name of the column, for errors.
    column : narwhals.Series, ndarray of shape (n_rows,) or list
        The column as it came.
    finite : bool, default=False
        Whether an array is known to have no infinite number.

    Returns
    -------
    Numbers or Coded
        The same for the same values, whatever they came in.

    Raises
    ------
    ColumnError, InputTypeError
        If the values cannot be used.
    """
    if isinstance(column, np.ndarray):
        return read_array(name, column, finite)
    if isinstance(column, list):
        return read_values(name, column)
    # Imported here: narwhals takes as long to load as all else that a prediction needs.
    from turs.table.series import read_series

    return read_series(name, column)


def read_array(name: str, values: NDArray[Any], finite: bool = False) -> Content:
    """Read one column that is an array, as `read_content` does."""
    match values.dtype.kind:
        case "f" | "i" | "u":
            return number_content(name, values, finite=finite)
        case "b":
            return boolean_content(values)
        case "O" | "U" | "T":
            return read_values(name, values.tolist())
        case kind:
            raise refuse(name, _REFUSED_KINDS.get(kind, "other"), f"dtype {values.dtype}")
