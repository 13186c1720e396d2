"""Entries that count several times, against the same ones written out as often."""

from dataclasses import dataclass
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.counting.tables import (
    advance,
    beam_in,
    random_rule,
    random_table,
    rules_of,
    seeds,
    shape_of,
    some_tables,
    wide_tables,
)
from tests.naive.problems import (
    Settings,
    Table,
    planted_table,
    scattered_tables,
    small_settings,
)
from tests.naive.refinements import Rule
from turs.counting import Beam, Counter, View, Workers, growing, view
from turs.counting.entries import Entries, plain_entries
from turs.counting.pruned import PrunedTree
from turs.mdl import Ticks
from turs.search.partition import Partition

SHARES = 5
least_leaves = st.sampled_from([1, 4, 12])
splits = st.sampled_from([0.0, 0.5, 3.0])


@dataclass
class Twice:
    """Weighted entries, and the same written out, each as a counter knows them."""

    weighted: Counter
    plain: Counter
    origin: np.ndarray  # of each entry that is written out: which of the weighted ones it is
    ticks: Ticks

    @property
    def views(self) -> list[tuple[View, View, np.ndarray]]:
        """The same view of both, and where the rows of the second come from."""
        is_left = np.zeros(self.weighted.whole.n_entries, dtype=bool)
        is_left[self.weighted._listed().rows] = True
        places = np.cumsum(is_left) - 1
        left = places[self.origin[self.plain._listed().rows]]
        return [
            (self.weighted.whole, self.plain.whole, self.origin),
            (self.weighted.uncovered, self.plain.uncovered, left),
        ]

    def beams(self, *rules: Rule) -> list[tuple[Beam, Beam]]:
        """Some rules in all rows, and in the uncovered ones."""
        return [(beam_in(one, *rules), beam_in(two, *rules)) for one, two, _ in self.views]


def written_out(entries: Entries) -> tuple[Entries, np.ndarray]:
    """Return each entry as often as its weight says, and which one it was."""
    origin = np.repeat(np.arange(len(entries.labels)), entries.weights)
    return plain_entries(entries.codes.take(origin, axis=1), entries.labels[origin]), origin


def weighted_entries(table: Table, random: Random) -> Entries:
    dtype = np.uint8 if max(column.n_bins for column in table.columns) < 256 else np.uint16
    entries = plain_entries(np.array(table.codes, dtype=dtype), np.array(table.y))
    weights = random.choices(range(1, SHARES + 1), k=len(table.y))
    return entries._replace(weights=np.array(weights, dtype=np.uint8))


def ticks_of(table: Table) -> Ticks:
    return Ticks.for_rows(len(table.y), table.n_classes, shares=SHARES, caution=0.49)


def twice(table: Table, steered: Settings, seed: int, workers: Workers | None = None) -> Twice:
    """Make both counters, with the same ticks."""
    entries = weighted_entries(table, Random(seed))
    plain, origin = written_out(entries)
    ticks, shape = ticks_of(table), shape_of(table, steered)
    price = ticks.of_bits(0.1 * steered.simplicity)
    counters = (
        Counter(its, its, shape, ticks, workers or Workers(1), price) for its in (entries, plain)
    )
    return Twice(*counters, origin, ticks)


def check_beams(weighted: Beam, plain: Beam, one: View, origin: np.ndarray) -> None:
    """Check that two beams are of the same rules, with the same counts and rows."""
    assert rules_of(weighted, one.shape) == rules_of(plain, one.shape)
    assert weighted.counts.tolist() == plain.counts.tolist()
    for place in range(len(weighted.counts)):
        rows, others = (
            beam.rows[beam.starts[place] : beam.starts[place + 1]] for beam in (weighted, plain)
        )
        assert rows.tolist() == np.unique(origin[others]).tolist()
        assert one.entries.weights[rows].sum() == len(others)


def cover(both: Twice, rule: Rule) -> None:
    """Cover the rows of a rule: they move to cell 1."""
    to = np.array([1, 1], dtype=np.int32)
    both.weighted.move(beam_in(both.weighted.whole, rule), to)
    both.plain.move(beam_in(both.plain.whole, rule), to)


# Rules and their refinements.


def check_refinements(table: Table, steered: Settings, seed: int, workers: Workers) -> int:
    """Check rules and their refinements, with some rows covered; return how many were seen."""
    random, both = Random(seed), twice(table, steered, seed, workers)
    rules = [random_rule(random, table, n) for n in (0, 1, 2)]
    cover(both, random_rule(random, table, 2))
    most_seen = 0
    for one, two, origin in both.views:
        weighted, plain = beam_in(one, *rules), beam_in(two, *rules)
        check_beams(weighted, plain, one, origin)
        # As long as there are any.
        while len(weighted.counts):
            weighted, n_seen = advance(one, weighted, steered.beam_width, steered.diversity)
            plain, n_plain = advance(two, plain, steered.beam_width, steered.diversity)
            assert n_seen == n_plain
            check_beams(weighted, plain, one, origin)
            most_seen = max(most_seen, n_seen)
    return most_seen


@settings(max_examples=150)
@given(some_tables, small_settings, seeds)
def test_refinements_and_beams(table: Table, steered: Settings, seed: int) -> None:
    check_refinements(table, steered, seed, Workers(1))


@settings(max_examples=8)
@given(wide_tables, small_settings, seeds)
def test_refinements_of_wide_columns(table: Table, steered: Settings, seed: int) -> None:
    check_refinements(table, steered, seed, Workers(1))


@pytest.mark.parametrize("diversity", [0.0, 0.05, 0.5, 0.9])
@pytest.mark.parametrize("n_threads", [1, 2])
def test_beams_of_many_rows(
    diversity: float, n_threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view, "_WORTH_A_THREAD", 0)
    with Workers(n_threads) as workers:
        for seed in range(4):
            table = random_table(seed, 300, [20, 9, 4, 30])
            steered = Settings(beam_width=7, diversity=diversity)
            assert check_refinements(table, steered, seed, workers) > 20


def test_similar_rules_are_told_by_their_shares() -> None:
    # Two rules of columns 0 and 1 share rows 0 and 1, and each has one more: of four rows, half are
    # shared; if the shared ones count nine times, 18 of 20 shares. Of the rows on the other sides
    # three of five are shared, or 27 of 29 shares.
    codes = np.array([[0, 0, 0, 1, 1, 1, 1], [0, 0, 1, 0, 1, 1, 1]], dtype=np.uint8)
    classes = np.array([0, 0, 0, 0, 1, 1, 1])
    table = planted_table(0, n_columns=2)
    columns = [type(table.columns[0])(2)] * 2
    shape = shape_of(Table(columns, codes.tolist(), classes.tolist(), 2), Settings())
    ticks, n_kept = Ticks.for_rows(7, 2, shares=9), []
    for weights in ([1] * 7, [9, 9, 1, 1, 9, 9, 9]):
        entries = plain_entries(codes, classes)._replace(weights=np.array(weights, dtype=np.uint8))
        one = View(entries, 2, shape, ticks, Workers(1))
        beam, _ = advance(one, one.everything(), 8, 0.2)
        n_kept.append(len(beam.counts))
    # Either side of both columns has a gain: of 3 and 1 rows the classes take 3.2 bits, where four
    # rows of all take 3.9. Then of each side that of one column alone.
    assert n_kept == [4, 2]


# Cells, and changes of the covered rows.


@settings(max_examples=100)
@given(some_tables | scattered_tables, seeds)
def test_cells_and_changes(table: Table, seed: int) -> None:
    random, both = Random(seed), twice(table, Settings(), seed)
    everything = beam_in(both.weighted.whole, {}).counts[0, table.n_classes :]
    partitions = [Partition(everything, both.ticks) for _ in range(2)]
    counters = both.weighted, both.plain
    for n_literals in (1, 2, 1, 3, 2):
        if not both.weighted.uncovered.n_entries:
            break
        rules = [random_rule(random, table, n) for n in (n_literals, 1, 2)]
        weighted, plain = both.beams(*rules)[0]
        has_new = weighted.counts[:, table.n_classes :].any(axis=1)
        rules = [rule for rule, is_new in zip(rules, has_new, strict=True) if is_new]
        if not rules:
            continue
        weighted, plain = both.beams(*rules)[0]
        changes = both.weighted.covered_changes(weighted, partitions[0].rules)
        assert changes.tolist() == both.plain.covered_changes(plain, partitions[1].rules).tolist()
        inside = []
        for counter, partition in zip(counters, partitions, strict=True):
            rule = beam_in(counter.whole, rules[0])
            inside.append(counter.cells_of(rule, partition.n_cells))
            counter.move(rule, partition.add(inside[-1]))
        assert inside[0].tolist() == inside[1].tolist()
        assert partitions[0].real_ticks == partitions[1].real_ticks
        assert both.weighted._cells[both.origin].tolist() == both.plain._cells.tolist()


@given(some_tables, seeds)
def test_own_cells_are_counted_by_other_weights(table: Table, seed: int) -> None:
    random = Random(seed)
    entries = weighted_entries(table, random)
    is_own = np.array(random.choices([0, 1], k=len(table.y)), dtype=np.uint8)
    own = entries._replace(weights=is_own)
    shape, ticks = shape_of(table, Settings()), ticks_of(table)
    counter = Counter(entries, own, shape, ticks, Workers(1))
    rule = beam_in(counter.whole, random_rule(random, table, 2))
    for is_asked, weights in ((False, entries.weights), (True, is_own)):
        expected = [
            sum(int(weights[row]) for row in rule.rows if table.y[row] == y)
            for y in range(table.n_classes)
        ]
        assert counter.cells_of(rule, 2, own=is_asked).tolist() == [
            expected,
            [0] * table.n_classes,
        ]


# Trees.


def rows_by_leaf(leaves: np.ndarray, origin: np.ndarray) -> set[frozenset[int]]:
    return {
        frozenset(origin[np.flatnonzero(leaves == leaf)].tolist()) for leaf in np.unique(leaves)
    }


def check_trees(
    table: Table, least: int, split: float, seed: int, workers: Workers | None = None
) -> int:
    """Check the trees of all entries; return the number of leaves."""
    entries, ticks = weighted_entries(table, Random(seed)), ticks_of(table)
    plain, origin = written_out(entries)
    given = least, ticks.of_bits(split), shape_of(table, Settings()), ticks
    weighted = PrunedTree(entries, *given, workers or Workers(1))
    twin = PrunedTree(plain, *given, Workers(1))
    every = np.arange(len(entries.labels))
    assert rows_by_leaf(weighted.leaves, every) == rows_by_leaf(twin.leaves, origin)
    assert weighted.length == twin.length
    assert weighted.n_entries == len(entries.labels)
    assert weighted.n_shares == twin.n_shares == twin.n_entries == entries.weights.sum()
    return len(np.unique(twin.leaves))


@settings(max_examples=100)
@given(some_tables | scattered_tables, least_leaves, splits, seeds)
def test_trees(table: Table, least: int, split: float, seed: int) -> None:
    check_trees(table, least, split, seed)


@settings(max_examples=10)
@given(wide_tables, least_leaves, splits, seeds)
def test_trees_of_wide_columns(table: Table, least: int, split: float, seed: int) -> None:
    check_trees(table, least, split, seed)


@pytest.mark.parametrize("n_threads", [1, 3])
def test_trees_in_threads(n_threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "_WORTH_A_THREAD", 0)
    with Workers(n_threads) as workers:
        for seed in range(4):
            table = random_table(seed, 400, [9, 5, 40], 3)
            assert check_trees(table, 1 + 7 * seed, 0.0, seed, workers) > 10


@pytest.mark.parametrize("most_leaves", [1, 3, 20])
def test_leaves_are_larger_in_large_tables(
    most_leaves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # By the shares that there are, not by the entries.
    monkeypatch.setattr(growing, "MOST_LEAVES", most_leaves)
    assert check_trees(random_table(1, 250, [9, 5, 4]), 2, 0.0, 1) <= most_leaves


@settings(max_examples=100)
@given(some_tables | scattered_tables, least_leaves, splits, seeds)
def test_lengths_of_trees_while_rows_are_covered(
    table: Table, least: int, split: float, seed: int
) -> None:
    random, both = Random(seed), twice(table, Settings(), seed)
    costs = least, both.ticks.of_bits(split)
    for n_literals in (3, 1, 3, 2, 3):
        assert both.weighted.pruned_ticks(*costs) == both.plain.pruned_ticks(*costs)
        rules = [{}, *(random_rule(random, table, n) for n in (1, 2, 3))]
        for weighted, plain in both.beams(*rules):
            lengths = both.weighted.pruned_ticks_without(weighted)
            assert lengths.tolist() == both.plain.pruned_ticks_without(plain).tolist()
        if random.random() < 0.3:
            assert both.weighted.grow_tree(*costs) == both.plain.grow_tree(*costs)
        cover(both, random_rule(random, table, n_literals))


def test_a_tree_is_stale_by_its_shares() -> None:
    # Ten entries, of which one is covered: it has one of 91 shares, or ten of 100.
    table = random_table(1, 10, [9, 5])
    for weights, is_anew in (([1] + [10] * 9, False), ([10] * 10, True)):
        entries = plain_entries(np.array(table.codes, dtype=np.uint8), np.array(table.y))
        entries = entries._replace(weights=np.array(weights, dtype=np.uint8))
        ticks = Ticks.for_rows(10, table.n_classes, shares=10)
        counter = Counter(entries, entries, shape_of(table, Settings()), ticks, Workers(1))
        counter.pruned_ticks(10, 0)
        one = Beam(
            np.zeros(1, dtype=np.int32),
            np.array([0, 1]),
            np.zeros((1, 2 * table.n_classes), dtype=np.int64),
            counter.whole.shape.full[None],
        )
        counter.move(one, np.array([1], dtype=np.int32))
        counter.pruned_ticks(10, 0)
        # It can be grown anew only if it was not.
        assert counter.grow_tree(10, 0) is not is_anew
