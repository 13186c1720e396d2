"""What rules cost against the twin's count of their choices."""

from random import Random

import numpy as np
import pytest
from hypothesis import given

from tests.counting.tables import (
    problem_of,
    random_rule,
    seeds,
    shape_of,
    some_tables,
    wide_tables,
    words_of,
)
from tests.naive import description as naive
from tests.naive.problems import Column, Settings, Table, small_settings
from turs.search import SearchSettings
from turs.search.description import Description, n_literals, n_telling_literals


@given(some_tables | wide_tables, small_settings, seeds)
def test_prices_are_those_of_the_twin(table: Table, steered: Settings, seed: int) -> None:
    random, problem, shape = Random(seed), problem_of(table, steered), shape_of(table, steered)
    assert n_literals(shape) == naive.n_literals(problem)
    bits = SearchSettings(**vars(steered)).literal_bits(len(table.y), n_literals(shape))
    telling = n_telling_literals(shape, np.bincount(table.y, minlength=table.n_classes))
    assert SearchSettings(**vars(steered)).evidence_bits(telling) == naive.evidence_bits(problem)
    price = problem.training.ticks.of_bits(bits)
    assert price == naive.literal_ticks(problem)
    rules = [random_rule(random, table, n) for n in (0, 1, 1, 2, 3)]
    rules += [interval(random, table) for _ in range(5)]
    found = Description(shape, price).ticks(words_of(rules, shape))
    assert found.tolist() == [naive.rule_ticks(rule, problem) for rule in rules]
    assert found[0] == 0


def interval(random: Random, table: Table) -> dict[int, int]:
    """Make a rule that allows a range of codes of one column, not all."""
    column = random.randrange(len(table.columns))
    about = table.columns[column]
    n_codes = about.n_bins + about.has_missing
    low, high = sorted(random.choices(range(n_codes + 1), k=2))
    mask = (1 << high) - (1 << low)
    return {} if high - low == n_codes else {column: mask}


@pytest.mark.parametrize("n_bins", [1, 2, 63, 64, 65, 128, 129])
def test_ends_of_words(n_bins: int) -> None:
    table = Table([Column(n_bins, has_missing=True), Column(2)], [[0], [0]], [0], 2)
    shape, last = shape_of(table, Settings()), n_bins - 1
    masks = {
        1 << last,
        1,
        1 << n_bins,
        1 << n_bins | 1,
        1 << last // 2,
        (1 << last) - 2 if last else 0,
    }
    rules = [{0: mask} for mask in sorted(masks - {(2 << n_bins) - 1})]  # but not of all codes
    found = Description(shape, 7).ticks(words_of(rules, shape)).tolist()
    problem = problem_of(table, Settings())
    assert found == [7 * naive.n_choices(rule, problem) for rule in rules]


def test_by_hand() -> None:
    table = Table([Column(4), Column(3, False), Column(4)], [[0]] * 3, [0], 2)
    shape = shape_of(table, Settings())
    rules = [{}, {0: 0b0011}, {0: 0b1100}, {0: 0b0110}, {1: 0b010}, {0: 0b0110, 1: 0b101, 2: 0b1}]
    found = Description(shape, 10).ticks(words_of(rules, shape))
    assert found.tolist() == [0, 10, 10, 20, 10, 40]
    assert found.dtype == np.int64


def test_large_sets_of_levels_by_hand() -> None:
    # Of 70 levels and "missing": one, all but one, 3 of them, all but 4, and 40, all but 31.
    table = Table([Column(70, False, has_missing=True), Column(2)], [[0], [0]], [0], 2)
    shape, whole = shape_of(table, Settings()), (1 << 71) - 1
    masks = [1 << 69, whole - 1, 0b111, whole - 0b1111, (1 << 40) - 1]
    found = Description(shape, 11).ticks(words_of([{0: mask} for mask in masks], shape))
    assert found.tolist() == [11, 11, 22, 27, 11 + 11 * 30 // 2]
    assert found.dtype == np.int64
