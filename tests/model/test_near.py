"""The rules that came closest, where none covers."""

import numpy as np
import pytest

from turs.model.near import NearRule
from turs.ruleset import RuleSet

TABLE = {
    "age": [20.0, 30.0, 40.0, 50.0, 60.0, None],
    "ward": ["A", "B", "A", "B", "A", "B"],
    "smoker": [True, False, True, False, True, False],
}
Y = ["a", "a", "a", "b", "b", "b"]
RULES = ["age > 45 and ward = A", "age > 55 and ward = A and smoker = true", "age > 1000"]


def near(age: object, ward: object, smoker: object = False) -> tuple[NearRule, ...]:
    rule_set = RuleSet.from_rules(RULES, TABLE, Y)
    row = {"age": [age], "ward": [ward], "smoker": [smoker]}
    return rule_set.explain(row)[0].near


def test_fewest_literals_failed() -> None:
    (only,) = near(20, "A")
    assert str(only.rule) == "age > 45 and ward = A"
    assert only.reason == "age = 20"


def test_equals_by_their_key_and_no_rule_without_rows() -> None:
    """``age > 1000`` fails on one literal as well, but has nothing to say."""
    found = near(50, "B", True)
    assert [str(one.rule) for one in found] == [
        "age > 45 and ward = A",
    ]
    assert [one.reason for one in near(20, "A", True)] == ["age = 20", "age = 20"]


@pytest.mark.parametrize(
    ("age", "ward", "reason"),
    [
        (None, "A", "age is missing"),
        (50, None, "ward is missing"),
        (50, "C", "ward has a level that training did not see"),
        (45.5, "B", "ward = B"),
        (20, "B", "age = 20, ward = B"),
    ],
)
def test_the_value_that_failed(age: object, ward: object, reason: str) -> None:
    assert near(age, ward)[0].reason == reason


def test_plain_values() -> None:
    assert near(50, "C")[0].to_dict() == {
        "rule": "age > 45 and ward = A",
        "failed": [{"literal": "ward = A", "value": None, "seen": False}],
    }


def test_a_covered_row_has_none_and_a_set_without_rules_has_none() -> None:
    assert near(50, "A") == ()
    alone = RuleSet.from_rules([], TABLE, Y).explain(TABLE)
    assert [one.near for one in alone] == [()] * 6


def test_many_rows_are_explained_as_one_is() -> None:
    rule_set = RuleSet.from_rules(RULES, TABLE, Y)
    rng = np.random.default_rng(0)
    rows = {
        "age": rng.integers(10, 70, 3000).astype(float),
        "ward": rng.choice(["A", "B"], 3000),
        "smoker": rng.random(3000) > 0.5,
    }
    explanations = rule_set.explain(rows)
    assert [explanation.row for explanation in explanations] == list(range(3000))
    assert list(explanations)[1500:1520] == explanations[1500:1520]
    assert explanations[-1] == list(explanations)[2999]
