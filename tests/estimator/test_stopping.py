"""What the search tells of itself, and what is left when it is stopped."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.estimator.problems import blocks, patients
from turs import RuleSet, TURSClassifier
from turs.counting import Counter
from turs.data import load_penguins
from turs.exceptions import SearchStoppedWarning
from turs.mdl import regret_bits
from turs.search import Trace, warm_up
from turs.search import clock as search_clock
from turs.search.grow import Grower

# What finds four rules of the penguins, whatever the defaults are.
FOUR_RULES: dict[str, Any] = {"beam_width": 5, "blend": 0}


@pytest.fixture(scope="module")
def whole() -> TURSClassifier:
    """A search that nothing stopped, of four rules."""
    fitted = TURSClassifier(**FOUR_RULES, evidence=0).fit(*load_penguins())
    assert len(fitted.trace_.steps) == 4
    return fitted


def rules_of(trace: Trace) -> list[str]:
    return [str(step.rule) for step in trace.steps]


def check_is_best_prefix(stopped: TURSClassifier, whole: TURSClassifier) -> None:
    """Check that a search went as far as another, and kept the best of that."""
    trace = stopped.trace_
    n_steps = len(trace.steps)
    assert rules_of(trace) == rules_of(whole.trace_)[:n_steps]
    assert trace.real_bits == whole.trace_.real_bits[: n_steps + 1]
    assert trace.total_bits == whole.trace_.total_bits[: n_steps + 1]
    assert trace.n_kept == int(np.argmin(trace.total_bits))
    assert [str(rule) for rule in stopped.rule_set_] == rules_of(trace)[: trace.n_kept]
    X, y = load_penguins()
    rules, smoothing = stopped.rule_set_.rules, stopped.rule_set_.smoothing
    assert stopped.rule_set_ == RuleSet.from_rules(rules, X, y, smoothing=smoothing)
    np.testing.assert_allclose(stopped.predict_proba(X).sum(axis=1), 1.0)
    assert len(stopped.explain(X)) == 344


def raising(error: type[BaseException], call: Callable[..., Any], after: int) -> Any:
    """Return a stand-in for a method that raises an error after so many calls."""
    calls = iter(range(after))

    def method(*arguments: Any) -> Any:
        if next(calls, None) is None:
            raise error
        return call(*arguments)

    return method


@pytest.mark.parametrize("n_rules", [0, 1, 3])
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_an_interrupt_leaves_the_best_set_so_far(
    n_rules: int, n_jobs: int, whole: TURSClassifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    next_rule = raising(KeyboardInterrupt, Grower.next_rule, after=n_rules)
    monkeypatch.setattr(Grower, "next_rule", next_rule)
    with pytest.warns(SearchStoppedWarning, match="it was interrupted") as caught:
        stopped = TURSClassifier(**FOUR_RULES, evidence=0, n_jobs=n_jobs).fit(*load_penguins())
    assert [warning.filename for warning in caught] == [__file__]
    assert str(caught[0].message) == f"The search ended early: {stopped.trace_}"
    assert stopped.trace_.stopped == "interrupted"
    assert len(stopped.trace_.steps) == n_rules
    check_is_best_prefix(stopped, whole)


@pytest.mark.parametrize("n_rules", [0, 1, 3])
def test_an_interrupt_while_a_rule_is_added_leaves_the_set_without_it(
    n_rules: int, whole: TURSClassifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The cells know of the rule already, but not its rows.
    monkeypatch.setattr(Counter, "move", raising(KeyboardInterrupt, Counter.move, after=n_rules))
    with pytest.warns(SearchStoppedWarning, match="it was interrupted"):
        stopped = TURSClassifier(**FOUR_RULES, evidence=0).fit(*load_penguins())
    assert len(stopped.trace_.steps) == n_rules
    check_is_best_prefix(stopped, whole)


@pytest.mark.parametrize("n_rules", [0, 1, 2])
def test_an_interrupt_where_classes_are_blended(
    n_rules: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The cells of the blended classes know of the rule already, and so do those of the rows' own.
    search = {"evidence": 0, "blend": 0.75, "slack": 0, "patience": None}
    fitted = TURSClassifier(**search).fit(*patients())
    assert fitted.trace_.blended_bits != fitted.trace_.real_bits
    assert len(fitted.trace_.steps) > 2
    monkeypatch.setattr(Counter, "move", raising(KeyboardInterrupt, Counter.move, after=n_rules))
    with pytest.warns(SearchStoppedWarning, match="it was interrupted"):
        stopped = TURSClassifier(**search).fit(*patients())
    trace, rule_set = stopped.trace_, stopped.rule_set_
    assert rules_of(trace) == rules_of(fitted.trace_)[:n_rules]
    assert trace.real_bits == fitted.trace_.real_bits[: n_rules + 1]
    assert trace.n_kept == int(np.argmin(trace.total_bits))
    smoothing = rule_set.smoothing
    assert rule_set == RuleSet.from_rules(rule_set.rules, *patients(), smoothing=smoothing)


def test_no_time_leaves_the_set_without_rules() -> None:
    X, y = patients()
    with pytest.warns(SearchStoppedWarning, match="time_limit was reached") as caught:
        stopped = TURSClassifier(time_limit=0).fit(X, y)
    assert [warning.filename for warning in caught] == [__file__]
    assert (len(stopped.rule_set_), stopped.trace_.stopped) == (0, "time_limit")
    prior = np.array([y.count("home"), y.count("stay")]) / 60
    np.testing.assert_allclose(stopped.predict_proba(X), np.tile(prior, (60, 1)))
    assert stopped.explain(X)[0].source == "else"


@pytest.mark.parametrize("limit", [5, 10, 15])
def test_little_time_leaves_the_best_set_so_far(
    limit: int, whole: TURSClassifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    warm_up()
    seconds = iter(range(10**6))
    monkeypatch.setattr(search_clock.time, "perf_counter", lambda: float(next(seconds)))
    with pytest.warns(SearchStoppedWarning, match="time_limit was reached"):
        limited = TURSClassifier(**FOUR_RULES, evidence=0, time_limit=limit)
        stopped = limited.fit(*load_penguins())
    assert stopped.trace_.stopped == "time_limit"
    assert len(stopped.trace_.steps) < len(whole.trace_.steps)
    check_is_best_prefix(stopped, whole)


def test_enough_time_stops_nothing(whole: TURSClassifier) -> None:
    in_time = TURSClassifier(**FOUR_RULES, time_limit=600).fit(*load_penguins())
    assert in_time.rule_set_ == whole.rule_set_
    assert in_time.trace_.stopped == whole.trace_.stopped


@pytest.mark.parametrize("max_rules", [0, 1, 2, 3])
def test_no_more_rules_than_may_be(max_rules: int) -> None:
    few = TURSClassifier(max_rules=max_rules).fit(*load_penguins())
    assert few.trace_.stopped == "max_rules"
    assert len(few.trace_.steps) == few.trace_.n_kept == len(few.rule_set_) == max_rules


def test_the_best_few_rules_are_not_the_first() -> None:
    X, y = load_penguins()
    everything = TURSClassifier().fit(X, y).rule_set_.description_length().total_bits
    bits = []
    for max_rules in (1, 2, 3, 4):
        free = {"evidence": 0.0, "simplicity": 1e-9, "max_rules": max_rules}
        first = TURSClassifier(**free | {"simplicity": 0.0}).fit(X, y)
        best = TURSClassifier(**free).fit(X, y)
        assert [step.n_rules for step in best.trace_.steps] == [*range(1, max_rules + 1)]
        # All but nothing is paid for rules, and so the best are those that leave the least bits.
        lengths = [one.trace_.blended_bits[one.trace_.n_kept] for one in (best, first)]
        assert lengths[0] <= lengths[1] + 1e-6
        # Three of the penguins' rules are the first three; any other number is not.
        assert (lengths[0] < lengths[1] - 1.0) is (max_rules != 3)
        bits.append(best.rule_set_.description_length().total_bits)
    assert bits == sorted(bits, reverse=True)
    assert bits[-1] < 1.5 * everything


def test_the_first_few_rules_where_describing_them_costs_nothing() -> None:
    X, y = load_penguins()
    whole = TURSClassifier(simplicity=0.0).fit(X, y).trace_
    for max_rules in (1, 2):
        first = TURSClassifier(simplicity=0.0, max_rules=max_rules).fit(X, y).trace_
        assert rules_of(first) == rules_of(whole)[:max_rules]
        assert first.stopped == "max_rules"


def test_what_stops_one_of_several_searches_stops_them_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    few = TURSClassifier(max_rules=2).fit(*load_penguins())
    patched = raising(KeyboardInterrupt, Grower.next_rule, after=3)
    monkeypatch.setattr(Grower, "next_rule", patched)
    with pytest.warns(SearchStoppedWarning, match="it was interrupted"):
        stopped = TURSClassifier(max_rules=2).fit(*load_penguins())
    # The first search had found two rules, and the second one.
    assert stopped.trace_.stopped == "interrupted"
    assert 0 < len(stopped.rule_set_) <= 2
    assert stopped.rule_set_ != few.rule_set_


def noise(n_rows: int = 200) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(0)
    return random.random((n_rows, 5)), random.integers(0, 2, n_rows)


def ball() -> tuple[np.ndarray, np.ndarray]:
    """Return 500 rows that are inside a ball or not: boxes describe them less and less well."""
    X = np.random.default_rng(0).normal(size=(500, 6))
    return X, ((X**2).sum(axis=1) < 5.3).astype(int)


@pytest.mark.parametrize("slack", [0.0, 0.03, 0.1, 100.0])
def test_the_last_set_is_kept_that_is_about_as_short_as_the_shortest(slack: float) -> None:
    trace = TURSClassifier(slack=slack, patience=None).fit(*ball()).trace_
    total = np.array(trace.total_bits)
    given_back = slack * min(total.min(), total[0] - total.min())
    short = np.flatnonzero((total < total.min() + given_back) & (total < total[0]))
    assert trace.n_kept == max([total.argmin(), *short])
    assert (trace.n_kept == len(trace.steps)) == (slack == 100.0)


def test_slack_keeps_more_rules_of_the_same_search() -> None:
    shortest, more = (
        TURSClassifier(slack=slack, patience=None).fit(*ball()).trace_ for slack in (0.0, 0.2)
    )
    assert rules_of(more) == rules_of(shortest)
    assert more.n_kept > shortest.n_kept
    assert "bits is close to the least" in str(more)


def test_no_slack_is_so_large_that_rules_longer_than_none_are_kept() -> None:
    dear = {"evidence": 0, "simplicity": 16, "slack": 100, "patience": None}
    trace = TURSClassifier(**dear, beam_width=5, blend=0).fit(*ball()).trace_
    assert 0 < trace.n_kept < len(trace.steps)
    assert (
        trace.total_bits[trace.n_kept]
        < trace.total_bits[0]
        < min(trace.total_bits[trace.n_kept + 1 :])
    )


def test_a_negative_slack_is_refused() -> None:
    with pytest.raises(ValueError, match="slack"):
        TURSClassifier(slack=-0.1).fit(*noise())


def test_of_noise_nothing_is_learned_and_it_is_said() -> None:
    fitted = TURSClassifier().fit(*noise())
    assert (len(fitted.rule_set_), fitted.trace_.stopped) == (0, "no evidence")
    assert fitted.trace_.n_kept == 0 < len(fitted.trace_.steps)
    assert "chance" in str(fitted.trace_)
    assert len(TURSClassifier(evidence=0).fit(*noise()).rule_set_) > 0


def test_an_interrupt_while_evidence_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Grower, "next_rule", raising(KeyboardInterrupt, Grower.next_rule, after=0))
    with pytest.warns(SearchStoppedWarning, match="it was interrupted"):
        stopped = TURSClassifier().fit(*noise())
    assert (len(stopped.rule_set_), stopped.trace_.stopped) == (0, "interrupted")


def test_a_failure_inside_the_search_leaves_the_estimator_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    X, y = patients()
    fitted = TURSClassifier().fit(X, y)
    before = fitted.rule_set_
    monkeypatch.setattr(Grower, "next_rule", raising(MemoryError, Grower.next_rule, after=1))
    with pytest.raises(MemoryError):
        fitted.fit(*blocks())
    assert fitted.rule_set_ is before
    assert fitted.feature_names_in_.tolist() == list(X)


@pytest.mark.parametrize("data", [load_penguins, patients, blocks])
@pytest.mark.parametrize("surrogate", ["tree", "cart", None])
@pytest.mark.parametrize("blend", [0.0, 0.4, 0.75])
def test_the_trace_has_each_step_with_its_bits(
    data: Any, surrogate: str | None, blend: float
) -> None:
    X, y = data()
    fitted = TURSClassifier(surrogate=surrogate, blend=blend).fit(X, y)
    trace = fitted.trace_
    nothing = RuleSet.from_rules([], X, y).description_length().total_bits
    assert trace.real_bits[0] == pytest.approx(nothing, rel=1e-9)
    # What the forest knows of the penguins is not blended; what the paper's trees see is not, ever.
    is_plain = blend == 0.0 or surrogate == "cart" or data is load_penguins
    assert (trace.blended_bits == trace.real_bits) is is_plain
    covered = np.zeros(len(y), dtype=bool)
    for place, step in enumerate(trace.steps):
        before = RuleSet.from_rules([one.rule for one in trace.steps[: place + 1]], X, y)
        assert step.real_bits == pytest.approx(before.description_length().total_bits, rel=1e-9)
        cover = before.covers(X)[:, -1]
        assert (step.n_rows, step.n_new_rows) == (cover.sum(), (cover & ~covered).sum())
        assert step.n_new_rows >= 3
        assert step.rules_bits > 0.0
        covered |= cover
        assert step.n_refinements >= step.rule.n_literals
        assert step.n_scored > 0
        if surrogate is None:
            assert step.surrogate_bits == step.blended_bits
        else:
            assert step.surrogate_bits <= step.blended_bits
    assert np.argmin(trace.total_bits) <= trace.n_kept == len(fitted.rule_set_)
    times = [0.0, *(step.seconds for step in trace.steps), trace.seconds]
    assert times == sorted(times)
    if trace.stopped == "surrogate is the else rule":
        assert trace.surrogate_bits[-1] == trace.blended_bits[-1]


def test_the_bits_of_a_search_by_hand() -> None:
    # Two classes of 16 rows, told apart by x: 32 bits and regret before, regret alone after.
    X, y = [[0]] * 16 + [[1]] * 16, [0] * 16 + [1] * 16
    trace = TURSClassifier(surrogate=None, blend=0).fit(X, y).trace_
    assert trace.real_bits == trace.blended_bits
    assert trace.real_bits == pytest.approx((32 + regret_bits(32, 2), 2 * regret_bits(16, 2)))
    (step,) = trace.steps
    assert str(step.rule) in ("x0 > 0", "x0 <= 0")
    assert (step.n_rows, step.n_new_rows) == (16, 16)
    # Two ways to cut, each the start of phase 2, which finds nothing further.
    assert (step.n_refinements, step.n_scored) == (2, 4)
    assert trace.stopped == "no rule left"


def test_the_trace_prints_as_a_sentence(whole: TURSClassifier) -> None:
    assert re.fullmatch(
        r"4 rules in \d+\.\d\d s; stopped because no tree described the uncovered rows better "
        r"than the else rule; kept all 4, whose length of \d+\.\d bits is the least "
        r"\(without rules 529\.2\)\.",
        str(whole.trace_),
    )


LINE = re.compile(r"turs: (\d+) rules?, [\d,]+\.\d bits \(surrogate [\d,]+\.\d\), \d+\.\d s")


def test_progress_is_shown_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    warm_up()
    capsys.readouterr()
    fitted = TURSClassifier(**FOUR_RULES, verbose=1).fit(*load_penguins())
    captured = capsys.readouterr()
    lines = captured.err.splitlines()
    assert [int(LINE.fullmatch(line)[1]) for line in lines] == [1, 2, 3, 4]
    assert f"{fitted.trace_.steps[0].real_bits:,.1f} bits" in lines[0]
    assert captured.out == ""
    fitted.predict(load_penguins()[0])
    TURSClassifier(evidence=0).fit(*load_penguins())
    assert capsys.readouterr() == ("", "")
