"""Lengths of rows in bits, by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turs.mdl import cross_bits, data_bits, length_bits, regret_bits

LOG_3 = 1.584962500721156


@pytest.mark.parametrize(
    ("counts", "bits"),
    [
        ([4, 4], 8.0),
        ([2, 2, 4], 12.0),  # 2 * 2 + 2 * 2 + 4 * 1
        ([1, 3], 8 - 3 * LOG_3),  # 2 + 3 log2(4 / 3)
        ([1, 0, 2], 3 * LOG_3 - 2),  # log2(3) + 2 log2(3 / 2)
        ([0, 9], 0.0),
        ([0, 0], 0.0),
    ],
)
def test_rows_coded_with_their_own_frequencies(counts: list[int], bits: float) -> None:
    assert data_bits(counts) == pytest.approx(bits, abs=1e-12)


@pytest.mark.parametrize(
    ("counts", "model_counts", "bits"),
    [
        ([2, 1], [1, 3], 6 - LOG_3),  # 2 * 2 + log2(4 / 3)
        ([1, 0], [2, 6], 2.0),
        ([3, 0, 1], [4, 0, 4], 4.0),
        ([0, 0], [3, 1], 0.0),
        ([0, 0], [0, 0], 0.0),
        ([0, 5], [0, 8], 0.0),
    ],
)
def test_rows_coded_with_the_frequencies_of_others(
    counts: list[int], model_counts: list[int], bits: float
) -> None:
    assert cross_bits(counts, model_counts) == pytest.approx(bits, abs=1e-12)


def test_no_length_is_a_positive_zero() -> None:
    assert math.copysign(1.0, data_bits([7, 0])) == 1.0
    assert math.copysign(1.0, cross_bits([0, 0], [1, 1])) == 1.0


def test_classes_without_rows_cost_regret_alone() -> None:
    # R(4, 2) = 2 + 2 * 4 * 27 / 256 + 6 / 16 = 3.21875; R(4, 3) = R(4, 2) + 4 R(4, 1) = 7.21875
    assert length_bits([2, 2]) == pytest.approx(4 + math.log2(3.21875), abs=1e-12)
    assert length_bits([2, 2, 0]) == pytest.approx(4 + math.log2(7.21875), abs=1e-12)
    assert length_bits([4]) == length_bits([0, 0, 0]) == 0.0


counts = st.lists(st.integers(0, 50), min_size=1, max_size=5)


@given(st.data())
def test_own_frequencies_are_the_best_code(data: st.DataObject) -> None:
    rows = data.draw(counts)
    more = [count + data.draw(st.integers(0, 20)) for count in rows]
    assert cross_bits(rows, more) >= data_bits(rows) - 1e-9
    assert data_bits(rows) <= sum(rows) * math.log2(len(rows)) + 1e-9
    # Coding with the frequencies of all is a sum over rows: parts add up to the whole.
    rest = [total - count for total, count in zip(more, rows, strict=True)]
    assert cross_bits(rows, more) + cross_bits(rest, more) == pytest.approx(data_bits(more))


@given(counts, st.randoms(use_true_random=False))
def test_order_of_classes_means_nothing(rows: list[int], random: object) -> None:
    expected = data_bits(rows) + regret_bits(sum(rows), len(rows))
    random.shuffle(rows)
    assert length_bits(rows) == pytest.approx(expected, abs=1e-9)
