"""The reader in JavaScript says what Python says, to the bit."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import turs.report
from tests.model.problems import Problem, problems
from tests.report.models import PENGUINS, WARD_RULES, WARDS, large, large_table, penguins, wards
from turs.data import load_penguins
from turs.model import Interval, Levels, Rule
from turs.ruleset import RuleSet

Reader = Callable[[str, Any], Any]

READER = Path(turs.report.__file__).parent / "templates" / "reader.js"

EXPLAIN = """([text, rows]) => {
  const model = turs.readModel(text);
  const texts = (positions) => positions.map((i) => model.rules[i].text);
  return rows.map((row) => {
    const made = model.explain(row);
    return {
      prediction: made.prediction,
      probabilities: made.probabilities,
      counts: made.counts,
      source: made.source,
      covering: texts(made.covering),
      speaking: texts(made.speaking),
      set_aside: made.setAside.map(({rule, by}) => ({rule: model.rules[rule].text, by: texts(by)})),
      near: made.speaking.length > 0 ? [] : model.closest(row).map(({rule, failed}) => ({
        rule: model.rules[rule].text,
        failed: failed.map((literal) => literal.text),
      })),
      again: [model.probabilities(row), model.predict(row), model.covers(row)],
    };
  });
}"""

COMPARED = (
    "prediction",
    "probabilities",
    "counts",
    "source",
    "covering",
    "speaking",
    "set_aside",
)

many = settings(max_examples=60)


def rows_of(table: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a table as rows of plain values, None where missing."""
    columns = {
        name: [
            None if v is None or v != v else v for v in np.asarray(values, dtype=object).tolist()
        ]
        for name, values in table.items()
    }
    n_rows = len(next(iter(columns.values())))
    return [{name: values[i] for name, values in columns.items()} for i in range(n_rows)]


def said_by_python(rule_set: RuleSet, table: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what the reader should say."""
    found = []
    every = zip(rule_set.explain(table), rule_set.covers(table).tolist(), strict=True)
    for explanation, covers in every:
        whole = explanation.to_dict()
        said = {name: whole[name] for name in COMPARED}
        said["near"] = [
            {"rule": near["rule"], "failed": [one["literal"] for one in near["failed"]]}
            for near in whole["near"]
        ]
        said["again"] = [said["probabilities"], said["prediction"], covers]
        found.append(said)
    return found


def test_penguins_of_the_first_version(reader: Reader) -> None:
    table, _ = load_penguins()
    text = PENGUINS.read_text(encoding="utf-8")
    said = reader(EXPLAIN, [text, rows_of(table)])
    assert said == said_by_python(penguins(), table)
    assert [one["probabilities"] for one in said] == penguins().predict_proba(table).tolist()


def test_exceptions_same_rows_and_no_rows(reader: Reader) -> None:
    rule_set = wards()
    table = {
        "age": [55, 68, None, 120, 40, 20, 20],
        "ward": ["B", "A", "B", "A", "A", "Z", None],
        "weight": [1.5, None, 0, 1e300, -1, 0, 0],
    }
    said = reader(EXPLAIN, [rule_set.to_json(), rows_of(table)])
    assert said == said_by_python(rule_set, table)
    assert said[1]["set_aside"] == [
        {"rule": "age > 50 or missing", "by": ["age > 65"]},
        {"rule": "age > 66", "by": ["age > 65"]},
    ]
    assert said[3]["set_aside"][0] == {"rule": "age > 100", "by": []}
    sources = [one["source"] for one in said]
    assert sources == ["union", "rule", "union", "rule", "rule", "else", "else"]


def test_three_hundred_rules(reader: Reader) -> None:
    rule_set = large()
    table, _ = large_table(100, 12, seed=5)
    said = reader(EXPLAIN, [rule_set.to_json(), rows_of(table)])
    assert said == said_by_python(rule_set, table)
    assert {one["source"] for one in said} >= {"union"}


@many
@given(problem=problems())
def test_random_models(reader: Reader, problem: Problem) -> None:
    rule_set = problem.rule_set
    said = reader(EXPLAIN, [rule_set.to_json(), rows_of(problem.table)])
    assert said == said_by_python(rule_set, problem.table)


@many
@given(problem=problems(), smoothing=st.floats(0, 1e6, allow_subnormal=False))
def test_any_smoothing(reader: Reader, problem: Problem, smoothing: float) -> None:
    rule_set = problem.rule_set.with_smoothing(smoothing)
    said = reader(EXPLAIN, [rule_set.to_json(), rows_of(problem.table)])
    expected = rule_set.predict_proba(problem.table).tolist()
    assert [one["probabilities"] for one in said] == expected


# Characters that one side does not know yet may be printable for the other.
words = st.text(st.characters(exclude_categories=["Cs", "Cn"]), max_size=6) | st.sampled_from(
    ["not", "NaN", "Mi\N{LATIN SMALL LETTER SHARP S}ing", "a b", "x.1-y", '"', "\\", "\t", "\u200b"]
)
levels = st.floats(-1e15, 1e15) | st.sampled_from([0.5, 1e-9, 7.0, -2.0, 4503599627370496.0])
bounds = st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from(
    [1e16, 1e15, 123456789012345680.0, 1e-4, 1e-5, 5e-324, 0.1, 1 / 3, -0.0, 2.5e-7, 1e22]
)


@many
@given(name=words, level=words, other=words, bound=bounds, size=levels)
def test_texts_of_rules(
    reader: Reader, name: str, level: str, other: str, bound: float, size: float
) -> None:
    rules = [
        Rule([Interval("x", low=bound), Levels(name + "!", {level, other}, missing=True)]),
        Rule([Interval("x", high=bound, missing=True)]),
        Rule([Levels(name, {level})]),
        Rule([Levels("n", {size, 3})]),
    ]
    table = {
        "x": [1.0, 2.0],
        "n": [3.0, size],
        name: [level, other],
        name + "!": [other, level],
    }
    assume(len(table) == 4 and size != 3)
    rule_set = RuleSet.from_rules(rules, table, ["a", "b"], categorical_features=["n"])
    read = "(text) => turs.readModel(text).rules.map((one) => [one.text, one.parts, one.nLiterals])"
    texts = reader(read, rule_set.to_json())
    assert texts == [[str(rule), list(rule.parts), rule.n_literals] for rule in rule_set.rules]


def test_closest_rules_name_the_literals_that_fail(reader: Reader) -> None:
    said = reader(EXPLAIN, [wards().to_json(), [{"age": 40, "ward": "C"}]])
    assert said[0]["near"] == [
        {"rule": "age > 50 or missing", "failed": ["age > 50 or missing"]},
        {"rule": "age > 65", "failed": ["age > 65"]},
        {"rule": "age > 66", "failed": ["age > 66"]},
    ]


def test_shared_rows(reader: Reader) -> None:
    rule_set = wards()
    covers = rule_set.covers(WARDS).astype(int)
    run = "(text) => Array.from(turs.readModel(text).sharedRows())"
    assert reader(run, rule_set.to_json()) == (covers.T @ covers).flatten().tolist()


def test_a_name_that_objects_have_already(reader: Reader) -> None:
    table = {"constructor": [1.0, 2.0], "__proto__": ["a", "b"]}
    rule_set = RuleSet.from_rules(["constructor > 1", "__proto__ = a"], table, ["no", "yes"])
    said = reader(EXPLAIN, [rule_set.to_json(), [{"constructor": 2}, {}]])
    assert [one["covering"] for one in said] == [["constructor > 1"], []]


FAILURES = [
    ("{", {}, "the model file is not JSON"),
    ('{"format": "other"}', {}, 'its format is not "turs-rule-set"'),
    ('{"format": "turs-rule-set", "version": 2}', {}, "has version 2; this reader knows 1"),
    ('{"format": "turs-rule-set", "version": 1}', {}, "has no list of classes"),
    (None, {"age": "old"}, 'column "age" needs a finite number or null, not old'),
    (None, {"age": float("inf")}, 'column "age" needs a finite number or null, not Infinity'),
    (None, {"ward": 3}, 'column "ward" has levels such as "A", so 3 is not one; use a text'),
]


@pytest.mark.parametrize(("text", "row", "message"), FAILURES)
def test_refusals(reader: Reader, text: str | None, row: Any, message: str) -> None:
    run = """([text, row]) => {
      try { return turs.readModel(text).predict(row); } catch (error) { return error.message; }
    }"""
    assert message in reader(run, [text or wards().to_json(), row])


def test_in_node() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed, so the reader is not tried in it.")
    program = (
        f"const turs = require({json.dumps(str(READER))});"
        "const model = turs.readModel(require('fs').readFileSync(0, 'utf8'));"
        "console.log(JSON.stringify(model.probabilities({age: 55, ward: 'B'})));"
    )
    run = subprocess.run(
        [node, "-e", program], input=wards().to_json(), capture_output=True, text=True, check=True
    )
    expected = wards().predict_proba({"age": [55], "ward": ["B"], "weight": [None]})
    assert json.loads(run.stdout) == expected[0].tolist()


def test_every_rule_of_the_example_is_different() -> None:
    assert len(wards()) == len(WARD_RULES)
