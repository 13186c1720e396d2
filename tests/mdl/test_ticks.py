"""Ticks: integers that stand for bits, small enough to add up and fine enough to compare."""

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turs.mdl import FewTicks, Ticks, regret_bits


def half_ticks_off(ticks: int, value: Decimal, scale: int) -> Decimal:
    """Return how far ticks are from a number of bits, in halves of a tick."""
    return abs(2 * (Decimal(ticks) - value * 2**scale))


def test_small_table_by_hand() -> None:
    ticks = Ticks.for_rows(4, 2)
    # lengths stay below 64 * 5 * log2(5) = 743 bits < 2^10, and 62 - 10 = 52
    assert ticks.scale == 52
    bit = 2**52
    assert ticks.log[[0, 1, 2, 4]].tolist() == [0, 0, bit, 2 * bit]
    assert ticks.xlogx[[0, 1, 2, 4]].tolist() == [0, 0, 2 * bit, 8 * bit]
    assert ticks.regret[:2].tolist() == [0, bit]  # R(0, 2) = 1, R(1, 2) = 2
    assert ticks.to_bits(ticks.regret[4]) == pytest.approx(math.log2(3.21875), abs=1e-14)
    assert ticks.least_gain == 2**32
    assert {table.dtype for table in ticks[:3]} == {np.dtype(np.int64)}


@given(st.integers(1, 1000), st.integers(2, 40))
def test_tables_are_whole_numbers_of_ticks(n_rows: int, n_classes: int) -> None:
    ticks = Ticks.for_rows(n_rows, n_classes)
    assert [len(table) for table in ticks[:3]] == [n_rows + 1] * 3
    count = n_rows // 2
    with localcontext(prec=40):
        exact = Decimal(max(count, 1)).ln() / Decimal(2).ln()
        # log2 itself is a double: its own last digit is worth 2^-49 bits at the most
        loose = 1 + 2 ** max(0, ticks.scale - 48)
        assert half_ticks_off(int(ticks.log[count]), exact, ticks.scale) <= loose
    assert int(ticks.xlogx[count]) == count * int(ticks.log[count])
    bits = regret_bits(count, n_classes)
    assert int(ticks.regret[count]) == round(bits * 2**ticks.scale)


@pytest.mark.parametrize(("n_rows", "n_classes"), [(10**6, 2), (10**5, 3), (500, 1000), (1, 2)])
def test_no_sum_overflows(n_rows: int, n_classes: int) -> None:
    ticks = Ticks.for_rows(n_rows, n_classes)
    # Rows coded one by one cost at most log2(n) each, and a regret is at most n log2(k): sixty
    # such sums fit into 64 bits.
    longest = max(int(ticks.xlogx[n_rows]), int(ticks.regret[n_rows]))
    assert longest == max(np.max(ticks.xlogx), np.max(ticks.regret))
    assert 60 * longest < 2**63
    assert 60 * n_rows * math.log2(n_classes) * 2**ticks.scale < 2**63
    assert np.all(np.diff(ticks.xlogx[1:]) > 0) and np.all(np.diff(ticks.regret) > 0)


@pytest.mark.slow
def test_ten_million_rows() -> None:
    ticks = Ticks.for_rows(10**7, 2)
    # 64 * 10^7 * 23.25 is a little less than 2^34, and 62 - 34 = 28
    assert ticks.scale == 28
    assert 60 * int(ticks.xlogx[-1]) < 2**63
    assert ticks.to_bits(ticks.log[-1]) == pytest.approx(23.253496664211536, abs=2**-28)
    assert ticks.to_bits(ticks.regret[-1]) == pytest.approx(regret_bits(10**7, 2), abs=1e-6)


def test_few_entries_for_ten_million_rows() -> None:
    ticks = FewTicks.for_rows(10**7, 2)
    # one entry a number up to 2^20, and of regret 1024 for each doubling up to 2^24, and one more
    assert [len(table) for table in ticks[:4]] == [2**20 + 1] * 3 + [5 * 1024]
    assert ticks.to_bits(ticks.log[-1]) == 20.0
    assert ticks.far_regret[0] == ticks.regret[-1]
    assert ticks.to_bits(ticks.far_regret[4 * 1024]) == pytest.approx(
        regret_bits(2**24, 2), abs=2**-28
    )


@given(st.integers(1, 300), st.integers(-(2**53), 2**53))
def test_to_bits_is_exact(n_rows: int, length: int) -> None:
    ticks = Ticks.for_rows(n_rows, 2)
    bits = ticks.to_bits(np.int64(length))
    assert isinstance(bits, float)
    assert bits * 2**ticks.scale == length
    assert ticks.to_bits(2**ticks.scale) == 1.0


@pytest.mark.parametrize("n_rows", [1, 2, 10, 100, 1000, 10_000])
def test_what_rounds_is_no_gain(n_rows: int) -> None:
    # Equal lengths on paper may differ by half a tick a row, in each of a few sums.
    ticks = Ticks.for_rows(n_rows, 2)
    assert 2 * n_rows < ticks.least_gain < 2e-6 * 2**ticks.scale
