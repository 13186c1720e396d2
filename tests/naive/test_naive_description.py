"""The naive price of rules against counts made by hand."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.naive.description import (
    evidence_bits,
    literal_ticks,
    n_choices,
    n_literals,
    rule_ticks,
)
from tests.naive.lengths import training_rows
from tests.naive.problems import Column, Settings, make_problem
from tests.naive.refinements import Problem, range_masks


@pytest.mark.parametrize(
    ("column", "changes", "n"),
    [
        (Column(1), {}, 0),
        (Column(2), {}, 2),
        (Column(5), {}, 8),  # below and above four cuts
        (Column(1, has_missing=True), {}, 2),  # missing or not
        (Column(5, has_missing=True), {}, 18),  # each with missing rows and without, or as above
        (Column(1, False), {}, 0),
        (Column(4, False), {}, 14),  # 4 levels, 6 pairs, 4 of three
        (Column(3, False, True), {}, 14),  # missing is as good as a level
        (Column(4, False), {"max_set_size": 2}, 10),
        (Column(4, False), {"max_set_size": 9}, 14),
        (Column(4, False), {"enumerate_levels": 3}, 18),  # three cuts in orders of three classes
    ],
)
def test_literals_on_a_column(column: Column, changes: dict[str, object], n: int) -> None:
    codes, y = [[0, 0, 0], [0, 0, 0]], [0, 1, 2]
    assert n_literals(make_problem([column], codes[:1], y, **changes)) == n
    assert n_literals(make_problem([column, Column(3)], codes, y, **changes)) == n + 4


@given(st.integers(1, 20), st.booleans())
def test_ranges_are_as_many_as_there_are(n_bins: int, has_missing: bool) -> None:
    column = Column(n_bins, has_missing=has_missing)
    codes = set(range(n_bins + has_missing))
    n = len(range_masks(column, codes)) if len(codes) > 1 else 0
    assert n_literals(make_problem([column], [[0, 0]], [0, 1])) == n


def test_choices_of_a_rule() -> None:
    columns = [Column(5, has_missing=True), Column(3, False), Column(1, has_missing=True)]
    problem = make_problem(columns, [[0, 1]] * 3, [0, 1])
    for mask, n in (
        (0b000011, 1),  # at most
        (0b011000, 1),  # more than
        (0b100011, 1),  # at most, or missing
        (0b011111, 1),  # not missing
        (0b001110, 2),  # between
        (0b101110, 2),  # between, or missing
        (0b100000, 1),  # missing
        (0b000000, 1),  # nothing
    ):
        assert n_choices({0: mask}, problem) == n
        assert n_choices({0: mask, 1: 0b010}, problem) == n + 1  # one level, or all but one
    assert n_choices({}, problem) == 0


@pytest.mark.parametrize(
    ("mask", "n"),
    [
        (0b0000001, 1.0),
        (0b0000011, 1.5),
        (0b0010101, 2.0),
        (0b1101010, 2.0),  # three are left out
        (0b1111100, 1.5),
        (0b1111011, 1.0),
        (0b0000000, 1.0),
    ],
)
def test_large_sets_of_levels_are_more_than_one_choice(mask: int, n: float) -> None:
    problem = make_problem([Column(6, False, has_missing=True)], [[0, 1]], [0, 1], simplicity=1.0)
    assert n_choices({0: mask}, problem) == n
    price = literal_ticks(problem)
    assert rule_ticks({0: mask}, problem) == pytest.approx(n * price, abs=1)


def test_price_of_a_literal() -> None:
    # Both sides of 512 cuts: ten bits, of which 0.15 are paid.
    codes, y = [[0, 1] * 500], [0, 1] * 500
    problem = make_problem([Column(513)], codes, y, simplicity=1.0)
    assert n_literals(problem) == 1024
    to_bits = problem.training.ticks.to_bits
    assert to_bits(literal_ticks(problem)) == pytest.approx(1.5, abs=1e-9)
    assert rule_ticks({0: 0b110}, problem) == 2 * literal_ticks(problem)
    steered = replace(problem, settings=replace(problem.settings, simplicity=2.0))
    assert to_bits(literal_ticks(steered)) == pytest.approx(3.0, abs=1e-9)
    free = replace(problem, settings=replace(problem.settings, simplicity=0.0))
    assert literal_ticks(free) == 0
    # Without a choice, as if there were two.
    alone = make_problem([Column(1)], [[0] * 1000], y, simplicity=1.0)
    assert to_bits(literal_ticks(alone)) == pytest.approx(0.15, abs=1e-9)
    # Where another price is asked for, that.
    dear = replace(problem, literal_bits=8.0)
    assert to_bits(literal_ticks(dear)) == pytest.approx(8.0, abs=1e-9)


def test_price_of_evidence() -> None:
    # Both sides of 512 cuts, as far as they tell, and four levels in sets of any size: 14.
    columns, codes = [Column(513), Column(4, False)], [list(range(513)), [0] * 513]
    for n_rarer, n_telling in ((513 // 2, 1024), (255, 1020), (5, 20), (0, 0)):
        y = [1] * n_rarer + [0] * (513 - n_rarer)
        problem = make_problem(columns, codes, y, evidence=0.5)
        assert evidence_bits(problem) == pytest.approx(0.5 * math.log2(n_telling + 14))
    # of three classes, the two rarer ones
    y = [1] * 5 + [2] * 6 + [0] * 502
    problem = make_problem(columns[:1], codes[:1], y, evidence=0.5)
    assert evidence_bits(problem) == pytest.approx(0.5 * math.log2(44))


@pytest.mark.parametrize(
    ("n_rows", "growth"), [(10, 0.01**0.6), (1000, 1.0), (2000, 2**0.6), (9000, 9**0.6)]
)
def test_in_larger_tables_the_price_grows(n_rows: int, growth: float) -> None:
    training = training_rows([[0] * n_rows], [0, 1] * (n_rows // 2) + [0] * (n_rows % 2), 2)
    problem = Problem([Column(3)], training, Settings(simplicity=1.0))
    price = training.ticks.to_bits(literal_ticks(problem))
    assert price == pytest.approx(0.15 * growth * math.log2(4), abs=1e-9)
