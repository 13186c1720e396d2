"""Rules, explanations and checks in notebooks."""

import numpy as np

from tests.formats.hostile import NAMES, hostile_rule_set
from tests.formats.test_html import Page
from turs.model.check import Check, check_on_new_rows
from turs.model.html import check_html, explanation_html, explanations_html, rule_html
from turs.model.rule import Rule
from turs.ruleset import RuleSet

X = {"x": [1, 2, 3, 4, 5, 6, 7, 8], "z": [0, 0, 0, 1, 1, 1, 0, 0]}
Y = ["a", "a", "b", "b", "b", "a", "a", "a"]
RULES = ["x > 2", "z > 0", "x <= 5", "x > 100"]


def check(rule_set: RuleSet, table: dict[str, list[int]], y: list[str]) -> Check:
    codes = np.searchsorted(rule_set.classes, y)
    return check_on_new_rows(
        rule_set.data, rule_set.covers(table), rule_set.predict_proba(table), codes
    )


def test_a_rule() -> None:
    assert Page(rule_html(Rule.parse("x > 1 and ward = A"))).text == "ward = A and x > 1"
    assert Page(rule_html(Rule())).text == "always"


def test_an_exception_and_a_union() -> None:
    explained = RuleSet.from_rules(RULES, X, Y).explain({"x": [5], "z": [1]})[0]
    assert Page(explanation_html(explained)).text == (
        "row 0 a"
        "classa 0.50 b 0.50from 6 rows in the union of 2 rules; a 0.19 to 0.81"
        "becausex <= 5"
        "andz > 0"
        "set asidex > 2its training rows include those of z > 0"
    )


def test_a_rule_without_rows_and_one_rule() -> None:
    explained = RuleSet.from_rules(RULES, X, Y).explain({"x": [200], "z": [0]})[0]
    assert Page(explanation_html(explained)).text == (
        "row 0 a"
        "classa 0.50 b 0.50from 6 rows of one rule; a 0.19 to 0.81"
        "becausex > 2"
        "set asidex > 100it covered no training row"
    )


def test_the_else_rule() -> None:
    left = RuleSet.from_rules(["x > 6"], X, Y).explain({"x": [1], "z": [1]})
    assert Page(explanation_html(left[0])).text == (
        "row 0 aclassa 0.50 b 0.50from 6 rows of the else rule; a 0.19 to 0.81nearestx > 6but x = 1"
    )
    none_left = RuleSet.from_rules(["x > 0"], X, Y).explain({"x": [-1], "z": [1]})
    assert "8 rows of training: none is left to the else rule" in explanation_html(none_left[0])


def test_the_first_of_many() -> None:
    rule_set = RuleSet.from_rules(RULES, X, Y)
    text = Page(explanations_html(rule_set.explain(X))).text
    assert text.count("row ") == 5
    assert text.endswith("... and 3 more rows")
    assert "more" not in explanations_html(rule_set.explain(X)[:5])
    assert explanations_html(rule_set.explain(X)[:6]).count("... and 1 more row</p>") == 1


def test_a_check_that_holds() -> None:
    rule_set = RuleSet.from_rules(["x > 4", "x > 100"], X, Y)
    text = Page(check_html(check(rule_set, X, Y))).text
    assert text.startswith(
        "No rule has changed; 8 rows, beside 8 rows of training"
        "ruletrainingnew rowsdifference"
        "1x > 4a 0.75 b 0.254 rowsa 0.75 b 0.254 rowsholdsa +0.00"
    )
    assert "2x > 100no rowno rownothing to compareelse" in text
    assert "Predictions for the new rows: accuracy 0.625, " in text


def test_a_check_that_does_not() -> None:
    many = {"x": [1] * 50 + [9] * 50, "z": [0] * 100}
    rule_set = RuleSet.from_rules(["x > 4"], many, ["a"] * 50 + ["b"] * 50)
    changed = check(rule_set, {"x": [9] * 90 + [1], "z": [0] * 91}, ["a"] * 91)
    text = Page(check_html(changed)).text
    assert text.startswith("1 rule no longer holds; 91 rows, beside 100 rows of training")
    assert "covers 0.99 of the rows, 0.50 in training" in text
    assert "changedb -1.00" in text


def test_hostile_names_stay_text() -> None:
    rule_set = hostile_rule_set()
    table = {name: [0] for name in NAMES} | {f"level of {name}": ["?"] for name in NAMES}
    explained = rule_set.explain(table)[0]
    assert "script" not in Page(explanation_html(explained)).tags
    for rule in rule_set:
        page = Page(rule_html(rule))
        assert page.text == str(rule)
        assert set(page.tags) == {"div", "style", "span"}
