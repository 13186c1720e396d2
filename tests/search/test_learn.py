"""The search against its naive twin, and what must not change what it finds."""

from collections import Counter
from dataclasses import fields, replace
from fractions import Fraction
from itertools import count

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.naive import pruned
from tests.naive import revise as naive_revise
from tests.naive import search as naive
from tests.naive.lengths import rule_cover, training_rows
from tests.naive.problems import (
    Settings,
    Table,
    planted_table,
    planted_tables,
    scattered_table,
    scattered_tables,
    small_settings,
    small_tables,
)
from tests.naive.pruned import kinds_of_change, leaves_of
from turs.binning import BinnedColumn, BinnedTable, decode_rule
from turs.binning.binned import code_dtype
from turs.counting import Rows, Workers, counter, forest
from turs.mdl import Ticks
from turs.search import Clock, Learned, SearchSettings, Step, learn
from turs.search import settings as search_settings
from turs.search.canonical import column_order
from turs.search.clock import OutOfTime
from turs.search.given import Given
from turs.search.growth import Growth
from turs.search.learn import shape_of
from turs.search.surrogate import Surrogate


def binned(table: Table) -> BinnedTable:
    """Give a table of codes columns with cuts or levels of their own."""
    columns = tuple(
        BinnedColumn(
            name=f"column {j}",
            n_bins=column.n_bins,
            ordered=column.ordered,
            has_missing=column.has_missing,
            cuts=np.arange(column.n_bins - 1) + 0.5 if column.ordered else None,
            levels=None if column.ordered else tuple(range(column.n_bins)),
        )
        for j, column in enumerate(table.columns)
    )
    dtype = code_dtype(max(column.n_codes for column in columns))
    codes = np.array(table.codes, dtype=dtype).reshape(len(columns), len(table.y))
    return BinnedTable(columns, codes, len(table.y))


def fast(table: Table, steered: Settings, **options: object) -> Learned:
    """Learn with the fast code."""
    searched = SearchSettings(**{f.name: getattr(steered, f.name) for f in fields(steered)})
    return learn(binned(table), np.array(table.y), table.n_classes, searched, **options)


def check_twins_agree(table: Table, steered: Settings) -> naive.LearnedTwin:
    """Check that both learn the same rules, with the same lengths, to the tick.

    Of a row there are few shares, so that the twin is done in time, and few rows are many.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forest, "SHARES", 3)
        patch.setattr(search_settings, "_REVISED_ROWS", 30)
        patch.setattr(naive_revise, "REVISED_ROWS", 30)
        return check_twins_agree_as_they_are(table, steered)


def check_twins_agree_as_they_are(table: Table, steered: Settings) -> naive.LearnedTwin:
    found = fast(table, steered)
    whole = binned(table)
    order = column_order(
        whole.columns, Rows(whole, np.array(table.y), table.n_classes).code_counts()
    )
    twin = naive.learn(
        [table.columns[j] for j in order],
        [table.codes[j] for j in order],
        table.y,
        table.n_classes,
        steered,
    )
    rules = [
        decode_rule(whole.columns, {order[column]: mask for column, mask in rule.items()})
        for rule in twin.rules
    ]
    assert [step.rule for step in found.trace.steps] == rules
    assert list(found.rules) == [
        decode_rule(whole.columns, {order[column]: mask for column, mask in rule.items()})
        for rule in twin.returned
    ]
    assert (found.trace.revised is None) == (twin.revised is None)
    assert found.trace.n_kept == twin.n_kept
    ticks = Ticks.for_rows(len(table.y), table.n_classes)
    assert list(found.trace.real_bits) == [ticks.to_bits(t) for t in twin.real]
    to_bits = twin.ticks.to_bits
    assert list(found.trace.blended_bits) == [to_bits(t) for t in twin.blended]
    assert list(found.trace.surrogate_bits) == [to_bits(t) for t in twin.surrogate]
    rules_bits = [step.rules_bits for step in found.trace.steps]
    assert rules_bits == [to_bits(t) for t in twin.described[1:]]
    codes = [table.codes[j] for j in order]
    assert rows_by_cell(found) == twin_rows_by_cell(codes, table, twin.returned)
    return twin


Cells = Counter[tuple[tuple[bool, ...], int]]


def rows_by_cell(found: Learned) -> Cells:
    """Count rows by the rules that cover them and by class, as the search returns them."""
    cells: Cells = Counter()
    for members, counts in zip(found.members.tolist(), found.counts.tolist(), strict=True):
        for label, n in enumerate(counts):
            cells[tuple(members), label] += n
    return +cells


def twin_rows_by_cell(codes: list[list[int]], table: Table, rules: list[dict[int, int]]) -> Cells:
    """Count rows by the rules that cover them and by class, row by row."""
    training = training_rows(codes, table.y, table.n_classes)
    covers = [rule_cover(rule, training) for rule in rules]
    return Counter(
        (tuple(row in cover for cover in covers), label) for row, label in enumerate(table.y)
    )


@pytest.mark.parametrize("steered", [Settings(), Settings(surrogate="cart", blend=0.4)])
def test_who_asks_no_forest_grows_none(steered: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def grown(*arguments: object) -> None:
        raise AssertionError("a forest was grown")

    monkeypatch.setattr(forest, "forest_says", grown)
    fast(planted_table(0), steered)
    with pytest.raises(AssertionError, match="a forest was grown"):
        fast(planted_table(0), Settings(blend=0.4))


@settings(max_examples=300)
@given(small_tables().filter(lambda table: table.columns), small_settings)
def test_any_small_table_is_learned_as_by_the_twin(table: Table, steered: Settings) -> None:
    check_twins_agree(table, steered)


@pytest.mark.slow
@settings(max_examples=60)
@given(planted_tables | scattered_tables, small_settings)
def test_a_table_with_hidden_rules_is_learned_as_by_the_twin(
    table: Table, steered: Settings
) -> None:
    check_twins_agree(table, steered)


@pytest.mark.parametrize("joint", [True, False])
@pytest.mark.parametrize("surrogate", ["tree", "cart", None])
@pytest.mark.parametrize("seed", range(3))
def test_every_way_to_search(seed: int, surrogate: str | None, joint: bool) -> None:
    steered = Settings(surrogate=surrogate, joint=joint)
    twin = check_twins_agree(planted_table(seed + 10, n_rows=100), steered)
    assert len(twin.rules) > 1


def test_the_ways_to_search_are_different() -> None:
    # Of ten tables, each other way to search finds something else in one at least.
    tables = [planted_table(seed, n_rows=100) for seed in range(10)]
    ways = [Settings(), Settings(joint=False), Settings(surrogate="cart"), Settings(surrogate=None)]
    found = [tuple(fast(table, way).rules for table in tables) for way in ways]
    assert len(set(found)) == len(ways)


# Trees that stay, and trees that are grown anew.


tree_settings = small_settings.map(lambda steered: replace(steered, surrogate="tree"))


def with_trees_that_last(share: float, table: Table, steered: Settings) -> set[str]:
    """Check that the twins agree when trees are stale with this share of their rows."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counter, "STALE", share)
        patch.setattr(pruned, "STALE", Fraction(share))
        return kinds_of_change(check_twins_agree(table, steered).trees)


@pytest.mark.slow
@settings(max_examples=40)
@given(planted_tables | scattered_tables, tree_settings, st.sampled_from([0.0, 0.5, 0.75]))
def test_any_tree_that_lasts_longer(table: Table, steered: Settings, share: float) -> None:
    with_trees_that_last(share, table, steered)


def test_all_that_can_happen_to_a_tree() -> None:
    # Split trees, that stay or are grown anew, as they are in fact.
    happened: set[str] = set()
    for seed in range(6):
        twin = check_twins_agree(scattered_table(seed), Settings(least_leaf=2))
        assert len(twin.rules) < 4 or len(leaves_of(twin.trees[0])) > 4
        happened |= kinds_of_change(twin.trees)
    assert happened >= {"stayed", "stale"}
    # And where the last word of an old tree was not the last.
    last = with_trees_that_last(0.0, scattered_table(25), Settings(least_leaf=2))
    assert last == {"stayed", "last word"}


# Threads.


def without_time(found: Learned) -> tuple[object, ...]:
    """Return all that was learned, and how, but for the time that it took."""
    steps = [replace(step, seconds=0.0) for step in found.trace.steps]
    trace = replace(found.trace, steps=tuple(steps), seconds=0.0)
    return found.rules, found.members.tolist(), found.counts.tolist(), trace


@pytest.mark.parametrize("joint", [True, False])
@pytest.mark.parametrize("surrogate", ["tree", "cart", None])
@pytest.mark.parametrize("seed", range(3))
def test_any_number_of_threads_learns_the_same(
    seed: int, surrogate: str | None, joint: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = planted_table(seed, n_rows=250)
    steered = Settings(surrogate=surrogate, joint=joint)
    expected = without_time(fast(table, steered))
    assert len(expected[0]) > 1
    monkeypatch.setattr("turs.counting.view._WORTH_A_THREAD", 0)
    for n_threads in (2, 3, 4):
        assert without_time(fast(table, steered, n_threads=n_threads)) == expected


# Searches that end early.


class Countdown(Clock):
    """A clock that ends the search, or is interrupted, when it was looked at so many times."""

    def __init__(self, n_looks: int, error: type[BaseException]) -> None:
        super().__init__()
        self._looks = count(1)
        self._n_looks = n_looks
        self._error = error
        self.over = False

    def another(self) -> Clock:
        return self

    def check(self) -> None:
        if next(self._looks) >= self._n_looks:
            self.over = True
            raise self._error


def check_is_best_prefix(found: Learned, whole: Learned, table: Table) -> None:
    """Check that a search was the beginning of another, and that what it returned is in order."""
    steps, all_steps = (without_time(learned)[3].steps for learned in (found, whole))
    assert steps == all_steps[: len(steps)]
    assert found.trace.real_bits[found.trace.n_kept] == min(found.trace.real_bits)
    assert found.rules == tuple(step.rule for step in steps[: found.trace.n_kept])
    assert found.members.shape == (len(found.counts), len(found.rules))
    assert found.counts.sum() == len(table.y)
    for members, step in zip(found.members.T, steps, strict=False):
        assert found.counts[members].sum() == step.n_rows


@pytest.mark.parametrize("n_threads", [1, 2])
@pytest.mark.parametrize(
    ("error", "reason"), [(OutOfTime, "time_limit"), (KeyboardInterrupt, "interrupted")]
)
def test_ended_at_any_time_it_is_the_best_set_so_far(
    n_threads: int, error: type[BaseException], reason: str
) -> None:
    table, steered = planted_table(1, n_rows=50), Settings(surrogate=None)
    whole = fast(table, steered)
    assert len(whole.rules) > 1
    for n_looks in count(1, step=37):
        clock = Countdown(n_looks, error)
        found = fast(table, steered, clock=clock, n_threads=n_threads)
        check_is_best_prefix(found, whole, table)
        if not clock.over:
            break
        assert found.trace.stopped == reason
    assert without_time(found) == without_time(whole)


def test_interrupted_by_the_observer() -> None:
    def interrupt(step: Step) -> bool:
        raise KeyboardInterrupt

    table, steered = planted_table(1, n_rows=50), Settings(surrogate=None)
    found = fast(table, steered, observer=interrupt)
    assert (found.trace.stopped, len(found.trace.steps)) == ("interrupted", 1)
    check_is_best_prefix(found, fast(table, steered), table)


@pytest.mark.parametrize("n_rules", [0, 1, 2])
def test_interrupted_while_a_rule_is_added(n_rules: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table, steered = planted_table(1, n_rows=50), Settings(surrogate=None)
    whole = fast(table, steered)
    calls, set_ticks = count(), Surrogate.set_ticks

    def interrupted(self: Surrogate) -> int:
        if next(calls) == n_rules + 1:  # the first call is for the empty set
            raise KeyboardInterrupt
        return set_ticks(self)

    monkeypatch.setattr(Surrogate, "set_ticks", interrupted)
    found = fast(table, steered)
    assert (found.trace.stopped, len(found.trace.steps)) == ("interrupted", n_rules)
    check_is_best_prefix(found, whole, table)


def test_before_the_first_rule_the_lengths_are_those_of_the_empty_set() -> None:
    column = BinnedColumn("x", 2, True, False, np.array([0.5]), None)
    labels = np.repeat([0, 1], 8)
    table = BinnedTable((column,), labels.astype(np.uint8).reshape(1, -1), 16)
    for searched in (SearchSettings(), SearchSettings(surrogate="cart", leaf_sizes=(2,))):
        rows = Rows(table, labels, 2)
        given = Given(rows, rows, shape_of(rows, searched), Clock(), Workers(1))
        growth = Growth(given, 0.5, searched)
        real, surrogate = growth.partition.real_ticks, growth.surrogate_ticks
        lengths = real, real, surrogate
        assert growth.empty_bits == tuple(growth.ticks.to_bits(length) for length in lengths)
        assert surrogate < real
