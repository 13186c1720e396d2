import numpy as np
import pytest

from turs.model import Interval, Levels, Missing
from turs.plots.scale import MAX_LEVELS, Scale, jitter_of
from turs.table.content import MISSING, UNSEEN
from turs.table.schema import Column

NUMBERS = Scale.of(Column("x", "numeric"), np.array([0.0, 10.0, np.nan]))
WARDS = Scale.of(
    Column("ward", "categorical", ("A", "B", "C")), np.array([0, 1, 2, MISSING, UNSEEN], np.int32)
)


def test_numbers_have_a_margin_and_a_strip_for_missing_values() -> None:
    assert NUMBERS.spans["numbers"] == pytest.approx((-0.4, 10.4))
    assert NUMBERS.spans[MISSING] == pytest.approx((-1.1, -0.4))
    assert NUMBERS.limits == pytest.approx((-1.1, 10.4))
    assert "missing" in NUMBERS.ticks()[1]


def test_without_missing_values_there_is_no_strip() -> None:
    assert MISSING not in Scale.of(Column("x", "numeric"), np.array([1.0, 2.0])).spans


@pytest.mark.parametrize(
    ("literal", "segments"),
    [
        (None, [(-1.1, 10.4)]),
        (Interval("x", low=3, high=7), [(3, 7)]),
        (Interval("x", high=7), [(-0.4, 7)]),
        (Interval("x", high=7, missing=True), [(-1.1, 7)]),
        (Interval("x", low=3, missing=True), [(-1.1, -0.4), (3, 10.4)]),
        (Interval("x", low=30), []),
        (Missing("x"), [(-1.1, -0.4)]),
        (Missing("x", negated=True), [(-0.4, 10.4)]),
    ],
    ids=str,
)
def test_what_a_literal_takes_of_numbers(literal: object, segments: list[object]) -> None:
    assert NUMBERS.segments(literal) == [pytest.approx(one) for one in segments]


@pytest.mark.parametrize(
    ("literal", "segments"),
    [
        (None, [(-0.44, 4.44)]),
        (Levels("ward", {"A", "B"}), [(-0.44, 1.44)]),
        (Levels("ward", {"A", "C"}), [(-0.44, 0.44), (1.56, 2.44)]),
        (Levels("ward", {"A"}, missing=True), [(-0.44, 0.44), (3.56, 4.44)]),
        (Levels("ward", {"D"}), []),
        (Missing("ward"), [(3.56, 4.44)]),
        (Missing("ward", negated=True), [(-0.44, 3.44)]),
    ],
    ids=str,
)
def test_what_a_literal_takes_of_levels(literal: object, segments: list[object]) -> None:
    assert WARDS.segments(literal) == [pytest.approx(one) for one in segments]


def test_levels_are_named_and_new_ones_have_a_place() -> None:
    assert WARDS.ticks() == ([0, 1, 2, 3, 4], ["A", "B", "C", "new level", "missing"])


def test_a_row_is_drawn_where_a_literal_that_covers_it_is() -> None:
    values = np.array([0, 1, 2, MISSING, UNSEEN], np.int32)
    places = WARDS.places(values, jitter_of(5)[0])
    literal = Levels("ward", {"A", "C"}, missing=True)
    inside = [any(a <= place <= b for a, b in WARDS.segments(literal)) for place in places]
    assert inside == literal.covers(values, WARDS.column).tolist()


def test_infinity_has_no_place() -> None:
    places = NUMBERS.places(np.array([np.inf, 5.0]), np.zeros(2))
    assert np.isnan(places[0]) and places[1] == 5


def test_too_many_levels_leave_the_rarest_out() -> None:
    levels = tuple(f"l{i:02}" for i in range(MAX_LEVELS + 5))
    values = np.array([*range(MAX_LEVELS + 5), *range(5, MAX_LEVELS + 5)], np.int32)
    scale = Scale.of(Column("many", "categorical", levels), values)
    assert sorted(scale.spans) == list(range(5, MAX_LEVELS + 5))
    assert np.isnan(scale.places(values[:5], np.zeros(5))).all()


def test_a_constant_column_has_a_scale() -> None:
    low, high = Scale.of(Column("x", "numeric"), np.array([3.0, 3.0])).limits
    assert low < 3 < high
    assert Scale.of(Column("x", "numeric"), np.array([np.nan])).limits[1] > 0
    assert len(Scale.of(Column("w", "categorical"), np.array([MISSING])).spans) == 1


def test_jitter_is_the_same_each_time_and_even() -> None:
    first, second = jitter_of(1000)
    assert np.array_equal(first, jitter_of(1000)[0])
    for one in (first, second):
        assert one.min() >= -1 and one.max() <= 1
        assert np.histogram(one, bins=10, range=(-1, 1))[0].tolist() == pytest.approx(
            [100] * 10, abs=3
        )
