"""Lengths of any number of rows, from tables that do not grow with them."""

import numpy as np
import pytest

from turs.counting import pruned_kernels
from turs.counting.tick_kernels import log_of, regret_of, xlogx_of
from turs.mdl import FewTicks, Ticks, regret_bits
from turs.search.partition import length_ticks

MILLION = 2**20


@pytest.mark.parametrize("n_rows", [3 * 10**7, 10**10])
def test_beyond_the_tables(n_rows: int) -> None:
    ticks = FewTicks.for_rows(n_rows, 5)
    assert sum(table.nbytes for table in ticks[:4]) < 26e6
    random = np.random.RandomState(0)
    some = np.exp(random.uniform(np.log(MILLION / 2), np.log(n_rows), size=2000)).astype(np.int64)
    edges = [MILLION - 1, MILLION, MILLION + 1, 2**21 - 1, 2**21, 2**24 - 1, 2**24, n_rows]
    half = 0.5 * 2.0**-ticks.scale
    for n in [*some.tolist(), *edges]:
        # an entry is rounded to a tick, and so is what lies between two
        assert ticks.to_bits(log_of(ticks, n)) == pytest.approx(np.log2(n), abs=3 * half + 2e-12)
        assert xlogx_of(ticks, n) == n * log_of(ticks, n)
        assert ticks.to_bits(regret_of(ticks, n)) == pytest.approx(
            regret_bits(n, 5), abs=3 * half + 1e-6
        )


def test_there_are_no_steps_where_the_tables_end() -> None:
    ticks = FewTicks.for_rows(5 * MILLION, 3)
    numbers = range(MILLION - 3000, MILLION + 3000)
    for look_up in (log_of, regret_of):
        found = np.array([look_up(ticks, n) for n in numbers])
        assert (np.diff(found) >= 0).all()
        assert abs(np.diff(found, n=2)).max() <= 3


@pytest.mark.parametrize("n_rows", [100, MILLION - 1, MILLION, MILLION + 1, 2**21, 5 * 10**6 + 7])
def test_full_tables_have_the_same_numbers(n_rows: int) -> None:
    few, full = FewTicks.for_rows(n_rows, 3), Ticks.for_rows(n_rows, 3)
    assert (few.scale, few.least_gain) == (full.scale, full.least_gain)
    assert [len(table) for table in full[:3]] == [n_rows + 1] * 3
    random = np.random.RandomState(1)
    edges = [0, 1, n_rows, MILLION - 1, MILLION, MILLION + 1, 2**21 - 1, 2**21, 2**22 + 5]
    for n in [*random.randint(0, n_rows + 1, size=1000).tolist(), *edges]:
        if n <= n_rows:
            expected = [full.log[n], full.xlogx[n], full.regret[n]]
            assert [look_up(few, n) for look_up in (log_of, xlogx_of, regret_of)] == expected


def test_lengths_of_many_rows() -> None:
    ticks = FewTicks.for_rows(10**8, 2)
    counts = np.array([[10**7, 9 * 10**7], [0, 10**8], [5, 0]])
    out = np.empty(3, dtype=np.int64)
    pruned_kernels.leaf_lengths(counts, ticks, out)
    share = np.array([0.1, 0.9])
    expected = -(10**8) * (share * np.log2(share)).sum() + regret_bits(10**8, 2)
    # each row is rounded to a tick
    assert ticks.to_bits(out[0]) == pytest.approx(expected, abs=ticks.to_bits(10**8))
    assert ticks.to_bits(out[1]) == pytest.approx(regret_bits(10**8, 2), abs=1e-5)
    assert length_ticks(counts, ticks).tolist() == out.tolist()
    assert length_ticks(counts[0], ticks) == out[0]


def test_kernels_give_the_same_by_either_kind_of_table() -> None:
    n_rows = 3 * MILLION
    random = np.random.RandomState(2)
    counts = random.randint(0, n_rows // 3, size=(300, 3))
    few, full = (kind.for_rows(n_rows, 3) for kind in (FewTicks, Ticks))
    assert length_ticks(counts, few).tolist() == length_ticks(counts, full).tolist()
