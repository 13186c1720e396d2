"""Scores of sets and of candidates against the twin's, which start again from the rows."""

from random import Random

import numpy as np
from hypothesis import given, settings

from tests.counting.tables import (
    counter_of,
    cover_in,
    problem_of,
    random_rule,
    seeds,
    some_tables,
)
from tests.naive.lengths import (
    class_counts,
    covered_ticks,
    rows_ticks,
    rule_cover,
    surrogate_set_ticks,
    surrogate_ticks,
    uncovered_rows,
)
from tests.naive.problems import Settings, Table, planted_table, small_settings
from turs.search import SearchSettings
from turs.search.candidate import Candidate
from turs.search.partition import Partition
from turs.search.surrogate import Surrogate


class Growing:
    """A rule set that grows, as the search knows it and as the twin does."""

    def __init__(self, table: Table, steered: Settings) -> None:
        self.table = table
        self.training = problem_of(table, steered).training
        self.counter = counter_of(table, steered)
        counts = np.array(class_counts(self.training.all_rows, self.training))
        self.partition = Partition(counts, self.training.ticks)
        self.surrogate = Surrogate(
            self.counter,
            self.partition,
            self.training.ticks,
            SearchSettings(surrogate=steered.surrogate, leaf_sizes=steered.leaf_sizes),
        )
        self.covers: list[frozenset[int]] = []
        self.set_ticks = self.surrogate.set_ticks()

    def add(self, rule: dict[int, int]) -> None:
        """Add a rule, if it covers a new row."""
        rows = rule_cover(rule, self.training)
        if not rows - frozenset().union(*self.covers):
            return
        cover = cover_in(self.counter.whole, rule)
        inside = self.counter.cells_of(cover, self.partition.n_cells)
        self.counter.move(cover, self.partition.add(inside))
        self.covers.append(rows)
        self.set_ticks = self.surrogate.set_ticks()

    def check(self, rule: dict[int, int]) -> None:
        """Check the scores of a candidate, if it covers a new row."""
        training, covers = self.training, self.covers
        rows, uncovered = rule_cover(rule, training), uncovered_rows(covers, training)
        if not rows & uncovered:
            return
        ignoring = Candidate(rule, cover_in(self.counter.uncovered, rule))
        own, rest = (
            rows_ticks(rows & uncovered, training),
            surrogate_ticks(uncovered - rows, training),
        )
        expected = covered_ticks(covers, training) + own + rest
        assert self.surrogate.uncovered_ticks(ignoring) == expected
        candidate = ignoring.within(self.counter.whole)
        expected = surrogate_set_ticks([*covers, rows], training)
        assert self.surrogate.cover_ticks(candidate) == expected


def check_scores(table: Table, steered: Settings, seed: int) -> None:
    random, growing = Random(seed), Growing(table, steered)
    for n_literals in (1, 2, 2, 3):
        assert growing.set_ticks == surrogate_set_ticks(growing.covers, growing.training)
        rules = [random_rule(random, table, n_literals) for _ in range(3)]
        for rule in [*rules, rules[0]]:  # the second time it may be known
            growing.check(rule)
        growing.add(random_rule(random, table, n_literals))


@settings(max_examples=100)
@given(some_tables, small_settings, seeds)
def test_scores_are_those_of_the_twin(table: Table, steered: Settings, seed: int) -> None:
    check_scores(table, steered, seed)


def test_scores_on_many_rows() -> None:
    for seed in range(4):
        check_scores(planted_table(seed, n_rows=300), Settings(leaf_sizes=(3, 10, 40)), seed)


def test_without_a_tree_the_score_is_the_real_length() -> None:
    growing = Growing(planted_table(2), Settings(surrogate=None))
    for rule in [{0: 0b11}, {1: 0b1}]:
        growing.add(rule)
        assert growing.set_ticks == growing.partition.real_ticks


def test_a_rule_for_all_that_is_left_leaves_nothing_to_the_tree() -> None:
    for surrogate in ("tree", None):
        growing = Growing(planted_table(2), Settings(surrogate=surrogate, leaf_sizes=(5,)))
        everything = Candidate.empty(growing.counter.whole)
        expected = rows_ticks(growing.training.all_rows, growing.training)
        assert growing.surrogate.cover_ticks(everything) == expected
        unseen = Candidate.empty(growing.counter.uncovered)
        assert growing.surrogate.uncovered_ticks(unseen) == expected
