"""The pruned tree of the uncovered rows against the naive one, to the row and to the tick."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.counting.tables import (
    beam_in,
    counter_of,
    cover_with,
    problem_of,
    random_rule,
    random_table,
    rule_of,
    seeds,
    shape_of,
    some_tables,
    wide_tables,
)
from tests.naive import pruned as naive
from tests.naive.description import literal_ticks
from tests.naive.lengths import rows_ticks, rule_cover, uncovered_rows
from tests.naive.problems import Column, Settings, Table, planted_table, scattered_tables
from tests.naive.pruned import grow_tree, is_stale, leaves_of, pruned_ticks
from tests.naive.surrogate import next_tree
from tests.naive.tree import Rows
from turs.counting import Workers, growing
from turs.counting.entries import plain_entries
from turs.counting.pruned import PrunedTree

leaf_settings = st.builds(
    Settings, least_leaf=st.integers(1, 8), simplicity=st.sampled_from([0.0, 1.0, 8.0])
)
dtypes = pytest.mark.parametrize("dtype", [np.uint8, np.uint16])


def tree_of(
    table: Table,
    steered: Settings,
    dtype: type[np.unsignedinteger] = np.uint16,
    workers: Workers | None = None,
) -> PrunedTree:
    """Grow the tree of all rows of a table."""
    problem = problem_of(table, steered)
    return PrunedTree(
        plain_entries(np.array(table.codes, dtype=dtype), np.array(table.y)),
        steered.least_leaf,
        literal_ticks(problem),
        shape_of(table, steered),
        problem.training.ticks,
        workers or Workers(1),
    )


def rows_by_leaf(tree: PrunedTree) -> set[Rows]:
    return {
        frozenset(np.flatnonzero(tree.leaves == leaf).tolist()) for leaf in np.unique(tree.leaves)
    }


def check_tree(table: Table, steered: Settings, dtype: type[np.unsignedinteger]) -> int:
    """Check the leaves and the length of the tree of all rows; return the number of leaves."""
    problem, tree = problem_of(table, steered), tree_of(table, steered, dtype)
    everything = problem.training.all_rows
    twin = grow_tree(everything, problem)
    assert rows_by_leaf(tree) == set(leaves_of(twin))
    assert tree.n_entries == tree.n_shares == len(everything)
    assert tree.length == pruned_ticks(twin, everything, problem)
    return len(leaves_of(twin))


@dtypes
@settings(max_examples=150)
@given(table=some_tables | scattered_tables, steered=leaf_settings)
def test_trees_are_those_of_the_twin(
    dtype: type[np.unsignedinteger], table: Table, steered: Settings
) -> None:
    check_tree(table, steered, dtype)


@settings(max_examples=15)
@given(wide_tables, leaf_settings)
def test_trees_of_wide_columns(table: Table, steered: Settings) -> None:
    check_tree(table, steered, np.uint16)


@dtypes
@pytest.mark.parametrize("seed", range(5))
def test_trees_of_many_rows(seed: int, dtype: type[np.unsignedinteger]) -> None:
    random = Random(seed)
    n_rows, n_bins = random.randint(300, 500), random.choices([1, 2, 3, 5, 8, 12, 40], k=4)
    table = random_table(seed, n_rows, n_bins, random.randint(2, 5), random.choice([0.1, 0.5]))
    assert check_tree(table, Settings(least_leaf=1 + seed), dtype) > 5


@pytest.mark.parametrize("n_threads", [2, 3])
@pytest.mark.parametrize("parts_a_thread", [1, 2, 5, 50])
def test_parts_in_threads(
    n_threads: int, parts_a_thread: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(growing, "_WORTH_A_THREAD", 0)
    monkeypatch.setattr(growing, "_PARTS_A_THREAD", parts_a_thread)
    sizes = set()
    with Workers(n_threads) as workers:
        for seed in range(6):
            table = random_table(seed, 60 * (1 + seed), [5, 12, 40], 3, 0.3)
            steered = Settings(least_leaf=1 + seed)
            tree = tree_of(table, steered, workers=workers)
            alone = tree_of(table, steered)
            assert rows_by_leaf(tree) == rows_by_leaf(alone)
            assert tree.length == alone.length
            nodes = tree._nodes
            assert all(nodes.parent[1:] < np.arange(1, len(nodes.parent)))
            inner = np.flatnonzero(nodes.left >= 0)
            assert (nodes.parent[nodes.left[inner]] == inner).all()
            assert (nodes.parent[nodes.right[inner]] == inner).all()
            together = nodes.counts[nodes.left[inner]] + nodes.counts[nodes.right[inner]]
            assert (nodes.counts[inner] == together).all()
            sizes.add(len(inner))
    assert max(sizes) > 20


def test_a_tree_as_large_as_there_is_room_for() -> None:
    # Every row a leaf; and blocks of rows that are cut off one by one.
    table = Table([Column(64)], [list(range(64))], [code % 2 for code in range(64)], 2)
    assert check_tree(table, Settings(least_leaf=1), np.uint8) == 64
    codes = [code for code in range(120) for _ in range(1 + code // 20)]
    table = Table([Column(120)], [codes], [code % 2 for code in codes], 2)
    for least in (2, 6):
        check_tree(table, Settings(least_leaf=least), np.uint8)


def test_many_classes() -> None:
    table = random_table(5, 400, [6, 5, 4], n_classes=60)
    assert check_tree(table, Settings(least_leaf=10), np.uint8) > 1


def test_equal_columns_and_mirrored_cuts() -> None:
    for seed in range(10):
        table = planted_table(seed, n_rows=40, n_columns=2)
        table = Table(table.columns * 2, table.codes * 2, table.y, table.n_classes)
        check_tree(table, Settings(least_leaf=2), np.uint8)
    y = [1, 1, 0, 0, 0, 0, 1, 1]
    table = Table([Column(4, False), Column(4)], [[0, 0, 1, 1, 2, 2, 3, 3]] * 2, y, 2)
    check_tree(table, Settings(least_leaf=2), np.uint8)


@pytest.mark.parametrize("most_leaves", [1, 3, 20])
def test_leaves_are_larger_in_large_tables(
    most_leaves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(growing, "MOST_LEAVES", most_leaves)
    monkeypatch.setattr(naive, "MOST_LEAVES", most_leaves)
    for seed in range(4):
        n_leaves = check_tree(random_table(seed, 250, [9, 5, 4]), Settings(least_leaf=2), np.uint8)
        assert n_leaves <= most_leaves


def test_one_row_and_no_row() -> None:
    table = Table([Column(2), Column(3, False, True)], [[1], [3]], [1], 2)
    assert check_tree(table, Settings(least_leaf=1), np.uint8) == 1
    counter = counter_of(table, Settings())
    cover_with(counter, {})
    assert counter.uncovered.n_entries == 0
    assert counter.pruned_ticks(1, 0) == counter.pruned_ticks(1, 1000) == 0


# Without some of the rows.


class Growing:
    """The uncovered rows and their tree, as the counter knows them and as the twin does."""

    def __init__(self, table: Table, steered: Settings, dtype: type[np.unsignedinteger]) -> None:
        self.table = table
        self.problem = problem_of(table, steered)
        self.counter = counter_of(table, steered, dtype=dtype)
        self.costs = steered.least_leaf, literal_ticks(self.problem)
        self.covers: list[Rows] = []
        self.tree = grow_tree(self.problem.training.all_rows, self.problem)
        self.happened: set[str] = set()

    def cover(self, rows: Rows) -> None:
        """Cover rows, some of which may be covered already."""
        self.covers.append(rows)
        self.counter.move(rule_of(rows, self.counter.whole), np.array([1, 1], dtype=np.int32))

    def check(self, rules: list[dict[int, int]]) -> None:
        """Check the tree after a rule, and without the rows of other rules."""
        problem, training = self.problem, self.problem.training
        uncovered = uncovered_rows(self.covers, training)
        self.happened.add("stale" if is_stale(self.tree, uncovered) else "stayed")
        tree = next_tree(self.tree, self.covers, self.problem)
        assert tree is not None
        self.tree = tree
        assert self.counter.pruned_ticks(*self.costs) == pruned_ticks(tree, uncovered, problem)
        expected = [
            pruned_ticks(tree, uncovered - rule_cover(rule, training), problem) for rule in rules
        ]
        for view in (self.counter.uncovered, self.counter.whole):
            beam = beam_in(view, *rules)
            assert self.counter.pruned_ticks_without(beam).tolist() == expected
            # Once more: what was taken out as a question is still there.
            assert self.counter.pruned_ticks_without(beam).tolist() == expected
        assert self.counter.pruned_ticks(*self.costs) == pruned_ticks(tree, uncovered, problem)

    def grow(self) -> None:
        """Grow the tree anew, if there is anything new."""
        uncovered = uncovered_rows(self.covers, self.problem.training)
        is_new = len(uncovered) < len(self.tree.rows)
        self.happened.add("grown anew" if is_new else "is of these rows")
        assert self.counter.grow_tree(*self.costs) == is_new
        assert self.counter.grow_tree(*self.costs) is False
        self.tree = grow_tree(uncovered, self.problem)


def as_array(rows: Rows) -> NDArray[np.int32]:
    return np.array(sorted(rows), dtype=np.int32)


def check_growing(
    table: Table, steered: Settings, seed: int, dtype: type[np.unsignedinteger]
) -> set[str]:
    """Cover many rows and few, ask for lengths at each step, and return what happened."""
    random, growing = Random(seed), Growing(table, steered, dtype)
    for n_literals in (1, 3, 3, 2, 3, 3):
        growing.check([{}, *(random_rule(random, table, n) for n in (1, 1, 2, 3))])
        if random.random() < 0.3:
            growing.grow()
            growing.check([random_rule(random, table, 2)])
        rows = rule_cover(random_rule(random, table, n_literals), growing.problem.training)
        share = random.choice([0.05, 0.3, 1.0])
        growing.cover(frozenset(row for row in sorted(rows) if random.random() < share))
    growing.check([{}])
    return growing.happened


@settings(max_examples=100)
@given(some_tables | scattered_tables, leaf_settings, seeds, st.sampled_from([np.uint8, np.uint16]))
def test_lengths_while_rows_are_covered(
    table: Table, steered: Settings, seed: int, dtype: type[np.unsignedinteger]
) -> None:
    check_growing(table, steered, seed, dtype)


@settings(max_examples=8)
@given(wide_tables, leaf_settings, seeds)
def test_lengths_of_wide_columns(table: Table, steered: Settings, seed: int) -> None:
    check_growing(table, steered, seed, np.uint16)


def test_all_that_can_happen_to_a_tree() -> None:
    happened: set[str] = set()
    for seed in range(12):
        table = random_table(seed, 200, [9, 5, 4], noise=0.1)
        happened |= check_growing(table, Settings(least_leaf=3), seed, np.uint8)
    assert happened == {"stale", "stayed", "grown anew", "is of these rows"}


@pytest.mark.parametrize(("n_covered", "is_anew"), [(9, False), (10, True), (11, True)])
def test_nine_tenths_are_few(n_covered: int, is_anew: bool) -> None:
    counter = counter_of(random_table(1, 100, [9, 5]), Settings())
    counter.pruned_ticks(5, 0)
    counter.move(rule_of(range(n_covered), counter.whole), np.array([1], dtype=np.int32))
    counter.pruned_ticks(5, 0)
    # It can be grown anew only if it was not.
    assert counter.grow_tree(5, 0) is not is_anew


def test_rows_are_taken_out_once() -> None:
    # Rows 0-19 are covered, then 10-29: those in between are in the tree no more.
    table = random_table(2, 400, [9, 5], noise=0.1)
    problem, counter = problem_of(table, Settings()), counter_of(table, Settings())
    counter.pruned_ticks(5, 0)
    tree = grow_tree(problem.training.all_rows, problem)
    for low in (0, 10):
        rows = np.arange(low, low + 20, dtype=np.int32)
        counter.move(rule_of(rows, counter.whole), np.array([1, 1], dtype=np.int32))
    left = frozenset(range(30, 400))
    assert counter.pruned_ticks(5, 0) == pruned_ticks(tree, left, problem)
    beam = beam_in(counter.whole, {})
    assert counter.pruned_ticks_without(beam).tolist() == [0]


def test_one_leaf_is_the_else_rule() -> None:
    table = random_table(8, 40, [5, 7])
    training = problem_of(table, Settings()).training
    one_leaf = rows_ticks(training.all_rows, training)
    assert counter_of(table, Settings()).pruned_ticks(21, 0) == one_leaf
    # So is a tree whose splits cost too much.
    assert counter_of(table, Settings()).pruned_ticks(1, one_leaf) == one_leaf


def test_without_a_tree_there_is_no_length() -> None:
    counter = counter_of(random_table(8, 40, [5, 7]), Settings())
    with pytest.raises(ValueError, match="there is no tree"):
        counter.pruned_ticks_without(counter.whole.everything())
    counter.move(rule_of(range(5), counter.whole), np.array([1], dtype=np.int32))
    assert counter.pruned_ticks(5, 0) > 0


def test_several_threads_ask_at_once() -> None:
    table, random = random_table(10, 500, [9, 8, 7, 6]), Random(10)
    counter = counter_of(table, Settings())
    counter.pruned_ticks(5, 0)
    beams = [beam_in(counter.whole, random_rule(random, table, 2)) for _ in range(40)]
    alone = [counter.pruned_ticks_without(beam).tolist() for beam in beams]
    with ThreadPoolExecutor(4) as pool:
        together = pool.map(counter.pruned_ticks_without, beams)
        assert [lengths.tolist() for lengths in together] == alone
