"""The plain table behind frames, Markdown and LaTeX."""

import datetime
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from tests.formats.hostile import NAMES, hostile_rule_set
from tests.model.problems import Problem, problems
from turs.formats.rule_table import rule_frame_columns, rule_rows
from turs.model.rule import Rule
from turs.model.summary import Summary
from turs.ruleset import RuleSet
from turs.table.frames import LIBRARIES, make_frame

X = {"x": [1, 2, 3, 4, 5]}


def columns_of(*rules: str, y: Any = tuple("aabab")) -> dict[str, list[Any]]:
    return rule_frame_columns(RuleSet.from_rules(rules, X, list(y)).data)


def test_columns() -> None:
    columns = columns_of("x > 1", "1 < x <= 3", "x > 9")
    for name in ("low", "high"):
        columns[name] = [None if end is None else round(end, 2) for end in columns[name]]
    assert columns == {
        "number": [1, 2, 3, None],
        "rule": ["x > 1", "1 < x <= 3", "x > 9", "else"],
        "n_literals": [1, 2, 1, 0],
        "n_rows": [4, 2, 0, 1],
        "coverage": [0.8, 0.4, 0.0, 0.2],
        "majority": ["a", "a", None, "a"],
        "probability": [0.5, 0.5, None, 1.0],
        "low": [0.15, 0.09, None, 0.21],
        "high": [0.85, 0.91, None, 1.0],
        "exception_to": ["", "1", "", ""],
        "count a": [2, 1, 0, 1],
        "count b": [2, 1, 0, 0],
    }


def test_no_row_left_to_the_else_rule() -> None:
    columns = columns_of("x > 0")
    assert columns["rule"] == ["x > 0", "else (all rows)"]
    assert columns["n_rows"] == [5, 0]
    assert columns["coverage"] == [1.0, 0.0]
    assert columns["count a"] == [3, 3]


@pytest.mark.parametrize(
    ("y", "majority", "names"),
    [
        ([1, 1, 2, 2, 2], [2, 1], ["count 1", "count 2"]),
        ([False, False, True, True, True], [True, False], ["count False", "count True"]),
        ([2**70, 2**70, 1, 1, 1], ["1", str(2**70)], ["count 1", f"count {2**70}"]),
        (
            np.array(["2020-01-01"] * 2 + ["2021-01-01"] * 3, dtype="datetime64[D]"),
            ["2021-01-01", "2020-01-01"],
            ["count 2020-01-01", "count 2021-01-01"],
        ),
        (
            [datetime.date(2020, 1, 1)] * 2 + [datetime.date(2021, 1, 1)] * 3,
            ["2021-01-01", "2020-01-01"],
            ["count 2020-01-01", "count 2021-01-01"],
        ),
    ],
)
def test_labels(y: Any, majority: list[Any], names: list[str]) -> None:
    columns = rule_frame_columns(RuleSet.from_rules(["x > 2"], X, y).data)
    assert columns["majority"] == majority
    assert [name for name in columns if name.startswith("count ")] == names


def test_labels_that_look_the_same() -> None:
    columns = columns_of("x > 2", y=["a ", "a ", '"a "', '"a "', '"a "'])
    assert [name for name in columns if name.startswith("count ")] == [
        'count "a "',
        'count "a " (2)',
    ]


@pytest.mark.parametrize("library", LIBRARIES)
def test_types(library: str) -> None:
    pytest.importorskip(library)
    columns = columns_of("x > 1", "x > 9", y=[0, 0, 1, 0, 1])
    frame = make_frame(columns, library)
    kinds = {name: _kind(frame, name, library) for name in columns}
    whole = {"number", "n_literals", "n_rows", "majority", "count 0", "count 1"}
    assert {name for name, kind in kinds.items() if kind.startswith("int")} == whole
    real = {"coverage", "probability", "low", "high"}
    assert {n for n, kind in kinds.items() if kind in ("float64", "double")} == real


def _kind(frame: Any, name: str, library: str) -> str:
    kind = frame.schema.field(name).type if library == "pyarrow" else frame[name].dtype
    return str(kind).lower()


def test_hostile_names() -> None:
    columns = rule_frame_columns(hostile_rule_set().data)
    assert sum(name.startswith("count ") for name in columns) == len(NAMES)
    for library in LIBRARIES:
        make_frame(columns, library)


@given(problems())
def test_a_row_a_rule(problem: Problem) -> None:
    rule_set = problem.rule_set
    summary = Summary(rule_set.data)
    *rows, otherwise = rule_rows(summary)
    assert {row.rule for row in rows} == set(rule_set.rules)
    assert all(Rule.parse(row.text) == row.rule for row in rows)
    assert otherwise.rule is None
    columns = rule_frame_columns(rule_set.data)
    assert {len(column) for column in columns.values()} == {len(rows) + 1}
    counts = [columns[name] for name in columns if name.startswith("count ")]
    assert [sum(row) for row in zip(*counts, strict=True)][:-1] == columns["n_rows"][:-1]
