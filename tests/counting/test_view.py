"""Views against rows and loops: covers, refinements, diverse beams."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from tests.counting.tables import (
    counter_of,
    cover_in,
    cover_with,
    labels_of,
    problem_of,
    random_rule,
    rows_of,
    seeds,
    some_tables,
    wide_tables,
)
from tests.naive.lengths import rule_cover, uncovered_rows
from tests.naive.problems import Column, Settings, Table, planted_table, small_settings
from tests.naive.refinements import Problem
from tests.naive.search import (
    Grown,
    Measure,
    beam_key,
    measure_covers,
    measure_uncovered,
    refine_rule,
    select_beam,
)
from turs.counting import Refinements, View

# Covers.


@given(some_tables | wide_tables, seeds)
def test_covers_are_those_of_the_twin(table: Table, seed: int) -> None:
    random, training = Random(seed), problem_of(table, Settings()).training
    first, rule = random_rule(random, table, 1), random_rule(random, table, 2)
    counter = counter_of(table, Settings())
    cover_with(counter, first)
    uncovered = uncovered_rows([rule_cover(first, training)], training)
    assert counter.uncovered.n_rows == len(uncovered)
    cover = cover_in(counter.whole, rule)
    assert rows_of(cover) == rule_cover(rule, training)
    labels = labels_of(training, uncovered)
    found = [labels[row] for row in cover.rows]
    assert cover.counts.tolist() == [found.count(x) for x in range(2 * table.n_classes)]
    assert cover.counts.sum() == cover.n_rows == len(found)
    # The uncovered rows of the cover are the rule's cover in the uncovered view.
    places = sorted(uncovered)
    inside = [places.index(row) for row in sorted(rows_of(cover) & uncovered)]
    assert counter.uncovered_rows(cover).tolist() == inside
    assert cover_in(counter.uncovered, rule).rows.tolist() == inside


# Refinements.


def found_by(view: View, rules: list[dict[int, int]]) -> tuple[Refinements, list[Grown]]:
    """Refine rules, and return what was found also as the twin would have it."""
    refinements = view.refine([cover_in(view, rule) for rule in rules])
    grown = []
    for place, one in enumerate(refinements.table):
        column, parent = int(one["column"]), int(one["parent"])
        mask = refinements.mask(place, int(view.shape.n_bins[column]))
        mask &= rules[parent].get(column, -1)
        rule = {**rules[parent], column: mask}
        rows = rows_of(cover_in(view, rule))
        assert len(rows) == one["n_rows"]
        grown.append(Grown(rule, rows, float(one["gain"]), column, parent))
    return refinements, grown


def phases(
    table: Table, steered: Settings, first: dict[int, int]
) -> list[tuple[View, Problem, Measure]]:
    """Return both phases after a rule: the view, and the twin's problem on just its rows."""
    counter, whole = counter_of(table, steered), problem_of(table, steered)
    cover_with(counter, first)
    training = whole.training
    uncovered = sorted(uncovered_rows([rule_cover(first, training)], training))
    left = training._replace(
        codes=[[column[row] for row in uncovered] for column in training.codes],
        y=[training.y[row] for row in uncovered],
    )
    rest = Problem(whole.columns, left, whole.settings)
    return [
        (counter.uncovered, rest, measure_uncovered(left)),
        (counter.whole, whole, measure_covers(frozenset(uncovered), training)),
    ]


def check_refinements(table: Table, steered: Settings, seed: int) -> None:
    """Check that both find the same refinements, with the same gains, of several rules."""
    random = Random(seed)
    rules = [random_rule(random, table, n) for n in (0, 1, 2)]
    for view, problem, measure in phases(table, steered, random_rule(random, table, 2)):
        _, found = found_by(view, rules)
        expected = []
        for place, rule in enumerate(rules):
            parent = Grown(rule, rule_cover(rule, problem.training))
            if measure(parent.rows)[0] > 0:  # a rule without uncovered rows has no refinement
                expected += refine_rule(parent, place, measure, problem)
        # Sets ordered by several classes may come twice; otherwise each comes once.
        distinct = {(g.parent, g.column, g.rule.get(g.column)): g for g in found}
        twin = {(g.parent, g.column, g.rule.get(g.column)): g for g in expected}
        assert distinct == twin
        assert all(g.gain > view.ticks.least_gain for g in found)


@settings(max_examples=200)
@given(some_tables, small_settings, seeds)
def test_refinements_are_those_of_the_twin(table: Table, steered: Settings, seed: int) -> None:
    check_refinements(table, steered, seed)


@settings(max_examples=20)
@given(wide_tables, small_settings, seeds)
def test_refinements_of_wide_columns(table: Table, steered: Settings, seed: int) -> None:
    check_refinements(table, steered, seed)


def test_a_gain_of_rounding_alone_is_none() -> None:
    # Code 0: one uncovered row of class 0 and two of class 1; code 1: (4, 8), all covered. The
    # literal leaves (1, 2) of (5, 10): the same frequencies, the same uncovered rows, no gain.
    # In ticks, 3 log2(15) - log2(5) - 2 log2(10) is not quite 3 log2(3) - 2 log2(2).
    table = Table([Column(2)], [[0] * 3 + [1] * 12], [0, 1, 1] + [0] * 4 + [1] * 8, 2)
    counter = counter_of(table, Settings())
    cover_with(counter, {0: 0b10})
    view = counter.whole
    parent, child = view.everything(), cover_in(view, {0: 0b01})
    (n_parent, parent_ticks), (n_child, child_ticks) = view.length(parent), view.length(child)
    assert n_parent == n_child == 3
    assert abs(parent_ticks - child_ticks) < view.ticks.least_gain
    assert len(view.refine([parent]).table) == 0


def test_a_rule_without_rows_has_no_refinements() -> None:
    table = planted_table(1)
    counter = counter_of(table, Settings())
    nothing = cover_in(counter.whole, {0: 0})
    assert nothing.n_rows == 0
    assert len(counter.whole.refine([nothing, nothing]).table) == 0
    cover_with(counter, {})  # every row is covered now
    assert counter.uncovered.n_rows == 0
    assert len(counter.whole.refine([counter.whole.everything()]).table) == 0


# Diverse beams.


def pieces(random: Random, order: list[int]) -> list[np.ndarray]:
    """Cut an order into pieces of any length."""
    cuts = sorted(random.choices(range(len(order) + 1), k=3))
    return [
        np.array(order[low:high], dtype=np.intp)
        for low, high in zip([0, *cuts], [*cuts, len(order)], strict=True)
    ]


def check_diverse_beams(table: Table, steered: Settings, seed: int) -> None:
    """Check that both keep the same refinements, in the same order, of several rules."""
    random = Random(seed)
    rules = [random_rule(random, table, n) for n in (0, 1, 1)]
    for view, _, _ in phases(table, steered, random_rule(random, table, 2)):
        refinements, grown = found_by(view, rules)
        order = sorted(range(len(grown)), key=lambda place: beam_key(grown[place]))
        kept = view.keep_diverse(
            [cover_in(view, rule) for rule in rules],
            refinements,
            pieces(random, order),
            steered.beam_width,
            steered.diversity,
        )
        assert [grown[place] for place in kept] == select_beam(grown, steered)


@settings(max_examples=150)
@given(some_tables, small_settings, seeds)
def test_diverse_beams_are_those_of_the_twin(table: Table, steered: Settings, seed: int) -> None:
    check_diverse_beams(table, steered, seed)


@settings(max_examples=15)
@given(wide_tables, small_settings, seeds)
def test_diverse_beams_of_wide_columns(table: Table, steered: Settings, seed: int) -> None:
    check_diverse_beams(table, steered, seed)


def test_no_more_pieces_are_asked_for_than_needed() -> None:
    table = planted_table(3)
    view = counter_of(table, Settings()).whole
    cover = view.everything()
    refinements = view.refine([cover])

    def order() -> Iterator[np.ndarray]:
        yield np.arange(1)
        pytest.fail("one rule was asked for, and the first piece had it")

    assert view.keep_diverse([cover], refinements, order(), 1, 0.05) == [0]
