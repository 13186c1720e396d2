"""Beams against the twin's: the same rules, kept in the same order."""

from collections.abc import Mapping
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from tests.counting.tables import (
    beam_in,
    counter_of,
    cover_with,
    problem_of,
    random_rule,
    random_table,
    rules_of,
    seeds,
    some_tables,
)
from tests.naive.lengths import rule_cover
from tests.naive.problems import Column, Settings, Table, planted_table, small_settings
from tests.naive.search import Grown, record_covers, record_uncovered
from turs.counting import View
from turs.search import Clock
from turs.search.beam import BeamRecord, search_beam
from turs.search.clock import OutOfTime


def check_record(record: BeamRecord, twin: list[Grown], view: View) -> None:
    """Check that two searches kept the same rules, with the same rows."""
    rules = [rule for beam in record.beams for rule in rules_of(beam, view.shape)]
    assert rules == [grown.rule for grown in twin]
    sizes = [n for beam in record.beams for n in np.diff(beam.starts)]
    assert sizes == [len(grown.rows) for grown in twin]
    assert record.n_refinements >= len(rules)


def check_beams(table: Table, steered: Settings, seed: int) -> None:
    """Check the beams of both phases after a first rule."""
    random, problem = Random(seed), problem_of(table, steered)
    first = random_rule(random, table, 2)
    starts = [random_rule(random, table, 1) for _ in range(random.randint(1, 3))]
    counter = counter_of(table, steered)
    cover_with(counter, first)
    covers = [rule_cover(first, problem.training)]
    view, whole = counter.uncovered, counter.whole
    if view.n_entries == 0:
        return
    record = search_beam(view, view.everything(), steered, Clock())
    check_record(record, record_uncovered(covers, problem), view)
    starts = [start for start in starts if rule_cover(start, problem.training) - covers[0]]
    if starts:
        record = search_beam(whole, beam_in(whole, *starts), steered, Clock())
        check_record(record, record_covers(starts, covers, problem)[len(starts) :], whole)


@settings(max_examples=150)
@given(some_tables, small_settings, seeds)
def test_beams_are_those_of_the_twin(table: Table, steered: Settings, seed: int) -> None:
    check_beams(table, steered, seed)


@pytest.mark.parametrize("seed", range(5))
def test_more_refinements_than_there_is_room_for_at_first(seed: int) -> None:
    check_beams(random_table(seed, 200, [40, 30, 6]), Settings(beam_width=8), seed)


def copies(table: Table) -> Table:
    """Give a table every column twice, so that every refinement has an equal."""
    return Table(table.columns * 2, table.codes * 2, table.y, table.n_classes)


@pytest.mark.parametrize("seed", range(10))
def test_ties_go_to_what_the_rule_says(seed: int) -> None:
    check_beams(copies(planted_table(seed, n_rows=40, n_columns=2)), Settings(), seed)


def masks_kept(table: Table, **changes: object) -> list[Mapping[int, int]]:
    view = counter_of(table, Settings()).uncovered
    record = search_beam(view, view.everything(), Settings(**changes), Clock())
    return [rule for beam in record.beams for rule in rules_of(beam, view.shape)]


def test_equal_halves_by_hand() -> None:
    # Both halves of two columns gain the same and have as many rows: the first column, and there
    # the smaller mask, is first. The halves of the second column have the same rows.
    table = Table([Column(2)] * 2, [[0, 0, 0, 0, 1, 1, 1, 1]] * 2, [0, 0, 0, 0, 1, 1, 1, 1], 2)
    assert masks_kept(table) == [{0: 0b01}, {0: 0b10}]
    assert masks_kept(table, beam_width=1) == [{0: 0b01}]


def test_beams_by_hand() -> None:
    # Three pure codes, rows 10, 6 and 3. Two codes of three can be narrowed once more.
    labels = [0] * 10 + [1] * 6 + [2] * 3
    view = counter_of(Table([Column(3)], [labels], labels, 3), Settings()).uncovered
    record = search_beam(view, view.everything(), Settings(), Clock())
    [found] = (rules_of(beam, view.shape) for beam in record.beams)
    assert {rule[0] for rule in found[:4]} == {0b001, 0b011, 0b110, 0b100}
    assert {rule[0] for rule in found[4:]} == {0b001, 0b010, 0b100}
    # {1} comes twice, of either pair; each gain is counted.
    assert record.n_refinements == 4 + 4


def test_a_beam_ends_when_time_is_over() -> None:
    view = counter_of(planted_table(0), Settings()).uncovered
    with pytest.raises(OutOfTime):
        search_beam(view, view.everything(), Settings(), Clock(limit=0.0))
