import signal
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks import methods, peers
from benchmarks.data import DataSet
from benchmarks.environments import InstallError
from benchmarks.methods import METHODS, Method, PeerResult, PeerTask, pythons
from benchmarks.peer_tables import cell, tables
from benchmarks.peers import as_table, command, forget, measure, run, run_apart, scored
from benchmarks.records import Records

BLANK = PeerResult("cn2", "iris", 1, 135, 4, 2, "ok")
DONE = replace(
    BLANK, fit_seconds=0.25, auc=0.9, log_loss=0.3, brier=0.1, n_rules=3, n_literals=7, version="1"
)
EASY = DataSet(
    "easy",
    {"a b": np.arange(60.0), "class": np.array(["it's", "b", "c"] * 20)},
    np.repeat(["low", "high"], 30),
)


def test_a_run_goes_on_where_it_stood(tmp_path: Path) -> None:
    records = Records(tmp_path / "peers.csv", PeerResult)
    tasks = [PeerTask("cn2", "iris", fold) for fold in (1, 2)]
    asked: list[PeerTask] = []
    said: list[str] = []

    def measured(task: PeerTask) -> PeerResult:
        asked.append(task)
        return replace(DONE, fold=task.fold)

    assert run(tasks[:1], records, measured, said.append) == 1
    assert run(tasks, records, measured, said.append) == 1
    assert asked == tasks
    assert said[1] == "[1/1] cn2 iris fold 2: 0.250 s, AUC 0.900, 7 literals"
    assert [result.task for result in records.read()] == tasks


def test_results_may_be_forgotten(tmp_path: Path) -> None:
    records = Records(tmp_path / "peers.csv", PeerResult)
    others = [replace(DONE, method="tree"), replace(DONE, data_set="wine")]
    records.keep([DONE, *others])
    forget(records, ["cn2"], ["iris"])
    assert records.read() == others


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
    probabilities = np.array([[0.8, 0.8], [0.25, 0.75]])
    y, classes = np.array(["a", "b"]), np.array(["a", "b"])
    result = scored(BLANK, {**facts, "version": "2"}, probabilities, y, classes)
    # The first row becomes a half each: 0.25 + 0.25; the second gives 0.0625 twice.
    assert (result.auc, result.brier) == (1.0, 0.3125)
    assert (result.fit_seconds, result.cpu_seconds, result.n_rules) == (0.5, None, 2)
    unusable = scored(BLANK, facts, np.full((2, 2), np.nan), y, classes)
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
    monkeypatch.setattr(peers, "run_apart", lambda words, limit: said)
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


def test_what_cannot_be_installed_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def python_of(environment: object) -> Path:
        raise InstallError("ERROR: offline")

    monkeypatch.setattr(methods, "python_of", python_of)
    said: list[str] = []
    assert pythons(["tree", "skope", "figs"], said.append) == {"tree": sys.executable}
    assert said == [
        "imodels SkopeRules is left out: ERROR: offline",
        "imodels FIGS is left out: ERROR: offline",
    ]


def test_weka_may_be_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(methods, "why_not", lambda: "there is no java")
    with pytest.raises(InstallError, match="no java"):
        Method("Weka JRip", "weka").python()


def test_every_runner_is_there() -> None:
    runners = Path(peers.__file__).parent / "runners"
    assert all((runners / f"{method.runner}.py").is_file() for method in METHODS.values())


def test_cells() -> None:
    second = replace(DONE, fold=2, fit_seconds=0.75)
    late = replace(BLANK, fold=3, status=">300")
    assert cell([], "auc", 1) == "·"
    assert cell([DONE, second], "fit_seconds", 2) == "0.5"
    assert cell([DONE], "fit_seconds", 2) == "0.25 ^1"
    assert cell([DONE, late], "fit_seconds", 3) == ">300 s"
    assert cell([replace(BLANK, status="failed: no memory")], "auc", 1) == "failed"
    assert cell([replace(DONE, n_rules=None)], "n_rules", 1) == "—"


def test_tables_have_a_line_a_learner() -> None:
    text = tables([DONE, replace(DONE, data_set="wine", method="tree", auc=0.5)])
    assert "## AUC (fold 1)\n\n| method | iris | wine |\n| --- | --- | --- |\n" in text
    assert "| scikit-learn decision tree | · | 0.500 |" in text
    assert "| Orange CN2 unordered | 0.900 | · |" in text
    assert tables([]) == "There are no results yet."


def test_what_was_measured_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = Records(tmp_path / "peers.csv", PeerResult)
    records.keep([DONE])
    assert peers.main(["--only-show", "--output", str(records.path)]) == 0
    assert "## Seconds of a fit (fold 1)" in capsys.readouterr().out
