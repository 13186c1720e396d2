import sys
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import methods, peers
from benchmarks.environments import InstallError
from benchmarks.methods import METHODS, Method, PeerResult, PeerTask, latest, pythons
from benchmarks.peer_tables import cell, tables
from benchmarks.peers import forget, run
from benchmarks.records import Records

BLANK = PeerResult("cn2", "iris", 1, 135, 4, 2, "ok")
DONE = replace(
    BLANK,
    fit_seconds=0.25,
    auc=0.9,
    log_loss=0.3,
    brier=0.1,
    n_rules=3,
    n_literals=7,
    version="1",
    region_gap=0.1,
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


def test_what_lacks_measures_is_measured_again(tmp_path: Path) -> None:
    records = Records(tmp_path / "peers.csv", PeerResult)
    late = replace(BLANK, fold=2, status=">300")
    records.keep([replace(DONE, region_gap=None), late])
    tasks = [DONE.task, late.task]
    assert run(tasks, records, lambda task: DONE, print) == 1
    assert run(tasks, records, lambda task: DONE, print) == 0
    assert latest(records.read()) == [DONE, late]


def test_who_took_too_long_once_is_not_waited_for_again(tmp_path: Path) -> None:
    records = Records(tmp_path / "peers.csv", PeerResult)
    tasks = [PeerTask("cn2", name, fold) for name in ("iris", "wine") for fold in (1, 2)]
    asked: list[PeerTask] = []

    def measured(task: PeerTask) -> PeerResult:
        asked.append(task)
        status = ">300" if task.data_set == "iris" else "ok"
        return replace(DONE, data_set=task.data_set, fold=task.fold, status=status)

    assert run(tasks, records, measured, print) == 4
    assert asked == [task for task in tasks if task != PeerTask("cn2", "iris", 2)]
    assert [(r.fold, r.status) for r in records.read()][:2] == [(1, ">300"), (2, ">300")]
    assert run([PeerTask("cn2", "iris", 3)], records, measured, print) == 1
    assert len(asked) == 3


def test_results_may_be_forgotten(tmp_path: Path) -> None:
    records = Records(tmp_path / "peers.csv", PeerResult)
    others = [replace(DONE, method="tree"), replace(DONE, data_set="wine")]
    records.keep([DONE, *others])
    forget(records, ["cn2"], ["iris"])
    assert records.read() == others


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
