"""Training rows of one kind, new rows of another: one rule changes, one holds."""

from typing import Any

import numpy as np
import pytest

from tests.plots.pictures import words_of
from turs.exceptions import InputTypeError
from turs.model.check import Check, check_on_new_rows
from turs.plots import CheckDisplay
from turs.plots.palette import ALERT
from turs.ruleset import RuleSet
from turs.table.known_target import codes_of

X = {"x": [i % 4 for i in range(200)]}
Y = ["y" if x == 0 else "n" for x in X["x"]]
NEW_Y = ["y" if x in (0, 2) else "n" for x in X["x"]]
RULES = ["x <= 0", "x > 1", "x > 9"]


def check(rules: list[str], y: Any) -> Check:
    rule_set = RuleSet.from_rules(rules, X, Y)
    codes = codes_of(y, rule_set.classes)
    return check_on_new_rows(rule_set.data, rule_set.covers(X), rule_set.predict_proba(X), codes)


def dots(display: CheckDisplay, when: str) -> list[float]:
    return [
        line.get_xdata()[0] for line in display.axes_["shares"].lines if line.get_label() == when
    ]


def test_dots_are_the_shares_before_and_after() -> None:
    made = check(RULES, NEW_Y)
    display = CheckDisplay.from_check(made)
    # x > 1 comes first with 100 rows: all n before, half of them after. x > 9 has no rows.
    assert [one.verdict for one in made.rules] == ["changed", "holds", "no rows"]
    assert dots(display, "before") == [1.0, 1.0, 1.0]
    assert dots(display, "after") == [0.5, 1.0, 1.0]
    drawn = [
        tuple(line.get_xdata())
        for line in display.axes_["shares"].lines
        if line.get_label() == "interval"
    ]
    assert drawn[:2] == [made.rules[0].before.intervals[0], made.rules[0].after.intervals[0]]


def test_rules_that_changed_stand_out() -> None:
    from matplotlib.colors import same_color

    display = CheckDisplay.from_check(check(RULES, NEW_Y))
    colours = [
        line.get_markeredgecolor()
        for line in display.axes_["shares"].lines
        if line.get_label() == "after"
    ]
    assert [same_color(colour, ALERT) for colour in colours] == [True, False, False]
    words = words_of(display.figure_)
    assert {"changed", "holds", "no rows", "1.00, 0.50", "100, 100", "else"} <= words
    assert "1 of 4 rules has changed, as far as 200 new rows can tell" in words


def test_nothing_changed() -> None:
    words = words_of(CheckDisplay.from_check(check(RULES, Y)).figure_)
    assert "No rule has changed, as far as 200 new rows can tell" in words


def test_rules_that_changed_are_drawn_first() -> None:
    rules = [f"x <= {i / 10}" for i in range(30)]
    made = check(rules, NEW_Y)
    changed = [one for one in made.rules if one.verdict == "changed"]
    display = CheckDisplay.from_check(made, max_rules=len(changed))
    words = words_of(display.figure_)
    assert {str(one.number) for one in changed} <= words
    assert any(f"{30 - len(changed)} more rules are not drawn; none of them" in w for w in words)
    few = words_of(CheckDisplay.from_check(made, max_rules=2).figure_)
    assert any(
        f"28 more rules are not drawn; {len(changed) - 2} of them changed." in w for w in few
    )


def test_what_is_no_check_is_refused() -> None:
    with pytest.raises(InputTypeError, match="a check is drawn of a Check, not of 3"):
        CheckDisplay.from_check(3)


def test_one_new_row() -> None:
    rule_set = RuleSet.from_rules(RULES, X, Y)
    one = {"x": [0]}
    made = check_on_new_rows(
        rule_set.data, rule_set.covers(one), rule_set.predict_proba(one), np.array([0])
    )
    assert any("1 new row can tell" in word for word in words_of(CheckDisplay(made).plot().figure_))
