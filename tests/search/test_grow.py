"""The next rule against the twin's, and how equal scores are told apart."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from tests.counting.tables import counter_of, problem_of, random_rule, seeds, some_tables
from tests.naive.lengths import class_counts, rule_cover
from tests.naive.problems import Column, Settings, Table, small_settings
from tests.naive.search import find_next_rule
from turs.search import Clock, SearchSettings
from turs.search.candidate import Candidate
from turs.search.grow import Grower, NextRule
from turs.search.partition import Partition
from turs.search.surrogate import Surrogate
from turs.search.workers import Workers


def next_rule(
    table: Table, steered: Settings, covered_by: dict[int, int] | None, n_threads: int = 1
) -> NextRule | None:
    """Find the next rule, after another or first."""
    training, counter = problem_of(table, steered).training, counter_of(table, steered)
    partition = Partition(np.array(class_counts(training.all_rows, training)), training.ticks)
    if covered_by is not None:
        cover = Candidate(covered_by, counter.whole.everything()).within(counter.whole).cover
        inside = counter.cells_of(cover, 1)
        counter.move(cover, partition.add(inside))
    searched = SearchSettings(**vars(steered))
    surrogate = Surrogate(counter, partition, training.ticks, searched)
    surrogate.set_ticks()
    with Workers(n_threads) as workers:
        return Grower(counter, surrogate, searched, workers, Clock()).next_rule()


@settings(max_examples=60)
@given(some_tables, small_settings, seeds)
def test_the_next_rule_is_that_of_the_twin(table: Table, steered: Settings, seed: int) -> None:
    problem, first = problem_of(table, steered), random_rule(Random(seed), table, 1)
    covers = [rule_cover(first, problem.training)]
    if not covers[0]:
        return
    expected = None
    if len(covers[0]) < len(table.y):
        expected = find_next_rule(covers, problem)
    found = next_rule(table, steered, first)
    assert (found and found.candidate.masks) == expected
    if found is not None:
        assert found.n_scored >= 2 and found.n_refinements >= 1


@pytest.mark.parametrize("n_threads", [1, 3])
def test_of_equal_scores_the_rule_that_covers_more(n_threads: int) -> None:
    # Codes 0: (7, 3), codes 1: (0, 6). Either rule has the other's rows as the else rule.
    table = Table([Column(2)], [[0] * 10 + [1] * 6], [0] * 7 + [1] * 9, 2)
    found = next_rule(table, Settings(surrogate=None), None, n_threads)
    assert found is not None
    assert (found.candidate.masks, found.candidate.cover.n_rows) == ({0: 0b01}, 10)
    # Two rules are recorded in phase 1, and each is the start of a beam that keeps nothing more.
    assert (found.n_refinements, found.n_scored) == (2, 4)


def test_no_rule_where_nothing_is_gained() -> None:
    table = Table([Column(3)], [[0, 1, 2] * 4], [0] * 12, 2)
    assert next_rule(table, Settings(), None) is None


def test_starts_are_different_rules() -> None:
    # Three pure codes. Phase 1 keeps {0} {0, 1} {1, 2} {2}, then, from the two of two codes, {0}
    # again, {1}, and {2} again. {0} scores least and {1, 2}, its complement, the same: phase 2 has
    # {0}; and {1, 2} with its two parts.
    labels = [0] * 10 + [1] * 6 + [2] * 3
    steered = Settings(surrogate=None, n_candidates=2)
    found = next_rule(Table([Column(3)], [labels], labels, 3), steered, None)
    assert found is not None
    assert (found.candidate.masks, found.n_scored) == ({0: 0b001}, 7 + 1 + 3)
