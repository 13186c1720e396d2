"""The kernels that only count, against loops."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from tests.counting.tables import words
from tests.naive.lengths import cost_ticks, length_ticks, regret_ticks
from tests.naive.search import too_similar
from turs.counting import cell_kernels, joining_kernels, kernels, level_kernels, row_kernels
from turs.counting.entries import plain_entries
from turs.mdl import Ticks

# A rule may leave any rows: none, one, some, in rising order.
seeds = st.integers(0, 2**32)


# Inner functions have no door for Python.


@njit
def count_bits(number):
    return cell_kernels._count_bits(number)


@njit
def set_bits(bits, rule, begin, end):
    cell_kernels._set_bits(bits, rule, begin, end)


@njit
def find_alike(members, touched, out):
    joining_kernels.find_alike(members, touched, out)


@njit
def least_shared(n, m, most_alike):
    return level_kernels._least_shared(n, m, most_alike)


@njit
def rule_length(counts, n_classes, ticks):
    side = kernels._sum_side(counts, n_classes, ticks)
    return side[0], kernels._side_length(side, ticks)


def some_rows(random: Random, n_rows: int) -> np.ndarray:
    share = random.choice([0.0, 0.05, 0.5, 1.0])
    return np.array([row for row in range(n_rows) if random.random() < share], dtype=np.int32)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@given(seed=seeds)
def test_filtered_rows_stay_in_order(dtype: type, seed: int) -> None:
    random = Random(seed)
    n_codes = random.choice([7, 64, 65, 200])
    column = np.array(random.choices(range(n_codes), k=30), dtype=dtype)
    allowed = [random.random() < 0.5 for _ in range(n_codes)]
    rows, out = some_rows(random, 30), np.full(30, -1, dtype=np.int32)
    n = row_kernels.filter_rows(column, rows, words(allowed, n_codes // 64 + 1), out)
    assert out[:n].tolist() == [row for row in rows if allowed[column[row]]]


@given(seed=seeds)
def test_cell_counts(seed: int) -> None:
    random = Random(seed)
    cells, classes = random.choices(range(4), k=30), random.choices(range(3), k=30)
    weights = random.choices([0, 1, 1, 7, 255], k=30)
    rows, counts = some_rows(random, 30), np.zeros((4, 3), dtype=np.int64)
    entries = plain_entries(np.zeros((1, 30), dtype=np.uint8), np.array(classes))
    cell_kernels.cell_counts(rows, np.array(cells, dtype=np.int32), entries, counts)
    pairs = [(cells[row], classes[row]) for row in rows]
    assert counts.tolist() == [[pairs.count((cell, y)) for y in range(3)] for cell in range(4)]
    # More of them: each as often as its weight says.
    counts[:] = 0
    weighted = entries._replace(weights=np.array(weights, dtype=np.uint8))
    cell_kernels.cell_counts(rows, np.array(cells, dtype=np.int32), weighted, counts)
    pairs = [(cells[row], classes[row]) for row in rows for _ in range(weights[row])]
    assert counts.tolist() == [[pairs.count((cell, y)) for y in range(3)] for cell in range(4)]


def test_bits_are_counted() -> None:
    for number in [0, 1, 2**64 - 1, *(Random(0).getrandbits(64) for _ in range(100))]:
        assert count_bits(np.uint64(number)) == number.bit_count()


@given(st.integers(1, 150), st.integers(1, 150))
def test_bits_are_set_from_one_place_to_another(n: int, m: int) -> None:
    begin, end = min(n, m) - 1, max(n, m)
    bits = np.zeros((2, 3), dtype=np.uint64)
    set_bits(bits, 1, begin, end)
    found = [place for place in range(192) if int(bits[1, place // 64]) >> place % 64 & 1]
    assert found == list(range(begin, end))
    assert not bits[0].any()


@given(st.integers(1, 40), st.integers(1, 40), st.sampled_from([0.0, 0.05, 0.3, 0.5, 0.9, 0.99]))
def test_how_many_shared_rows_make_two_rules_alike(n: int, m: int, diversity: float) -> None:
    # The twin's rule, for each number of rows that they can share.
    least = least_shared(n, m, 1.0 - diversity)
    for shared in range(min(n, m) + 1):
        rows, others = frozenset(range(n)), frozenset(range(n - shared, n - shared + m))
        assert too_similar(rows, others, diversity) == (shared >= least)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=4))
def test_rule_length(counts: list[tuple[int, int]]) -> None:
    covered, uncovered = (tuple(part) for part in zip(*counts, strict=True))
    k, ticks = len(counts), Ticks.for_rows(80, len(counts))
    # Phase 1: uncovered rows alone, coded by themselves.
    found = rule_length(np.array(uncovered), k, ticks)
    assert found == (sum(uncovered), length_ticks(uncovered, ticks))
    # Phase 2: covered rows come first; the uncovered ones are coded by both.
    both = tuple(map(sum, counts))
    expected = cost_ticks(uncovered, both, ticks) + regret_ticks(sum(uncovered), ticks)
    found = rule_length(np.array([*covered, *uncovered]), k, ticks)
    assert found == (sum(uncovered), expected)


def alike_by_hand(members: list[tuple[int, ...]], touched: list[int]) -> list[int]:
    """Return for each cell itself, or of a touched one the first other with the same rules."""
    others = [cell for cell in range(len(members)) if cell not in touched]
    first = {members[cell]: cell for cell in reversed(others)}
    return [
        first.get(rules, cell) if cell in touched else cell for cell, rules in enumerate(members)
    ]


@given(
    st.lists(st.tuples(st.integers(0, 2), st.sampled_from([0, 1, 2**63])), min_size=1, max_size=40),
    st.data(),
)
def test_cells_alike(members: list[tuple[int, ...]], data: st.DataObject) -> None:
    places = st.lists(st.integers(0, len(members) - 1), unique=True)
    touched = sorted(data.draw(places))
    out = np.arange(len(members), dtype=np.int32)
    find_alike(np.array(members, dtype=np.uint64), np.array(touched, dtype=np.intp), out)
    assert out.tolist() == alike_by_hand(members, touched)
