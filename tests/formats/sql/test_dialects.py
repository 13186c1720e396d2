"""Names and texts in quotes, columns read as what they are."""

import pytest

from turs.exceptions import InputError
from turs.formats.sql.dialects import DUCKDB, POSTGRESQL, SQLITE, find_dialect, identifier, text
from turs.table.schema import Column


def test_quotes() -> None:
    assert identifier('a "b" c') == '"a ""b"" c"'
    assert text("it's") == "'it''s'"


@pytest.mark.parametrize("write", [identifier, text])
@pytest.mark.parametrize("bad", ["a\0b", "\udc00"])
def test_what_sql_cannot_hold(write, bad: str) -> None:
    with pytest.raises(InputError, match="SQL cannot hold the text"):
        write(bad)


def test_find() -> None:
    assert find_dialect("sqlite") is SQLITE
    assert find_dialect("duckdb") is DUCKDB
    assert find_dialect("postgres") is find_dialect("postgresql") is POSTGRESQL


@pytest.mark.parametrize("name", ["SQLite3", "", None, ["sqlite"]])
def test_find_nothing(name: object) -> None:
    with pytest.raises(InputError, match=r"use one of 'sqlite', 'duckdb', 'postgresql'$"):
        find_dialect(name)


def test_read() -> None:
    number, words = Column("x", "numeric"), Column("x", "categorical", ("A",))
    grades, flags = Column("x", "categorical", (1, 2)), Column("x", "categorical", (False, True))
    double = "NULLIF(CAST(t.x AS DOUBLE PRECISION), 'NaN')"
    assert POSTGRESQL.read(number, "t.x") == double
    assert POSTGRESQL.read(grades, "t.x") == double
    assert POSTGRESQL.read(words, "t.x") == 'CAST(t.x AS TEXT) COLLATE "C"'
    assert POSTGRESQL.read(flags, "t.x") == "NULLIF(CAST(t.x AS TEXT), 'NaN')"
    assert DUCKDB.read(flags, "t.x") == "NULLIF(CAST(t.x AS DOUBLE), 'NaN')"


def test_braces_in_a_name() -> None:
    assert SQLITE.read(Column("{x}", "categorical", ("A",)), 't."{x}"') == (
        'CAST(t."{x}" AS TEXT) COLLATE BINARY'
    )
