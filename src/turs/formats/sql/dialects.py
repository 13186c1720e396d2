"""Dialects: how each database writes names and values, and reads a column as what it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from turs.exceptions import InputError
from turs.formats.sql.numbers import decimal_literal, double_literal, exact_literal
from turs.table.refusal import shown

if TYPE_CHECKING:
    from turs.table.schema import Column


@dataclass(frozen=True)
class Dialect:
    """Say how a database writes what a scoring query is made of.

    Parameters
    ----------
    name : str
        The name of the database.
    double : str
        Its type of 64-bit floats.
    number : callable
        Writes a float so that the database reads exactly that float.
    read_number, read_truth, read_text, read_any : str
        Templates that read a ``{column}`` as numbers, truth values, texts, or something that
        training never saw; NULL where it is missing.
    truths : tuple of two tuples of str
        What a column that is read as truth values is compared with, for false and for true.
    labels : tuple of two str
        How the class labels false and true are written.
    greatest : str
        The function that returns the largest of its arguments.
    whole_row : str or None
        What stands for all columns of a row that was kept as one value ``{row}``; None where a
        row cannot be kept so.
    most_columns : int or None
        How many columns a result can have.
    most_name_bytes : int or None
        How long a name can be.
    tells_case_apart : bool
        Whether names that differ only in case are different columns.
    allows_empty_names : bool
        Whether a column can have the empty name.
    """

    name: str
    double: str
    number: Callable[[float], str]
    read_number: str
    read_truth: str
    read_text: str
    read_any: str
    truths: tuple[tuple[str, ...], tuple[str, ...]] = (("0",), ("1",))
    labels: tuple[str, str] = ("FALSE", "TRUE")
    greatest: str = "GREATEST"
    whole_row: str | None = None
    most_columns: int | None = None
    most_name_bytes: int | None = None
    tells_case_apart: bool = False
    allows_empty_names: bool = False

    def read(self, column: Column, expression: str) -> str:
        """Return what reads a column as what it was in training, NULL where it is missing.

        Parameters
        ----------
        column : Column
            The column.
        expression : str
            The column in SQL.

        Returns
        -------
        str
        """
        return self._template(column).format(column=expression)

    def _template(self, column: Column) -> str:
        if column.kind == "numeric":
            return self.read_number
        if not column.levels:
            return self.read_any
        if isinstance(column.levels[0], str):
            return self.read_text
        return self.read_truth if isinstance(column.levels[0], bool) else self.read_number


def find_dialect(name: object) -> Dialect:
    """Return a dialect by the name of its database.

    Parameters
    ----------
    name : {"sqlite", "duckdb", "postgresql", "postgres"}
        The name.

    Returns
    -------
    Dialect

    Examples
    --------
    >>> find_dialect("postgres").name
    'postgresql'
    """
    found = _DIALECTS.get(name) if isinstance(name, str) else None
    if found is None:
        known = ", ".join(repr(dialect.name) for dialect in (SQLITE, DUCKDB, POSTGRESQL))
        raise InputError(f"there is no SQL dialect {shown(name)}; use one of {known}")
    return found


def identifier(name: str) -> str:
    """Return a name in quotes, so that it may hold anything.

    Parameters
    ----------
    name : str
        The name of a table or a column.

    Returns
    -------
    str

    Examples
    --------
    >>> print(identifier('the "old" ward'))
    "the ""old"" ward"
    """
    return '"' + _checked(name).replace('"', '""') + '"'


def text(value: str) -> str:
    """Return a text in quotes.

    Parameters
    ----------
    value : str
        The text.

    Returns
    -------
    str

    Examples
    --------
    >>> print(text("O'Hara"))
    'O''Hara'
    """
    return "'" + _checked(value).replace("'", "''") + "'"


def _checked(value: str) -> str:
    bad = next((c for c in value if c == "\0" or "\ud800" <= c <= "\udfff"), None)
    if bad is not None:
        raise InputError(
            f"SQL cannot hold the text {shown(value)}, as it has the character {bad!r}; rename it"
        )
    return value


# A column of SQLite may hold values of any type. A text that is a number as a whole counts as one;
# any other, such as the empty text that an import of CSV leaves, is no number and so is missing.
_SQLITE_NUMBER = (
    "CASE WHEN typeof({column}) = 'integer' OR {column} = CAST({column} AS REAL) "
    "THEN CAST({column} AS REAL) END"
)

SQLITE = Dialect(
    name="sqlite",
    double="REAL",
    number=exact_literal,
    read_number=_SQLITE_NUMBER,
    read_truth=_SQLITE_NUMBER,
    read_text="CAST({column} AS TEXT) COLLATE BINARY",
    read_any="{column}",
    labels=("0", "1"),
    greatest="MAX",
    most_columns=2000,
    allows_empty_names=True,
)

DUCKDB = Dialect(
    name="duckdb",
    double="DOUBLE",
    number=double_literal,
    read_number="NULLIF(CAST({column} AS DOUBLE), 'NaN')",
    read_truth="NULLIF(CAST({column} AS DOUBLE), 'NaN')",
    read_text='CAST({column} AS VARCHAR) COLLATE "C"',
    read_any=(
        "CASE WHEN CAST({column} AS VARCHAR) <> 'nan' "
        "OR {column} IS NOT NULL AND typeof({column}) = 'VARCHAR' THEN 1 END"
    ),
    whole_row="{row}.*",
)

POSTGRESQL = Dialect(
    name="postgresql",
    double="DOUBLE PRECISION",
    number=decimal_literal,
    read_number="NULLIF(CAST({column} AS DOUBLE PRECISION), 'NaN')",
    # Not every type of number can be cast to BOOLEAN, nor BOOLEAN to a float, but all to text.
    read_truth="NULLIF(CAST({column} AS TEXT), 'NaN')",
    read_text='CAST({column} AS TEXT) COLLATE "C"',
    read_any=(
        "CASE WHEN CAST({column} AS TEXT) <> 'NaN' "
        "OR {column} IS NOT NULL AND pg_typeof({column}) = 'text'::regtype THEN 1 END"
    ),
    truths=(("'false'", "'0'"), ("'true'", "'1'")),
    whole_row="({row}).*",
    most_columns=1664,
    most_name_bytes=63,
    tells_case_apart=True,
)

_DIALECTS = {
    "sqlite": SQLITE,
    "duckdb": DUCKDB,
    "postgresql": POSTGRESQL,
    "postgres": POSTGRESQL,
}
