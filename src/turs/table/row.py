"""Read one plain row, as a service asks for it, without the detour by arrays and frames.

Whatever is not plain, and whatever is wrong, is left to the general reading of tables: here nothing
is refused, and what is read is what the general reading would make of it.
"""

import math
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.table.content import MISSING, UNSEEN
from turs.table.schema import Column, Schema

# Not all integers of numpy, of which its durations are some.
_NUMBERS = (float, int, np.int64, np.bool_)
_PLAIN_KINDS = frozenset("fiubUO")


def read_row(X: Any, schema: Schema) -> tuple[NDArray[Any], ...] | None:
    """Read a table of one plain row by the schema of the training table.

    Parameters
    ----------
    X : table
        Of any kind.
    schema : Schema
        The schema of the training table.

    Returns
    -------
    tuple of ndarray of shape (1,), or None
        The values of `Columns`; None if the table must be read in the general way.

    Examples
    --------
    >>> schema = Schema((Column("age", "numeric"), Column("ward", "categorical", ("A", "B"))))
    >>> read_row({"ward": ["B"], "age": [31]}, schema)
    (array([31.]), array([1], dtype=int32))
    >>> read_row({"ward": ["B"], "age": ["old"]}, schema) is None
    True
    """
    found = _find_row(X)
    if isinstance(found, dict):
        found = [found[column.name] for column in schema.columns if column.name in found]
    if found is None or len(found) != len(schema):
        return None
    values = []
    for column, value in zip(schema.columns, found, strict=True):
        if column.kind == "numeric":
            number = _as_number(value)
            if number is None:
                return None
            values.append(np.array([number]))
        else:
            code = _as_code(value, column)
            if code is None:
                return None
            values.append(np.array([code], dtype=np.int32))
    return tuple(values)


def _find_row(X: Any) -> dict[str, Any] | list[Any] | None:
    """Return the values of the only row, with their names if they have any."""
    kind = type(X)
    if kind is dict:
        return _row_of_columns(X)
    if kind is list:
        return X[0] if len(X) == 1 and type(X[0]) is list else None
    if kind is np.ndarray:
        return _plain_list(X[0]) if X.ndim == 2 and len(X) == 1 else None
    return _row_of_frame(X)


def _row_of_columns(X: dict[Any, Any]) -> dict[str, Any] | None:
    row = {}
    for name, column in X.items():
        if type(column) is np.ndarray and column.shape == (1,):
            column = _plain_list(column)
        if type(name) is not str or type(column) is not list or len(column) != 1:
            return None
        row[name] = column[0]
    return row


def _row_of_frame(X: Any) -> dict[str, Any] | None:
    # A frame of a library that was never imported cannot be here.
    pandas, polars = sys.modules.get("pandas"), sys.modules.get("polars")
    if pandas is not None and isinstance(X, pandas.DataFrame) and len(X) == 1:
        names, values = X.columns.tolist(), X.iloc[0].tolist()
    elif polars is not None and isinstance(X, polars.DataFrame) and len(X) == 1:
        names, values = X.columns, X.row(0)
    else:
        return None
    # A value that is None may be that of a type which is refused.
    if any(value is None for value in values) or len(set(names)) < len(names):
        return None
    return dict(zip(names, values, strict=True))


def _plain_list(array: NDArray[Any]) -> list[Any] | None:
    values: list[Any] | None = array.tolist() if array.dtype.kind in _PLAIN_KINDS else None
    return values


def _as_number(value: Any) -> float | None:
    """Return a number as a float, NaN where missing, None if it is none or infinite."""
    if value is None:
        return math.nan
    if not isinstance(value, _NUMBERS):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return None if math.isinf(number) else number


def _as_code(value: Any, column: Column) -> int | None:
    """Return the code of a level, None if it is of another type than those of training."""
    strings = not column.levels or type(column.levels[0]) is str
    if type(value) is str:
        return column.code_of.get(value, UNSEEN) if strings else None
    number = _as_number(value)
    if number is None or math.isnan(number):
        return None if number is None else MISSING
    return None if column.levels and strings else column.code_of.get(number, UNSEEN)
