"""Scores of sets and of candidates against the twin's, which start again from the rows."""

from random import Random

import numpy as np
from hypothesis import given, settings

from tests.counting.tables import (
    beam_in,
    counter_of,
    problem_of,
    random_rule,
    seeds,
    some_tables,
)
from tests.naive.description import literal_ticks, rule_ticks
from tests.naive.lengths import (
    class_counts,
    covered_ticks,
    rows_ticks,
    rule_cover,
    uncovered_rows,
)
from tests.naive.problems import (
    Column,
    Settings,
    Table,
    out_of_date_table,
    planted_table,
    scattered_tables,
    small_settings,
)
from tests.naive.refinements import Rule
from tests.naive.surrogate import (
    first_tree,
    newest_tree,
    next_tree,
    nothing_left_to_say,
    surrogate_set_ticks,
    worth_ticks,
)
from tests.naive.tree import Rows
from turs.search import SearchSettings
from turs.search.description import Description
from turs.search.partition import Partition
from turs.search.surrogate import Surrogate


class Growing:
    """A rule set that grows, as the search knows it and as the twin does."""

    def __init__(self, table: Table, steered: Settings) -> None:
        self.table = table
        self.problem = problem_of(table, steered)
        self.training = self.problem.training
        self.counter = counter_of(table, steered)
        counts = np.array(class_counts(self.training.all_rows, self.training))
        self.partition = Partition(counts, self.training.ticks)
        self.surrogate = Surrogate(
            self.counter,
            self.partition,
            Description(self.counter.whole.shape, literal_ticks(self.problem)),
            self.training.ticks,
            SearchSettings(**vars(steered)),
        )
        self.covers: list[frozenset[int]] = []
        self.set_ticks = self.surrogate.set_ticks()
        self.tree = first_tree(self.problem)

    @property
    def uncovered(self) -> Rows:
        """The rows that no rule covers."""
        return uncovered_rows(self.covers, self.training)

    def add(self, rule: Rule) -> None:
        """Add a rule, if it covers a new row."""
        rows = rule_cover(rule, self.training)
        if not rows & self.uncovered:
            return
        beam = beam_in(self.counter.whole, rule)
        inside = self.counter.cells_of(beam, self.partition.n_cells)
        self.counter.move(beam, self.partition.add(inside))
        self.covers.append(rows)
        self.set_ticks = self.surrogate.set_ticks()
        self.tree = next_tree(self.tree, self.covers, self.problem)

    def check_set(self) -> None:
        """Check the score of the rules so far."""
        assert self.set_ticks == surrogate_set_ticks(self.covers, self.tree, self.problem)

    def check(self, rules: list[Rule]) -> None:
        """Check the scores of candidates, those that cover a new row."""
        training, covers, uncovered = self.training, self.covers, self.uncovered
        all_rows = {place: rule_cover(rule, training) for place, rule in enumerate(rules)}
        all_rows = {place: rows for place, rows in all_rows.items() if rows & uncovered}
        if not all_rows:
            return
        rules = [rules[place] for place in all_rows]
        before, ignoring_covered, with_covered = covered_ticks(covers, training), [], []
        for rule, rows in zip(rules, all_rows.values(), strict=True):
            rest = worth_ticks(uncovered - rows, self.tree, self.problem)
            rest += rule_ticks(rule, self.problem)
            ignoring_covered.append(before + rows_ticks(rows & uncovered, training) + rest)
            with_covered.append(covered_ticks([*covers, rows], training) + rest)
        beam = beam_in(self.counter.uncovered, *rules)
        assert self.surrogate.of_uncovered.ticks(beam).tolist() == ignoring_covered
        beam = beam_in(self.counter.whole, *rules)
        assert self.surrogate.of_covers.ticks(beam).tolist() == with_covered

    def check_end(self) -> None:
        """Check whether anything is left to say; the tree may be grown anew for that."""
        if not self.uncovered:
            return
        expected = nothing_left_to_say(self.covers, self.tree, self.problem)
        if expected:
            self.tree = newest_tree(self.tree, self.covers, self.problem)
            expected = nothing_left_to_say(self.covers, self.tree, self.problem)
        assert self.surrogate.has_nothing_to_say() == expected
        self.set_ticks = self.surrogate.set_ticks()  # of the tree as it is now


def check_scores(table: Table, steered: Settings, seed: int) -> None:
    random, growing = Random(seed), Growing(table, steered)
    for n_literals in (1, 2, 3, 3, 2):
        growing.check_set()
        rules = [random_rule(random, table, n_literals) for _ in range(3)]
        growing.check([*rules, rules[0]])
        growing.check(rules[:1])  # the second time it may be known
        growing.add(random_rule(random, table, n_literals))
        growing.check_end()


@settings(max_examples=100)
@given(some_tables | scattered_tables, small_settings, seeds)
def test_scores_are_those_of_the_twin(table: Table, steered: Settings, seed: int) -> None:
    check_scores(table, steered, seed)


def test_scores_on_many_rows() -> None:
    for seed in range(4):
        for surrogate in ("tree", "cart"):
            steered = Settings(surrogate=surrogate, leaf_sizes=(3, 10, 40))
            check_scores(planted_table(seed, n_rows=300), steered, seed)


def test_without_a_tree_the_score_is_the_real_length() -> None:
    growing = Growing(planted_table(2), Settings(surrogate=None))
    for rule in [{0: 0b11}, {1: 0b1}]:
        growing.add(rule)
        assert growing.set_ticks == growing.partition.real_ticks


def test_a_rule_for_all_that_is_left_leaves_nothing_to_the_tree() -> None:
    for surrogate in ("tree", "cart", None):
        growing = Growing(planted_table(2), Settings(surrogate=surrogate, leaf_sizes=(5,)))
        everything = growing.counter.whole.everything()
        expected = rows_ticks(growing.training.all_rows, growing.training)
        assert growing.surrogate.of_covers.ticks(everything).tolist() == [expected]
        unseen = growing.counter.uncovered.everything()
        assert growing.surrogate.of_uncovered.ticks(unseen).tolist() == [expected]


def test_a_tree_that_is_out_of_date_does_not_end_the_search() -> None:
    growing = Growing(out_of_date_table(), Settings(least_leaf=30))
    assert growing.set_ticks < growing.partition.real_ticks
    growing.add({2: 0b10})
    real = growing.partition.real_ticks
    assert growing.set_ticks == real == growing.surrogate.set_ticks()
    assert not growing.surrogate.has_nothing_to_say()
    assert growing.surrogate.set_ticks() < real
    # Asked again, of the same rows, the tree is the same.
    assert not growing.surrogate.has_nothing_to_say()


def test_a_new_tree_may_have_nothing_to_say_either() -> None:
    table = Table([Column(20)], [list(range(20)) * 4], [0] * 40 + [1] * 40, 2)
    growing = Growing(table, Settings())
    growing.add({0: 0b1})
    assert growing.set_ticks == growing.partition.real_ticks
    assert growing.surrogate.has_nothing_to_say()
    growing.check_end()
