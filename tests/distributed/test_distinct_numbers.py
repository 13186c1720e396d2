"""Distinct numbers merge exactly, and a sample of them is as near to all as is said."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turs.binning import find_cuts
from turs.distributed.distinct_numbers import (
    MOST_DISTINCT,
    DistinctNumbers,
    _hashes,
    distinct_numbers,
    merge_numbers,
)

numbers = st.floats(allow_infinity=False) | st.integers(-3, 3).map(float)


@given(st.lists(st.lists(numbers, max_size=8), min_size=1, max_size=5))
def test_merging_gives_the_distinct_values_of_all(parts: list[list[float]]) -> None:
    present = [value for part in parts for value in part if not math.isnan(value)]
    found = merge_numbers([distinct_numbers(np.array(part, dtype=np.float64)) for part in parts])
    assert found.values.tolist() == sorted(set(present))
    assert not np.signbit(found.values[found.values == 0]).any()
    assert found.largest == max(map(abs, present), default=0.0)
    assert found.complete


def test_hashes_by_hand() -> None:
    # The first outputs of splitmix64 that starts from 0 and from the bits of 1.0.
    assert hex(_hashes(np.array([0.0]))[0]) == "0xe220a8397b1dcdaf"
    assert hex(_hashes(np.array([1.0]))[0]) == hex(splitmix64(0x3FF0000000000000))


def splitmix64(state: int) -> int:
    most = 2**64
    z = (state + 0x9E3779B97F4A7C15) % most
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % most
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % most
    return z ^ (z >> 31)


def test_as_many_as_may_be_are_all_kept() -> None:
    whole = distinct_numbers(np.arange(MOST_DISTINCT, dtype=np.float64))
    assert whole.complete
    more = merge_numbers([whole, distinct_numbers(np.array([-0.5]))])
    assert (more.complete, len(more.values)) == (False, MOST_DISTINCT)
    same = merge_numbers([whole, whole])
    assert (same.complete, len(same.values)) == (True, MOST_DISTINCT)


def same(one: DistinctNumbers, other: DistinctNumbers) -> bool:
    return (one.values.tobytes(), one.complete, one.largest) == (
        other.values.tobytes(),
        other.complete,
        other.largest,
    )


@given(st.integers(0, 2**32), st.integers(1, 6))
def test_a_sample_depends_neither_on_order_nor_on_parts(seed: int, n_parts: int) -> None:
    rng = np.random.default_rng(seed)
    values = np.arange(-30_000, 60_000) / 7
    whole = distinct_numbers(values)
    again = rng.permutation(np.concatenate([values, values[: rng.integers(90_000)]]))
    owner = rng.integers(n_parts, size=len(again))
    parts = [distinct_numbers(again[owner == part]) for part in range(n_parts)]
    assert same(merge_numbers(parts), whole)
    assert same(merge_numbers([merge_numbers(parts[1:] or parts), parts[0]]), whole)


RNG = np.random.default_rng(11)
DISTRIBUTIONS = {
    "evenly spaced": np.arange(300_000, dtype=np.float64),
    "uniform": RNG.random(300_000),
    "normal": RNG.normal(size=300_000),
    "long-tailed": RNG.lognormal(sigma=4, size=300_000),
    "amounts": np.round(RNG.lognormal(8, 1.5, size=600_000), 2),
    "times": np.floor(1.7e9 + 1e7 * RNG.random(300_000)),
    "small": 5e-324 * np.arange(300_000),
    "two heaps": np.concatenate([RNG.random(150_000), 1e9 + RNG.random(150_000)]),
}


@pytest.mark.parametrize("name", DISTRIBUTIONS)
@pytest.mark.parametrize("max_cuts", [10, 100, 1000])
def test_cuts_of_a_sample_are_within_the_stated_error(name: str, max_cuts: int) -> None:
    values = DISTRIBUTIONS[name]
    sample = distinct_numbers(values)
    assert not sample.complete
    distinct = np.unique(values)
    local, sampled = (find_cuts(some, max_cuts) for some in (values, sample.values))
    assert len(local) == len(sampled) == max_cuts
    ranks = [np.searchsorted(distinct, cuts, side="right") for cuts in (local, sampled)]
    assert np.abs(ranks[0] - ranks[1]).max() <= 0.01 * len(distinct)
