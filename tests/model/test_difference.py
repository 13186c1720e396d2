"""How much frequencies have changed, against published figures and the exact test."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from turs.model.difference import difference_intervals


@pytest.mark.parametrize(
    ("before", "after", "interval"),
    [
        # Table II of Newcombe, Statistics in Medicine 17 (1998), method 10.
        ((48, 80), (56, 70), (0.0524, 0.3339)),
        ((3, 10), (9, 10), (0.1705, 0.8090)),
        ((0, 29), (5, 56), (-0.0381, 0.1926)),
        ((0, 20), (0, 10), (-0.1611, 0.2775)),
        ((0, 10), (0, 10), (-0.2775, 0.2775)),
        ((0, 20), (10, 10), (0.6791, 1.0000)),
        ((0, 10), (10, 10), (0.6075, 1.0000)),
    ],
)
def test_intervals_are_those_of_newcombe(
    before: tuple[int, int], after: tuple[int, int], interval: tuple[float, float]
) -> None:
    counts = [np.array([[n_of, n - n_of]]) for n_of, n in (before, after)]
    np.testing.assert_allclose(difference_intervals(*counts)[0, 0], interval, atol=6e-5)


def test_an_interval_is_drawn_out_to_0_where_the_exact_test_says_so() -> None:
    """Newcombe's interval of 6 of 7 less 2 of 7 begins at 0.0582; by Fisher's test p is 0.10."""
    drawn = difference_intervals(np.array([[2, 5]]), np.array([[6, 1]]))[0]
    np.testing.assert_allclose(drawn, [(0.0, 0.8062), (-0.8062, 0.0)], atol=6e-5)


counts_of_two = st.tuples(st.integers(0, 60), st.integers(0, 60))


@given(counts_of_two, counts_of_two, st.sampled_from([0.5, 0.95, 0.999]))
def test_intervals_agree_with_the_exact_test(
    before: tuple[int, int], after: tuple[int, int], level: float
) -> None:
    intervals = difference_intervals(np.array([before]), np.array([after]), level)[0]
    assert -1 <= intervals.min() <= intervals.max() <= 1
    np.testing.assert_allclose(intervals[0], -intervals[1, ::-1], atol=1e-12)
    backwards = difference_intervals(np.array([after]), np.array([before]), level)[0]
    np.testing.assert_allclose(intervals[0], -backwards[0, ::-1], atol=1e-12)
    if not sum(before) or not sum(after):
        assert intervals.tolist() == [[-1.0, 1.0]] * 2
        return
    low, high = intervals[0].tolist()
    difference = after[0] / sum(after) - before[0] / sum(before)
    assert low - 1e-12 <= difference <= high + 1e-12
    if low > 0 or high < 0:
        spread = stats.hypergeom(sum(before) + sum(after), before[0] + after[0], sum(after))
        assert 2 * min(spread.cdf(after[0]), spread.sf(after[0] - 1)) <= (1 - level) * (1 + 1e-9)


def test_large_counts() -> None:
    before, after = np.array([[10**8, 10**8]]), np.array([[501_500, 498_500]])
    low, high = difference_intervals(before, after)[0, 0].tolist()
    # The standard error of the new share is 0.0005, that of the old one hardly counts.
    assert (low, high) == pytest.approx((0.0015 - 0.00098, 0.0015 + 0.00098), abs=1e-5)


def test_rare_classes_do_not_raise_alarms() -> None:
    """Newcombe's interval alone would alarm in 18 % of such checks: 20 rules, one a value of x."""
    random = np.random.default_rng(0)
    old = random.binomial(2000, 0.001, (500, 20))
    new = random.binomial(10, 0.001, (500, 20))
    before = np.stack([old, 2000 - old], axis=-1).reshape(-1, 2)
    after = np.stack([new, 10 - new], axis=-1).reshape(-1, 2)
    low, high = difference_intervals(before, after, 1 - 0.05 / 20)[:, 0].T
    alarms = ((low > 0) | (high < 0)).reshape(500, 20).any(axis=1)
    assert alarms.mean() <= 0.05
