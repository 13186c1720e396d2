import numpy as np
import pytest

from benchmarks.gaps import Gap, gap, gap_of_groups, gap_of_regions, mean_deviation
from benchmarks.runners.groups import Groups


def test_the_gap_of_rules_is_weighted_by_test_rows() -> None:
    training = np.array([[3, 1], [0, 2], [5, 5], [0, 0]])
    test = np.array([[1, 1], [3, 3], [0, 0], [1, 0]])
    # Said 0.75, found 0.5 on 2 rows; said 0, found 0.5 on 6. The third has no test row, the last
    # no training row.
    found = gap_of_groups(Groups(training, test, 0.0))
    assert found.found == (2 * 0.25 + 6 * 0.5) / 8
    # A share of two rows is 0, 0.5 or 1: 0.75 / 16 + 0.25 * 6 / 16 + 0.25 * 9 / 16 away on average.
    assert found.by_chance == pytest.approx(2 * (0.75 + 1.5 + 2.25) / 16 / 8, abs=1e-6)


def test_rows_with_the_same_probabilities_are_a_region() -> None:
    probabilities = np.array([[0.6, 0.4], [0.6, 0.4 + 1e-12], [0.6, 0.4], [0, 1]])
    found = gap_of_regions(probabilities, np.array([0, 0, 1, 1]))
    assert found.found == pytest.approx((2 / 3 - 0.6) * 3 / 4, abs=1e-6)


def test_of_several_classes_half_the_sum_counts() -> None:
    assert gap(np.array([[0.5, 0.5, 0.0]]), np.array([[0, 0, 4]])).found == 1


def test_nothing_said_of_any_row_is_no_gap() -> None:
    assert gap(np.array([[0.5, 0.5]]), np.array([[0, 0]])) == Gap(None, None)


@pytest.mark.parametrize("p", [0.0, 0.1, 0.5, 0.73, 1.0])
@pytest.mark.parametrize("n", [1, 2, 7])
def test_the_mean_deviation_is_what_adding_up_gives(p: float, n: int) -> None:
    counts = np.arange(n + 1)
    ways = np.array([1.0])
    for _ in range(n):
        ways = np.convolve(ways, [1 - p, p])
    expected = (ways * np.abs(counts / n - p)).sum()
    assert mean_deviation(np.array([p]), np.array([n]))[0] == pytest.approx(expected, abs=1e-12)
