"""A rule set as people look at it: numbers, outcomes, exceptions and overlaps."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given

from tests.model.problems import Problem, problems
from tests.naive.model import Training, all_counts
from turs.model import Rule
from turs.model.confidence import wilson_intervals
from turs.model.summary import Outcome, Summary
from turs.ruleset import RuleSet

TABLE = {"x": [1, 2, 3, 4, 5, 6, 7, 8], "z": [0, 0, 0, 1, 1, 1, 0, 0]}
Y = ["a", "a", "b", "b", "b", "a", "a", "a"]


def summary_of(*rules: str) -> Summary:
    return Summary(RuleSet.from_rules(rules, TABLE, Y).data)


def test_rules_are_numbered_by_their_covers() -> None:
    summary = summary_of("x > 100", "z > 0", "x <= 5", "x > 2")
    assert [(one.number, str(one.rule), one.n_rows) for one in summary.rules] == [
        (1, "x > 2", 6),
        (2, "x <= 5", 5),
        (3, "z > 0", 3),
        (4, "x > 100", 0),
    ]
    assert [one.position for one in summary.rules] == [3, 2, 1, 0]
    # Rows 1 and 2 are left to x <= 5, and 7 and 8 to x > 2.
    assert [one.n_alone for one in summary.rules] == [2, 2, 0, 0]
    assert [one.exception_to for one in summary.rules] == [(), (), (1,), ()]
    assert [(one.first, one.second, one.n_rows) for one in summary.overlaps] == [
        (1, 2, 3),
        (2, 3, 2),
    ]
    assert summary.overlaps[0].outcome.counts == (0, 3)
    assert summary.n_literals == 4
    assert summary.n_rows == 8
    assert summary.classes == ("a", "b")


def test_equal_covers_are_numbered_by_the_rules_and_know_each_other() -> None:
    summary = summary_of("3 < x <= 6", "z > 0", "x > 3")
    assert [str(one.rule) for one in summary.rules] == ["x > 3", "z > 0", "3 < x <= 6"]
    assert [one.same_cover for one in summary.rules] == [(), (3,), (2,)]
    # Both are exceptions to the larger rule, and neither to the other: they do not overlap.
    assert [one.exception_to for one in summary.rules] == [(), (1,), (1,)]
    assert summary.overlaps == ()
    assert [one.n_alone for one in summary.rules] == [2, 0, 0]


def test_an_exception_is_to_the_next_larger_rule() -> None:
    summary = summary_of("x > 1", "x > 3", "x > 6", "always")
    assert [str(one.rule) for one in summary.rules] == ["always", "x > 1", "x > 3", "x > 6"]
    assert [one.exception_to for one in summary.rules] == [(), (1,), (2,), (3,)]


def test_outcomes() -> None:
    summary = summary_of("x > 2", "x > 100")
    first, empty = (one.outcome for one in summary.rules)
    assert first.counts == (3, 3)
    assert first.frequencies == (0.5, 0.5)
    assert first.majority == 0
    np.testing.assert_allclose(first.intervals, [(0.1876, 0.8124)] * 2, atol=6e-5)
    assert empty == Outcome((0, 0), (0.625, 0.375), ((0.0, 1.0), (0.0, 1.0)))
    assert empty.n_rows == 0
    assert summary.total.counts == (5, 3)
    assert summary.otherwise.counts == (2, 0)
    assert summary.otherwise.frequencies == (1.0, 0.0)
    assert summary.has_else_rows


def test_an_else_rule_without_rows_speaks_for_all() -> None:
    summary = summary_of("x > 0")
    assert not summary.has_else_rows
    assert summary.otherwise == summary.total


def test_without_rules() -> None:
    summary = summary_of()
    assert summary.rules == ()
    assert summary.overlaps == ()
    assert summary.n_literals == 0
    assert summary.otherwise == summary.total


def test_values_are_plain() -> None:
    summary = summary_of("x > 2", "x <= 5")
    assert {type(n) for one in summary.rules for n in one.outcome.counts} == {int}
    assert {type(one.n_alone) for one in summary.rules} == {int}
    assert {type(p) for one in summary.overlaps for p in one.outcome.frequencies} == {float}
    assert hash(summary.rules) == hash(summary_of("x > 2", "x <= 5").rules)


def is_outcome_of(outcome: Outcome, training: Training, rows: frozenset[int]) -> bool:
    """Tell whether an outcome is that of some training rows."""
    counts = training.class_counts(rows)
    shown = counts if rows else all_counts(training)
    return (
        list(outcome.counts) == counts
        and outcome.n_rows == len(rows)
        and outcome.frequencies == pytest.approx([n / sum(shown) for n in shown])
        and [list(ends) for ends in outcome.intervals]
        == wilson_intervals(np.array(counts)).tolist()
    )


@given(problems())
def test_rules_as_the_definitions_have_them(problem: Problem) -> None:
    training = problem.training
    cover = {rule: training.cover(rule) for rule in training.rules}
    times = Counter(row for rows in cover.values() for row in rows)
    summary = Summary(problem.rule_set.data)
    number = {one.rule: one.number for one in summary.rules}
    assert sorted(number.values()) == list(range(1, len(cover) + 1))
    sizes = [(-one.n_rows, one.rule.key) for one in summary.rules]
    assert sizes == sorted(sizes)
    for one in summary.rules:
        rows = cover[one.rule]
        assert is_outcome_of(one.outcome, training, rows)
        assert summary.data.rules[one.position] == one.rule
        assert one.n_alone == sum(times[row] == 1 for row in rows)
        same = {number[rule] for rule in cover if rows and cover[rule] == rows and rule != one.rule}
        assert one.same_cover == tuple(sorted(same))
        assert one.exception_to == tuple(sorted(number[rule] for rule in closest(one.rule, cover)))
    assert is_outcome_of(summary.total, training, frozenset(range(len(training.rows))))
    if training.else_rows():
        assert is_outcome_of(summary.otherwise, training, training.else_rows())
    assert summary.has_else_rows == bool(training.else_rows())


def closest(rule: Rule, cover: dict[Rule, frozenset[int]]) -> set[Rule]:
    """Return the rules whose covers contain that of a rule, with no cover between."""
    rows = cover[rule]
    larger = {other for other in cover if rows and rows < cover[other]}
    return {o for o in larger if not any(cover[between] < cover[o] for between in larger)}


@given(problems())
def test_overlaps_as_the_definitions_have_them(problem: Problem) -> None:
    training = problem.training
    summary = Summary(problem.rule_set.data)
    wanted = {}
    for one in summary.rules:
        for other in summary.rules[one.number :]:
            first, second = training.cover(one.rule), training.cover(other.rule)
            if first & second and not first <= second and not second <= first:
                wanted[one.number, other.number] = first & second
    assert {(one.first, one.second) for one in summary.overlaps} == wanted.keys()
    for one in summary.overlaps:
        assert is_outcome_of(one.outcome, training, wanted[one.first, one.second])
    majority = {one.number: one.outcome.majority for one in summary.rules}
    for one in summary.overlaps:
        assert one.agree == (majority[one.first] == majority[one.second])
    order = [(one.agree, -one.n_rows, one.first, one.second) for one in summary.overlaps]
    assert order == sorted(order)
    assert summary.first_overlaps(2) == summary.overlaps[:2]
    assert summary.n_overlaps == len(summary.overlaps)
