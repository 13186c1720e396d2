"""Read a table by the schema it was trained with, into plain arrays."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.exceptions import ColumnError
from turs.table.content import MISSING, UNSEEN, Coded, Content, Numbers, code_numbers
from turs.table.reading import RawColumn, read_content
from turs.table.refusal import shown
from turs.table.row import read_row
from turs.table.schema import Column, Schema, listed
from turs.table.source import Source, open_table


@dataclass(frozen=True, eq=False)
class Columns:
    """Hold a table as plain arrays.

    Parameters
    ----------
    schema : Schema
        What the columns are.
    values : tuple of ndarray of shape (n_rows,)
        A numeric column is float64, with NaN where missing. A categorical column is int32:
        codes into the levels of its column, `MISSING` (-1), or `UNSEEN` (-2) for a level
        that training did not see.
    n_rows : int
        The number of rows.
    """

    schema: Schema
    values: tuple[NDArray[Any], ...]
    n_rows: int


def read_columns(X: Any, schema: Schema) -> Columns:
    """Read a table by the schema of the training table.

    Parameters
    ----------
    X : data frame, array, dict of columns or list of rows
        The table. Columns with names are found by name, in any order, and further columns are
        not looked at; columns without names are taken by position, and so are those of a
        frame where training had no names.
    schema : Schema
        The schema of the training table.

    Returns
    -------
    Columns
        With this schema.

    Raises
    ------
    ColumnError
        If a column is missing, there are too many or too few, or one is of another kind.
    InputError
        If `X` has no rows or is not two-dimensional.
    InputTypeError
        If `X` is no table.

    Examples
    --------
    >>> schema = Schema((Column("age", "numeric"), Column("ward", "categorical", ("A", "B"))))
    >>> columns = read_columns({"ward": ["B", "C", None], "age": [31, None, 40]}, schema)
    >>> [values.tolist() for values in columns.values]
    [[31.0, nan, 40.0], [1, -2, -1]]
    """
    row = read_row(X, schema)
    if row is not None:
        return Columns(schema, row, n_rows=1)
    return _read_table(X, schema)


def _read_table(X: Any, schema: Schema) -> Columns:
    source = open_table(X)
    raw = _match(source, schema)
    values = tuple(
        _recode(column, read_content(column.name, found, finite=source.finite))
        for column, found in zip(schema.columns, raw, strict=True)
    )
    return Columns(schema, values, source.n_rows)


def _match(source: Source, schema: Schema) -> Iterable[RawColumn]:
    """Find the columns of a schema, by name or by position."""
    by_name = dict(zip(source.names, source.columns, strict=True))
    absent = [name for name in schema.names if name not in by_name]
    if source.named and not absent:
        return [by_name[name] for name in schema.names]
    if source.named and schema.named:
        rest = f" and {len(absent) - 1} more" if len(absent) > 1 else ""
        raise ColumnError(
            f"X lacks the column {absent[0]!r}{rest}, which the rules were learned with; "
            f"{listed(source.names)}"
        )
    if len(source.columns) != len(schema):
        raise ColumnError(
            f"X has {len(source.columns)} features, but RuleSet is expecting {len(schema)} "
            "features as input: columns without names must be those of training, in order"
        )
    return source.columns


def _recode(column: Column, content: Content) -> NDArray[Any]:
    if column.kind == "numeric":
        return content.values if isinstance(content, Numbers) else _as_numbers(column, content)
    if isinstance(content, Numbers):
        content = code_numbers(content)
    return _as_codes(column, content)


def _as_numbers(column: Column, coded: Coded) -> NDArray[np.float64]:
    """Read levels as numbers, which booleans and categories of numbers can be."""
    if any(isinstance(level, str) for level in coded.levels):
        raise _other_kind(column, coded, "numeric", "numbers")
    # The last entry serves MISSING, which is -1.
    return np.array([*coded.levels, np.nan], dtype=np.float64)[coded.codes]


def _as_codes(column: Column, coded: Coded) -> NDArray[np.int32]:
    """Translate codes into those of training."""
    if column.levels and coded.levels:
        strings = isinstance(column.levels[0], str)
        if isinstance(coded.levels[0], str) != strings:
            was = f"categorical with levels such as {shown(column.levels[0])}"
            raise _other_kind(column, coded, was, "strings" if strings else "numbers")
    translated = [column.code_of.get(level, UNSEEN) for level in coded.levels]
    return np.array([*translated, MISSING], dtype=np.int32)[coded.codes]


def _other_kind(column: Column, coded: Coded, was: str, wanted: str) -> ColumnError:
    row = int(np.argmax(coded.codes != MISSING))
    value = shown(coded.levels[coded.codes[row]])
    return ColumnError(
        f"column {column.name!r} was {was} in training, but has {value} in row {row}; "
        f"convert it to {wanted}"
    )
