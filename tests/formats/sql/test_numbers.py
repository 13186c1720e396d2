"""Numbers that a database reads as exactly the same float."""

from __future__ import annotations

import math
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.sql.databases import Database
from turs.formats.sql.dialects import find_dialect
from turs.formats.sql.numbers import decimal_literal, double_literal, exact_literal

FLOATS = st.floats(allow_nan=False, allow_infinity=False)
EDGES = [0.0, 5e-324, sys.float_info.min, sys.float_info.max, 2.0**53, 2.0**53 + 2, 1e23, 0.1, -0.1]


def read_back(database: Database, values: list[float]) -> list[float]:
    dialect = find_dialect(database.dialect)
    # Added to a float, as in a query, and not alone: alone it may be a number of another type.
    zero = f"CAST(0 AS {dialect.double})"
    sums = [f"{zero} + {dialect.number(value)}" for value in values]
    return list(database.run(f"SELECT {', '.join(sums)}").rows[0])


@given(values=st.lists(FLOATS, min_size=1, max_size=20))
@settings(max_examples=60)
def test_any_float(database: Database, values: list[float]) -> None:
    assert read_back(database, values) == values


@given(values=st.lists(st.decimals(-1000, 1000, places=4), min_size=20, max_size=50))
@settings(max_examples=40)
def test_short_decimals(database: Database, values: list[object]) -> None:
    floats = [float(value) for value in values]
    assert read_back(database, floats) == floats


def test_edges(database: Database) -> None:
    edges = [*EDGES, *(math.nextafter(edge, math.inf) for edge in EDGES if edge < 1e300)]
    assert read_back(database, edges) == edges


@pytest.mark.parametrize(
    ("value", "decimal", "double", "exact"),
    [
        (50.0, "50", "50", "50"),
        (-3.0, "-3", "-3", "-3"),
        (37.5, "37.5", "37.5e0", "37.5"),
        (1e-7, "1e-07", "1e-07", "1e-07"),
        (1e300, "1e+300", "1e+300", None),
        (0.1 + 0.2, "0.30000000000000004", "0.30000000000000004e0", None),
        (
            2 / 3,
            "0.6666666666666666",
            "0.6666666666666666e0",
            "(6004799503160661.0 / 9007199254740992)",
        ),
    ],
)
def test_how_they_look(value: float, decimal: str, double: str, exact: str | None) -> None:
    assert decimal_literal(value) == decimal
    assert double_literal(value) == double
    assert exact is None or exact_literal(value) == exact


def test_powers_of_two_beyond_an_integer() -> None:
    assert exact_literal(2.0**100) == f"({2**52}.0 * {2**48})"
    assert exact_literal(2.0**-100) == f"({2**52}.0 / {2**62} / {2**62} / {2**28})"
