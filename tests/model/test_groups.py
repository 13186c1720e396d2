"""Groups: who speaks for a row, by hand and by the definition."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings

from tests.model.problems import Problem, problems
from tests.naive.model import counts_of, group_of
from turs.model import CellTable, Groups, Rule

RULES = [Rule.parse(text) for text in ("a > 1", "b > 1", "c > 1")]


def groups_of(covers: list[list[int]], rules: list[Rule] = RULES) -> Groups:
    """Count covers, one row of the list a training row; the rows have classes 0, 1, 0, 1, ..."""
    members = np.array(covers, dtype=np.bool_)
    return Groups(CellTable.count(members, np.arange(len(members)) % 2, 2), rules)


def speaking(groups: Groups, *pattern: int) -> list[int]:
    return groups.speaking(np.array([pattern], dtype=np.bool_))[0].astype(int).tolist()


def counts(groups: Groups, *group: int) -> list[int]:
    return groups.counts(np.array([group], dtype=np.bool_))[0].tolist()


def test_a_nested_rule_speaks_alone() -> None:
    """Rule 1 covers rows 1 and 2, inside rule 0, which covers rows 0 to 2."""
    groups = groups_of([[1, 0, 0], [1, 1, 0], [1, 1, 0], [0, 0, 1]])
    assert speaking(groups, 1, 1, 0) == [0, 1, 0]
    assert speaking(groups, 1, 0, 0) == [1, 0, 0]
    assert counts(groups, 1, 0, 0) == [2, 1]
    assert counts(groups, 0, 1, 0) == [1, 1]


def test_an_overlap_that_a_nested_rule_takes_is_still_counted() -> None:
    """Rules 0 and 1 meet only in row 1, where rule 2 speaks: their union has 3 rows, not 4."""
    groups = groups_of([[1, 0, 0], [1, 1, 1], [0, 1, 0]])
    assert speaking(groups, 1, 1, 1) == [0, 0, 1]
    assert speaking(groups, 1, 1, 0) == [1, 1, 0]
    assert counts(groups, 1, 1, 0) == [2, 1]


def test_three_rules_of_which_only_pairs_met() -> None:
    """Each pair meets once, all three never: 3 rows, where the sum of the covers has 6."""
    groups = groups_of([[1, 1, 0], [0, 1, 1], [1, 0, 1]])
    assert speaking(groups, 1, 1, 1) == [1, 1, 1]
    assert counts(groups, 1, 1, 1) == [2, 1]


def test_disjoint_covers_add_up() -> None:
    groups = groups_of([[1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 1]])
    assert counts(groups, 1, 1, 0) == [2, 1]


def test_of_identical_covers_the_smaller_rule_speaks_wherever_it_stands() -> None:
    longer = Rule.parse("a > 1 and b > 1")
    texts = {str(rule) for rule in (RULES[0], RULES[1], longer)}
    assert len(texts) == 3
    for order in permutations([RULES[0], RULES[1], longer]):
        groups = groups_of([[1, 1, 1], [1, 1, 1], [0, 0, 0]], list(order))
        (spoken,) = np.flatnonzero(speaking(groups, 1, 1, 1))
        assert order[spoken] == RULES[0]


def test_a_rule_without_rows_takes_no_part() -> None:
    groups = groups_of([[1, 0, 0], [0, 0, 0], [1, 0, 1]])
    assert speaking(groups, 1, 1, 0) == [1, 0, 0]
    assert speaking(groups, 0, 1, 0) == [0, 0, 0]


def test_the_else_rule_and_its_fallback() -> None:
    some_left = groups_of([[1, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]])
    assert some_left.has_else_rows
    assert counts(some_left, 0, 0, 0) == [1, 2]
    none_left = groups_of([[1, 0, 0], [0, 1, 0], [1, 0, 0]])
    assert not none_left.has_else_rows
    assert counts(none_left, 0, 0, 0) == [2, 1]


def test_no_rules() -> None:
    groups = Groups(CellTable.count(np.zeros((3, 0), dtype=np.bool_), np.array([0, 1, 1]), 2), [])
    nobody = np.zeros((2, 0), dtype=np.bool_)
    assert groups.counts(groups.speaking(nobody)).tolist() == [[1, 2], [1, 2]]


@settings(max_examples=500)
@given(problems())
def test_groups_are_those_of_the_definition(problem: Problem) -> None:
    training = problem.training
    rule_set = problem.rule_set
    groups = Groups(rule_set.data.cells, rule_set.rules)
    found = groups.speaking(rule_set.covers(problem.table))
    counted = groups.counts(found).tolist()
    for i, row in enumerate(problem.rows):
        assert {rule_set.rules[j] for j in np.flatnonzero(found[i])} == group_of(training, row)
        assert counted[i] == counts_of(training, row)


@pytest.mark.parametrize("block", [1, 3, 10**9])
def test_blocks_change_nothing(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turs.model.groups._BLOCK_ENTRIES", block)
    generator = np.random.default_rng(0)
    rules = [Rule.parse(f"x > {i}") for i in range(80)]
    covers = generator.random((60, 80)) < 0.1
    y = generator.integers(0, 3, 60)
    groups = Groups(CellTable.count(covers, y, 3), rules)
    asked = generator.random((200, 80)) < 0.05
    expected = [np.bincount(y[covers[:, g].any(axis=1)], minlength=3) for g in asked if g.sum() > 1]
    found = groups.counts(asked[asked.sum(axis=1) > 1])
    np.testing.assert_array_equal(found, expected)
