"""Gains in bits, by hand and against the naive gains in ticks."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.naive.lengths import training_rows
from tests.naive.search import literal_gain, measure_covers, measure_uncovered
from turs.mdl import cover_gain_bits, uncovered_gain_bits

# log2 R(n, 2); test_regret.py has R(2) = 2.5 and R(4) = 3.21875.
# R(8) = 1 + 8/8 + 8*7/8^2 + ... + 8!/8^8 = 4.245018
REGRET_2 = math.log2(2.5)
REGRET_4 = math.log2(3.21875)
REGRET_8 = math.log2(4.245018005371094)
LOG_3 = 1.584962500721156


def test_pure_half_of_an_even_parent() -> None:
    # Parent (4, 4): 8 + log2 R(8) bits on 8 rows, of which half; child (4, 0): log2 R(4).
    expected = (8 + REGRET_8) / 2 - REGRET_4
    assert uncovered_gain_bits([4, 0], [4, 4]) == pytest.approx(expected, abs=1e-12)
    assert uncovered_gain_bits([0, 4], [4, 4]) == pytest.approx(expected, abs=1e-12)


def test_a_smaller_rule_of_the_same_frequencies_only_pays_regret() -> None:
    # 4 rows of (2, 2) cost a bit each in either; half of log2 R(8) is less than log2 R(4).
    expected = REGRET_8 / 2 - REGRET_4
    assert expected < -0.6
    assert uncovered_gain_bits([2, 2], [4, 4]) == pytest.approx(expected, abs=1e-12)


def test_uncovered_rows_are_coded_by_the_whole_cover() -> None:
    # Parent: cover (4, 4), uncovered (3, 1): 4 rows of 1 bit, log2 R(4); the child has half of
    # these rows. Child: cover (3, 1), uncovered (2, 0): 2 log2(4 / 3), log2 R(2).
    expected = (4 + REGRET_4) / 2 - (4 - 2 * LOG_3 + REGRET_2)
    gain = cover_gain_bits([2, 0], [3, 1], [3, 1], [4, 4])
    assert gain == pytest.approx(expected, abs=1e-12)
    # Of its uncovered rows alone the parent would cost 8 - 3 log2(3), and the child nothing.
    alone = (8 - 3 * LOG_3 + REGRET_4) / 2 - REGRET_2
    assert uncovered_gain_bits([2, 0], [3, 1]) == pytest.approx(alone, abs=1e-12)
    assert cover_gain_bits([2, 0], [2, 0], [3, 1], [3, 1]) == pytest.approx(alone, abs=1e-12)


def test_nothing_changes_nothing_gained() -> None:
    assert uncovered_gain_bits([3, 2], [3, 2]) == pytest.approx(0.0, abs=1e-12)
    assert cover_gain_bits([3, 2], [4, 4], [3, 2], [4, 4]) == pytest.approx(0.0, abs=1e-12)
    assert uncovered_gain_bits([0, 0], [3, 2]) == 0.0
    assert cover_gain_bits([0, 0], [1, 1], [3, 2], [4, 4]) == 0.0


rows = st.frozensets(st.integers(0, 19))


@given(st.lists(st.integers(0, 2), min_size=20, max_size=20), rows, rows, rows)
def test_bits_are_the_ticks_of_the_search(
    y: list[int], parent: frozenset[int], child: frozenset[int], uncovered: frozenset[int]
) -> None:
    parent |= {0}
    child = child & parent | {0}
    uncovered |= {0}  # a rule without uncovered rows gains nothing
    training = training_rows([[0] * 20], y, 3)

    def counts(some: frozenset[int]) -> list[int]:
        return [sum(y[row] == label for row in some) for label in range(3)]

    ticks = literal_gain(child, parent, measure_covers(uncovered, training))
    gain = cover_gain_bits(
        counts(child & uncovered), counts(child), counts(parent & uncovered), counts(parent)
    )
    assert gain == pytest.approx(training.ticks.to_bits(ticks), abs=1e-9)
    ticks = literal_gain(child, parent, measure_uncovered(training))
    gain = uncovered_gain_bits(counts(child), counts(parent))
    assert gain == pytest.approx(training.ticks.to_bits(ticks), abs=1e-9)
