"""Columns of objects: read by the few that come again and again as if each were looked at."""

from typing import Any

import numpy as np
import pytest

from turs.exceptions import ColumnError
from turs.table import reading
from turs.table.content import Coded, Numbers
from turs.table.reading import read_objects
from turs.table.values import read_values

COLUMNS: list[list[Any]] = [
    ["b", None, "a", "b"],
    ["b", float("nan"), "a", np.str_("b")],
    [3, None, 1, 3],
    [2.5, 1, None, 1.0],
    [True, False, None, True],
    [None, None],
    [str(n) for n in range(40)],
]


def of_objects(values: list[Any]) -> Any:
    """Return an array of objects."""
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


@pytest.mark.parametrize("values", COLUMNS)
@pytest.mark.parametrize("few", [1, 3, 1000])
def test_few_objects_are_read_as_many(
    values: list[Any], few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_MANY", 0)
    monkeypatch.setattr(reading, "_GLANCE", 4)
    monkeypatch.setattr(reading, "_FEW", few)
    column = of_objects(values * 20)
    found, expected = read_objects("x", column[::-1]), read_values("x", column[::-1].tolist())
    assert type(found) is type(expected)
    if isinstance(found, Coded) and isinstance(expected, Coded):
        assert (found.levels, found.order) == (expected.levels, expected.order)
        assert list(map(type, found.levels)) == list(map(type, expected.levels))
        assert found.codes.tolist() == expected.codes.tolist()
        assert found.codes.dtype == expected.codes.dtype
    elif isinstance(found, Numbers) and isinstance(expected, Numbers):
        assert np.array_equal(found.values, expected.values, equal_nan=True)


def test_an_error_knows_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_MANY", 0)
    with pytest.raises(ColumnError, match=r"in row 3"):
        read_objects("x", of_objects([1.0, 2.0, 1.0, float("inf")]))
