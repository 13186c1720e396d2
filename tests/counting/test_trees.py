"""The surrogate's trees against the naive ones, whole and with rows left out."""

import math
from collections.abc import Iterable, Sequence
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
    problem_of,
    random_rule,
    random_table,
    rule_of,
    seeds,
    some_tables,
    wide_tables,
)
from tests.naive.lengths import rows_ticks, rule_cover, training_rows, tree_ticks
from tests.naive.problems import Column, Settings, Table
from tests.naive.tree import Rows

SIZES = [(1,), (3,), (1, 2, 5), (2, 5, 10, 30), (10, 30, 50, 70, 90)]


class Trees:
    """The trees of the rows of a table, as the search asks for them."""

    def __init__(self, table: Table, sizes: Sequence[int]) -> None:
        self.counter = counter_of(table, Settings())
        self._sizes = sizes

    def ticks(self, out: Iterable[int] = ()) -> int:
        """Return the length of the best tree of the uncovered rows, less some of them."""
        return self.counter.tree_ticks(
            lambda _: self._sizes, rule_of(sorted(out), self.counter.uncovered)
        )


def as_array(rows: Iterable[int]) -> NDArray[np.int32]:
    return np.array(sorted(rows), dtype=np.int32)


def rows_to_leave_out(random: Random, table: Table) -> list[Rows]:
    """Choose rows as rules do, at random, and at the extremes: none, one, all but one, all."""
    training = problem_of(table, Settings()).training
    everything = training.all_rows
    one = frozenset([random.randrange(len(everything))])
    few = frozenset(row for row in everything if random.random() < 0.1)
    many = frozenset(row for row in everything if random.random() < 0.8)
    rules = [rule_cover(random_rule(random, table, n), training) for n in (1, 2)]
    return [*rules, everything - rules[0], few, many, one, everything - one, frozenset()]


def check_trees(table: Table, sizes: Sequence[int], outs: Sequence[Rows]) -> None:
    """Check that both have the same lengths, to the tick, also when asked again."""
    training = training_rows(*table.arguments[1:], leaf_sizes=sizes)
    trees = Trees(table, sizes)
    assert trees.ticks() == tree_ticks(training.all_rows, training)
    expected = [tree_ticks(training.all_rows - out, training) for out in outs]
    assert [trees.ticks(out) for out in outs] == expected
    assert [trees.ticks(out) for out in outs[::-1]] == expected[::-1]


@settings(max_examples=200)
@given(some_tables, st.sampled_from(SIZES), seeds)
def test_trees_of_few_rows(table: Table, sizes: Sequence[int], seed: int) -> None:
    check_trees(table, sizes, rows_to_leave_out(Random(seed), table))


@settings(max_examples=10)
@given(wide_tables, st.sampled_from(SIZES), seeds)
def test_trees_of_wide_columns(table: Table, sizes: Sequence[int], seed: int) -> None:
    check_trees(table, sizes, rows_to_leave_out(Random(seed), table)[:4])


@pytest.mark.parametrize("seed", range(30))
def test_trees_of_many_rows(seed: int) -> None:
    # Enough rows for nodes that keep their counts, and for counts that come by subtraction.
    random = Random(seed)
    n_rows, n_bins = random.randint(300, 500), random.choices([1, 2, 3, 5, 8, 12, 40], k=3)
    table = random_table(seed, n_rows, n_bins, random.randint(2, 5), random.choice([0.1, 0.5]))
    outs = rows_to_leave_out(random, table)
    check_trees(table, SIZES[seed % 5], [*random.sample(outs[:5], k=2), outs[5]])


def test_a_tree_deeper_than_there_is_room_for_counts() -> None:
    # Blocks of 1 to 6 rows whose classes take turns: every split cuts off one, 119 deep.
    codes = [code for code in range(120) for _ in range(1 + code // 20)]
    table = Table([Column(120)], [codes], [code % 2 for code in codes], 2)
    check_trees(table, (1, 2, 8), [frozenset(Random(0).sample(range(420), k=20))])


def test_equal_splits_by_hand() -> None:
    # No split makes anything purer, so the first column and the smallest code come first: with
    # leaves of 4 rows that is code 1, with leaves of 2 code 0. The split at code 1 would have been
    # better, because column 1 is the class in one half and its opposite in the other.
    table = Table(
        [Column(4), Column(2)],
        [[0, 0, 1, 1, 2, 2, 3, 3], [0, 1, 0, 1, 1, 0, 1, 0]],
        [0, 1, 0, 1, 0, 1, 0, 1],
        2,
    )
    ticks = problem_of(table, Settings()).training.ticks
    # Leaves of 4: twice (2, 2), 8 bits and 2 log2 R(4).
    large = 8 + 2 * math.log2(3.21875)
    assert ticks.to_bits(Trees(table, (4,)).ticks()) == pytest.approx(large, abs=1e-9)
    # Leaves of 2: (1, 1), then by column 1 (1, 2) and (2, 1); R(2) = 2.5, R(3) = 26 / 9.
    small = 2 + math.log2(2.5) + 2 * (3 * math.log2(3) - 2 + math.log2(26 / 9))
    assert ticks.to_bits(Trees(table, (2,)).ticks()) == pytest.approx(small, abs=1e-9)
    check_trees(table, (2, 4), [frozenset([0]), frozenset([3, 6])])
    assert large < small


def test_a_deep_tree_of_noise() -> None:
    random = Random(1)
    codes = random.sample(range(320), k=320)
    y = [int(random.random() < 0.1) for _ in codes]
    table = Table([Column(320)], [codes], y, 2)
    check_trees(table, (1,), [frozenset(random.sample(range(320), k=20))])


def test_many_classes() -> None:
    table = random_table(5, 400, [6, 5], n_classes=60)
    check_trees(table, (1, 10), rows_to_leave_out(Random(5), table)[:3])


@pytest.mark.parametrize("seed", range(10))
def test_trees_of_what_several_rules_leave(seed: int) -> None:
    # What is remembered of one set of rows must be true of another.
    random, table = Random(seed), random_table(seed, 200, [6, 9, 4])
    training = training_rows(*table.arguments[1:], leaf_sizes=(2, 8))
    trees, uncovered = Trees(table, (2, 8)), training.all_rows
    for _ in range(6):
        assert trees.ticks() == tree_ticks(uncovered, training)
        out = random.sample(range(len(uncovered)), k=len(uncovered) // random.choice([2, 10]))
        left = uncovered - {sorted(uncovered)[place] for place in out}
        assert trees.ticks(out) == tree_ticks(left, training)
        rule = random_rule(random, table, 3)
        uncovered -= rule_cover(rule, training)
        cells = np.full(2, 1, dtype=np.int32)
        trees.counter.move(beam_in(trees.counter.whole, rule), cells)


@pytest.mark.parametrize("n_places", [1, 7, 50])
def test_a_memory_that_is_too_small(n_places: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # Most of what is remembered is soon overwritten by something else.
    monkeypatch.setattr("turs.counting.trees._REMEMBERED", n_places)
    table = random_table(11, 300, [6, 9, 4])
    check_trees(table, (1, 4, 10), rows_to_leave_out(Random(11), table)[:5])


def test_no_rows_have_no_length() -> None:
    assert Trees(random_table(7, 30, [5, 7]), (1, 3)).ticks(range(30)) == 0


def test_one_leaf_is_the_else_rule() -> None:
    table = random_table(8, 40, [5, 7])
    training = problem_of(table, Settings()).training
    assert Trees(table, (21,)).ticks() == rows_ticks(training.all_rows, training)


def test_what_is_asked_stays_as_it_was() -> None:
    trees = Trees(random_table(9, 300, [5, 7]), (2, 10))
    out = rule_of(range(0, 300, 3), trees.counter.uncovered)
    trees.counter.tree_ticks(lambda _: (2, 10), out)
    assert out.rows.tolist() == list(range(0, 300, 3))


def test_several_threads_ask_at_once() -> None:
    table, random = random_table(10, 500, [9, 8, 7, 6]), Random(10)
    outs = [random.sample(range(500), k=n) for n in range(1, 400, 4)]
    alone = [Trees(table, (2, 10, 30)).ticks(out) for out in outs]
    trees = Trees(table, (2, 10, 30))
    assert trees.ticks() == Trees(table, (2, 10, 30)).ticks()
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(trees.ticks, outs))
        again = list(pool.map(trees.ticks, outs[::-1]))
    assert together == again[::-1] == alone
