"""Read one column out of the container it came in: an array, a series, a list."""

from collections.abc import Iterable
from typing import Any, TypeAlias

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from turs.table.content import Content, boolean_content, number_content
from turs.table.refusal import Family, refuse
from turs.table.values import read_values

RawColumn: TypeAlias = "nw.Series[Any] | NDArray[Any] | list[Any]"

_REFUSED_KINDS: dict[str, Family] = {"M": "time", "m": "duration", "c": "complex", "S": "binary"}

_REFUSED_DTYPES: tuple[tuple[Family, tuple[type[nw.dtypes.DType], ...]], ...] = (
    ("time", (nw.Date, nw.Datetime, nw.Time)),
    ("duration", (nw.Duration,)),
    ("binary", (nw.Binary,)),
    ("nested", (nw.List, nw.Array, nw.Struct)),
)

# numpy has no such types: these numbers travel as Python objects.
_NOT_IN_NUMPY = (nw.Decimal, nw.Int128, nw.UInt128)


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
    if isinstance(column, nw.Series):
        return _read_series(name, column)
    if isinstance(column, np.ndarray):
        return _read_array(name, column, finite)
    return read_values(name, column)


def _read_array(name: str, values: NDArray[Any], finite: bool = False) -> Content:
    match values.dtype.kind:
        case "f" | "i" | "u":
            return number_content(name, values, finite=finite)
        case "b":
            return boolean_content(values)
        case "O" | "U" | "T":
            return read_values(name, values.tolist())
        case kind:
            raise refuse(name, _REFUSED_KINDS.get(kind, "other"), f"dtype {values.dtype}")


def _read_series(name: str, series: "nw.Series[Any]") -> Content:
    dtype = series.dtype
    for family, kinds in _REFUSED_DTYPES:
        if isinstance(dtype, kinds):
            raise refuse(name, family, f"dtype {dtype}")
    if dtype == nw.Boolean or (dtype.is_numeric() and not isinstance(dtype, _NOT_IN_NUMPY)):
        return _read_array(name, series.to_numpy())
    # Not by way of numpy: narwhals loses the nulls of a pyarrow dictionary there.
    if isinstance(dtype, nw.Categorical | nw.Enum):
        values, order = _read_category(series)
        return read_values(name, values, as_levels=True, order=order)
    return read_values(name, series.to_list())


def _read_category(series: "nw.Series[Any]") -> tuple[list[Any], Iterable[Any] | None]:
    """Read the values of a category and, if it is ordered, all its levels in order."""
    if isinstance(series.dtype, nw.Enum):
        return series.to_list(), series.dtype.categories
    # narwhals does not say whether an arrow dictionary, which pandas may hold too, is ordered.
    if series.implementation.is_pyarrow() or hasattr(series.to_native().dtype, "pyarrow_dtype"):
        arrow: Any = series.to_arrow()
        if hasattr(arrow, "combine_chunks"):
            arrow = arrow.combine_chunks()
        values = arrow.dictionary_decode().to_pylist()
        return values, arrow.dictionary.to_pylist() if arrow.type.ordered else None
    return series.to_list(), None
