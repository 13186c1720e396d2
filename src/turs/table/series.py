"""Read the frames and series of pandas, polars, pyarrow and others, by way of narwhals.

Loaded when a table is such a frame, and not before.
"""

from collections.abc import Iterable
from typing import Any

import narwhals as nw
from narwhals.exceptions import DuplicateError

from turs.table.content import Content
from turs.table.reading import read_array
from turs.table.refusal import Family, refuse
from turs.table.schema import check_unique
from turs.table.values import read_values

_REFUSED_DTYPES: tuple[tuple[Family, tuple[type[nw.dtypes.DType], ...]], ...] = (
    ("time", (nw.Date, nw.Datetime, nw.Time)),
    ("duration", (nw.Duration,)),
    ("binary", (nw.Binary,)),
    ("nested", (nw.List, nw.Array, nw.Struct)),
)

# numpy has no such types: these numbers travel as Python objects.
_NOT_IN_NUMPY = (nw.Decimal, nw.Int128, nw.UInt128)


def as_frame(X: Any) -> Any:
    """Return a table or a series of any library as narwhals has it, and anything else as it is.

    Parameters
    ----------
    X : object
        What was given.

    Returns
    -------
    narwhals.DataFrame, LazyFrame or Series, or object

    Raises
    ------
    ColumnError
        If two columns have the same name.
    """
    try:
        return nw.from_native(X, allow_series=True, pass_through=True)
    except DuplicateError:
        # pyarrow has the names apart from the columns; pandas may have a column of any name.
        by_name = hasattr(type(X), "column_names")
        check_unique(map(str, X.column_names if by_name else X.columns))
        raise


def as_series(column: Any) -> "nw.Series[Any] | None":
    """Return a series of any library as narwhals has it; None if it is none."""
    series = nw.from_native(column, series_only=True, pass_through=True)
    return series if isinstance(series, nw.Series) else None


def read_series(name: str, series: "nw.Series[Any]") -> Content:
    """Read one column that is a series, as `turs.table.reading.read_content` does."""
    dtype = series.dtype
    for family, kinds in _REFUSED_DTYPES:
        if isinstance(dtype, kinds):
            raise refuse(name, family, f"dtype {dtype}")
    if dtype == nw.Boolean or (dtype.is_numeric() and not isinstance(dtype, _NOT_IN_NUMPY)):
        return read_array(name, series.to_numpy())
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
