"""Description lengths from cells equal those counted on rows."""

import math

import pytest
from hypothesis import given, settings

from tests.model.problems import Problem, problems
from tests.naive.model import likelihood_bits, total_regret_bits
from turs.ruleset import RuleSet


@pytest.mark.slow
@settings(max_examples=1000)
@given(problems())
def test_lengths_are_those_of_the_definition(problem: Problem) -> None:
    length = problem.rule_set.description_length()
    likelihood, regret = likelihood_bits(problem.training), total_regret_bits(problem.training)
    assert length.likelihood_bits == pytest.approx(likelihood, abs=1e-9)
    assert length.regret_bits == pytest.approx(regret, abs=1e-9)
    assert length.total_bits == pytest.approx(likelihood + regret, abs=1e-9)


def test_by_hand() -> None:
    """Six rows: ``x > 2`` covers a, a, b; the else rule has b, b, a.

    Each part takes 2 log2(3/2) + log2(3) bits. R(3, 2) = 1 + 4/9 + 4/9 + 1 = 26/9, twice.
    """
    rule_set = RuleSet.from_rules(["x > 2"], {"x": [3, 3, 3, 1, 1, 1]}, list("aabbba"))
    length = rule_set.description_length()
    assert length.likelihood_bits == pytest.approx(4 * math.log2(1.5) + 2 * math.log2(3))
    assert length.regret_bits == pytest.approx(2 * math.log2(26 / 9))
    assert length.total_bits == length.likelihood_bits + length.regret_bits


def test_a_rule_without_rows_costs_nothing() -> None:
    table, y = {"x": [1.0, 2.0, 3.0]}, ["a", "b", "b"]
    with_it = RuleSet.from_rules(["x > 2", "x > 100"], table, y)
    assert with_it.description_length() == with_it.without("x > 100").description_length()


def test_classes_without_rows_count() -> None:
    """R(1, k) = k: one row costs log2 of the number of classes, also of those without rows."""
    rule_set = RuleSet.from_rules([], {"x": [1.0]}, ["a"], classes=list("abcdefgh"))
    assert rule_set.description_length().total_bits == pytest.approx(3)
