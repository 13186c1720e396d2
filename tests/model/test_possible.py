"""Cells that no row can be in are found; cells that rows are in are never blamed."""

import numpy as np
import pytest
from hypothesis import given, settings

from tests.model.problems import Problem, problems
from turs.model import Rule
from turs.model.possible import find_impossible_cell
from turs.table import Column, Schema

SCHEMA = Schema(
    (
        Column("x", "numeric"),
        Column("z", "numeric"),
        Column("ward", "categorical", ("A", "B")),
    )
)


@pytest.mark.parametrize(
    ("rules", "members", "problem"),
    [
        (["x > 3", "x <= 2"], [1, 1], "no row can be covered by all of 'x > 3', 'x <= 2'"),
        (["x > 2", "x <= 2"], [1, 1], "no row can be covered by all of"),
        (["x > 1", "x <= 2"], [1, 1], None),
        (["x > 1 or missing", "x <= 1 or missing"], [1, 1], None),
        (["x > 1", "x <= 2"], [0, 1], None),
        (["x > 1", "x > 2"], [0, 1], "no row can be covered by 'x > 2' and not by 'x > 1'"),
        (["x > 1", "x > 2 or missing"], [0, 1], None),
        (["x is missing", "x > 1"], [1, 1], "by all of"),
        (["x is not missing", "x > 1"], [0, 1], "and not by 'x is not missing'"),
        (["ward = A", "ward = B"], [1, 1], "by all of"),
        (["ward in {A, B}", "ward is not missing"], [0, 1], "and not by 'ward in {A, B}'"),
        (["ward = Z", "x > 1"], [1, 0], "no row can be covered by 'ward = Z'"),
        (["always", "x > 1"], [0, 0], "every row is covered by 'always'"),
        (["always"], [0], "every row is covered by 'always'"),
        (["x > 1 and z > 1", "x > 1 and z <= 1"], [1, 1], "by all of"),
        (["x > 1 and z > 1", "x > 1", "z > 1"], [0, 1, 1], "and not by 'x > 1 and z > 1'"),
    ],
)
def test_one_cell(rules: list[str], members: list[int], problem: str | None) -> None:
    cell = np.array([members], dtype=np.bool_)
    found = find_impossible_cell([Rule.parse(text) for text in rules], SCHEMA, cell)
    if problem is None:
        assert found is None
    else:
        assert found is not None
        assert found[0] == 0
        assert problem in found[1]


@settings(max_examples=300)
@given(problems())
def test_rows_that_exist_are_possible(problem: Problem) -> None:
    """Counting checks its own cells, so that any false blame would show here."""
    rule_set = problem.rule_set
    members = rule_set.data.cells.members
    assert find_impossible_cell(rule_set.rules, rule_set.data.schema, members) is None


def test_many_cells_are_looked_at_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turs.model.possible._BLOCK_CELLS", 2)
    rules = [Rule.parse("x > 1"), Rule.parse("x > 2"), Rule.parse("z > 1")]
    members = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 1]], dtype=np.bool_)
    found = find_impossible_cell(rules, SCHEMA, members)
    assert found is not None
    assert found[0] == 3
