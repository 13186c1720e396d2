from dataclasses import dataclass

import pytest

from tests.plots.pictures import assert_readable, words_of
from turs.exceptions import InputTypeError
from turs.model import Rule
from turs.plots import SearchDisplay
from turs.search.trace import Step, Trace


@dataclass
class Short:
    """Anything with these names can be drawn."""

    blended_bits: tuple[float, ...] = (100.0, 60.0, 50.0)
    surrogate_bits: tuple[float, ...] = (80.0, 55.0, 50.0)
    total_bits: tuple[float, ...] = (100.0, 70.0, 75.0)
    n_kept: int = 1


def lines(display: SearchDisplay) -> dict[str, list[float]]:
    return {line.get_label(): list(line.get_ydata()) for line in display.ax_.lines}


def trace(*steps: tuple[float, float, float], n_kept: int) -> Trace:
    made = [
        Step(Rule.parse(f"x > {i}"), i + 1, 5, 5, data + 7.0, data, surrogate, words, 1, 1, 0.1)
        for i, (data, surrogate, words) in enumerate(steps)
    ]
    return Trace(107.0, 100.0, 80.0, tuple(made), n_kept, "patience", 0.1)


def test_the_lines_are_the_bits_of_the_trace() -> None:
    display = SearchDisplay.from_trace(trace((60, 55, 10), (50, 50, 25), n_kept=1))
    drawn = lines(display)
    assert drawn["data"] == [100, 60, 50]
    assert drawn["data, with surrogate"] == [80, 55, 50]
    assert drawn["data and rules"] == [100, 70, 75]
    assert drawn["kept"] == [70]
    assert "1 of 2 rules kept, 70.0 bits (without rules 100.0)" in words_of(display.figure_)
    assert_readable(display.figure_)


def test_names_at_the_ends_of_lines_do_not_overlap() -> None:
    bits = (100.0, 60.0, 50.0)
    near = Short(
        total_bits=(100.0, 60.1, 50.1), surrogate_bits=(99.9, 60.0, 49.95), blended_bits=bits
    )
    assert_readable(SearchDisplay.from_trace(near).figure_)


def test_lines_that_are_the_same_are_drawn_once() -> None:
    same = Short(surrogate_bits=Short.blended_bits, total_bits=Short.blended_bits)
    assert set(lines(SearchDisplay.from_trace(same))) & {
        "data",
        "data, with surrogate",
        "data and rules",
    } == {"data"}


@pytest.mark.parametrize(
    ("drawn", "words"),
    [
        (trace(n_kept=0), "no rule was found, 100.0 bits (without rules 100.0)"),
        (trace((99, 70, 9), n_kept=0), "the rule was not kept, 100.0 bits (without rules 100.0)"),
        (trace((9, 7, 9), n_kept=1), "1 rule kept, 18.0 bits (without rules 100.0)"),
        (
            trace((99, 70, 9), (98, 70, 19), n_kept=0),
            "none of 2 rules kept, 100.0 bits (without rules 100.0)",
        ),
    ],
    ids=["empty", "one not kept", "one kept", "none kept"],
)
def test_short_searches(drawn: Trace, words: str) -> None:
    display = SearchDisplay.from_trace(drawn)
    assert words in words_of(display.figure_)
    assert_readable(display.figure_)


def test_a_long_search() -> None:
    steps = [(1000 / (i + 1), 900 / (i + 1), 2.0 * i) for i in range(300)]
    display = SearchDisplay.from_trace(trace(*steps, n_kept=290))
    assert_readable(display.figure_)


def test_an_axes_of_the_caller_is_drawn_on() -> None:
    import matplotlib.pyplot as plt

    figure, ax = plt.subplots()
    display = SearchDisplay.from_trace(Short(), ax=ax)
    assert display.ax_ is ax and display.figure_ is figure
    assert_readable(figure)
    assert display.plot().ax_ is not ax


def test_what_is_no_trace_is_refused() -> None:
    class Learner:
        trace_ = None

        def __repr__(self) -> str:
            return "Learner()"

    with pytest.raises(InputTypeError, match=r"not of Learner\(\); use its trace_"):
        SearchDisplay.from_trace(Learner())
    with pytest.raises(InputTypeError, match="a search is drawn of a trace, not of None"):
        SearchDisplay.from_trace(None)
