"""Wilson's intervals: known values, their definition, and what they never do."""

import math
from fractions import Fraction
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turs.exceptions import InputError, InputTypeError
from turs.model.confidence import LEVEL, check_level, wilson_intervals

levels = st.sampled_from([0.5, 0.8, 0.95, 0.999, 1 - 1e-9])


@pytest.mark.parametrize(
    ("n_of", "n", "interval"),
    [
        # Table I of Newcombe, Statistics in Medicine 17 (1998) 857, method 3.
        (81, 263, (0.2553, 0.3662)),
        (15, 148, (0.0624, 0.1605)),
        (0, 20, (0.0, 0.1611)),
        (1, 29, (0.0061, 0.1718)),
    ],
)
def test_published_values(n_of: int, n: int, interval: tuple[float, float]) -> None:
    ends = wilson_intervals(np.array([n_of, n - n_of]))
    assert ends.shape == (2, 2)
    np.testing.assert_allclose(ends[0], interval, atol=6e-5)
    np.testing.assert_allclose(ends[1], 1 - ends[0, ::-1])


def test_without_rows_nothing_is_known() -> None:
    assert wilson_intervals(np.zeros((2, 3), dtype=np.int64)).tolist() == [[[0.0, 1.0]] * 3] * 2


def test_any_number_of_dimensions() -> None:
    counts = np.arange(24).reshape(2, 3, 4)
    ends = wilson_intervals(counts)
    assert ends.shape == (2, 3, 4, 2)
    np.testing.assert_array_equal(ends[1, 2], wilson_intervals(counts[1, 2]))


def test_the_level_is_0_95_unless_another_is_asked_for() -> None:
    counts = np.array([7, 3])
    assert LEVEL == 0.95
    np.testing.assert_array_equal(wilson_intervals(counts), wilson_intervals(counts, 0.95))
    inner, outer = wilson_intervals(counts, 0.5), wilson_intervals(counts, 0.99)
    assert (outer[:, 0] < inner[:, 0]).all()
    assert (inner[:, 1] < outer[:, 1]).all()


@given(st.integers(1, 10**6), st.data(), levels)
def test_an_end_is_where_the_frequency_is_just_likely_enough(
    n: int, data: st.DataObject, level: float
) -> None:
    """Under the probability at an end, the frequency is z standard deviations away."""
    n_of = data.draw(st.integers(0, n))
    z = NormalDist().inv_cdf((1 + level) / 2)
    for end in wilson_intervals(np.array([n_of, n - n_of]), level)[0].tolist():
        if 0 < end < 1:
            away = abs(Fraction(n_of, n) - Fraction(end))
            assert float(away) == pytest.approx(z * math.sqrt(end * (1 - end) / n), rel=1e-4)
        else:
            assert n_of in (0, n)


@given(st.lists(st.integers(0, 10**9), min_size=2, max_size=6), levels)
def test_an_interval_holds_its_frequency_and_stays_within_0_and_1(
    counts: list[int], level: float
) -> None:
    ends = wilson_intervals(np.array(counts), level)
    assert 0 <= ends.min() <= ends.max() <= 1
    if sum(counts):
        shares = np.array(counts) / sum(counts)
        assert (ends[:, 0] <= shares).all()
        assert (shares <= ends[:, 1]).all()


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    """For 50 rows and a probability of 0.3, summed over all frequencies that may be seen."""
    n, truth = 50, 0.3
    seen = np.arange(n + 1)
    low, high = wilson_intervals(np.stack([seen, n - seen], axis=-1))[:, 0].T
    chances = np.array([math.comb(n, k) * truth**k * (1 - truth) ** (n - k) for k in seen.tolist()])
    assert chances[(low <= truth) & (truth <= high)].sum() == pytest.approx(0.95, abs=0.01)


@pytest.mark.parametrize("level", [0.95, np.float64(0.95), np.float32(0.5), Fraction(19, 20)])
def test_levels(level: object) -> None:
    assert type(check_level(level)) is float


@pytest.mark.parametrize("level", [0, 1, 0.0, 1.0, -0.95, 95, math.nan, math.inf])
def test_a_level_is_between_0_and_1(level: float) -> None:
    with pytest.raises(InputError) as error:
        check_level(level)
    assert str(error.value) == (f"the level must lie between 0 and 1, as 0.95 does, not {level!r}")


@pytest.mark.parametrize("level", ["0.95", None, True, np.True_, [0.95], 0.95j])
def test_a_level_is_a_number(level: object) -> None:
    with pytest.raises(InputTypeError) as error:
        check_level(level)
    assert str(error.value) == f"the level must be a number between 0 and 1, not {level!r}"
