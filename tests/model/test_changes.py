"""What would change a prediction: every change does, none that is smaller is missed."""

from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings

from tests.model.problems import CUTS, Problem, problems, table
from tests.naive.model import Row
from turs.exceptions import ColumnError, InputError, InputTypeError
from turs.model import Interval, Levels, Literal
from turs.model.change import Change
from turs.ruleset import RuleSet

PLACES = (-2.0, -0.5, 0.5, 1.1, 1.6, 2.5, 4.0, *map(float, CUTS))


def values_of(literal: Literal, rule_set: RuleSet) -> list[Any]:
    """Some values that satisfy a literal, at its ends and inside it."""
    if isinstance(literal, Interval):
        low = -1e9 if literal.low is None else literal.low
        high = 1e9 if literal.high is None else literal.high
        return [high, (low + high) / 2]
    if isinstance(literal, Levels):
        return sorted(literal.levels)
    return possible(literal.variable, rule_set)


def possible(name: str, rule_set: RuleSet) -> list[Any]:
    """Every value that could make a difference."""
    column = rule_set.data.schema.columns[rule_set.data.schema.index(name)]
    return list(PLACES) if column.kind == "numeric" else list(column.levels)


def reached(rule_set: RuleSet, row: Row, n_values: int) -> set[Any]:
    """The classes that other values of so many columns give, by trying all."""
    found: set[Any] = set()
    for names in combinations(row, n_values):
        rows = [
            {**row, **dict(zip(names, values, strict=True))}
            for values in product(*(possible(name, rule_set) for name in names))
        ]
        if rows:
            found |= set(rule_set.predict(table(rows)).tolist())
    return found


@settings(max_examples=60)
@given(problems(max_rules=5, max_rows=12))
def test_all_that_is_said_is_true_and_nothing_smaller_is_missed(problem: Problem) -> None:
    rule_set = problem.rule_set
    rows = problem.rows[-3:]
    for row, changes in zip(rows, rule_set.changes(table(rows)), strict=True):
        for change in changes:
            check_change(rule_set, row, change)
        now = rule_set.predict(table([row]))[0]
        by_one = {change.prediction for change in changes if len(change.to) == 1}
        by_two = {change.prediction for change in changes if len(change.to) == 2}
        assert by_one == reached(rule_set, row, 1) - {now}
        assert by_two == reached(rule_set, row, 2) - {now} - by_one


def check_change(rule_set: RuleSet, row: Row, change: Change) -> None:
    """Every value that a change names gives the class, with the probability, that it names."""
    names = [one.literal.variable for one in change.to]
    assert [one.value for one in change.to if one.seen] == [
        row[one.literal.variable] for one in change.to if one.seen
    ]
    for values in product(*(values_of(one.literal, rule_set) for one in change.to)):
        changed = table([{**row, **dict(zip(names, values, strict=True))}])
        assert rule_set.predict(changed)[0] == change.prediction
        assert rule_set.predict_proba(changed).max() == change.probability


TABLE = {"age": [25, 30, 41, 52, 67, 70], "ward": ["A", "B", "A", "A", "B", "B"]}
RULES = ["age > 50", "age > 65", "ward = B"]


@pytest.fixture
def rule_set() -> RuleSet:
    return RuleSet.from_rules(RULES, TABLE, ["home"] * 3 + ["stay"] * 3)


def test_smallest_first(rule_set: RuleSet) -> None:
    (changes,) = rule_set.changes({"age": [70], "ward": ["A"]})
    assert [str(change) for change in changes] == ["home 1.00 if age <= 50 (now age = 70)"]
    assert changes[0].n_steps == 2


def test_one_value_before_two(rule_set: RuleSet) -> None:
    (changes,) = rule_set.changes({"age": [60], "ward": ["B"]})
    assert [str(change) for change in changes] == [
        "home 1.00 if age <= 50 (now age = 60) and ward = A (now ward = B)"
    ]
    assert changes[0].to_dict() == {
        "prediction": "home",
        "probability": 1.0,
        "n_steps": 2,
        "to": [
            {"literal": "age <= 50", "value": 60.0, "seen": True},
            {"literal": "ward = A", "value": "B", "seen": True},
        ],
    }


def test_what_cannot_change_is_kept(rule_set: RuleSet) -> None:
    assert rule_set.changes({"age": [70], "ward": ["A"]}, keep=["age"]) == [()]


def test_most(rule_set: RuleSet) -> None:
    (changes,) = rule_set.changes({"age": [20], "ward": ["A"]})
    assert [str(change) for change in changes] == [
        "stay 1.00 if 50 < age <= 65 (now age = 20)",
        "stay 0.67 if ward = B (now ward = A)",
        "stay 1.00 if age > 65 (now age = 20)",
    ]
    assert len(rule_set.changes({"age": [20], "ward": ["A"]}, most=1)[0]) == 1


def test_no_rules() -> None:
    rule_set = RuleSet.from_rules([], TABLE, ["home"] * 3 + ["stay"] * 3)
    assert rule_set.changes(TABLE) == [()] * 6


def test_bad_arguments(rule_set: RuleSet) -> None:
    row = {"age": [20], "ward": ["A"]}
    with pytest.raises(ColumnError, match="cannot keep 'agee': there is no such column"):
        rule_set.changes(row, keep=["agee"])
    with pytest.raises(InputTypeError, match="must be a list of names, not 'age'"):
        rule_set.changes(row, keep="age")
    with pytest.raises(InputError, match="must be 1 or more, not 0"):
        rule_set.changes(row, most=0)
