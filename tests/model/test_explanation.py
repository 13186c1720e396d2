"""Explanations as text and as plain values."""

import json

import pytest

from turs.model.explanations import Explanations
from turs.ruleset import RuleSet

TABLE = {
    "x": [1, 2, 3, 4, 5, 6, 7, 8],
    "z": [0, 0, 0, 1, 1, 1, 0, 0],
}
Y = ["a", "a", "b", "b", "b", "a", "a", "a"]
RULES = ["x > 2", "z > 0", "x <= 5", "x > 100"]


@pytest.fixture
def explanations() -> Explanations:
    rule_set = RuleSet.from_rules(RULES, TABLE, Y)
    return rule_set.explain({"x": [1, 5, 200, 3], "z": [0, 1, 0, 0]})


def test_one_rule(explanations: Explanations) -> None:
    assert str(explanations[0]) == (
        "row 0: b 0.60, a 0.40  (n = 5)\n  because    x <= 5\n  how sure   b 0.23 to 0.88"
    )
    assert explanations[0].prediction == "b"
    assert explanations[0].source == "rule"


def test_an_exception_and_a_union(explanations: Explanations) -> None:
    """``z > 0`` lies inside ``x > 2``, and overlaps with ``x <= 5``: rows 1 to 6."""
    assert str(explanations[1]) == (
        "row 1: a 0.50, b 0.50  (n = 6, the union of 2 rules)\n"
        "  because    x <= 5\n"
        "  and        z > 0\n"
        "  set aside  x > 2, whose training rows include those of z > 0\n"
        "  how sure   a 0.19 to 0.81"
    )
    assert explanations[1].counts == (3, 3)


def test_a_rule_without_rows(explanations: Explanations) -> None:
    assert str(explanations[2]) == (
        "row 2: a 0.50, b 0.50  (n = 6)\n"
        "  because    x > 2\n"
        "  set aside  x > 100, which covered no training row\n"
        "  how sure   a 0.19 to 0.81"
    )


def test_else() -> None:
    left = RuleSet.from_rules(["x > 6"], TABLE, Y).explain({"x": [1], "z": [1]})
    assert str(left[0]) == (
        "row 0: a 0.50, b 0.50  (n = 6, the else rule)\n"
        "  nearest    x > 6, but x = 1\n"
        "  how sure   a 0.19 to 0.81"
    )
    none_left = RuleSet.from_rules(["x > 0"], TABLE, Y).explain({"x": [-1], "z": [1]})
    assert str(none_left[0]) == (
        "row 0: a 0.62, b 0.38  (n = 8, all training rows: none is left to the else rule)\n"
        "  nearest    x > 0, but x = -1\n"
        "  how sure   a 0.31 to 0.86"
    )
    assert none_left[0].source == "else (all rows)"


def test_long_rules_are_broken() -> None:
    names = [f"a_rather_long_name_{i}" for i in range(6)]
    table = {name: [1, 2, 3, 4] for name in names}
    long = " and ".join(f"{name} > 1" for name in names[:5])
    rule_set = RuleSet.from_rules([long, f"{names[5]} > 0"], table, list("abba"))
    (explained,) = rule_set.explain({name: [2] for name in names})
    assert str(explained) == (
        "row 0: b 0.67, a 0.33  (n = 3)\n"
        "  because    a_rather_long_name_0 > 1 and a_rather_long_name_1 > 1 and "
        "a_rather_long_name_2 > 1\n"
        "               and a_rather_long_name_3 > 1 and a_rather_long_name_4 > 1\n"
        "  set aside  a_rather_long_name_5 > 0,\n"
        "               whose training rows include those of\n"
        "                 a_rather_long_name_0 > 1 and a_rather_long_name_1 > 1 and "
        "a_rather_long_name_2 > 1\n"
        "                   and a_rather_long_name_3 > 1 and a_rather_long_name_4 > 1\n"
        "  how sure   b 0.21 to 0.94"
    )


def test_to_dict_is_json(explanations: Explanations) -> None:
    assert json.loads(explanations[1].to_json()) == {
        "row": 1,
        "prediction": "a",
        "classes": ["a", "b"],
        "probabilities": [0.5, 0.5],
        "counts": [3, 3],
        "smoothing": 0.0,
        "intervals": [pytest.approx([0.1876, 0.8124], abs=1e-4)] * 2,
        "source": "union",
        "covering": ["x <= 5", "x > 2", "z > 0"],
        "cover_counts": [[2, 3], [3, 3], [1, 2]],
        "speaking": ["x <= 5", "z > 0"],
        "set_aside": [{"rule": "x > 2", "by": ["z > 0"]}],
        "near": [],
    }


def test_plain_data(explanations: Explanations) -> None:
    assert hash(explanations[0]) == hash(explanations[0])
    assert {type(p) for p in explanations[0].probabilities} == {float}
    assert {type(c) for c in explanations[0].counts} == {int}


def test_smoothing_pulls_the_interval_as_it_pulls_the_probability() -> None:
    """Four rows of q, and the frequencies of 94 rows, 90 of them p, that count like 10 more."""
    X, y = {"a": [1.0] * 90 + [2.0] * 4}, ["p"] * 90 + ["q"] * 4
    (explained,) = RuleSet.from_rules(["a > 1"], X, y, smoothing=10).explain({"a": [2.0]})
    assert str(explained) == (
        "row 0: p 0.68, q 0.32  (n = 4; all rows count like 10 more)\n"
        "  because    a > 1\n"
        "  how sure   p 0.68 to 0.82"
    )
    for probability, (low, high) in zip(explained.probabilities, explained.intervals, strict=True):
        assert low <= probability <= high
