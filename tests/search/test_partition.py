"""Lengths kept up to date rule by rule, against lengths counted again from the rows."""

import math
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.naive.lengths import (
    Training,
    class_counts,
    covered_ticks,
    set_ticks,
    training_rows,
)
from tests.naive.tree import Rows
from turs.mdl import cross_bits, length_bits
from turs.model import Levels, Rule
from turs.ruleset import RuleSet
from turs.search.partition import Partition, cross_ticks, length_ticks


def with_new_rows(covers: list[Rows]) -> list[Rows]:
    """Leave out covers without a row that none before them has: the search adds no such rule."""
    seen: set[int] = set()
    kept = []
    for cover in covers:
        if cover - seen:
            kept.append(cover)
        seen |= cover
    return kept


def training_of(y: list[int], n_classes: int) -> Training:
    return training_rows([[0] * len(y)], y, n_classes)


def grow(covers: list[Rows], training: Training) -> Iterator[tuple[Partition, list[int]]]:
    """Add covers one by one, and yield the partition and the cell of each row after each."""
    everything = np.array(class_counts(training.all_rows, training))
    partition, cells = Partition(everything, training.ticks), [0] * len(training.y)
    for cover in covers:
        inside = np.zeros((partition.n_cells, training.n_classes), dtype=np.int64)
        for row in cover:
            inside[cells[row], training.y[row]] += 1
        foreseen = partition.covered_ticks_with(inside)
        new_cells = partition.add(inside)
        assert partition.covered_ticks == foreseen
        for row in cover:
            cells[row] = int(new_cells[cells[row]])
        yield partition, cells


def model_bits(covers: list[Rows], training: Training) -> float:
    """Return the length of rules with these covers, as a rule set computes it."""
    columns = {f"x{i}": [row in c for row in range(len(training.y))] for i, c in enumerate(covers)}
    rules = [Rule([Levels(name, [True])]) for name in columns]
    classes = list(range(training.n_classes))
    return RuleSet.from_rules(rules, columns, training.y, classes).description_length().total_bits


def check_cells(
    partition: Partition, cells: list[int], covers: list[Rows], training: Training
) -> None:
    """Check the cells: which rules cover them, and how many rows of each class they have."""
    members = partition.members()
    assert (
        members.shape == (partition.n_cells, len(covers)) == (partition.n_cells, partition.n_rules)
    )
    for row, cell in enumerate(cells):
        assert members[cell].tolist() == [row in cover for cover in covers]
    pairs = list(zip(cells, training.y, strict=True))
    assert partition.counts.tolist() == [
        [pairs.count((cell, y)) for y in range(training.n_classes)]
        for cell in range(partition.n_cells)
    ]
    assert len({tuple(member) for member in members.tolist()}) == partition.n_cells


def check_growth(covers: list[Rows], training: Training) -> None:
    """Check every step against the twin, and against the rule set that a user would see."""
    for place, (partition, cells) in enumerate(grow(covers, training), start=1):
        so_far = covers[:place]
        check_cells(partition, cells, so_far, training)
        assert partition.covered_ticks == covered_ticks(so_far, training)
        assert partition.real_ticks == set_ticks(so_far, training)
        bits = training.ticks.to_bits(partition.real_ticks)
        assert bits == pytest.approx(model_bits(so_far, training), rel=0, abs=1e-9)


N_ROWS = 14
labels = st.lists(st.integers(0, 2), min_size=N_ROWS, max_size=N_ROWS)
any_covers = st.lists(st.frozensets(st.integers(0, N_ROWS - 1), min_size=1), max_size=8)
# Ranges of rows are often nested or disjoint.
ranges = st.builds(
    lambda low, n: frozenset(range(low, min(low + n, N_ROWS))),
    st.integers(0, N_ROWS - 1),
    st.integers(1, N_ROWS),
)


@given(any_covers | st.lists(ranges, max_size=8), labels)
def test_any_rules(covers: list[Rows], y: list[int]) -> None:
    check_growth(with_new_rows(covers), training_of(y, 3))


@pytest.mark.parametrize(
    "covers",
    [
        [{0}, {0, 1, 2}, {0, 1, 2, 3, 4, 5}, set(range(14))],  # each contains all before
        [{0, 1, 2}, {3, 4}, {5}, {6, 7, 8, 9, 10, 11, 12, 13}],  # disjoint, all rows
        [{0, 1, 2, 3}, {2, 3, 4, 5}, {4, 5, 6, 7}, {6, 7, 8, 9}],  # a chain
        [{0, 1}, {4, 5}, {0, 1, 2, 3}, {4, 5, 6, 7}, set(range(12))],  # a hierarchy
        [{0, 1, 2, 3}, {2, 3, 4, 5}, {1, 2, 3, 4, 9}, {2, 6}],  # no exception, all overlap in 2
        [{0, 1}, {1, 2}, {0, 1, 2, 3}],  # an overlap, then a rule that contains both
    ],
)
def test_kinds_of_rules(covers: list[set[int]]) -> None:
    y = [0, 1, 1, 0, 0, 0, 1, 0, 1, 1, 1, 0, 0, 1]
    check_growth([frozenset(cover) for cover in covers], training_of(y, 2))


@pytest.mark.parametrize("seed", range(3))
def test_more_rules_than_bits_in_a_word(seed: int) -> None:
    random = Random(seed)
    y = random.choices(range(3), k=150)
    covers = [
        # a row of its own, and some or none of the rows before: often exceptions of old rules
        frozenset([row, *random.sample(range(row), k=min(row, random.choice([0, 1, 5, 30])))])
        for row in range(140)
    ]
    training = training_of(y, 3)
    for place, (partition, cells) in enumerate(grow(covers, training), start=1):
        if place in (63, 64, 65, 128, 129, 140):
            check_cells(partition, cells, covers[:place], training)
            assert partition.real_ticks == set_ticks(covers[:place], training)
    bits = training.ticks.to_bits(partition.real_ticks)
    assert bits == pytest.approx(model_bits(covers, training), rel=0, abs=1e-9)


def test_what_was_given_out_stays_what_it_was() -> None:
    training = training_of([0, 1, 0, 1], 2)
    [(partition, _)] = grow([frozenset([0, 1])], training)
    counts, length = partition.counts, partition.covered_ticks
    inside = np.array([[1, 0], [1, 0]])  # rows 0 and 2
    assert partition.covered_ticks_with(inside) != length == partition.covered_ticks
    assert partition.add(inside).tolist() == [2, 3]
    assert counts.tolist() == [[1, 1], [1, 1]]
    assert partition.counts.tolist() == [[0, 1], [0, 1], [1, 0], [1, 0]]


def test_lengths_of_counts() -> None:
    ticks = training_of([0] * 40, 3).ticks
    rows, model = np.array([2, 0, 5]), np.array([10, 3, 6])
    assert ticks.to_bits(length_ticks(rows, ticks)) == pytest.approx(length_bits(rows), abs=1e-9)
    assert ticks.to_bits(cross_ticks(rows, model, ticks)) == pytest.approx(cross_bits(rows, model))
    nothing = np.zeros(3, dtype=np.int64)
    assert length_ticks(nothing, ticks) == cross_ticks(nothing, model, ticks) == 0


def test_three_rules_that_share_a_row_by_hand() -> None:
    # Rows 0, 1 have (2, 0) of A's (2, 1): 2 log2(3 / 2). Row 2 has (0, 1) of (2, 4), the union of
    # all three: log2(6 / 4). Rows 3, 4 of B and 5 of C are pure. R(3) = 26 / 9, R(2) = 2.5.
    training = training_of([0, 0, 1, 1, 1, 1, 0, 0], 2)
    covers = [frozenset([0, 1, 2]), frozenset([2, 3, 4]), frozenset([2, 5])]
    *_, (partition, cells) = grow(covers, training)
    assert partition.n_cells == len(set(cells)) == 5
    covered = 3 * math.log2(1.5) + 2 * math.log2(26 / 9) + math.log2(2.5)
    assert training.ticks.to_bits(partition.covered_ticks) == pytest.approx(covered, abs=1e-9)
    real = covered + math.log2(2.5)  # the else rule is pure
    assert training.ticks.to_bits(partition.real_ticks) == pytest.approx(real, abs=1e-9)
