"""Twelve rows with two numeric columns and a categorical one."""

from typing import Any

import numpy as np
import pytest

from tests.plots.pictures import words_of
from turs.exceptions import ColumnError, InputError, InputTypeError
from turs.plots import BoxesDisplay
from turs.plots.palette import CLASS_COLOURS
from turs.ruleset import RuleSet

X = {
    "x": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, None],
    "z": [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 50],
    "ward": list("AAAABBBBCCCC"),
}
Y = list("nnnnnyyyyyyy")
RULES = ["2 < x <= 7 and z > 40", "x > 8", "z <= 10 and ward = A", "ward = C"]
RULE_SET = RuleSet.from_rules(RULES, X, Y)


def draw(variables: Any, **options: Any) -> BoxesDisplay:
    return BoxesDisplay.from_rule_set(RULE_SET, X, Y, variables, **options)


def boxes(display: BoxesDisplay, panel: str = "rows") -> dict[str, list[tuple[float, ...]]]:
    """Return the boxes of each rule: left, bottom, width and height."""
    found: dict[str, list[tuple[float, ...]]] = {}
    for patch in display.axes_[panel].patches:
        found.setdefault(patch.get_label(), []).append(
            (*patch.get_xy(), patch.get_width(), patch.get_height())
        )
    return found


def number_of(text: str) -> str:
    rules = {str(box.rule.rule): f"rule {box.rule.number}" for box in draw(["x", "z"]).boxes}
    return rules[text]


def test_rules_are_boxes_over_the_whole_of_what_they_do_not_restrict() -> None:
    display = draw(["x", "z"])
    drawn = boxes(display)
    # x goes from 0 to 10 with a margin of 0.4 and a strip of 0.7, z from -4 to 104.
    assert drawn[number_of("2 < x <= 7 and z > 40")] == [pytest.approx((2, 40, 5, 64))]
    assert drawn[number_of("x > 8")] == [pytest.approx((8, -4, 2.4, 108))]
    assert drawn[number_of("ward = A and z <= 10")] == [pytest.approx((-1.1, -4, 11.5, 14))]
    assert len(drawn) == 3


def test_a_box_is_dashed_when_other_variables_count_too() -> None:
    display = draw(["x", "z"])
    styles = {patch.get_label(): patch.get_linestyle() for patch in display.axes_["rows"].patches}
    assert styles.pop(number_of("ward = A and z <= 10")) != "-"
    assert set(styles.values()) <= {"-", "solid"}
    words = " ".join(words_of(display.figure_))
    assert "Dashed: the rule restricts other variables too." in words
    assert "1 rule restricts other variables only." in words


def test_rows_stand_at_their_values_and_missing_ones_in_the_strip() -> None:
    display = draw(["x", "z"])
    places = display.axes_["rows"].collections[0].get_offsets()
    assert places[:11].tolist() == [[i, 10 * i] for i in range(11)]
    assert -1.1 < places[11][0] < -0.4 and places[11][1] == 50
    colours = display.axes_["rows"].collections[0].get_facecolor()
    assert np.ptp(colours[:5, 0]) == 0 and not np.array_equal(colours[0], colours[5])


def test_levels_have_places_with_jitter() -> None:
    display = draw(("z", "ward"))
    offsets = display.axes_["rows"].collections[0].get_offsets()
    assert np.round(offsets[:, 1]).astype(int).tolist() == [0] * 4 + [1] * 4 + [2] * 4
    assert len(set(offsets[:4, 1].tolist())) == 4
    again = draw(("z", "ward")).axes_["rows"].collections[0].get_offsets()
    assert offsets.tolist() == again.tolist()


def test_one_variable_has_bars_for_rules_and_a_strip_a_class() -> None:
    display = draw("x")
    bars = boxes(display, "rules")
    assert {label: [(left, width) for left, _, width, _ in one] for label, one in bars.items()} == {
        number_of("2 < x <= 7 and z > 40"): [pytest.approx((2, 5))],
        number_of("x > 8"): [pytest.approx((8, 2.4))],
    }
    offsets = display.axes_["rows"].collections[0].get_offsets()
    assert np.round(offsets[:, 1]).astype(int).tolist() == [0] * 5 + [1] * 7
    assert {"n", "y", "x", "missing"} <= words_of(display.figure_)


def test_the_colour_of_a_box_is_that_of_its_most_frequent_class() -> None:
    from matplotlib.colors import same_color

    display = draw(["x", "z"])
    edges = {patch.get_label(): patch.get_edgecolor() for patch in display.axes_["rows"].patches}
    assert same_color(edges[number_of("x > 8")], CLASS_COLOURS[1])
    assert same_color(edges[number_of("ward = A and z <= 10")], CLASS_COLOURS[0])


def test_rules_beyond_the_limit_are_counted() -> None:
    words = " ".join(words_of(draw(["x", "z"], max_rules=1).figure_))
    assert "2 smaller rules are not drawn." in words


def test_rules_beyond_the_rows_are_counted() -> None:
    few = {"x": [0, 1], "z": [0, 10], "ward": ["A", "A"]}
    display = BoxesDisplay.from_rule_set(RULE_SET, few, ["n", "n"], "x")
    assert "2 rules lie beyond these rows." in " ".join(words_of(display.figure_))


def test_many_rows_are_thinned_and_it_is_said() -> None:
    n = 12_000
    many = {name: (values * (n // 12 + 1))[:n] for name, values in X.items()}
    display = BoxesDisplay.from_rule_set(RULE_SET, many, (Y * 1001)[:n], ["z", "ward"])
    assert len(display.axes_["rows"].collections[0].get_offsets()) == 5000
    assert "5,000 of 12,000 rows are drawn, evenly chosen." in " ".join(words_of(display.figure_))


@pytest.mark.parametrize(
    ("variables", "error", "words"),
    [
        ("width", ColumnError, "there is no column 'width'; the columns are 'x', 'z', 'ward'"),
        (["x", "z", "ward"], InputError, "one or two variables, not 3"),
        ([], InputError, "one or two variables, not 0"),
        (["x", "x"], InputError, "the variables are 'x' twice"),
        ([0, 1], InputTypeError, "the name of a column must be a text, not 0"),
        (5, InputTypeError, "variables must be the name of a column or two names, not 5"),
    ],
)
def test_wrong_variables(variables: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        draw(variables)
