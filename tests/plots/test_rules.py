"""Three rules on ten rows, counted by hand."""

import pytest

from tests.plots.pictures import awkward_problem, problem, words_of
from turs.model.confidence import wilson_intervals
from turs.plots import RulesDisplay
from turs.ruleset import RuleSet

X = {"x": list(range(10)), "ward": list("AABBBBBBBB")}
Y = list("nnnnyyyyyn")
RULES = ["x > 3", "ward = A", "x > 20"]


def rectangles(display: RulesDisplay, panel: str) -> list[tuple[float, float]]:
    """Return where the bars of a panel begin and how long they are, from the top."""
    bars = sorted(display.axes_[panel].patches, key=lambda bar: (bar.get_y(), bar.get_x()))
    return [(round(bar.get_x(), 6), round(bar.get_width(), 6)) for bar in bars]


def test_the_shares_are_those_of_the_classes_the_most_frequent_first() -> None:
    display = RulesDisplay.from_rule_set(RuleSet.from_rules(RULES, X, Y))
    # x > 3 covers nyyyyy less the first: 5 y and 1 n; ward = A covers 2 n; the else rule 2 n.
    assert rectangles(display, "shares") == [
        (0.0, pytest.approx(5 / 6, abs=1e-5)),
        (pytest.approx(5 / 6, abs=1e-5), pytest.approx(1 / 6, abs=1e-5)),
        (0.0, 1.0),
        (0.0, 1.0),
    ]


def test_the_interval_is_wilsons_of_the_most_frequent_class() -> None:
    import numpy as np

    display = RulesDisplay.from_rule_set(RuleSet.from_rules(RULES, X, Y))
    drawn = [
        tuple(line.get_xdata())
        for line in display.axes_["shares"].lines
        if line.get_label() == "interval"
    ]
    counts = np.array([[1, 5], [2, 0], [2, 0]])
    intervals = wilson_intervals(counts)
    expected = [tuple(intervals[i, j]) for i, j in ((0, 1), (1, 0), (2, 0))]
    assert drawn == [pytest.approx(one) for one in expected]


def test_coverage_is_in_rows_and_dark_where_a_rule_is_alone() -> None:
    rules = [*RULES, "x > 7"]
    display = RulesDisplay.from_rule_set(RuleSet.from_rules(rules, X, Y))
    # x > 3 has six rows, two of them with x > 7; ties go by the text of the rule.
    widths = [width for _, width in rectangles(display, "coverage")]
    assert widths == [6, 4, 2, 2, 2, 0, 0, 0, 2, 2]
    assert {"6 (60 %)", "2 (20 %)", "0 (0 %)", "no row"} <= words_of(display.figure_)


def test_the_labels_are_numbers_conditions_and_outcomes() -> None:
    display = RulesDisplay.from_rule_set(RuleSet.from_rules(RULES, X, Y))
    words = words_of(display.figure_)
    assert {"1", "2", "3", "x > 3", "ward = A", "x > 20", "else", "y 0.83", "n 1.00"} <= words
    assert "3 rules for 2 classes, 10 rows" in words


def test_without_rules_the_else_rule_is_alone() -> None:
    display = RulesDisplay.from_rule_set(RuleSet.from_rules([], X, Y))
    assert rectangles(display, "shares") == [(0.0, 0.5), (0.5, 0.5)]
    assert {"No rules for 2 classes, 10 rows", "else"} <= words_of(display.figure_)


def test_where_every_row_is_covered_the_caption_says_what_else_means() -> None:
    display = RulesDisplay.from_rule_set(RuleSet.from_rules(["x <= 20"], X, Y))
    words = words_of(display.figure_)
    assert "else (all rows)" in words
    assert any("Every row is covered" in one for one in words)


def test_rules_that_are_not_drawn_are_counted() -> None:
    rule_set, _, _ = problem(300, 12)
    display = RulesDisplay.from_rule_set(rule_set, max_rules=10)
    sizes = sorted(rule_set.data.cells.rule_counts.sum(axis=1).tolist(), reverse=True)
    caption = " ".join(words_of(display.figure_))
    assert f"290 more rules are not drawn: they cover {sizes[-1]} to {sizes[10]} rows." in caption
    numbers = {str(i) for i in range(1, 301)}
    assert numbers & words_of(display.figure_) == {str(i) for i in range(1, 11)}


def test_more_classes_than_colours_are_said() -> None:
    display = RulesDisplay.from_rule_set(problem(3, 20)[0])
    words = words_of(display.figure_)
    assert "9 other classes" in words
    assert any("20 classes and 12 colours" in one for one in words)


def test_awkward_names_are_written_as_they_are() -> None:
    display = RulesDisplay.from_rule_set(awkward_problem()[0])
    words = words_of(display.figure_)
    assert {"$x$", "_hidden", '"$x$" > 7'} <= words
