"""Views against rows and loops: rules and their rows, refinements, diverse beams."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.counting.tables import (
    advance,
    beam_in,
    counter_of,
    cover_with,
    labels_of,
    problem_of,
    random_rule,
    random_table,
    rows_of,
    rules_of,
    seeds,
    shape_of,
    some_tables,
    wide_tables,
    words_of,
)
from tests.counting.test_kernels import rule_length
from tests.naive.lengths import rule_cover, uncovered_rows
from tests.naive.problems import Column, Settings, Table, planted_table, small_settings
from tests.naive.refinements import Problem, Rule
from tests.naive.search import (
    Grown,
    Measure,
    beam_key,
    measure_covers,
    measure_uncovered,
    refine_rule,
    select_beam,
)
from turs.counting import Beam, View, Workers, as_integers, join_beams, levels, view
from turs.counting.kernels import Best
from turs.counting.view import codes_a_rule

# Masks.


@pytest.mark.parametrize("n_codes", [1, 3, 63, 64, 65, 127, 128, 129, 300])
def test_masks_are_sets_of_codes(n_codes: int) -> None:
    random = Random(n_codes)
    columns = [Column(n_codes - 1, True, True), Column(n_codes), Column(2, False)][n_codes < 2 :]
    table = Table(columns, [[0]] * len(columns), [0], 2)
    shape = shape_of(table, Settings())
    rules = [random_rule(random, table, n) for n in range(4)]
    masks = words_of(rules, shape)
    assert [as_integers(rule, shape) for rule in masks] == rules
    n_codes_of = [column.n_bins + column.has_missing for column in columns]
    assert masks[0].tolist() == shape.full.tolist() == view.full_masks(n_codes_of).tolist()
    for rule, words in zip(rules, masks, strict=True):
        assert view.restricted(words, shape) == sorted(rule)


# Rules and their rows.


@given(some_tables | wide_tables, seeds)
def test_rows_are_those_of_the_twin(table: Table, seed: int) -> None:
    random, training = Random(seed), problem_of(table, Settings()).training
    first = random_rule(random, table, 1)
    rules = [random_rule(random, table, n) for n in (2, 0, 1, 3)]
    counter = counter_of(table, Settings())
    cover_with(counter, first)
    uncovered = uncovered_rows([rule_cover(first, training)], training)
    assert counter.uncovered.n_entries == len(uncovered)
    labels, places = labels_of(training, uncovered), sorted(uncovered)
    whole, inside = beam_in(counter.whole, *rules), beam_in(counter.uncovered, *rules)
    assert whole.starts[0] == 0 and whole.starts[-1] == len(whole.rows)
    assert rules_of(whole, counter.whole.shape) == rules_of(inside, counter.whole.shape) == rules
    for place, rule in enumerate(rules):
        cover = rule_cover(rule, training)
        rows = whole.rows[whole.starts[place] : whole.starts[place + 1]].tolist()
        assert rows == sorted(cover)
        found = [labels[row] for row in rows]
        assert whole.counts[place].tolist() == [
            found.count(label) for label in range(2 * table.n_classes)
        ]
        # Its uncovered rows are its rows in the uncovered view.
        assert rows_of(inside, place) == {places.index(row) for row in cover & uncovered}
        assert inside.counts[place].tolist() == whole.counts[place, table.n_classes :].tolist()


@given(some_tables)
def test_the_empty_rule_has_every_row(table: Table) -> None:
    for part in (counter_of(table, Settings()).whole, counter_of(table, Settings()).uncovered):
        beam = part.everything()
        assert rows_of(beam) == frozenset(range(len(table.y)))
        assert rules_of(beam, part.shape) == [{}]


@given(some_tables, seeds, st.lists(st.integers(1, 3), min_size=1, max_size=4))
def test_beams_are_joined_in_order(table: Table, seed: int, sizes: list[int]) -> None:
    random, whole = Random(seed), counter_of(table, Settings()).whole
    parts = [[random_rule(random, table, 2) for _ in range(n)] for n in sizes]
    joined = join_beams([beam_in(whole, *part) for part in parts])
    expected = beam_in(whole, *(rule for part in parts for rule in part))
    assert [array.tolist() for array in joined] == [array.tolist() for array in expected]
    assert [array.dtype for array in joined] == [array.dtype for array in expected]


# Refinements.


def phases(
    table: Table, steered: Settings, first: Rule, workers: Workers | None = None
) -> list[tuple[View, Problem, Measure]]:
    """Return both phases after a rule: the view, and the twin's problem on just its rows."""
    counter, whole = counter_of(table, steered, workers=workers), problem_of(table, steered)
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


def refined_by_twin(
    rules: list[Rule], problem: Problem, measure: Measure, least_gain: float
) -> list[Grown]:
    """Return all refinements of some rules that have gain enough."""
    refined: list[Grown] = []
    for place, rule in enumerate(rules):
        parent = Grown(rule, rule_cover(rule, problem.training))
        if measure(parent.rows)[0] > 0:  # a rule without uncovered rows has no refinement
            refined += refine_rule(parent, place, measure, problem)
    return [grown for grown in refined if grown.gain > least_gain]


def comes_once(table: Table, steered: Settings) -> bool:
    """Tell whether no refinement comes twice, as a set ordered by several classes may."""
    return all(
        column.ordered or column.n_bins + column.has_missing <= steered.enumerate_levels
        for column in table.columns
    )


def held_in(best: Best, rules: list[Rule], part: View) -> list[Grown]:
    """Return the refinements that are held, best first, as the twin would have them."""
    grown = []
    for slot in best.order[: best.found[0]]:
        n_rows, column, parent = best.facts[slot].tolist()
        mask = int.from_bytes(best.masks[slot].astype("<u8").tobytes(), "little")
        rule = {**rules[parent], column: mask}
        rows = rows_of(beam_in(part, rule))
        assert len(rows) == n_rows
        grown.append(Grown(rule, rows, float(best.gain[slot]), column, parent))
    return grown


def best_of(part: View, beam: Beam, room: int) -> Best:
    """Return the best refinements of some rules, as the only thread holds them."""
    _, bests, _ = part._look(beam, 0, 1.0, room, n_levels=1)
    return Best._make(array[0, 0] for array in bests)


def check_refinements(table: Table, steered: Settings, seed: int) -> None:
    """Check that both find the same refinements, in the same order, of several rules."""
    random = Random(seed)
    rules = [random_rule(random, table, n) for n in (0, 1, 2)]
    for part, problem, measure in phases(table, steered, random_rule(random, table, 2)):
        expected = sorted(
            refined_by_twin(rules, problem, measure, part.ticks.least_gain), key=beam_key
        )
        best = best_of(part, beam_in(part, *rules), room=5000)
        found = held_in(best, rules, part)
        assert best.found[0] == best.found[1]
        assert all(grown.gain > part.ticks.least_gain for grown in found)
        distinct = [g for g, before in zip(found, [None, *found], strict=False) if g != before]
        assert distinct == expected
        assert len(distinct) == len(found) or not comes_once(table, steered)
        # Where there is room for fewer, it is the first of them.
        for room in (1, 2, 7):
            few = best_of(part, beam_in(part, *rules), room)
            assert few.found[:2].tolist() == [min(room, len(found)), len(found)]
            assert held_in(few, rules, part) == found[:room]


@settings(max_examples=150)
@given(some_tables, small_settings, seeds)
def test_refinements_are_those_of_the_twin(table: Table, steered: Settings, seed: int) -> None:
    check_refinements(table, steered, seed)


@settings(max_examples=8)
@given(wide_tables, small_settings, seeds)
def test_refinements_of_wide_columns(table: Table, steered: Settings, seed: int) -> None:
    check_refinements(table, steered, seed)


@pytest.mark.parametrize("n_bins", [62, 63, 64, 65, 127, 128])
@pytest.mark.parametrize("seed", range(4))
def test_refinements_where_a_word_ends(n_bins: int, seed: int) -> None:
    table = random_table(seed, 150, [n_bins, n_bins - 1])
    columns = [Column(n_bins, seed % 2 == 0, seed < 2), Column(n_bins - 1, seed % 2 == 1, True)]
    check_refinements(Table(columns, with_last_codes(table, columns), table.y, 3), Settings(), seed)


def with_last_codes(table: Table, columns: list[Column]) -> list[list[int]]:
    """Return the codes of a table, with the last code of each column in some of its rows."""
    lasts = [column.n_bins + column.has_missing - 1 for column in columns]
    return [
        [last if row % 9 == 4 else min(code, last) for row, code in enumerate(codes)]
        for codes, last in zip(table.codes, lasts, strict=True)
    ]


def test_a_gain_of_rounding_alone_is_none() -> None:
    # Code 0: one uncovered row of class 0 and two of class 1; code 1: (4, 8), all covered. The
    # literal leaves (1, 2) of (5, 10): the same frequencies, the same uncovered rows, no gain.
    # In ticks, 3 log2(15) - log2(5) - 2 log2(10) is not quite 3 log2(3) - 2 log2(2).
    table = Table([Column(2)], [[0] * 3 + [1] * 12], [0, 1, 1] + [0] * 4 + [1] * 8, 2)
    counter = counter_of(table, Settings())
    cover_with(counter, {0: 0b10})
    whole = counter.whole
    both = beam_in(whole, {}, {0: 0b01})
    (n_parent, parent_ticks), (n_child, child_ticks) = (
        rule_length(counts, 2, whole.ticks) for counts in both.counts
    )
    assert n_parent == n_child == 3
    assert 0 < abs(parent_ticks - child_ticks) < whole.ticks.least_gain
    check_is_empty(*advance(whole, whole.everything(), 5, 0.05))


def check_is_empty(beam: Beam, n_seen: int) -> None:
    assert n_seen == 0
    assert beam.starts.tolist() == [0]
    assert len(beam.rows) == len(beam.counts) == len(beam.masks) == 0


def test_a_rule_without_rows_has_no_refinements() -> None:
    table = planted_table(1)
    counter = counter_of(table, Settings())
    nothing = beam_in(counter.whole, {0: 0}, {0: 0})
    assert len(nothing.rows) == 0
    check_is_empty(*advance(counter.whole, nothing, 5, 0.05))
    cover_with(counter, {})  # every row is covered now
    assert counter.uncovered.n_entries == 0
    check_is_empty(*advance(counter.whole, counter.whole.everything(), 5, 0.05))
    check_is_empty(*advance(counter.uncovered, counter.uncovered.everything(), 5, 0.05))


def test_rows_of_one_class_have_no_refinements() -> None:
    table = Table([Column(4)], [[0, 1, 2, 3] * 3], [1] * 12, 2)
    counter = counter_of(table, Settings())
    for part in (counter.uncovered, counter.whole):
        check_is_empty(*advance(part, part.everything(), 5, 0.05))


# Diverse beams.


def check_beam(beam: Beam, kept: list[Grown], part: View) -> None:
    """Check that a beam is what the twin keeps, in the same order."""
    assert rules_of(beam, part.shape) == [grown.rule for grown in kept]
    again = beam_in(part, *(grown.rule for grown in kept)) if kept else beam
    assert beam.rows.tolist() == again.rows.tolist()
    assert beam.starts.tolist() == again.starts.tolist()
    assert beam.counts.tolist() == again.counts.tolist()
    assert [rows_of(beam, place) for place in range(len(kept))] == [grown.rows for grown in kept]


def check_beams(
    table: Table, steered: Settings, seed: int, workers: Workers | None = None
) -> list[int]:
    """Check that both keep the same refinements of several rules; return how many there are."""
    random = Random(seed)
    rules = [random_rule(random, table, n) for n in (0, 1, 1)]
    first = random_rule(random, table, 2)
    all_seen = []
    for part, problem, measure in phases(table, steered, first, workers):
        expected = refined_by_twin(rules, problem, measure, part.ticks.least_gain)
        before = beam_in(part, *rules)
        beam, n_seen = advance(part, before, steered.beam_width, steered.diversity)
        check_beam(beam, select_beam(expected, steered), part)
        if comes_once(table, steered):
            assert n_seen == len(expected)
        assert n_seen >= len(expected)
        # What was advanced stays as it was.
        assert rules_of(before, part.shape) == rules
        all_seen.append(n_seen)
    return all_seen


@settings(max_examples=150)
@given(some_tables, small_settings, seeds)
def test_beams_are_those_of_the_twin(table: Table, steered: Settings, seed: int) -> None:
    check_beams(table, steered, seed)


@settings(max_examples=15)
@given(wide_tables, small_settings, seeds)
def test_beams_of_wide_columns(table: Table, steered: Settings, seed: int) -> None:
    check_beams(table, steered, seed)


def copies(table: Table, n_copies: int) -> Table:
    """Give a table every column several times, so that every refinement has equals."""
    return Table(table.columns * n_copies, table.codes * n_copies, table.y, table.n_classes)


@pytest.mark.parametrize("seed", range(10))
def test_ties_go_to_what_the_rule_says(seed: int) -> None:
    check_beams(copies(planted_table(seed, n_rows=40, n_columns=2), 3), Settings(), seed)


def test_when_all_that_is_held_is_alike_more_is(monkeypatch: pytest.MonkeyPatch) -> None:
    # Every refinement has 39 equals, so the best 8 * width are one or two in truth.
    rooms: list[int] = []
    look = View._look

    def counted(self: View, beam: Beam, width: int, most_alike: float, room: int, n: int) -> object:
        rooms.append(room)
        return look(self, beam, width, most_alike, room, n)

    monkeypatch.setattr(View, "_look", counted)
    monkeypatch.setattr(levels, "_ROOM", 1)
    for seed, (width, diversity) in enumerate([(2, 0.05), (2, 0.9), (3, 0.0), (4, 0.5)]):
        rooms.clear()
        table = copies(planted_table(seed, n_rows=40, n_columns=2), 40)
        check_beams(table, Settings(beam_width=width, diversity=diversity), seed)
        assert set(rooms) >= {8 * width, 8 * 8 * width}


@pytest.mark.parametrize("room", [1, 20, 64, 1000, 10**5])
@pytest.mark.parametrize("seed", range(3))
def test_any_room_gives_the_same(seed: int, room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "_ROOM", room)
    table = random_table(seed, 200, [40, 30, 6])
    seen = [
        check_beams(table, Settings(beam_width=width, diversity=diversity), seed)
        for width, diversity in ((1, 0.05), (2, 0.8), (2, 0.95), (8, 0.05), (30, 0.3))
    ]
    assert max(map(max, seen)) > 64  # more than there is room for in the smaller rooms


@pytest.mark.parametrize("n_threads", [1, 2, 3])
def test_refinements_among_threads(n_threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "_WORTH_A_THREAD", 0)
    with Workers(n_threads) as workers:
        workers._n_cores = n_threads
        for seed in range(12):
            table = copies(planted_table(seed, n_rows=50, n_columns=1 + seed % 3), 1 + seed % 5)
            check_beams(table, Settings(diversity=[0.05, 0.5][seed % 2]), seed, workers)
        for seed in range(3):
            check_beams(random_table(seed, 200, [40, 30, 6]), Settings(), seed, workers)


@settings(max_examples=40)
@given(some_tables, small_settings, seeds, st.integers(1, 3))
def test_threads_change_nothing(table: Table, steered: Settings, seed: int, n_threads: int) -> None:
    random = Random(seed)
    first, rules = random_rule(random, table, 1), [random_rule(random, table, n) for n in (0, 1)]
    found = []
    with pytest.MonkeyPatch.context() as patch, Workers(n_threads) as workers:
        patch.setattr(view, "_WORTH_A_THREAD", 0)
        workers._n_cores = n_threads
        for among in (None, workers):
            counter = counter_of(table, steered, workers=among)
            cover_with(counter, first)
            beam, n_seen = advance(
                counter.whole, beam_in(counter.whole, *rules), steered.beam_width, steered.diversity
            )
            found.append((n_seen, *(array.tolist() for array in beam)))
    assert found[0] == found[1]


def all_levels(table: Table, workers: Workers, width: int) -> list[object]:
    """Return all that beams find below the empty rule, and how many calls it takes."""
    whole = counter_of(table, Settings(), workers=workers).whole
    found: list[object] = []
    beam = whole.everything()
    while len(beam.counts):
        descent = whole.descend(beam, width, 0.05)
        found.append((descent.n_seen, *(array.tolist() for array in descent.beam)))
        beam = descent.last
    return found


@pytest.mark.parametrize("n_threads", [2, 4])
@pytest.mark.parametrize("n_codes", [10_000, 20_000_000])
def test_threads_change_nothing_on_any_level(
    n_threads: int, n_codes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view, "_WORTH_A_THREAD", 0)
    monkeypatch.setattr(view, "_CODES_AT_ONCE", n_codes)
    helped = []
    real = View._look

    def look(self: View, *arguments: Any) -> Any:
        levels, bests, found = real(self, *arguments)
        # the slots that a helper holds are no longer in the order in which they were made
        helped.append(any((facts[0] != facts[1]).any() for facts in bests.facts[1:]))
        return levels, bests, found

    monkeypatch.setattr(View, "_look", look)
    tables = [
        random_table(seed, 1500, [40, 3, 8, 40, 3, 8, 40, 40, 8], n_classes=2 + seed % 3)
        for seed in range(6)
    ]
    with Workers(1) as alone, Workers(n_threads) as workers:
        workers._n_cores = n_threads
        for table in tables:
            assert all_levels(table, workers, 5) == all_levels(table, alone, 5)
    assert any(helped)


def test_many_classes_and_levels_take_their_time() -> None:
    def codes_of(n_levels: int, n_classes: int) -> int:
        table = Table([Column(n_levels, False)], [[0]], [0], n_classes)
        return codes_a_rule(shape_of(table, Settings(enumerate_levels=8)), n_classes)

    assert codes_of(4, 2) == 20 * 2**4
    assert codes_of(20, 2) == 20 * 20 * 2
    assert codes_of(20, 8) == 20 * 20 * 8 * 2


def test_a_small_beam_stays_in_one_thread() -> None:
    class Counting(Workers):
        n_helpers = 0

        def helped(self, work: Any, help_along: Sequence[Any], let_go: Any) -> Any:
            self.n_helpers += len(help_along)
            return super().helped(work, help_along, let_go)

    with Counting(2) as workers:
        workers._n_cores = 2
        small = counter_of(planted_table(0), Settings(), workers=workers).whole
        advance(small, small.everything(), 5, 0.05)
        assert workers.n_helpers == 0
        large = counter_of(random_table(0, 40_000, [4, 5, 6]), Settings(), workers=workers).whole
        advance(large, large.everything(), 5, 0.05)
        assert workers.n_helpers == 1
