"""Beams against the twin's: the same rules, kept in the same order."""

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given, settings

from tests.counting.tables import (
    counter_of,
    cover_in,
    cover_with,
    problem_of,
    random_rule,
    random_table,
    seeds,
    some_tables,
)
from tests.naive.lengths import rule_cover
from tests.naive.problems import Column, Settings, Table, planted_table, small_settings
from tests.naive.search import Grown, record_covers, record_uncovered
from turs.search import Clock
from turs.search.beam import BeamRecord, search_beam
from turs.search.candidate import Candidate
from turs.search.clock import OutOfTime


def check_record(record: BeamRecord, twin: list[Grown]) -> None:
    """Check that two beams kept the same rules, with the same rows."""
    assert [rule.masks for rule in record.rules] == [grown.rule for grown in twin]
    assert [rule.cover.n_rows for rule in record.rules] == [len(grown.rows) for grown in twin]
    assert record.n_refinements >= len(record.rules)


def check_beams(table: Table, steered: Settings, seed: int) -> None:
    """Check the beams of both phases after a first rule."""
    random, problem = Random(seed), problem_of(table, steered)
    first, start = random_rule(random, table, 2), random_rule(random, table, 1)
    counter = counter_of(table, steered)
    cover_with(counter, first)
    covers = [rule_cover(first, problem.training)]
    view = counter.uncovered
    if view.n_rows == 0:
        return
    record = search_beam(view, Candidate.empty(view), steered, Clock())
    check_record(record, record_uncovered(covers, problem))
    if rule_cover(start, problem.training) - covers[0]:
        whole = counter.whole
        record = search_beam(whole, Candidate(start, cover_in(whole, start)), steered, Clock())
        check_record(record, record_covers(start, covers, problem)[1:])


@settings(max_examples=150)
@given(some_tables, small_settings, seeds)
def test_beams_are_those_of_the_twin(table: Table, steered: Settings, seed: int) -> None:
    check_beams(table, steered, seed)


@pytest.mark.parametrize("piece", [1, 2, 7])
@pytest.mark.parametrize("seed", range(15))
def test_pieces_of_any_size(seed: int, piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turs.search.beam._PIECE", piece)
    check_beams(planted_table(seed), Settings(diversity=0.5), seed)


@pytest.mark.parametrize("seed", range(5))
def test_more_refinements_than_a_piece(seed: int) -> None:
    check_beams(random_table(seed, 200, [40, 30, 6]), Settings(beam_width=8), seed)


def copies(table: Table) -> Table:
    """Give a table every column twice, so that every refinement has an equal."""
    return Table(table.columns * 2, table.codes * 2, table.y, table.n_classes)


@pytest.mark.parametrize("seed", range(10))
def test_ties_go_to_what_the_rule_says(seed: int) -> None:
    check_beams(copies(planted_table(seed, n_rows=40, n_columns=2)), Settings(), seed)


def masks_kept(table: Table, **changes: object) -> list[Mapping[int, int]]:
    view = counter_of(table, Settings()).uncovered
    record = search_beam(view, Candidate.empty(view), Settings(**changes), Clock())
    return [rule.masks for rule in record.rules]


def test_equal_halves_by_hand() -> None:
    # Both halves of two columns gain the same and have as many rows: the first column, and there
    # the smaller mask, is first. The halves of the second column have the same rows.
    table = Table([Column(2)] * 2, [[0, 0, 0, 0, 1, 1, 1, 1]] * 2, [0, 0, 0, 0, 1, 1, 1, 1], 2)
    assert masks_kept(table) == [{0: 0b01}, {0: 0b10}]
    assert masks_kept(table, beam_width=1) == [{0: 0b01}]


def test_a_beam_ends_when_time_is_over() -> None:
    view = counter_of(planted_table(0), Settings()).uncovered
    with pytest.raises(OutOfTime):
        search_beam(view, Candidate.empty(view), Settings(), Clock(limit=0.0))
