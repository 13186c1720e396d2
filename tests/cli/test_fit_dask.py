"""``turs fit --engine dask`` learns the rules of ``turs fit``, from many Parquet files."""

import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cli.calls import Run, Terminal, call
from turs.cli import cluster_fitting
from turs.search.grow import Grower

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed; turs[arrow] has it")
pq = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
distributed = pytest.importorskip(
    "distributed", reason="dask is not installed; `pip install turs[dask]` has it"
)

START = "from turs.cli.main import main; main()"


@pytest.fixture(scope="session")
def scheduler() -> Iterator[str]:
    """The address of a scheduler in this process, which costs no start of another one."""
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=False,
        dashboard_address=":0",
        silence_logs=logging.CRITICAL,
    ) as cluster:
        yield cluster.scheduler_address


def patients(n_rows: int = 600) -> Any:
    """Numbers, texts, truth values, categories with and without an order, and gaps."""
    random = np.random.default_rng(0)
    age = random.integers(20, 90, n_rows).astype(float)
    age[::31] = np.nan
    ward = np.array(["A", "B", "C"])[random.integers(0, 3, n_rows)].tolist()
    smoker = (random.random(n_rows) < 0.3).tolist()
    stage = pa.DictionaryArray.from_arrays(
        random.integers(0, 3, n_rows, dtype=np.int8), ["low", "mid", "high"], ordered=True
    )
    room = pa.array(random.integers(1, 5, n_rows)).dictionary_encode()
    ill = (np.nan_to_num(age) > 60) | (np.array(ward) == "B") & np.array(smoker)
    labels = np.where(random.random(n_rows) < 0.95, ill, ~ill)
    return pa.table(
        {
            "age": age,
            "score": random.integers(-9, 9, n_rows),
            "ward": [None if i % 41 == 0 else text for i, text in enumerate(ward)],
            "smoker": [None if i % 37 == 0 else value for i, value in enumerate(smoker)],
            "stage": stage,
            "room": room,
            "digits": [f"{number:03d}" for number in random.integers(0, 50, n_rows)],
            "nothing": pa.nulls(n_rows),
            "ill": [None if i in (200, 450) else bool(one) for i, one in enumerate(labels)],
        }
    )


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """``one.parquet``, and its rows in three files of ``many``, of very different size."""
    monkeypatch.chdir(tmp_path)
    table = patients()
    pq.write_table(table, "one.parquet", row_group_size=250)
    Path("many").mkdir()
    for number, (start, end) in enumerate([(0, 150), (150, 153), (153, 600)]):
        path = f"many/part-{number}.parquet"
        pq.write_table(table.slice(start, end - start), path, row_group_size=200)
    return tmp_path


SAME = [
    (["--target", "ill"], ["many"]),
    (["--target", "ill", "--numeric", "digits", "--categorical", "score"], ["many/*.parquet"]),
    (["--target", "smoker", "--missing", "-9", "--missing", "007", "--drop", "age"], ["many"]),
    (["--target", "room", "--evidence", "0"], ["one.parquet"]),
]


@pytest.mark.parametrize(("arguments", "data"), SAME)
def test_the_same_model(
    files: Path, run: Run, scheduler: str, arguments: list[str], data: list[str]
) -> None:
    more = ["--max-rules", "2", "--json", "--quiet"]
    code, out, _ = run("fit", "one.parquet", *arguments, *more, "-o", "local.json")
    assert code == 0
    local = json.loads(out)
    on_dask = ["--engine", "dask", "--scheduler", scheduler]
    code, out, err = run("fit", *data, *arguments, *more, *on_dask, "-o", "dask.json")
    assert (code, err) == (0, "")
    assert Path("dask.json").read_bytes() == Path("local.json").read_bytes()
    read = json.loads(out)
    assert read["columns"] == local["columns"]
    quality, expected = (one.pop("quality_on_training_rows") for one in (read, local))
    assert quality["confusion"] == expected["confusion"]
    for name in ("auc", "log_loss", "brier", "accuracy", "balanced_accuracy"):
        assert quality[name] == pytest.approx(expected[name], rel=1e-12)
    assert [one["n_rows"] for one in quality["reliability"]] == [
        one["n_rows"] for one in expected["reliability"]
    ]
    same = ("n_rows", "n_rows_without_class", "rules", "bits", "stopped", "classes")
    assert {name: read[name] for name in same} == {name: local[name] for name in same}


def test_what_is_said(files: Path, run: Run, scheduler: str) -> None:
    arguments = ["--engine", "dask", "--scheduler", scheduler, "--target", "ill"]
    code, out, err = run("fit", "many", *arguments, "--max-rules", "1", "-o", "-")
    assert code == 0
    assert json.loads(out)["origin"]["parameters"]["target"] == "ill"
    lines = err.splitlines()
    assert lines[:2] == [
        "reading 3 partitions on 2 workers",
        "many/part-0.parquet and 2 more: 600 rows, 9 columns in 3 partitions",
    ]
    assert lines[4].split()[:2] == ["age", "numeric"]
    assert lines[4].endswith("  20  its type is double")
    assert (
        "note: 2 rows without a class left out, the first in row 48 of many/part-2.parquet" in lines
    )
    assert "let turs evaluate, on files that were held out, say how much." in err


def test_a_look_at_the_columns(files: Path, run: Run, scheduler: str) -> None:
    arguments = ["--engine", "dask", "--scheduler", scheduler, "--target", "ill", "--dry-run"]
    code, out, err = run("fit", "many", *arguments, "-o", "m.json", "--json")
    assert code == 0
    read = json.loads(out)
    assert read["files"] == [f"many/part-{number}.parquet" for number in range(3)]
    assert (read["n_partitions"], read["n_rows"], read["n_rows_without_class"]) == (3, 598, 2)
    assert "bits" not in err
    assert not Path("m.json").exists()


def test_progress_in_a_terminal(
    files: Path, scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    arguments = ["--engine", "dask", "--scheduler", scheduler, "--target", "ill", "--dry-run"]
    assert call("fit", "many", *arguments) == 0
    assert "reading many/part-0.parquet and 2 more" in sys.stderr.getvalue()


def test_a_column_that_numbers_the_rows(files: Path, run: Run, scheduler: str) -> None:
    table = patients().append_column("id", pa.array(range(600)))
    table = table.append_column("day", pa.array([*range(300)] * 2))
    for number in range(2):
        pq.write_table(table.slice(300 * number, 300), f"part-{number}.parquet")
    arguments = ["--engine", "dask", "--scheduler", scheduler, "--target", "ill", "--dry-run"]
    code, _, err = run("fit", "part-0.parquet", "part-1.parquet", *arguments)
    assert code == 0
    assert (
        "note: 'id' has another value in nearly every row of each partition; if that tells "
        "nothing about a new row, leave it out: --drop id\n" in err
    )
    assert "'day'" not in err


def test_ctrl_c_keeps_the_best_set_so_far(
    files: Path, run: Run, scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    next_rule = Grower.next_rule
    calls = iter(range(10))

    def interrupted(grower: Grower) -> Any:
        if next(calls) == 2:
            raise KeyboardInterrupt
        return next_rule(grower)

    monkeypatch.setattr(Grower, "next_rule", interrupted)
    arguments = ["--engine", "dask", "--scheduler", scheduler, "--target", "ill"]
    code, out, err = run("fit", "many", *arguments, "-o", "m.json", "--evidence", "0")
    assert code == 0
    assert out.startswith("2 rules for 2 classes")
    assert "Interrupted: this is the best set so far, and a longer search may do better.\n" in err
    assert Path("m.json").exists()


BAD_ROWS = [
    (
        {"x": [1.0, 2.0, np.inf], "y": ["a", "b", "a"]},
        [],
        "many/part-3.parquet: column 'x' has an infinite value",
    ),
    (
        {"x": ["1", "2", "two"], "y": ["a", "b", "a"]},
        ["--numeric", "x"],
        "many/part-3.parquet, row 3: column 'x' has 'two', which is not a number; correct it, or "
        "make it a missing marker\n",
    ),
    (
        {"x": [1, 2, 3], "y": ["a", "a", None]},
        [],
        "the target 'y' is 'a' in every row; two classes or more are needed\n",
    ),
    (
        {"x": [1, 2, 3], "y": [0.5, 1.0, 2.0]},
        [],
        "the target 'y' has the number 0.5; classes are texts, truth values or whole numbers\n",
    ),
]


@pytest.mark.parametrize(("columns", "arguments", "sentence"), BAD_ROWS)
def test_rows_that_cannot_be_used(
    files: Path,
    run: Run,
    scheduler: str,
    columns: dict[str, Any],
    arguments: list[str],
    sentence: str,
) -> None:
    pq.write_table(pa.table(columns), "many/part-3.parquet")
    pq.write_table(pa.table(columns).slice(0, 1), "many/part-4.parquet")
    on_dask = ["--engine", "dask", "--scheduler", scheduler, "--target", "y", "--quiet"]
    code, out, err = run("fit", "many/part-[34].parquet", *arguments, *on_dask)
    assert (code, out) == (2, "")
    assert err.startswith(f"turs: {sentence}")


WRONG = [
    (
        ["a.parquet", "b.parquet"],
        "2 files are given, from 'a.parquet' on, and one is read; --engine dask learns from "
        "several Parquet files; try 'turs fit --help'.",
    ),
    (
        ["one.parquet", "--workers", "2"],
        "--workers is for --engine dask; add that, or leave --workers out; try 'turs fit --help'.",
    ),
    (
        ["one.parquet", "--engine", "dask", "--workers", "2", "--scheduler", "tcp://h:1"],
        "--workers is about own processes, and the workers of --scheduler run already; choose "
        "one; try 'turs fit --help'.",
    ),
    (
        ["one.parquet", "--engine", "dask", "--memory", "much"],
        "Invalid value for '--memory': 'much' is no size of memory, such as 2GB or 500MB; "
        "try 'turs fit --help'.",
    ),
    (
        ["one.parquet", "--engine", "dask", "--memory", "2MB"],
        "Invalid value for '--memory': '2MB' is too little: a worker needs 400MB or more; "
        "try 'turs fit --help'.",
    ),
    (
        ["one.parquet", "--engine", "dask", "--test", "0.2"],
        "--test is for --engine local; hold out some of the files, and give them to turs "
        "evaluate; try 'turs fit --help'.",
    ),
    (
        ["one.parquet", "--engine", "dask", "--jobs", "2"],
        "--jobs is for --engine local; --workers is the number of processes; "
        "try 'turs fit --help'.",
    ),
    (
        ["one.parquet", "--engine", "dask", "--paper"],
        "--paper is for --engine local, as it grows a tree from the rows for each rule in "
        "question; leave it out; try 'turs fit --help'.",
    ),
    (
        ["-", "--engine", "dask"],
        "--engine dask reads files, and not standard input; name them; try 'turs fit --help'.",
    ),
    (
        ["one.parquet", "--engine", "dask", "-o", "one.parquet"],
        "--output would replace 'one.parquet', which is read; name another; try 'turs fit --help'.",
    ),
    (
        ["many", "--engine", "dask", "--drop", "[!i]*"],
        "many/part-0.parquet and 2 more has no column beside the target 'ill'; there is nothing "
        "to learn from",
    ),
    (
        ["one.parquet", "--engine", "dask", "--scheduler", "nonsense://here"],
        "'nonsense://here' is no address of a dask scheduler; give one such as tcp://10.0.0.7:8786",
    ),
]


@pytest.mark.parametrize(("arguments", "sentence"), WRONG)
def test_a_wrong_call(files: Path, run: Run, arguments: list[str], sentence: str) -> None:
    code, out, err = run("fit", *arguments, "--target", "ill", "--quiet")
    assert (code, out) == (2, "")
    assert err.startswith(f"turs: {sentence}")
    assert err.count("\n") == 1


def test_no_such_target(files: Path, run: Run) -> None:
    code, _, err = run("fit", "one.parquet", "--engine", "dask", "--target", "il", "--quiet")
    assert code == 2
    assert err.startswith(
        "turs: one.parquet has no column 'il' for the target; did you mean 'ill'?"
    )


def test_without_dask(files: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_fitting, "find_spec", lambda _: None)
    arguments = ["fit", "one.parquet", "--engine", "dask", "--target", "ill"]
    sentence = "turs: --engine dask needs dask: pip install 'turs[dask]'\n"
    assert run(*arguments) == (2, "", sentence)


@pytest.mark.slow
def test_own_workers_leave_nothing_behind(files: Path) -> None:
    """Really other processes: nothing is said that is not ours, and nothing stays."""
    space = files / "space"
    space.mkdir()
    arguments = ["fit", "many", "--engine", "dask", "--workers", "1", "--memory", "1GB"]
    ended = subprocess.run(
        [sys.executable, "-c", START, *arguments, "--target", "ill", "--max-rules", "1"],
        env={**os.environ, "TMPDIR": str(space)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("1 rule for 2 classes")
    assert "reading 3 partitions on 1 worker\n" in ended.stderr
    assert "distributed" not in ended.stderr
    assert list(space.iterdir()) == []
