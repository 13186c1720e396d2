"""What all displays have in common: readable at every size, at home in any Axes, lazy."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.plots.pictures import assert_readable, awkward_problem, problem, texts_of
from turs.exceptions import InputError, InputTypeError
from turs.model.check import check_on_new_rows
from turs.plots import (
    BoxesDisplay,
    CheckDisplay,
    OverlapsDisplay,
    ReliabilityDisplay,
    RulesDisplay,
)
from turs.ruleset import RuleSet
from turs.table.known_target import codes_of

Draw = Callable[..., Any]


def draw_check(rule_set: RuleSet, X: Any, y: Any, **options: Any) -> CheckDisplay:
    codes = codes_of(y, rule_set.classes)
    check = check_on_new_rows(rule_set.data, rule_set.covers(X), rule_set.predict_proba(X), codes)
    return CheckDisplay.from_check(check, **options)


def draw_boxes(*variables: int) -> Draw:
    def draw(rule_set: RuleSet, X: Any, y: Any, **options: Any) -> BoxesDisplay:
        names = [rule_set.data.schema.names[i] for i in variables]
        return BoxesDisplay.from_rule_set(rule_set, X, y, names, **options)

    return draw


DRAWS: dict[str, Draw] = {
    "rules": lambda rule_set, X, y, **options: RulesDisplay.from_rule_set(rule_set, **options),
    "overlaps": lambda rule_set, X, y, **options: OverlapsDisplay.from_rule_set(
        rule_set, **options
    ),
    "reliability": ReliabilityDisplay.from_rule_set,
    "check": draw_check,
    "one variable": draw_boxes(0),
    "two variables": draw_boxes(0, 1),
    "numbers and levels": draw_boxes(1, -1),
}
every_display = pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS.keys())


@every_display
@pytest.mark.parametrize(("n_rules", "n_classes"), [(0, 2), (3, 2), (30, 12), (300, 2), (300, 20)])
def test_nothing_overlaps_and_nothing_is_huge(draw: Draw, n_rules: int, n_classes: int) -> None:
    display = draw(*problem(n_rules, n_classes))
    assert_readable(display.figure_)
    width, height = display.figure_.get_size_inches()
    assert width <= 16 and height <= 18


@every_display
def test_names_are_written_as_they_are(draw: Draw) -> None:
    display = draw(*awkward_problem())
    assert_readable(display.figure_)
    for text in texts_of(display.figure_):
        assert "$" not in text.get_text() or not text.get_parse_math()


@every_display
def test_an_axes_of_the_caller_is_used_and_not_left(draw: Draw) -> None:
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(13, 5))
    right.plot([0, 1])
    open_before = plt.get_fignums()
    display = draw(*problem(30, 12), ax=left)
    assert display.ax_ is left and display.figure_ is figure
    assert plt.get_fignums() == open_before
    figure.canvas.draw()
    place = left.get_window_extent()
    for text in texts_of(figure):
        if text.axes is not right and text.axes is not None:
            box = text.get_window_extent()
            assert box.x0 >= place.x0 - 2 and box.x1 <= place.x1 + 2, text.get_text()
    assert_readable(figure)


@every_display
def test_a_subfigure_with_a_layout_is_fine(draw: Draw) -> None:
    import matplotlib.pyplot as plt

    figure = plt.figure(figsize=(14, 6), layout="constrained")
    left, _ = figure.subfigures(1, 2)
    display = draw(*problem(3, 2), ax=left.subplots())
    assert display.figure_ is figure
    figure.canvas.draw()


@every_display
def test_a_tiny_axes_does_not_fail(draw: Draw) -> None:
    import matplotlib.pyplot as plt

    figure, ax = plt.subplots(figsize=(1, 1))
    draw(*problem(30, 12), ax=ax)
    figure.canvas.draw()


@every_display
def test_it_can_be_drawn_again(draw: Draw) -> None:
    display = draw(*problem(3, 2))
    first = display.figure_
    assert display.plot() is display
    assert display.figure_ is not first


@every_display
def test_an_axes_that_is_none_is_refused(draw: Draw) -> None:
    with pytest.raises(InputTypeError, match="ax must be an Axes of matplotlib, not 'here'"):
        draw(*problem(3, 2), ax="here")


@pytest.mark.parametrize("name", ["rules", "overlaps", "check", "one variable"])
def test_a_limit_must_be_a_number(name: str) -> None:
    with pytest.raises(InputError, match="max_rules must be 1 or more, not 0"):
        DRAWS[name](*problem(3, 2), max_rules=0)
    with pytest.raises(InputTypeError, match=r"max_rules must be a whole number, not 2\.5"):
        DRAWS[name](*problem(3, 2), max_rules=2.5)


def test_a_learner_is_not_a_rule_set() -> None:
    class Learner:
        rule_set_ = None

        def __repr__(self) -> str:
            return "Learner()"

    with pytest.raises(InputTypeError, match=r"not of Learner\(\); use its rule_set_"):
        RulesDisplay.from_rule_set(Learner())


@every_display
def test_without_matplotlib_one_sentence_says_what_to_do(
    draw: Draw, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("matplotlib", "matplotlib.pyplot"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(
        ImportError, match=r"^pictures need matplotlib, .* `pip install turs\[plot\]`"
    ):
        draw(*problem(3, 2))


def test_importing_loads_no_matplotlib() -> None:
    program = "import sys, turs.plots; sys.exit('matplotlib' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)
