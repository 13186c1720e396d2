import json
import subprocess
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from benchmarks import cluster
from benchmarks.cluster import ClusterFit, cells, different_models, fit_apart, line, run
from benchmarks.records import Records

TASK = ClusterFit("local", 1000, 10, 3, 1, 5, 1)
DONE = replace(TASK, fit_seconds=2.0, seconds_a_rule=0.5, search_seconds=1.0, model="abc")
ON_TWO = replace(
    DONE,
    engine="cluster",
    n_workers=2,
    n_searched=4,
    n_rounds=40,
    bytes_out=4_000_000,
    bytes_in=8_000_000,
    summary_seconds=0.25,
    binning_seconds=0.5,
    counting_seconds=0.75,
    empty_round_seconds=0.005,
)


def test_the_local_engine_comes_first() -> None:
    options = cluster._arguments(["--rows", "1e3", "1e4", "--workers", "1", "2", "--threads", "1"])
    found = cells(options)
    assert [(fit.engine, fit.n_rows, fit.n_workers) for fit in found] == [
        ("local", 1000, 1),
        ("cluster", 1000, 1),
        ("cluster", 1000, 2),
        ("local", 10_000, 1),
        ("cluster", 10_000, 1),
        ("cluster", 10_000, 2),
    ]
    assert {fit.max_rules for fit in found} == {10}


def test_a_process_of_its_own_has_the_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[list[str], dict[str, str]]] = []

    def fake(
        command: list[str], *, env: dict[str, str], **_: object
    ) -> subprocess.CompletedProcess[bytes]:
        calls.append((command, env))
        printed = "something else\n" + json.dumps(asdict(ON_TWO)) + "\n"
        return subprocess.CompletedProcess(command, 0, stdout=printed.encode())

    monkeypatch.setattr(subprocess, "run", fake)
    assert fit_apart(replace(TASK, engine="cluster", n_workers=2), 500) == ON_TWO
    ((command, environment),) = calls
    assert command[1:3] == ["-m", "benchmarks.cluster_fit"]
    assert json.loads(command[3])["block_rows"] == 500
    # a worker has one thread, however many workers there are
    assert environment["NUMBA_NUM_THREADS"] == "1"


def test_what_is_in_the_file_is_not_fitted_again(tmp_path: Path) -> None:
    records = Records(tmp_path / "cluster.csv", ClusterFit)
    records.append(DONE)
    asked: list[ClusterFit] = []

    def fit(task: ClusterFit) -> ClusterFit:
        asked.append(task)
        return ON_TWO

    other = replace(TASK, engine="cluster", n_workers=2)
    assert list(run([TASK, other], records, fit)) == [DONE, ON_TWO]
    assert asked == [other]
    assert records.read() == [DONE, ON_TWO]


def test_models_must_be_those_of_one_machine() -> None:
    unlike = replace(ON_TWO, n_workers=4, model="xyz")
    alone = replace(unlike, n_rows=5)
    assert different_models([DONE, ON_TWO]) == []
    assert different_models([DONE, ON_TWO, unlike, alone]) == [unlike]


def test_a_line_says_what_a_rule_takes() -> None:
    assert line(DONE).split("model")[0] == (
        "local         1000 rows  1 threads  fit     2.00 s  a rule   0.500 s  "
    )
    said = line(ON_TWO)
    assert "a rule: 10.0 rounds, 1.00 MB out, 2.00 MB in" in said
    assert "summary 0.25 s, binning 0.50 s, counting 0.75 of 1.00 s, empty round 5.0 ms" in said


def test_another_model_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fake(task: ClusterFit, _: int) -> ClusterFit:
        done = replace(ON_TWO, **{name: getattr(task, name) for name in ("engine", "n_workers")})
        return replace(done, model=task.engine)

    monkeypatch.setattr(cluster, "fit_apart", fake)
    command = ["--rows", "1e3", "--workers", "2", "--threads", "1", "--rules", "5"]
    assert cluster.main([*command, "--output", str(tmp_path / "cluster.csv")]) == 1
    assert "another model on 2 cluster and 1000 rows" in capsys.readouterr().out
