"""The plan by columns covers what the rules cover one by one."""

import numpy as np
from hypothesis import given, settings

from tests.model.problems import Problem, problems
from turs.model.covers import CoverPlan
from turs.table import read_columns


@settings(max_examples=300)
@given(problems())
def test_plan_is_rule_by_rule(problem: Problem) -> None:
    schema = problem.rule_set.data.schema
    columns = read_columns(problem.table, schema)
    plan = CoverPlan.of(problem.training.rules, schema)
    expected = [rule.covers(columns) for rule in problem.training.rules]
    covers = plan.covers(columns)
    assert covers.shape == (len(expected), len(problem.rows))
    for found, rule in zip(covers, expected, strict=True):
        np.testing.assert_array_equal(found, rule)
    np.testing.assert_array_equal(plan.covers(columns, 1, 3), covers[:, 1:3])


@settings(max_examples=300)
@given(problems())
def test_covers_are_those_of_the_definition(problem: Problem) -> None:
    training = problem.training
    expected = [[training.covers(rule, row) for rule in training.rules] for row in problem.rows]
    covers = problem.rule_set.covers(problem.table)
    assert covers.shape == (len(problem.rows), len(training.rules))
    assert covers.tolist() == expected
