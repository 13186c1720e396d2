"""The model file, as it is written: stable, readable, valid by its schema."""

import json
import math
from dataclasses import replace
from importlib import resources

import numpy as np
import pytest
from hypothesis import given, settings

from tests.model.problems import Problem, problems
from turs.exceptions import InputError
from turs.formats.json import read, write
from turs.model import Origin
from turs.ruleset import RuleSet

TABLE = {
    "age": [25, 30, 41, 52.5, None, 70],
    "ward": ["A", "B", "A", None, "B", "Ä b"],
    "flag": [True, False, True, True, False, None],
}
Y = ["home", "home", "home", "stay", "stay", "stay"]
RULES = [
    "30 < age <= 52.5 or missing",
    'ward in {B, "Ä b"} and flag is not missing',
    "flag = true",
]

TEXT = """\
{
  "format": "turs-rule-set",
  "version": 1,
  "classes": ["home", "stay"],
  "named": true,
  "columns": [
    {"name": "age", "kind": "numeric"},
    {"name": "ward", "kind": "categorical", "levels": ["A", "B", "Ä b"], "ordered": false},
    {"name": "flag", "kind": "categorical", "levels": [false, true], "ordered": false}
  ],
  "rules": [
    {"literals": [{"variable": "age", "type": "interval", "low": 30, "high": 52.5, "missing": true}]},
    {"literals": [{"variable": "flag", "type": "not missing"}, {"variable": "ward", "type": "levels", "levels": ["B", "Ä b"]}]},
    {"literals": [{"variable": "flag", "type": "levels", "levels": [true]}]}
  ],
  "cells": [
    {"rules": [], "counts": [0, 1]},
    {"rules": [2], "counts": [1, 0]},
    {"rules": [1], "counts": [1, 0]},
    {"rules": [0, 2], "counts": [1, 1]},
    {"rules": [0, 1], "counts": [0, 1]}
  ],
  "smoothing": 1,
  "origin": {"version": "1.0", "parameters": {"beam_width": 5, "names": [null, "a"]}, "n_rows": 6, "stopped": "max_rules", "edits": ["relabelled"]}
}
"""  # noqa: E501


@pytest.fixture
def rule_set() -> RuleSet:
    made = RuleSet.from_rules(RULES, TABLE, Y, smoothing=1)
    origin = Origin(
        "1.0",
        {"names": [None, "a"], "beam_width": 5},
        6,
        stopped="max_rules",
        edits=("relabelled",),
    )
    return RuleSet(replace(made.data, origin=origin))


def schema() -> dict[str, object]:
    file = resources.files("turs.formats.json") / "schema-v1.json"
    loaded: dict[str, object] = json.loads(file.read_text(encoding="utf-8"))
    return loaded


def test_the_text(rule_set: RuleSet) -> None:
    assert write(rule_set.data) == TEXT


def test_reading_and_writing_again_gives_the_same_bytes() -> None:
    assert write(read(TEXT)).encode() == TEXT.encode()


@settings(max_examples=300)
@given(problems())
def test_what_is_written_is_read_back(problem: Problem) -> None:
    rule_set = problem.rule_set
    text = rule_set.to_json()
    again = RuleSet.from_json(text)
    assert again == rule_set
    assert again.rules == rule_set.rules
    assert again.to_json() == text
    assert np.array_equal(again.predict_proba(problem.table), rule_set.predict_proba(problem.table))


def test_texts_of_any_sort_survive() -> None:
    names = ['q"uote', "back\\slash", "new\nline", "\ud800", "🐧", "", "\x00", "a\u2028b"]
    table = {name: [f"{name}1", f"{name}2"] for name in names}
    rule_set = RuleSet.from_rules([], table, ["\ud800", "\x00"])
    text = rule_set.to_json()
    assert RuleSet.from_json(text) == rule_set
    assert text.encode("utf-8").decode("utf-8") == text


@pytest.mark.parametrize(
    "classes", [[0, 1], [False, True], [0.0, 1.0], ["a", "b"], [2**60, 2**70]], ids=repr
)
def test_classes_keep_their_type(classes: list[object]) -> None:
    made = RuleSet.from_rules([], {"x": [1, 2]}, ["a", "b"])
    rule_set = made.relabel(dict(zip(["a", "b"], classes, strict=True)))
    again = RuleSet.from_json(rule_set.to_json())
    assert again == rule_set
    assert [*map(type, again.classes.tolist())] == [*map(type, classes)]


@pytest.mark.parametrize(
    ("label", "other"),
    [
        ((0, 1), (1, 0)),
        (b"x", b"y"),
        (np.datetime64("2020-01-01", "ns"), np.datetime64("2021-01-01", "ns")),
    ],
)
def test_labels_without_a_place_in_json(label: object, other: object) -> None:
    rule_set = RuleSet.from_rules([], {"x": [1, 2]}, ["a", "b"]).relabel({"a": label, "b": other})
    with pytest.raises(
        InputError, match=r"the class label .* cannot be saved: .*relabel\(\) first"
    ):
        rule_set.to_json()


@pytest.mark.parametrize("value", [{1, 2}, math.nan, {"a": [object]}, {3: 4}])
def test_parameters_without_a_place_in_json(rule_set: RuleSet, value: object) -> None:
    origin = Origin("1.0", {"seeds": value}, 6)  # type: ignore[dict-item]
    with pytest.raises(InputError, match=r"the parameter seeds.* of the origin cannot be saved"):
        write(replace(rule_set.data, origin=origin))


def test_bounds_are_exact() -> None:
    bounds = [0.1, -1e-300, 5e-324, 2**53 + 2, 1.7976931348623157e308, 123456.7]
    rules = [f"x > {bound!r}" for bound in map(float, bounds)]
    rule_set = RuleSet.from_rules(rules, {"x": [1.0, 2.0]}, ["a", "b"])
    assert RuleSet.from_json(rule_set.to_json()).rules == rule_set.rules


def test_files_follow_the_schema(rule_set: RuleSet) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(schema())
    validator.check_schema(schema())
    validator.validate(json.loads(TEXT))
    validator.validate(json.loads(RuleSet.from_rules([], [[1.0], [2.0]], [0, 1]).to_json()))
    edited = json.loads(TEXT)
    edited["cells"][0]["counts"][0] = -1
    assert not validator.is_valid(edited)
