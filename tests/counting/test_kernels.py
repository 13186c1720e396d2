"""The kernels that only count, against loops."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.counting.tables import random_table
from tests.naive.lengths import cost_ticks, length_ticks, regret_ticks
from turs.counting import kernels
from turs.mdl import Ticks

# A rule may leave any rows: none, one, some, in rising order.
seeds = st.integers(0, 2**32)


def some_rows(random: Random, n_rows: int) -> np.ndarray:
    share = random.choice([0.0, 0.05, 0.5, 1.0])
    return np.array([row for row in range(n_rows) if random.random() < share], dtype=np.int32)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@given(seed=seeds)
def test_histogram(dtype: type, seed: int) -> None:
    random = Random(seed)
    table = random_table(seed, random.randint(1, 40), [1, 3, 9], n_classes=random.randint(2, 5))
    codes, labels = np.array(table.codes, dtype=dtype), np.array(table.y, dtype=np.uint16)
    rows = some_rows(random, len(labels))
    counts = np.zeros((3, 10, table.n_classes), dtype=np.int64)
    kernels.histogram(codes, rows, labels, counts)
    expected = np.zeros_like(counts)
    for column in range(3):
        for row in rows:
            expected[column, table.codes[column][row], table.y[row]] += 1
    assert counts.tolist() == expected.tolist()
    # Every column counts each row once, and each class as often as it occurs.
    by_class = np.zeros(table.n_classes, dtype=np.int64)
    kernels.label_counts(rows, labels, by_class)
    assert by_class.tolist() == [[table.y[r] for r in rows].count(y) for y in range(len(by_class))]
    assert np.all(counts.sum(axis=1) == by_class)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@given(seed=seeds)
def test_filtered_rows_stay_in_order(dtype: type, seed: int) -> None:
    random = Random(seed)
    column = np.array(random.choices(range(7), k=30), dtype=dtype)
    allowed = np.array([random.random() < 0.5 for _ in range(7)])
    rows, out = some_rows(random, 30), np.full(30, -1, dtype=np.int32)
    n = kernels.filter_rows(column, rows, allowed, out)
    assert out[:n].tolist() == [row for row in rows if allowed[column[row]]]
    assert np.all(out[n:] == -1)


@given(seed=seeds)
def test_cell_counts(seed: int) -> None:
    random = Random(seed)
    cells, classes = random.choices(range(4), k=30), random.choices(range(3), k=30)
    rows, counts = some_rows(random, 30), np.zeros((4, 3), dtype=np.int64)
    kernels.cell_counts(
        rows, np.array(cells, dtype=np.int32), np.array(classes, dtype=np.uint16), counts
    )
    pairs = [(cells[row], classes[row]) for row in rows]
    assert counts.tolist() == [[pairs.count((cell, y)) for y in range(3)] for cell in range(4)]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=4))
def test_rule_length(counts: list[tuple[int, int]]) -> None:
    covered, uncovered = (tuple(part) for part in zip(*counts, strict=True))
    k, ticks = len(counts), Ticks.for_rows(80, len(counts))
    # Phase 1: uncovered rows alone, coded by themselves.
    found = kernels.rule_length(np.array(uncovered), k, ticks)
    assert found == (sum(uncovered), length_ticks(uncovered, ticks))
    # Phase 2: covered rows come first; the uncovered ones are coded by both.
    both = tuple(map(sum, counts))
    expected = cost_ticks(uncovered, both, ticks) + regret_ticks(sum(uncovered), ticks)
    found = kernels.rule_length(np.array([*covered, *uncovered]), k, ticks)
    assert found == (sum(uncovered), expected)
