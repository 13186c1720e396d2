"""Counters against rows and loops: cells, views, and the trees of what is uncovered."""

from collections.abc import Callable, Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
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
    some_tables,
)
from tests.naive.lengths import rule_cover, tree_ticks
from tests.naive.problems import Column, Settings, Table
from tests.naive.tree import Rows, leaf_sizes
from turs.counting.trees import Trees


@given(some_tables, seeds)
def test_cells_are_counted_and_moved(table: Table, seed: int) -> None:
    random, training = Random(seed), problem_of(table, Settings()).training
    counter = counter_of(table, Settings())
    cells = [0] * len(table.y)
    for n_cells in range(1, 5):
        rule = beam_in(counter.whole, random_rule(random, table, 2))
        counts = counter.cells_of(rule, n_cells)
        pairs = [(cells[row], training.y[row]) for row in rule.rows]
        assert counts.tolist() == [
            [pairs.count((cell, y)) for y in range(table.n_classes)] for cell in range(n_cells)
        ]
        moved = [random.randrange(1, n_cells + 1) for _ in range(n_cells)]
        counter.move(rule, np.array(moved, dtype=np.int32))
        for row in rule.rows:
            cells[row] = moved[cells[row]]
        everything = counter.cells_of(counter.whole.everything(), n_cells + 1)
        assert everything.sum() == len(cells)
        assert everything[0].sum() == counter.uncovered.n_entries == cells.count(0)


def test_views_are_made_anew_after_a_move() -> None:
    table = Table([Column(3)], [[0, 1, 2, 2]], [0, 1, 0, 1], 2)
    counter = counter_of(table, Settings())
    assert counter.whole.entries.labels.tolist() == [2, 3, 2, 3]
    cover_with(counter, {0: 0b100})
    assert counter.whole.entries.labels.tolist() == [2, 3, 0, 1]
    assert counter.uncovered.entries.codes.tolist() == [[0, 1]]
    assert counter.uncovered.entries.labels.tolist() == [0, 1]


# Trees.


def fewer_rows_more_sizes(n_rows: int) -> Sequence[int]:
    return (2, 5, 9) if n_rows <= 25 else (2, 5)


def check_tree(
    table: Table, first: dict[int, int], sizes: Callable[[int], Sequence[int]], seed: int
) -> None:
    """Check the trees of the rows that a rule leaves, and of these less some."""
    training, counter = problem_of(table, Settings()).training, counter_of(table, Settings())
    cover_with(counter, first)
    uncovered = sorted(training.all_rows - rule_cover(first, training))

    def expected(rows: Rows) -> int:
        return tree_ticks(rows, training._replace(leaf_sizes=sizes(len(rows))))

    random = Random(seed)
    for share in (0.0, 0.02, 0.3, 0.6, 1.0):
        out = [place for place in range(len(uncovered)) if random.random() < share]
        left = frozenset(uncovered) - {uncovered[place] for place in out}
        assert counter.tree_ticks(sizes, rule_of(out, counter.uncovered)) == expected(left)
        # The same rows, and some that are covered, in another order.
        rows = [row for row in range(len(table.y)) if row not in left and random.random() < 0.9]
        random.shuffle(rows)
        left = frozenset(uncovered).difference(rows)
        assert counter.tree_ticks(sizes, rule_of(rows, counter.whole)) == expected(left)


@settings(max_examples=60)
@given(some_tables, seeds)
def test_trees_of_the_uncovered_rows(table: Table, seed: int) -> None:
    check_tree(table, random_rule(Random(seed), table, 1), fewer_rows_more_sizes, seed)


@pytest.mark.parametrize("n_rows", [1010, 2100])
def test_leaf_sizes_of_the_paper_change_with_the_rows(n_rows: int) -> None:
    # With up to 1,000 rows five sizes are tried, with a few more only two: the fewer rows are
    # left, the more sizes it may take.
    assert len(leaf_sizes(1000)) == 5 and len(leaf_sizes(1001)) == len(leaf_sizes(2100)) == 2
    table = random_table(n_rows, n_rows, [5, 4, 9])
    check_tree(table, {0: 0}, leaf_sizes, seed=0)  # no row is covered
    check_tree(table, {0: 0b1, 1: 0b1}, leaf_sizes, seed=1)


def test_a_tree_is_grown_once_for_the_same_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    grown: list[tuple[int, ...]] = []
    ticks = Trees.ticks

    def counted(trees: Trees, out: NDArray[np.int32], sizes: Sequence[int]) -> int:
        grown.append(tuple(sizes))
        return ticks(trees, out, sizes)

    monkeypatch.setattr(Trees, "ticks", counted)
    counter = counter_of(random_table(3, 60, [5, 4]), Settings())
    nine = rule_of(range(9), counter.uncovered)
    first = counter.tree_ticks(lambda _: (2, 5), nine)
    again = rule_of(range(8, -1, -1), counter.whole)
    assert counter.tree_ticks(lambda _: (2, 5), again) == first
    assert grown == [(2, 5)]
    counter.tree_ticks(lambda _: (2,), nine)
    counter.tree_ticks(lambda _: (2,), rule_of(range(8), counter.uncovered))
    assert grown == [(2, 5), (2,), (2,)]
    # After a rule the same numbers are of other rows.
    cover_with(counter, {0: 0b1})
    counter.tree_ticks(lambda _: (2,), nine)
    assert len(grown) == 4
