import signal
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks import apart
from benchmarks.apart import Answer, as_table, command, measure, run_apart, scored
from benchmarks.data import DataSet
from benchmarks.methods import PeerResult, PeerTask
from benchmarks.runners.groups import Groups

BLANK = PeerResult("cn2", "iris", 1, 135, 4, 2, "ok")
EASY = DataSet(
    "easy",
    {"a b": np.arange(60.0), "class": np.array(["it's", "b", "c"] * 20)},
    np.repeat(["low", "high"], 30),
)


def test_columns_get_names_that_all_can_take() -> None:
    table = as_table(EASY, np.array(["high", "low"]))
    assert list(table.columns) == ["c0", "c1"]
    assert table.y.tolist() == [1] * 30 + [0] * 30
    assert table.n_classes == 2


def test_the_command_of_a_fit() -> None:
    words = command("jrip", "python", Path("place"), 300.0)
    assert words == ["python", "-m", "benchmarks.runners.weka", "jrip", "place", "300"]


def test_scores_are_added() -> None:
    facts = {"fit_seconds": 0.5, "cpu_seconds": None, "n_rules": 2, "n_literals": None}
    facts |= {"overlap": 0.25, "version": "2"}
    probabilities = np.array([[0.8, 0.8], [0.25, 0.75]])
    y, classes = np.array(["a", "b"]), np.array(["a", "b"])
    groups = Groups(np.array([[3, 1]]), np.array([[1, 1]]), 0.25)
    result = scored(BLANK, Answer(facts, probabilities, groups), y, classes)
    # The first row becomes a half each: 0.25 + 0.25; the second gives 0.0625 twice.
    assert (result.auc, result.brier) == (1.0, 0.3125)
    assert (result.fit_seconds, result.cpu_seconds, result.n_rules) == (0.5, None, 2)
    # Said 0.5 and 0.75, found 1 and 1; the rule said 0.75 and has a half.
    assert (result.region_gap, result.rule_gap, result.overlap) == (0.375, 0.25, 0.25)
    assert result.is_complete
    without = scored(BLANK, Answer(facts, probabilities), y, classes)
    assert (without.rule_gap, without.is_complete) == (None, True)
    unusable = scored(BLANK, Answer(facts, np.full((2, 2), np.nan)), y, classes)
    assert unusable.status == "failed: its probabilities are none"


def test_a_process_is_ended_or_says_why_it_failed() -> None:
    def python(text: str) -> list[str]:
        return [sys.executable, "-c", text]

    assert run_apart(python("pass"), 10) == "ok"
    assert run_apart(python("raise ValueError('no rows')"), 10) == "ValueError: no rows"
    assert run_apart(python("import time; time.sleep(60)"), 0.2) == "all of it took more than 0.2 s"
    alarm = "import signal; signal.raise_signal(signal.SIGALRM)"
    assert run_apart(python(alarm), 10) == f"signal {signal.SIGALRM}"


@pytest.mark.parametrize(
    "said, status", [("signal 14", ">300"), ("no memory", "failed: no memory")]
)
def test_what_does_not_come_to_an_end(
    said: str, status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apart, "run_apart", lambda words, limit: said)
    result = measure(PeerTask("cn2", "easy", 1), EASY, "python", 300.0)
    assert (result.status, result.n_rows, result.fit_seconds) == (status, 54, None)


def test_learners_of_two_classes_are_not_asked_for_three() -> None:
    three = DataSet("easy", EASY.X, np.repeat(["a", "b", "c"], 20))
    result = measure(PeerTask("skope", "easy", 1), three, "no python", 300.0)
    assert result.status == "n/a: takes two classes only"


def test_a_tree_is_fitted_apart() -> None:
    result = measure(PeerTask("tree", "easy", 1), EASY, sys.executable, 300.0)
    assert (result.status, result.auc, result.n_rules, result.n_literals) == ("ok", 1.0, 2, 2)
    assert result.fit_seconds > 0
    assert (result.rule_gap, result.overlap, result.balanced_accuracy) == (0.0, None, 1.0)


def test_an_answer_that_cannot_be_used_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "run_apart", lambda words, limit: "ok")
    result = measure(PeerTask("cn2", "easy", 1), EASY, "python", 300.0)
    assert result.status.startswith("failed: [Errno 2] No such file")
