"""Twenty rows; one rule that is right three times in four."""

import pytest

from tests.plots.pictures import words_of
from turs.exceptions import TargetError
from turs.plots import ReliabilityDisplay
from turs.ruleset import RuleSet

X = {"x": list(range(20))}
Y = ["n"] * 12 + ["y"] * 6 + ["n"] * 2
RULE_SET = RuleSet.from_rules(["x > 11"], X, Y)


def test_points_and_bars_are_those_of_the_bins() -> None:
    display = ReliabilityDisplay.from_rule_set(RULE_SET, X, Y)
    first, last = display.quality.reliability
    assert (first.n_rows, first.mean_predicted, first.frequency) == (8, 0.75, 0.75)
    assert (last.n_rows, last.mean_predicted, last.frequency) == (12, 1.0, 1.0)
    points = display.axes_["reliability"].lines[-1]
    assert list(points.get_xdata()) == [0.75, 1.0]
    assert list(points.get_ydata()) == [0.75, 1.0]
    drawn = [
        tuple(line.get_ydata())
        for line in display.axes_["reliability"].lines
        if line.get_label() == "interval"
    ]
    assert drawn == [first.interval, last.interval]
    bars = [(bar.get_x(), bar.get_height()) for bar in display.axes_["rows"].patches]
    assert bars == [(pytest.approx(0.7), 8), (pytest.approx(0.9), 12)]


def test_the_words_tell_the_measures() -> None:
    words = " ".join(words_of(ReliabilityDisplay.from_rule_set(RULE_SET, X, Y).figure_))
    assert "Predictions for 20 rows" in words
    assert "Accuracy 0.900" in words


def test_labels_must_be_classes_of_the_model() -> None:
    with pytest.raises(TargetError, match="'other'"):
        ReliabilityDisplay.from_rule_set(RULE_SET, X, ["other"] * 20)
