"""Cuts lie between neighbouring values, at numbers that are short to print."""

import itertools
import math
import sys
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.naive.binning import bin_numbers, fewest_digits, n_digits
from turs.binning import find_cuts
from turs.binning.cuts import short_cut

NAN = math.nan
MANY = 10_000


def cuts_of(values: Sequence[float], max_cuts: int = MANY) -> list[float]:
    found = find_cuts(np.array(values, dtype=np.float64), max_cuts)
    assert found.dtype == np.float64
    return list(map(float, found))


@pytest.mark.parametrize(
    ("values", "cuts"),
    [
        # The midpoints 1.5, 2.5 and 6.5: of whole numbers 1 and 2 are left below 2 and 3.
        ([1, 2, 3, 10, 2, NAN], [1, 2, 6]),
        ([0, -2, -1], [-2, -1]),
        # The midpoint of 0.12 and 0.57 is 0.345: 0.3 has one digit, and no digit is too few.
        ([0.12, 0.57], [0.3]),
        # The midpoint of 5.43 and 5.52 is 5.475: 5.5 has one digit.
        ([5.43, 5.52], [5.5]),
        # One digit is not enough, so of two digits the midpoint.
        ([5.43, 5.49], [5.46]),
        # Neighbours with one digit: the lower of them cuts between them.
        ([42.3, 42.4], [42.3]),
        # No digits are needed where a whole number lies between.
        ([1, 2, 4.5], [1.0, 3.0]),
        ([1234.0, 1237.4], [1236.0]),
        # Zero is no negative zero.
        ([-0.3, 0.2], [0.0]),
        # Zeros at the end, in the middle half: 1149.25 to 1449.75, and 3731.25 to 3743.75.
        ([999, 1600], [1300]),
        ([3725, 3750], [3740]),
        ([7.5], []),
        ([NAN, NAN], []),
        ([0.0, -0.0], []),
    ],
)
def test_cuts_by_hand(values: list[float], cuts: list[float]) -> None:
    found = cuts_of(values)
    assert found == cuts
    assert [math.copysign(1, cut) for cut in found] == [math.copysign(1, cut) for cut in cuts]


def test_many_cuts_are_evenly_spaced_over_the_distinct_values() -> None:
    # Ten distinct values in four bins: after 10/4, 20/4 and 30/4 values, rounded down.
    values = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90]
    assert cuts_of([*values, 0, 0, 0], max_cuts=3) == [15, 45, 65]
    assert cuts_of(values, max_cuts=1) == [45]
    assert cuts_of(values, max_cuts=0) == []
    assert len(cuts_of(values, max_cuts=8)) == 8
    assert cuts_of(values, max_cuts=9) == [5, 15, 25, 35, 45, 55, 65, 75, 85]


TINY = math.ulp(0.0)
HUGE = sys.float_info.max


@pytest.mark.parametrize(
    ("below", "above"),
    [
        (0.0, TINY),
        (-TINY, TINY),
        (TINY, 2 * TINY),
        (TINY, 3 * TINY),
        (1.0, math.nextafter(1.0, 2.0)),
        (math.nextafter(1.0, 0.0), 1.0),
        (0.1, math.nextafter(0.1, 1.0)),
        (-HUGE, HUGE),
        (math.nextafter(HUGE, 0.0), HUGE),
        (-HUGE, math.nextafter(-HUGE, 0.0)),
        (1e-300, 1e300),
        (2.0**53, 2.0**53 + 2),
        (2.0**53 - 1, 2.0**53),
    ],
)
def test_cuts_of_huge_tiny_and_adjacent_values(below: float, above: float) -> None:
    assert below <= short_cut(below, above) < above
    [cut] = cuts_of([below, above])
    assert below <= cut < above


finite = st.floats(allow_nan=False, allow_infinity=False)
plain = st.integers(-9999, 9999).map(lambda number: number / 100)


@given(st.lists(finite | plain | st.just(NAN), max_size=12), st.integers(0, 12))
def test_cuts_separate_neighbouring_values(values: list[float], max_cuts: int) -> None:
    cuts = cuts_of(values, max_cuts)
    distinct = sorted({value for value in values if not math.isnan(value)})
    assert len(cuts) == min(max_cuts, max(len(distinct) - 1, 0))
    assert cuts == sorted(set(cuts))
    assert all(map(math.isfinite, cuts))
    # No bin is empty, so each cut has a gap of its own.
    assert set(bin_numbers(distinct, cuts)) == set(range(len(cuts) + 1)) if distinct else not cuts
    below = [max(value for value in distinct if value <= cut) for cut in cuts]
    above = [min(value for value in distinct if value > cut) for cut in cuts]
    for a, cut, b in zip(below, cuts, above, strict=True):
        assert a <= cut < b
        assert (a, b) in itertools.pairwise(distinct)


@given(plain, plain)
@example(0.0, 0.01)
@example(-99.99, 99.99)
@example(0.07, 0.11)
def test_cuts_have_the_fewest_digits(one: float, other: float) -> None:
    below, above = min(one, other), max(one, other)
    if below < above:
        [cut] = cuts_of([below, above])
        assert n_digits(cut) == fewest_digits(below, above)


@given(st.lists(st.integers(-(2**60), 2**60) | st.integers(-20, 20), min_size=1, max_size=9))
def test_cuts_of_integers_are_integers(values: list[int]) -> None:
    assert all(cut.is_integer() for cut in cuts_of(list(map(float, values))))


def test_order_and_repetition_of_values_change_nothing() -> None:
    values = [0.31, 2.25, NAN, 0.31, -4.125, 1.0]
    assert cuts_of(values) == cuts_of(values[::-1] + values)
