import json
import subprocess
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from threadpoolctl import threadpool_limits

from benchmarks import million
from benchmarks.million import Fit, fit_apart, fit_once, ratios, run
from benchmarks.records import Records

TASK = Fit("turs", 400, 4, 3, 1, 1)


@pytest.mark.parametrize("method", million.METHODS)
def test_a_small_table_is_fitted(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = million.HistGradientBoostingClassifier
    monkeypatch.setattr(
        million,
        "HistGradientBoostingClassifier",
        lambda **parameters: rounds(**{**parameters, "max_iter": 2}),
    )
    with threadpool_limits(1):
        fitted = fit_once(replace(TASK, method=method))
    assert (fitted.method, fitted.n_rows, fitted.turn) == (method, 400, 1)
    assert fitted.seconds > 0
    assert 0.4 < fitted.auc <= 1
    assert fitted.log_loss > 0
    # Four columns of eight bytes a row.
    assert fitted.input_megabytes == round(400 * 4 * 8 / 1e6, 1)
    assert fitted.extra_megabytes >= 0
    assert (fitted.n_rules is None) == (method == "boosting")


def test_a_process_of_its_own_gets_its_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[list[str], dict[str, str]]] = []

    def fake(
        command: list[str], *, env: dict[str, str], **_: object
    ) -> subprocess.CompletedProcess[str]:
        calls.append((command, env))
        done = json.dumps(asdict(replace(TASK, seconds=2.5)))
        return subprocess.CompletedProcess(command, 0, stdout=done)

    monkeypatch.setattr(subprocess, "run", fake)
    assert fit_apart(replace(TASK, n_threads=2), None).seconds == 2.5
    ((command, environment),) = calls
    assert command[1:4] == ["-m", "benchmarks.million", "--one"]
    assert json.loads(command[4])["n_threads"] == 2
    assert environment["OMP_NUM_THREADS"] == "2"


def test_what_takes_too_long_has_no_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    def fake(command: list[str], **_: object) -> None:
        raise subprocess.TimeoutExpired(command, 1)

    monkeypatch.setattr(subprocess, "run", fake)
    assert fit_apart(TASK, 1.0) == TASK


def test_results_are_written_as_they_come(tmp_path: Path) -> None:
    records = Records(tmp_path / "million.csv", Fit)
    records.keep([replace(TASK, turn=9)])
    seen = [len(records.read()) for _ in run([TASK, TASK], records, lambda task: task)]
    assert seen == [1, 2]
    assert records.read() == [TASK, TASK]


def test_medians_are_compared() -> None:
    ours = [replace(TASK, seconds=seconds) for seconds in (9.0, 1.0, 3.0)]
    theirs = [replace(TASK, method="boosting", seconds=2.0)]
    unfinished = [replace(TASK, n_threads=2), replace(theirs[0], n_threads=2)]
    assert list(ratios([*ours, *theirs, *unfinished])) == [
        "1 threads: 1.50 times the seconds of boosting"
    ]
