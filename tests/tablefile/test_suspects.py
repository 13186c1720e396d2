"""Columns that name the rows are found; measurements are left alone."""

from typing import Any

import numpy as np
import pytest

from turs.tablefile import ReadOptions, Suspect, TableFile, find_suspects


def reason(values: Any) -> str | None:
    table = TableFile("p.csv", {"x": values}, (), len(values), ReadOptions())
    suspects = find_suspects(table)
    assert all(suspect == Suspect("x", suspect.reason) for suspect in suspects)
    return suspects[0].reason if suspects else None


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (np.arange(20.0), "counts the rows, from 0 to 19"),
        (np.arange(20.0)[::-1] + 5, "numbers the rows, from 5 to 24"),
        (np.arange(19.0), None),
        (np.arange(20.0) + 0.5, None),
        (np.arange(20.0) * 3, None),
        (np.arange(100.0) * 3, "has another whole number in each of the 100 rows"),
        (np.append(np.arange(99.0), 7), "has 99 different whole numbers in 100 rows"),
        (np.tile(np.arange(50.0), 2), None),
        (np.full(20, np.nan), None),
        ([f"P{row}" for row in range(30)], "has another text in each of the 30 rows"),
        ([None, *(f"P{row}" for row in range(29))], "has 29 different texts in 30 rows"),
        (["A", "B"] * 15, None),
        ([True, None] * 15, None),
        ([None] * 30, None),
    ],
)
def test_reasons(values: Any, expected: str | None) -> None:
    assert reason(values) == expected
