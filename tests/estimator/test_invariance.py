"""Changes of the data that say nothing new change nothing in what is learned."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.estimator.problems import Table, patients, random_table, random_tables, searches
from turs import RuleSet, TURSClassifier
from turs.data import load_penguins

Problem = tuple[Table, list[Any]]
Search = dict[str, Any]


def learn(problem: Problem, search: Search, **more: Any) -> TURSClassifier:
    return TURSClassifier(**search, **more).fit(*problem)


def columns_in(X: Table, names: list[str]) -> Table:
    return {name: X[name] for name in names}


def rows_in(values: list[Any], order: list[int]) -> list[Any]:
    return [values[row] for row in order]


on_tables = given(problem=random_tables, search=searches, data=st.data())


@settings(max_examples=25)
@on_tables
def test_the_order_of_rows_changes_nothing(problem: Problem, search: Search, data: Any) -> None:
    X, y = problem
    order = data.draw(st.permutations(range(len(y))))
    moved = {name: rows_in(values, order) for name, values in X.items()}, rows_in(y, order)
    one, other = learn(problem, search), learn(moved, search)
    assert other.rule_set_.to_json() == one.rule_set_.to_json()
    assert other.trace_.blended_bits == one.trace_.blended_bits
    assert other.trace_.surrogate_bits == one.trace_.surrogate_bits


@settings(max_examples=25)
@on_tables
def test_the_order_of_columns_changes_nothing(problem: Problem, search: Search, data: Any) -> None:
    X, y = problem
    names = data.draw(st.permutations(list(X)))
    one, other = learn(problem, search), learn((columns_in(X, names), y), search)
    assert other.rule_set_.rules == one.rule_set_.rules
    assert other.rule_set_.data.cells == one.rule_set_.data.cells
    np.testing.assert_array_equal(other.predict_proba(columns_in(X, names)), one.predict_proba(X))


@settings(max_examples=25)
@on_tables
def test_the_names_of_classes_change_nothing(problem: Problem, search: Search, data: Any) -> None:
    X, y = problem
    names = data.draw(st.permutations(range(4)))
    one, other = learn(problem, search), learn((X, [names[label] for label in y]), search)
    assert other.rule_set_.rules == one.rule_set_.rules
    place = [list(other.classes_).index(names[label]) for label in one.classes_]
    np.testing.assert_array_equal(other.predict_proba(X)[:, place], one.predict_proba(X))
    assert other.trace_.real_bits == one.trace_.real_bits
    assert other.trace_.blended_bits == one.trace_.blended_bits
    assert other.trace_.surrogate_bits == one.trace_.surrogate_bits


def test_labels_that_sort_the_other_way_give_the_columns_the_other_way() -> None:
    X, y = load_penguins()
    backwards = {"Adelie": "c", "Chinstrap": "b", "Gentoo": "a"}
    one = TURSClassifier().fit(X, y)
    other = TURSClassifier().fit(X, [backwards[label] for label in y])
    assert other.rule_set_.rules == one.rule_set_.rules
    np.testing.assert_array_equal(other.predict_proba(X)[:, ::-1], one.predict_proba(X))
    assert [backwards[label] for label in one.predict(X)] == other.predict(X).tolist()


RISING = {
    "line": lambda x: 3 * x - 1,
    "exponential": lambda x: math.exp(x),
    "cube": lambda x: x**3,
    "tiny": lambda x: x * 1e-200,
    "huge": lambda x: x * 1e200 + 1e150,
}


def stretched(X: Table, rise: Any) -> Table:
    return {
        name: [rise(value) if isinstance(value, float | int) else value for value in values]
        for name, values in X.items()
    }


@settings(max_examples=15)
@given(problem=random_tables, search=searches)
@pytest.mark.parametrize("rise", RISING)
def test_the_scale_of_numbers_changes_only_the_cuts(
    rise: str, problem: Problem, search: Search
) -> None:
    X, y = problem
    changed = stretched(X, RISING[rise])
    one, other = learn(problem, search), learn((changed, y), search)
    assert other.rule_set_.data.cells == one.rule_set_.data.cells
    for rule, same in zip(one.rule_set_, other.rule_set_, strict=True):
        assert [(x.variable, type(x), x.n_bounds) for x in rule.literals] == [
            (x.variable, type(x), x.n_bounds) for x in same.literals
        ]
    np.testing.assert_array_equal(other.predict_proba(changed), one.predict_proba(X))


def test_few_cuts_lie_at_the_same_ranks_on_any_scale() -> None:
    X, y = load_penguins()
    changed = stretched(X, lambda x: math.log(x) * 1e3)
    one = TURSClassifier(max_cuts=7).fit(X, y)
    other = TURSClassifier(max_cuts=7).fit(changed, y)
    np.testing.assert_array_equal(other.predict_proba(changed), one.predict_proba(X))
    assert other.trace_.real_bits == one.trace_.real_bits


@settings(max_examples=12)
@given(problem=random_tables, search=searches)
@example(problem=load_penguins(), search={})
@example(problem=patients(), search={"surrogate": None})
def test_threads_change_nothing(problem: Problem, search: Search) -> None:
    one = learn(problem, search)
    for n_jobs in (1, 2, 3):
        other = learn(problem, search, n_jobs=n_jobs)
        assert other.rule_set_.to_json() == one.rule_set_.to_json()
        assert other.trace_.surrogate_bits == one.trace_.surrogate_bits
        assert [step.n_scored for step in other.trace_.steps] == [
            step.n_scored for step in one.trace_.steps
        ]


@pytest.mark.parametrize("n_jobs", [-1, -2, -100, 50])
def test_any_number_of_threads_may_be_asked_for(n_jobs: int) -> None:
    problem = random_table(1)
    assert learn(problem, {}, n_jobs=n_jobs).rule_set_ == learn(problem, {}).rule_set_


@settings(max_examples=40)
@given(problem=random_tables, search=searches)
@example(problem=load_penguins(), search={})
@example(problem=patients(), search={"surrogate": None})
def test_what_is_learned_is_what_counting_its_rules_gives(problem: Problem, search: Search) -> None:
    X, y = problem
    fitted = learn(problem, search)
    rule_set, trace = fitted.rule_set_, fitted.trace_
    counted = RuleSet.from_rules(rule_set.rules, X, y, smoothing=rule_set.smoothing)
    assert counted == rule_set
    np.testing.assert_array_equal(counted.predict_proba(X), fitted.predict_proba(X))
    length = rule_set.description_length()
    assert length.total_bits == pytest.approx(trace.real_bits[trace.n_kept], rel=1e-9)
    nothing = RuleSet.from_rules([], X, y).description_length().total_bits
    assert trace.real_bits[0] == pytest.approx(nothing, rel=1e-9)
    # Where classes are blended, what is shorter than nothing is what the search sees.
    assert trace.total_bits[trace.n_kept] <= trace.total_bits[0]
    plain = learn(problem, {**search, "blend": 0.0}).rule_set_
    assert plain.description_length().total_bits <= nothing
    assert RuleSet.from_json(rule_set.to_json()) == rule_set


@settings(max_examples=25)
@given(problem=random_tables, search=searches)
def test_no_rule_repeats_a_side_of_a_variable_or_covers_nothing(
    problem: Problem, search: Search
) -> None:
    fitted = learn(problem, search)
    for rule, n_rows in zip(
        fitted.rule_set_, fitted.rule_set_.covers(problem[0]).sum(0), strict=True
    ):
        variables = [literal.variable for literal in rule.literals]
        assert len(set(variables)) == len(variables) > 0
        assert n_rows > 0


def test_learning_twice_gives_the_same_bytes() -> None:
    texts = {TURSClassifier().fit(*load_penguins()).rule_set_.to_json() for _ in range(3)}
    assert len(texts) == 1


def test_a_table_that_is_worth_threads_gives_the_same_with_one() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(4_500, 3)).round(1)
    y = (X[:, 0] > 0) * 2 + (X[:, 1] + rng.normal(size=4_500) > 1)
    texts = {
        TURSClassifier(n_jobs=n_jobs, max_rules=4, max_cuts=20).fit(X, y).rule_set_.to_json()
        for n_jobs in (1, 2, 4)
    }
    assert len(texts) == 1
