"""The next rule against the twin's, and how equal scores are told apart."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from tests.counting.tables import (
    beam_in,
    counter_of,
    problem_of,
    random_rule,
    seeds,
    some_tables,
)
from tests.naive.description import literal_ticks
from tests.naive.lengths import class_counts, rule_cover
from tests.naive.problems import Column, Settings, Table, scattered_tables, small_settings
from tests.naive.refinements import Rule
from tests.naive.search import find_next_rule
from tests.naive.surrogate import first_tree, next_tree
from turs.counting import Workers, as_integers
from turs.search import Clock, SearchSettings, scoring
from turs.search.description import Description
from turs.search.grow import Grower, NextRule
from turs.search.partition import Partition
from turs.search.surrogate import Surrogate


def next_rule(
    table: Table, steered: Settings, covered_by: Rule | None, n_threads: int = 1
) -> tuple[NextRule | None, Rule | None]:
    """Find the next rule, after another or first, and return it also as the twin has it."""
    problem = problem_of(table, steered)
    training = problem.training
    with pytest.MonkeyPatch.context() as patch, Workers(n_threads) as workers:
        patch.setattr(scoring, "_WORTH_A_THREAD", 0)
        counter = counter_of(table, steered, workers=workers)
        partition = Partition(np.array(class_counts(training.all_rows, training)), training.ticks)
        searched = SearchSettings(**vars(steered))
        description = Description(counter.whole.shape, literal_ticks(problem))
        surrogate = Surrogate(counter, partition, description, training.ticks, searched)
        surrogate.set_ticks()
        if covered_by is not None:
            beam = beam_in(counter.whole, covered_by)
            inside = counter.cells_of(beam, 1)
            counter.move(beam, partition.add(inside))
            surrogate.set_ticks()
        found = Grower(counter, surrogate, searched, workers, Clock()).next_rule()
    rule = None if found is None else dict(as_integers(found.rule.masks[0], counter.whole.shape))
    return found, rule


@settings(max_examples=60)
@given(some_tables | scattered_tables, small_settings, seeds)
def test_the_next_rule_is_that_of_the_twin(table: Table, steered: Settings, seed: int) -> None:
    random, problem = Random(seed), problem_of(table, steered)
    first = random_rule(random, table, random.choice([1, 3]))
    covers = [rule_cover(first, problem.training)]
    if not covers[0]:
        return
    expected = None
    if len(covers[0]) < len(table.y):
        tree = next_tree(first_tree(problem), covers, problem)
        expected = find_next_rule(covers, tree, problem)
    found, rule = next_rule(table, steered, first)
    assert rule == expected
    if found is not None:
        assert found.rule.rows.tolist() == sorted(rule_cover(rule, problem.training))
        assert found.n_scored >= 2 and found.n_refinements >= 1


@pytest.mark.parametrize("joint", [True, False])
@pytest.mark.parametrize("n_threads", [1, 3])
def test_of_equal_scores_the_rule_that_covers_more(n_threads: int, joint: bool) -> None:
    # Codes 0: (7, 3), codes 1: (0, 6). Either rule has the other's rows as the else rule.
    table = Table([Column(2)], [[0] * 10 + [1] * 6], [0] * 7 + [1] * 9, 2)
    found, rule = next_rule(table, Settings(surrogate=None, joint=joint), None, n_threads)
    assert found is not None
    assert (rule, len(found.rule.rows)) == ({0: 0b01}, 10)
    # Two rules are recorded in phase 1, and are the start of a beam that keeps nothing more.
    assert (found.n_refinements, found.n_scored) == (2, 4)


def test_no_rule_where_nothing_is_gained() -> None:
    table = Table([Column(3)], [[0, 1, 2] * 4], [0] * 12, 2)
    assert next_rule(table, Settings(), None) == (None, None)


@pytest.mark.parametrize("joint", [True, False])
def test_starts_are_different_rules(joint: bool) -> None:
    # Three pure codes. Phase 1 keeps {0} {0, 1} {1, 2} {2}, then, from the two of two codes, {0}
    # again, {1}, and {2} again. {0} scores least and {1, 2}, its complement, the same: phase 2 has
    # {0}; and {1, 2} with its two parts.
    labels = [0] * 10 + [1] * 6 + [2] * 3
    steered = Settings(surrogate=None, n_candidates=2, joint=joint)
    found, rule = next_rule(Table([Column(3)], [labels], labels, 3), steered, None)
    assert found is not None
    assert (rule, found.n_scored) == ({0: 0b001}, 7 + 1 + 3)


def test_starts_share_a_beam_or_have_their_own() -> None:
    # Four pure quarters. Phase 1 finds halves and then quarters; phase 2 starts from two halves, of
    # which one beam keeps two quarters, and two beams two each.
    codes = [[0] * 8 + [1] * 8, [0, 0, 0, 0, 1, 1, 1, 1] * 2]
    y = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]
    table = Table([Column(2, ordered=False), Column(2)], codes, y, 4)
    n_scored = []
    for joint in (True, False):
        steered = Settings(surrogate=None, beam_width=2, n_candidates=2, joint=joint)
        found, _ = next_rule(table, steered, None)
        assert found is not None
        n_scored.append(found.n_scored)
    assert n_scored[1] == n_scored[0] + 2
