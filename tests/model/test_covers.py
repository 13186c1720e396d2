"""The plan by columns covers what the rules cover one by one."""

import numpy as np
from hypothesis import given, settings

from tests.model.problems import Problem, problems, table
from turs.model.covers import CoverPlan
from turs.model.patterns import from_integer
from turs.table import read_columns


@settings(max_examples=300)
@given(problems())
def test_plan_is_rule_by_rule(problem: Problem) -> None:
    schema = problem.rule_set.data.schema
    columns = read_columns(problem.table, schema)
    plan = CoverPlan.of(problem.training.rules, schema)
    expected = [rule.covers(columns) for rule in problem.training.rules]
    covers = plan.covers(columns)
    assert covers.shape == (len(problem.rows), len(expected))
    for found, rule in zip(covers.T, expected, strict=True):
        np.testing.assert_array_equal(found, rule)


@settings(max_examples=300)
@given(problems())
def test_one_row_is_covered_as_among_others(problem: Problem) -> None:
    rules, schema = problem.training.rules, problem.rule_set.data.schema
    plan = CoverPlan.of(rules, schema)
    covers = plan.covers(read_columns(problem.table, schema))
    for row, expected in zip(problem.rows, covers, strict=True):
        pattern = plan.pattern_of_one(read_columns(table([row]), schema))
        np.testing.assert_array_equal(from_integer(pattern, len(rules)), expected)


@settings(max_examples=300)
@given(problems())
def test_covers_are_those_of_the_definition(problem: Problem) -> None:
    training = problem.training
    expected = [[training.covers(rule, row) for rule in training.rules] for row in problem.rows]
    covers = problem.rule_set.covers(problem.table)
    assert covers.shape == (len(problem.rows), len(training.rules))
    assert covers.tolist() == expected
