"""Lengths kept up to date rule by rule, against lengths counted again from the rows."""

import math
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.counting.tables import counter_of, rule_of
from tests.naive.lengths import (
    Training,
    class_counts,
    covered_ticks,
    set_ticks,
    speaking_covers,
    training_rows,
)
from tests.naive.problems import Column, Settings, Table
from tests.naive.tree import Rows
from turs.counting import join_beams
from turs.mdl import length_bits
from turs.model import Levels, Rule
from turs.ruleset import RuleSet
from turs.search.partition import Partition, length_ticks, members_of


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


class Growing:
    """A rule set that grows by covers: its partition, and the counter that has its rows."""

    def __init__(self, training: Training) -> None:
        self.training = training
        columns, codes = [Column(1)], [[0] * len(training.y)]
        table = Table(columns, codes, list(training.y), training.n_classes)
        self.counter = counter_of(table, Settings())
        everything = np.array(class_counts(training.all_rows, training))
        self.partition = Partition(everything, training.ticks)
        self.cells = [0] * len(training.y)

    def changes(self, covers: list[Rows]) -> list[int]:
        """Return by how much the covered rows change with each of some covers."""
        beam = join_beams([rule_of(sorted(cover), self.counter.whole) for cover in covers])
        return self.counter.covered_changes(beam, self.partition.rules).tolist()

    def take_out(self, number: int, cover: Rows) -> None:
        """Take a rule out again; partition and counter are others then."""
        rule = rule_of(sorted(cover), self.counter.whole)
        self.partition, new_cells = self.partition.without(number)
        self.counter = self.counter.moved(rule, new_cells)
        self.cells = [int(new_cells[cell]) for cell in self.cells]

    def add(self, cover: Rows) -> None:
        """Add a rule."""
        rule = rule_of(sorted(cover), self.counter.whole)
        inside = self.counter.cells_of(rule, self.partition.n_cells)
        new_cells = self.partition.add(inside)
        self.counter.move(rule, new_cells)
        for row in cover:
            self.cells[row] = int(new_cells[self.cells[row]])


def grow(covers: list[Rows], training: Training) -> Iterator[tuple[Partition, list[int]]]:
    """Add covers one by one, and yield the partition and the cell of each row after each."""
    growing = Growing(training)
    for cover in covers:
        growing.add(cover)
        yield growing.partition, growing.cells


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
    members = members_of(partition.rules)
    assert (
        members.shape == (partition.n_cells, len(covers)) == (partition.n_cells, partition.n_rules)
    )
    assert partition.rules.sizes.tolist() == [len(cover) for cover in covers]
    for row, cell in enumerate(cells):
        assert members[cell].tolist() == [row in cover for cover in covers]
    pairs = list(zip(cells, training.y, strict=True))
    assert partition.counts.tolist() == [
        [pairs.count((cell, y)) for y in range(training.n_classes)]
        for cell in range(partition.n_cells)
    ]
    assert len({tuple(member) for member in members.tolist()}) == partition.n_cells


def check_groups(partition: Partition, covers: list[Rows], training: Training) -> None:
    """Check who speaks for each cell, and with which counts."""
    rules, members = partition.rules, members_of(partition.rules)
    assert rules.group_of[0] == -1
    for cell in range(1, partition.n_cells):
        covering = [covers[place] for place in np.flatnonzero(members[cell])]
        group = rules.group_of[cell]
        speaks = {place for place in range(len(covers)) if has_bit(rules.groups[group], place)}
        assert {covers[place] for place in speaks} == speaking_covers(covering)
        union = frozenset().union(*(covers[place] for place in speaks))
        assert rules.unions[group].tolist() == list(class_counts(union, training))
        assert rules.speaker[group] == (min(speaks) if len(speaks) == 1 else -1)


def has_bit(bitset: NDArray[np.uint64], place: int) -> bool:
    return bool(int(bitset[place // 64]) >> place % 64 & 1)


def check_growth(covers: list[Rows], training: Training) -> None:
    """Check every step against the twin, and against the rule set that a user would see."""
    for place, (partition, cells) in enumerate(grow(covers, training), start=1):
        so_far = covers[:place]
        check_cells(partition, cells, so_far, training)
        check_groups(partition, so_far, training)
        assert partition.covered_ticks == covered_ticks(so_far, training)
        assert partition.real_ticks == set_ticks(so_far, training)
        bits = training.ticks.to_bits(partition.real_ticks)
        assert bits == pytest.approx(model_bits(so_far, training), rel=0, abs=1e-9)


N_ROWS = 14
labels = st.lists(st.integers(0, 2), min_size=N_ROWS, max_size=N_ROWS)
any_cover = st.frozensets(st.integers(0, N_ROWS - 1), min_size=1)
# Ranges of rows are often nested or disjoint.
ranges = st.builds(
    lambda low, n: frozenset(range(low, min(low + n, N_ROWS))),
    st.integers(0, N_ROWS - 1),
    st.integers(1, N_ROWS),
)


@given(st.lists(any_cover, max_size=8) | st.lists(ranges, max_size=8), labels)
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


@given(st.lists(any_cover | ranges, min_size=1, max_size=8), st.lists(any_cover | ranges), labels)
def test_changes_of_any_rules(covers: list[Rows], others: list[Rows], y: list[int]) -> None:
    training = training_of(y, 3)
    growing, so_far = Growing(training), []
    for cover in with_new_rows(covers):
        candidates = [
            other for other in [cover, *others, *covers] if other.difference(*so_far)
        ]  # each has a row that is not covered yet
        before = covered_ticks(so_far, training)
        expected = [covered_ticks([*so_far, other], training) - before for other in candidates]
        assert growing.changes(candidates) == expected
        # One by one they are the same, and asking has changed nothing.
        assert [growing.changes([other]) for other in candidates] == [[n] for n in expected]
        assert growing.partition.covered_ticks == before
        growing.add(cover)
        so_far.append(cover)


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
            check_groups(partition, covers[:place], training)
            assert partition.real_ticks == set_ticks(covers[:place], training)
    bits = training.ticks.to_bits(partition.real_ticks)
    assert bits == pytest.approx(model_bits(covers, training), rel=0, abs=1e-9)


def test_groups_that_speak_for_no_cell_are_dropped() -> None:
    # Twelve rules of three rows. Each later rule covers the first row of all of them, where it
    # joins another group, and a row of its own: groups of which no cell is left come to be, twelve
    # a rule, and cells one a rule.
    y = Random(0).choices(range(3), k=80)
    base = [frozenset([3 * i, 3 * i + 1, 3 * i + 2]) for i in range(12)]
    later = [frozenset([*range(0, 36, 3), row]) for row in range(36, 76)]
    training, n_groups = training_of(y, 3), []
    for place, (partition, cells) in enumerate(grow(base + later, training), start=1):
        n_groups.append(len(partition.rules.groups))
        assert n_groups[-1] <= 2 * partition.n_cells
        if place in (12, 13, 20, 52):
            so_far = (base + later)[:place]
            check_cells(partition, cells, so_far, training)
            check_groups(partition, so_far, training)
            assert partition.real_ticks == set_ticks(so_far, training)
    assert any(after < before for before, after in pairwise(n_groups))


@pytest.mark.parametrize("n_rows", [200, 3000])
def test_changes_of_rules_that_meet_many_cells(n_rows: int) -> None:
    # Unions are counted by bits of rows, a word or more for each class, or where that takes longer,
    # as in the larger table, by bits of cells, a word or more for each digit of their rows.
    random = Random(n_rows)
    training = training_of(random.choices(range(3), k=n_rows), 3)
    growing, so_far = Growing(training), []
    for place in range(9):
        free = training.all_rows.difference(*so_far)
        covers = [
            frozenset(row for row in training.all_rows if random.random() < share)
            | {random.choice(sorted(free))}
            for share in (0.02, 0.2, 0.5, 0.9)
        ]
        before = covered_ticks(so_far, training)
        expected = [covered_ticks([*so_far, cover], training) - before for cover in covers]
        assert growing.changes(covers) == expected
        growing.add(covers[place % 2])
        so_far.append(covers[place % 2])
    assert growing.partition.n_cells > 20
    check_groups(growing.partition, so_far, training)


def test_rows_of_rules_may_come_in_any_order() -> None:
    random = Random(1)
    training = training_of(random.choices(range(3), k=60), 3)
    growing, new = Growing(training), frozenset(range(20, 45))
    for cover in (range(10), range(5, 30), range(28, 40)):
        growing.add(frozenset(cover))
    [expected] = growing.changes([new])
    rule = rule_of(random.sample(sorted(new), k=len(new)), growing.counter.whole)
    assert growing.counter.covered_changes(rule, growing.partition.rules) == [expected]


def test_what_was_given_out_stays_what_it_was() -> None:
    training = training_of([0, 1, 0, 1], 2)
    [(partition, _)] = grow([frozenset([0, 1])], training)
    counts, rules, length = partition.counts, partition.rules, partition.covered_ticks
    before = [array.tolist() for array in rules]
    inside = np.array([[1, 0], [1, 0]])  # rows 0 and 2
    assert partition.add(inside).tolist() == [2, 3]
    assert partition.covered_ticks > length
    assert counts.tolist() == [[1, 1], [1, 1]]
    assert [array.tolist() for array in rules] == before
    assert partition.counts.tolist() == [[0, 1], [0, 1], [1, 0], [1, 0]]


def test_lengths_of_counts() -> None:
    ticks = training_of([0] * 40, 3).ticks
    rows, others, nothing = np.array([2, 0, 5]), np.array([10, 3, 6]), np.zeros(3, dtype=np.int64)
    lengths = length_ticks(np.stack([rows, others, nothing]), ticks)
    for counts, length in zip((rows, others), lengths, strict=False):
        assert length == length_ticks(counts, ticks)
        assert ticks.to_bits(length) == pytest.approx(length_bits(counts), abs=1e-9)
    assert lengths[2] == 0


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
