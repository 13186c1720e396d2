"""scikit-learn's callbacks see the rules as they come, and may stop the search."""

from typing import Any

import numpy as np
import pytest

from tests.estimator.problems import blocks
from turs import TURSClassifier
from turs.data import load_penguins
from turs.exceptions import SearchStoppedWarning

callback = pytest.importorskip(
    "sklearn.callback", reason="scikit-learn before 1.9 has no callbacks"
)


class Recorder:
    """Notes what it is told, and stops or fails after so many rules."""

    def __init__(self, last: int | None = None, error: type[BaseException] | None = None) -> None:
        self.events: list[str] = []
        self.steps: list[Any] = []
        self.last = last
        self.error = error

    def setup(self, estimator: Any, context: Any) -> None:
        self.events.append("setup")

    def teardown(self, estimator: Any, context: Any) -> None:
        self.events.append("teardown")

    def on_fit_task_begin(self, estimator: Any, context: Any, *, X: Any, y: Any) -> None:
        assert len(y) == len(X)
        self.events.append(f"begin {context.task_name}")

    def on_fit_task_end(self, estimator: Any, context: Any, *, metadata: Any) -> bool:
        self.events.append(f"end {context.task_name}")
        if metadata is not None:
            self.steps.append(metadata["step"])
        if len(self.steps) == self.last and context.task_name == "rule":
            if self.error is not None:
                raise self.error
            return True
        return False


def fit_with(recorder: Any) -> TURSClassifier:
    return TURSClassifier().set_callbacks(recorder).fit(*blocks())


def test_a_callback_is_told_of_each_rule() -> None:
    recorder = Recorder()
    fitted = fit_with(recorder)
    n_rules = len(fitted.trace_.steps)
    assert n_rules > 1
    assert recorder.steps == list(fitted.trace_.steps)
    # The last rule is looked for, and not found.
    rules = ["begin rule", "end rule"] * (n_rules + 1)
    assert recorder.events == ["setup", "begin fit", *rules, "end fit", "teardown"]
    assert fitted.rule_set_ == TURSClassifier().fit(*blocks()).rule_set_


def test_a_callback_may_stop_the_search() -> None:
    recorder = Recorder(last=1)
    fitted = fit_with(recorder)
    assert (len(fitted.trace_.steps), fitted.trace_.stopped) == (1, "callback")
    assert len(fitted.rule_set_) == 1
    rules = ["begin rule", "end rule"]
    assert recorder.events == ["setup", "begin fit", *rules, "end fit", "teardown"]
    np.testing.assert_allclose(fitted.predict_proba(blocks()[0]).sum(axis=1), 1.0)


def test_an_interrupt_inside_a_callback_is_an_interrupt() -> None:
    recorder = Recorder(last=1, error=KeyboardInterrupt)
    with pytest.warns(SearchStoppedWarning, match="it was interrupted"):
        fitted = fit_with(recorder)
    assert len(fitted.rule_set_) == 1
    assert recorder.events[-2:] == ["end fit", "teardown"]
    assert recorder.events.count("end rule") == 1


def test_a_callback_that_fails_leaves_the_estimator_as_it_was() -> None:
    estimator = TURSClassifier().set_callbacks(Recorder(last=1, error=ArithmeticError))
    before = dict(vars(estimator))
    with pytest.raises(ArithmeticError):
        estimator.fit(*blocks())
    assert vars(estimator) == before


def test_a_table_that_is_refused_is_not_announced() -> None:
    recorder = Recorder()
    with pytest.raises(ValueError, match="one class only"):
        TURSClassifier().set_callbacks(recorder).fit([[1], [2]], [0, 0])
    assert recorder.events == []


def test_the_progress_bar_works(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("rich")
    X, y = load_penguins()
    fitted = TURSClassifier().set_callbacks(callback.ProgressBar()).fit(X, y)
    assert fitted.rule_set_ == TURSClassifier().fit(X, y).rule_set_
    assert "TURSClassifier" in capsys.readouterr().out


def test_the_monitor_of_scores_does_no_harm() -> None:
    monitor = callback.ScoringMonitor(scoring="accuracy")
    fitted = TURSClassifier().set_callbacks(monitor).fit(*blocks())
    assert fitted.rule_set_ == TURSClassifier().fit(*blocks()).rule_set_
