"""Open a table of any container: find its names, its columns and its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.exceptions import ColumnError, InputError, InputTypeError
from turs.table.reading import RawColumn
from turs.table.refusal import shown
from turs.table.schema import check_unique

_RESHAPE = (
    "Reshape your data either using array.reshape(-1, 1) if your data has a single feature "
    "or array.reshape(1, -1) if it contains a single sample."
)
NO_FRAMES = (dict, list, tuple, np.ndarray)
"""Not to be asked whether they are frames or series: finding out takes narwhals long."""

_CONTAINERS = "a data frame, a two-dimensional array, a dict of columns or a list of rows"


@dataclass(frozen=True, eq=False)
class Source:
    """Hold the columns of a table as they came.

    Parameters
    ----------
    names : tuple of str
        The names of the columns, made up if `named` is False.
    columns : tuple
        The columns, not yet looked at.
    n_rows : int
        The number of rows.
    named : bool, default=True
        Whether the table had names.
    finite : bool, default=False
        Whether it was seen that no number is infinite: an array is looked through faster as a
        whole than column by column.
    """

    names: tuple[str, ...]
    columns: tuple[RawColumn, ...]
    n_rows: int
    named: bool = True
    finite: bool = False

    def __post_init__(self) -> None:
        """Refuse names that occur twice."""
        check_unique(self.names)


def open_table(X: Any, *, may_be_empty: bool = False) -> Source:
    """Open a table of any container.

    Parameters
    ----------
    X : data frame, array, dict of columns or list of rows
        A pandas, polars or pyarrow table, a two-dimensional numpy array (or what numpy can
        make one of), a mapping of names to columns, or a sequence of rows.
    may_be_empty : bool, default=False
        Whether a table without rows will do, as one part of a larger table may be.

    Returns
    -------
    Source
        Its columns, as they came.

    Raises
    ------
    InputError
        If it has no rows, no columns, or not two dimensions.
    InputTypeError
        If it is no table.
    """
    source = _open(X)
    if source.n_rows or not may_be_empty:
        refuse_empty(source.n_rows, len(source.columns))
    return source


def refuse_empty(n_rows: int, n_columns: int) -> None:
    """Refuse a table without rows or columns.

    Parameters
    ----------
    n_rows, n_columns : int
        Its shape.

    Raises
    ------
    InputError
        If one of them is 0.
    """
    shape = (n_rows, n_columns)
    for size, unit in zip(shape, ("sample", "feature"), strict=True):
        if size == 0:
            raise InputError(
                f"Found array with 0 {unit}(s) (shape={shape}) while a minimum of 1 is required."
            )


def _open(X: Any) -> Source:
    refuse_sparse(X, "X")
    if not isinstance(X, NO_FRAMES):
        source = _open_frame(X)
        if source is not None:
            return source
    if isinstance(X, Mapping):
        return _open_mapping(X)
    if hasattr(X, "__array__"):
        return _open_array(unmasked(X))
    if isinstance(X, Sequence) and not isinstance(X, str | bytes):
        return _open_rows(X)
    raise InputTypeError(f"X is {shown(X)}; a table must be {_CONTAINERS}")


def refuse_sparse(values: Any, name: str) -> None:
    """Refuse a sparse matrix, of scipy or the like.

    Parameters
    ----------
    values : object
        What was given.
    name : str
        The name of the argument.

    Raises
    ------
    InputTypeError
        If it is sparse.
    """
    if hasattr(values, "toarray") and hasattr(values, "nnz"):
        raise InputTypeError(
            f"{name} is a sparse matrix ({type(values).__name__}), and dense data is required: "
            f"use {name}.toarray() to convert it"
        )


def _open_frame(X: Any) -> Source | None:
    """Open the frame of some library; return None if it is none."""
    # Imported here: narwhals takes as long to load as all else that a prediction needs.
    from narwhals import DataFrame, LazyFrame, Series

    from turs.table.series import as_frame

    frame = as_frame(X)
    if isinstance(frame, LazyFrame):
        raise InputTypeError(
            f"X is a lazy frame ({type(X).__name__}); "
            "bring its rows into memory first, with .collect() or .compute()"
        )
    if isinstance(frame, DataFrame):
        names = tuple(map(str, frame.columns))
        return Source(names, tuple(frame.iter_columns()), frame.shape[0])
    if isinstance(frame, Series):
        raise InputError(
            f"Expected a 2-dimensional container but got {type(X)} instead: "
            "pass a table with one row, as in df.iloc[[0]], or with one column, as in df[['x']]"
        )
    return None


def _open_mapping(X: Mapping[Any, Any]) -> Source:
    names = tuple(map(str, X))
    columns = tuple(
        _as_column(name, column) for name, column in zip(names, X.values(), strict=True)
    )
    lengths = list(map(len, columns))
    for name, length in zip(names, lengths, strict=True):
        if length != lengths[0]:
            raise ColumnError(
                f"column {name!r} has {length} rows and column {names[0]!r} has {lengths[0]}; "
                "all columns must have the same length"
            )
    return Source(names, columns, lengths[0] if lengths else 0)


def _as_column(name: str, column: Any) -> RawColumn:
    if not isinstance(column, NO_FRAMES):
        from turs.table.series import as_series

        series = as_series(column)
        if series is not None:
            return series
    if hasattr(column, "__array__"):
        array = unmasked(column)
        if array.ndim == 1:
            return array
    elif isinstance(column, Sequence) and not isinstance(column, str | bytes):
        return list(column)
    raise ColumnError(
        f"column {name!r} is {shown(column)}; it must be a one-dimensional sequence of values"
    )


def unmasked(values: Any) -> NDArray[Any]:
    """Make a numpy array in which what was masked is missing.

    Parameters
    ----------
    values : array-like
        Whatever numpy can make an array of.

    Returns
    -------
    ndarray
        An object array with None if anything was masked, else of the dtype as given.
    """
    array = np.asarray(values)
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        array = array.astype(object)
        array[np.ma.getmaskarray(values)] = None
    return array


def _open_rows(rows: Sequence[Any]) -> Source:
    if any(isinstance(row, Mapping) for row in rows):
        raise InputTypeError(
            "X is a list of dicts; pass a data frame, or a dict of columns, instead"
        )
    lengths = [len(row) if _is_row(row) else -1 for row in rows]
    if -1 in lengths:
        value = rows[lengths.index(-1)]
        raise InputError(
            f"Expected 2D array, got 1D array instead, with {shown(value)} as a row. {_RESHAPE}"
        )
    for index, (row, length) in enumerate(zip(rows, lengths, strict=True)):
        if length != lengths[0]:
            raise InputError(
                f"row {index} has {length} values and row 0 has {lengths[0]} "
                f"({shown(row)} and {shown(rows[0])}); all rows must have the same number"
            )
    columns = tuple(map(list, zip(*rows, strict=True)))
    return Source(made_up_names(len(columns)), columns, len(rows), named=False)


def _is_row(row: Any) -> bool:
    return isinstance(row, Sequence | np.ndarray) and not isinstance(row, str | bytes)


def _open_array(X: NDArray[Any]) -> Source:
    if X.ndim < 2:
        what = "scalar" if X.ndim == 0 else "1D"
        raise InputError(f"Expected 2D array, got {what} array instead: {shown(X)}. {_RESHAPE}")
    if X.ndim > 2:
        raise InputError(
            f"Found array with dim {X.ndim}, while dim <= 2 is required: "
            "a table has rows and columns"
        )
    names = made_up_names(X.shape[1])
    return Source(names, tuple(X.T), X.shape[0], named=False, finite=_is_finite(X))


def _is_finite(X: NDArray[Any]) -> bool:
    # A longer float may be too large for the float64 that it will become.
    return X.dtype in (np.float64, np.float32) and not np.isinf(X).any()


def made_up_names(n_columns: int) -> tuple[str, ...]:
    """Name the columns of an array.

    Parameters
    ----------
    n_columns : int
        How many there are.

    Returns
    -------
    tuple of str
        Their names.

    Examples
    --------
    >>> made_up_names(3)
    ('x0', 'x1', 'x2')
    """
    return tuple(f"x{index}" for index in range(n_columns))
