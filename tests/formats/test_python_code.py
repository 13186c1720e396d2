"""A rule set as a function of plain Python: it says what the rule set says, bit for bit."""

from __future__ import annotations

import ast
import datetime
import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.sql.problems import Problem, many_rules, problems
from tests.model.problems import Problem as PlainProblem
from tests.model.problems import problems as plain_problems
from turs.exceptions import InputError
from turs.formats import python_code
from turs.model import Levels, Rule
from turs.ruleset import RuleSet

Predict = Callable[[Mapping[str, Any]], dict[Any, float]]

TABLE = {"age": [25, 30, 41, 52, 67, 70], "the ward": ["A", "B", "A", "A", "B", "B"]}
OUTCOME = ["home", "home", "home", "stay", "stay", "stay"]
RULES = ["age > 50", '"the ward" = B', "age > 60.5 or missing"]

SMOOTHING = st.sampled_from([0.0, 1.0, 0.1, 1 / 3])


def function(rule_set: RuleSet, smoothing: float = 0.0) -> Predict:
    """Make the function, from its source alone."""
    names: dict[str, Any] = {}
    exec(python_code.write(rule_set.data, smoothing), names)
    predict: Predict = names["predict_proba"]
    return predict


def check_rows(
    rule_set: RuleSet, table: Mapping[str, Any], smoothing: float, rows: list[Mapping[str, Any]]
) -> None:
    predict = function(rule_set, smoothing)
    expected = rule_set.predict_proba(table, smoothing=smoothing).tolist()
    assert [list(predict(row).values()) for row in rows] == expected
    assert list(predict(rows[0])) == rule_set.classes.tolist()


@given(problem=plain_problems(), smoothing=SMOOTHING)
def test_same_as_the_rule_set(problem: PlainProblem, smoothing: float) -> None:
    check_rows(problem.rule_set, problem.table, smoothing, list(problem.rows))


@given(problem=problems(), smoothing=SMOOTHING)
def test_hard_names_and_levels(problem: Problem, smoothing: float) -> None:
    table = problem.table
    rows = [dict(zip(table, values, strict=True)) for values in zip(*table.values(), strict=True)]
    check_rows(problem.rule_set, table, smoothing, rows)


def test_how_it_looks() -> None:
    source = python_code.write(RuleSet.from_rules(RULES, TABLE, OUTCOME).data, 0.5)
    lines = source.splitlines()
    assert "    A rule set: 3 rules for 2 classes, from 6 training rows; smoothing 0.5." in lines
    assert "    age = read('age', float)" in lines
    assert "    x1 = read('the ward', str)" in lines
    assert "    if x1 == 'B': cover |= 1 << 0  # \"the ward\" = B" in lines
    assert "    if age is not None and age > 50.0: cover |= 1 << 1  # age > 50" in lines
    assert "    if cover & 1 << 2: silent |= 0x3" in lines
    assert "        (0x2, (0, 1))," in lines
    assert "        'home': (counts[0] + 0.25) / (n + 0.5)," in lines


def test_one_function_that_imports_nothing() -> None:
    source = python_code.write(many_rules(100, 3, 200).data, 1.0)
    tree = ast.parse(source, feature_version=(3, 8))
    assert [type(node) for node in tree.body] == [ast.FunctionDef]
    assert not any(isinstance(node, ast.Import | ast.ImportFrom) for node in ast.walk(tree))


def test_many_rules() -> None:
    rule_set = many_rules(300, 12, 1000)
    drawn = np.random.default_rng(3)
    rows = [
        {f"x{i}": drawn.normal() for i in range(6)} | {"ward": str(drawn.choice(list("ABCDEFG")))}
        for _ in range(20)
    ]
    table = {name: [row[name] for row in rows] for name in rows[0]}
    check_rows(rule_set, table, 1.0, rows)


@pytest.mark.parametrize(
    "missing", [{"age": None}, {"age": math.nan}, {"age": np.float64("nan")}, {}]
)
def test_ways_to_be_missing(missing: dict[str, Any]) -> None:
    predict = function(RuleSet.from_rules(RULES, TABLE, OUTCOME))
    assert predict(missing | {"the ward": "A"}) == {"home": 0.0, "stay": 1.0}


def test_numbers_of_any_type() -> None:
    rule_set = RuleSet.from_rules(["x > 0.1"], {"x": [0, 1]}, ["a", "b"])
    predict = function(rule_set)
    for value in (1, True, 0.2, np.int64(1), np.float64(0.2), np.True_):
        assert predict({"x": value}) == {"a": 0.0, "b": 1.0}
    for value in (0, False, 0.1, -0.0):
        assert predict({"x": value}) == {"a": 1.0, "b": 0.0}
    # As a float, which Python reads it as, this is more than 0.1; as a float32 it is not.
    assert predict({"x": np.float32(0.1)}) == {"a": 0.0, "b": 1.0}


def test_truth_values_and_numbers_are_equal() -> None:
    flags = function(RuleSet.from_rules(["flag = true"], {"flag": [False, True]}, ["a", "b"]))
    assert flags({"flag": 1}) == flags({"flag": True}) == flags({"flag": 1.0}) == {"a": 0, "b": 1}
    assert flags({"flag": 2}) == {"a": 1.0, "b": 0.0}
    grades = RuleSet.from_rules(
        [Rule([Levels("grade", [1])])],
        {"grade": [0, 1]},
        ["a", "b"],
        categorical_features=["grade"],
    )
    assert function(grades)({"grade": True}) == {"a": 0.0, "b": 1.0}


@pytest.mark.parametrize(
    ("row", "error", "message"),
    [
        ({"age": "60"}, TypeError, "column 'age' has '60', which is not a float"),
        ({"the ward": 3}, TypeError, "column 'the ward' has 3, which is not a str"),
        ({"age": math.inf}, ValueError, "column 'age' is infinite"),
    ],
)
def test_what_it_refuses(row: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        function(RuleSet.from_rules(RULES, TABLE, OUTCOME))(row)


@pytest.mark.parametrize(
    "name", ["row", "sum", "class", "x1", "__debug__", "cover", "é", "n", "str"]
)
def test_names_that_mean_something(name: str) -> None:
    table = {"x": [1, 2, 3], name: [1, 1, 2]}
    rules = [f'"{name}" > 1', "x > 1"]
    rule_set = RuleSet.from_rules(rules, table, ["a", "b", "a"])
    rows = [{"x": 1, name: 2}, {"x": 3, name: 2}]
    check_rows(rule_set, {"x": [1, 3], name: [2, 2]}, 0.5, rows)


@pytest.mark.parametrize("rules", [[], ["always"], ["age > 1000"], ["age > 1000", "age <= 1000"]])
def test_odd_rule_sets(rules: list[str]) -> None:
    rule_set = RuleSet.from_rules(rules, TABLE, OUTCOME)
    rows = [{"age": 2000, "the ward": "A"}, {"age": None, "the ward": "B"}]
    check_rows(rule_set, {"age": [2000, None], "the ward": ["A", "B"]}, 1.0, rows)


@pytest.mark.parametrize(
    "labels", [(1, 2), (False, True), (1.0, 2.0), ("'", '"'), ((1, 2), (3, 4))]
)
def test_labels_that_python_can_write_stay(labels: tuple[Any, ...]) -> None:
    rule_set = RuleSet.from_rules([], {"age": [1, 2]}, ["a", "b"])
    relabelled = rule_set.relabel(dict(zip("ab", labels, strict=True)))
    found = list(function(relabelled)({}))
    assert found == list(labels)
    assert [*map(type, found)] == [*map(type, labels)]


def test_other_labels_become_texts() -> None:
    rule_set = RuleSet.from_rules([], {"age": [1, 2]}, ["a", "b"])
    days = {"a": datetime.date(2024, 2, 29), "b": datetime.date(2023, 1, 1)}
    assert function(rule_set.relabel(days))({}) == {"2024-02-29": 0.5, "2023-01-01": 0.5}


def test_labels_with_the_same_text() -> None:
    class Label:
        def __str__(self) -> str:
            return "label"

    rule_set = RuleSet.from_rules([], {"age": [1, 2]}, ["a", "b"])
    with pytest.raises(InputError, match="two classes have the same text 'label'"):
        python_code.write(rule_set.relabel({"a": Label(), "b": Label()}).data, 0.0)


def test_the_order_of_rules_changes_nothing() -> None:
    sources = {
        python_code.write(RuleSet.from_rules(rules, TABLE, OUTCOME).data, 0.0)
        for rules in (RULES, RULES[::-1])
    }
    assert len(sources) == 1
