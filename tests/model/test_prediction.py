"""Prediction without training rows equals counting on them."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.model.problems import LABELS, Problem, count, make_row, make_rule, problems, table
from tests.naive.model import (
    Training,
    covering_rules,
    group_of,
    probabilities_of,
    silences,
)
from turs.model import covers, prediction
from turs.ruleset import RuleSet


@pytest.mark.slow
@settings(max_examples=1000)
@given(problems())
def test_probabilities_are_those_of_the_definition(problem: Problem) -> None:
    """Maximum likelihood, bit for bit, on training rows and on new ones."""
    found = problem.rule_set.predict_proba(problem.table)
    for row, estimate in zip(problem.rows, found.tolist(), strict=True):
        assert estimate == [float(p) for p in probabilities_of(problem.training, row)]


@given(problems(), st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(10)]))
def test_smoothed_probabilities(problem: Problem, smoothing: Fraction) -> None:
    rule_set = problem.rule_set
    found = rule_set.predict_proba(problem.table, smoothing=float(smoothing))
    expected = [
        [float(p) for p in probabilities_of(problem.training, row, smoothing)]
        for row in problem.rows
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-14)
    np.testing.assert_allclose(found.sum(axis=1), 1, rtol=1e-14)


@given(problems())
def test_predictions_are_the_most_probable_classes(problem: Problem) -> None:
    rule_set = problem.rule_set
    best = rule_set.predict_proba(problem.table).argmax(axis=1)
    assert rule_set.predict(problem.table).tolist() == [LABELS[code] for code in best]


@settings(max_examples=300)
@given(problems(), st.sampled_from([0.0, 2.5]))
def test_a_row_alone_is_predicted_as_among_others(problem: Problem, smoothing: float) -> None:
    rule_set = problem.rule_set
    together = rule_set.predict_proba(problem.table, smoothing)
    labels = rule_set.predict(problem.table, smoothing)
    for _ in range(2):  # the second time the patterns are known
        alone = [rule_set.predict_proba(table([row]), smoothing) for row in problem.rows]
        np.testing.assert_array_equal(np.concatenate(alone), together)
        one_by_one = [rule_set.predict(table([row]), smoothing) for row in problem.rows]
        np.testing.assert_array_equal(np.concatenate(one_by_one), labels)


def test_what_is_known_of_a_pattern_is_the_callers_to_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(prediction, "_MOST_KNOWN", 2)
    rule_set = RuleSet.from_rules(["x > 1", "x > 2"], {"x": [0, 1.5, 3]}, ["a", "b", "a"])
    for _ in range(2):
        found = [rule_set.predict_proba({"x": [x]}) for x in (0, 1.5, 3)]
        assert [estimate.tolist() for estimate in found] == [[[1, 0]], [[0.5, 0.5]], [[1, 0]]]
        for estimate in found:
            estimate[:] = 7
        assert len(rule_set._predictor._known) <= 2


@pytest.mark.slow
@settings(max_examples=300)
@given(problems(), st.randoms())
def test_no_order_means_anything(problem: Problem, random: Random) -> None:
    """Permuting rules and training rows changes no bit of any answer."""
    training = problem.training
    rules = random.sample(training.rules, k=len(training.rules))
    order = random.sample(range(len(training.rows)), k=len(training.rows))
    shuffled = Training(
        rules, [training.rows[i] for i in order], [training.y[i] for i in order], training.n_classes
    )
    first, second = problem.rule_set, count(shuffled)
    assert first == second
    assert hash(first) == hash(second)
    assert np.array_equal(first.predict_proba(problem.table), second.predict_proba(problem.table))
    assert first.explain(problem.table) == second.explain(problem.table)
    assert first.description_length() == second.description_length()
    assert str(first) == str(second)


@pytest.mark.slow
@settings(max_examples=150)
@given(problems())
def test_removing_a_rule_is_counting_without_it(problem: Problem) -> None:
    training, rule_set = problem.training, problem.rule_set
    for rule in training.rules:
        others = [other for other in training.rules if other != rule]
        recounted = count(replace(training, rules=others, _covers={}))
        edited = rule_set.without(rule)
        assert edited == recounted
        assert edited.to_json() == recounted.to_json()
        assert np.array_equal(
            edited.predict_proba(problem.table), recounted.predict_proba(problem.table)
        )


@pytest.mark.slow
@settings(max_examples=300)
@given(problems())
def test_a_rule_says_nothing_about_rows_that_it_does_not_cover(problem: Problem) -> None:
    """Rules stand for themselves: without a rule, rows that others speak for stay as they are.

    Rows of the else rule are another matter: it takes over what the rule leaves uncovered.
    """
    rule_set = problem.rule_set
    before = rule_set.explain(problem.table)
    for rule in rule_set:
        after = rule_set.without(rule).explain(problem.table)
        for was, now in zip(before, after, strict=True):
            if was.speaking and rule not in was.covering:
                assert now == was


@pytest.mark.slow
@settings(max_examples=500)
@given(problems())
def test_explanations_are_those_of_the_definition(problem: Problem) -> None:
    training, rule_set = problem.training, problem.rule_set
    found = rule_set.explain(problem.table)
    estimates = rule_set.predict_proba(problem.table).tolist()
    for i, (row, explanation) in enumerate(zip(problem.rows, found, strict=True)):
        group = group_of(training, row)
        assert explanation.row == i
        assert list(explanation.probabilities) == estimates[i]
        assert set(explanation.covering) == covering_rules(training, row)
        assert set(explanation.speaking) == group
        aside = {rule: set(by) for rule, by in explanation.set_aside}
        assert aside == {
            rule: {other for other in group if silences(training, other, rule)}
            for rule in covering_rules(training, row) - group
        }
        for rule, by in aside.items():
            assert bool(by) == bool(training.cover(rule))
        assert len(explanation.covering) == len(group) + len(aside)
        assert explanation.source == source_of(training, len(group))


def source_of(training: Training, n_speaking: int) -> str:
    if n_speaking:
        return "rule" if n_speaking == 1 else "union"
    return "else" if training.else_rows() else "else (all rows)"


@pytest.mark.parametrize("n_rules", [70, 150])
def test_many_rules_in_small_chunks(n_rules: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """More rules than one word has bits, and rows that come in several chunks."""
    monkeypatch.setattr(covers, "_CHUNK_ROWS", 7)
    monkeypatch.setattr(prediction, "_BLOCK_PATTERNS", 5)
    random = Random(n_rules)
    rules: dict[object, None] = {}
    while len(rules) < n_rules:
        rules[make_rule(random, 4)] = None
    training_rows = [make_row(random, new=False) for _ in range(120)]
    training = Training(list(rules), training_rows, random.choices(range(3), k=120), 3)
    new_rows = [make_row(random, new=True) for _ in range(40)]
    found = count(training).predict_proba(table(new_rows)).tolist()
    for row, estimate in zip(new_rows, found, strict=True):
        assert estimate == [float(p) for p in probabilities_of(training, row)]
