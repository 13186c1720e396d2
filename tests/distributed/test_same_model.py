"""The same rules from any partitions as from rows in memory, byte for byte."""

import pickle
from dataclasses import fields, replace
from itertools import count
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from tests.counting.tables import random_table, seeds, wide_tables
from tests.distributed.here import PartsHere, rows_here
from tests.naive.problems import (
    Settings,
    Table,
    planted_tables,
    scattered_tables,
    small_settings,
    small_tables,
)
from tests.search.test_learn import binned
from turs.counting import counter, forest, growing, pruned
from turs.distributed import counter as cluster_counter
from turs.distributed import tree as cluster_tree
from turs.search import Learned, SearchSettings, learn, learn_from

pytestmark = pytest.mark.slow

some_tables = small_tables().filter(lambda table: table.columns) | planted_tables | scattered_tables


def partitions_of(n_rows: int, random: Random) -> list[np.ndarray]:
    """Cut rows in any order into some partitions, of which some are empty."""
    order = np.array(random.sample(range(n_rows), k=n_rows), dtype=np.int64)
    n_parts = random.choice([1, 2, 3, 7])
    ends = sorted(random.choices(range(n_rows + 1), k=n_parts - 1))
    return np.split(order, ends)


def facts(learned: Learned) -> tuple[object, ...]:
    """Return all that was learned, and what the search did, but for the time that it took."""
    trace = learned.trace
    steps = [
        (s.rule, s.n_rows, s.n_new_rows, s.real_bits, s.surrogate_bits, s.n_refinements, s.n_scored)
        for s in trace.steps
    ]
    found = learned.rules, learned.members.tolist(), learned.counts.tolist()
    return *found, steps, trace.n_kept, trace.stopped


def check_same(table: Table, searched: SearchSettings, seed: int) -> Learned:
    """Check that partitions give what rows in memory give."""
    whole, classes = binned(table), np.array(table.y)
    expected = learn(whole, classes, table.n_classes, searched)
    places = partitions_of(len(table.y), Random(seed))
    rows = rows_here(whole, classes, table.n_classes, places)
    assert facts(learn_from(rows, searched)) == facts(expected)
    return expected


def searched(steered: Settings) -> SearchSettings:
    return SearchSettings(**{f.name: getattr(steered, f.name) for f in fields(steered)})


@settings(max_examples=80)
@given(some_tables, small_settings, seeds)
def test_any_table_any_partitions(table: Table, steered: Settings, seed: int) -> None:
    if steered.surrogate != "cart":
        check_same(table, searched(steered), seed)


@settings(max_examples=20)
@given(some_tables, seeds)
def test_a_sample_is_the_same_in_any_partitions(table: Table, seed: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forest, "_SAMPLE_ROWS", 30)
        check_same(table, SearchSettings(blend=0.02, evidence=0.0), seed)


@settings(max_examples=8)
@given(wide_tables, seeds)
def test_codes_of_sixteen_bits(table: Table, seed: int) -> None:
    whole = SearchSettings(min_new_rows=1, simplicity=0.1, evidence=0.0, least_leaf=1)
    check_same(table, whole, seed)


@pytest.mark.parametrize("seed", [0, 2])
def test_larger_tables(seed: int) -> None:
    table = random_table(seed, 500, [30, 6, 80, 3, 12], 2 + seed)
    easy = SearchSettings(simplicity=0.1, evidence=0.0, surrogate_weight=0.5 + seed / 6)
    assert len(check_same(table, easy, seed).trace.steps) > 3
    check_same(table, SearchSettings(joint=False, simplicity=0.2), seed)
    again = check_same(table, replace(easy, revise=True), seed).trace
    assert again.revised is not None and again.kept_bits < again.total_bits[again.n_kept]


@pytest.mark.parametrize("seed", range(2))
def test_trees_of_a_sample(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (pruned, cluster_tree):
        monkeypatch.setattr(module, "MOST_ROWS", 500)
    for module in (growing, cluster_tree):
        monkeypatch.setattr(module, "MOST_LEAVES", 40)
    table = random_table(seed, 1500, [30, 6, 80, 3, 12], 2 + seed)
    check_same(table, SearchSettings(simplicity=0.1, evidence=0.0), seed)
    # few different rows: all are taken
    few = random_table(seed, 3000, [3, 2], 3)
    check_same(few, SearchSettings(simplicity=0.1, evidence=0.0), seed)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_trees_grown_seldom_and_often(share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (counter, cluster_counter):
        monkeypatch.setattr(module, "STALE", share)
    table = random_table(5, 800, [30, 6, 80], 3)
    check_same(table, SearchSettings(simplicity=0.1, evidence=0.0), 5)


def test_many_rules_to_score_are_asked_for_in_several_rounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster_counter, "_MOST_COUNTS", 50)
    table = random_table(6, 800, [30, 6, 80], 3)
    check_same(table, SearchSettings(simplicity=0.1, evidence=0.0), 6)


def test_partitions_that_are_made_again_in_the_middle_of_a_tree(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # As when a worker is lost: they know neither the rules so far nor the tree so far.
    answers, n_asked = PartsHere._answers, count()

    def forgetful(parts: PartsHere, question: str, asked: dict[str, object]) -> list[object]:
        if next(n_asked) % 3 == 2:
            parts.parts[0] = pickle.loads(pickle.dumps(parts.parts[0]))
        return answers(parts, question, asked)

    monkeypatch.setattr(PartsHere, "_answers", forgetful)
    table = random_table(7, 800, [30, 6, 80], 3)
    check_same(table, SearchSettings(simplicity=0.1, evidence=0.0), 7)
