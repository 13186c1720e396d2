import json
import subprocess
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks import larger_than_memory
from benchmarks.blocks import make_block
from benchmarks.generate import Recipe
from benchmarks.larger_than_memory import MemoryFit, block_path, fit_apart, line, run, write_block
from benchmarks.records import Records

TASK = MemoryFit(1000, 4, 3, 2, 600.0, 5)
DONE = replace(
    TASK,
    n_files=2,
    table_megabytes=0.032,
    file_megabytes=0.01,
    fit_seconds=1.5,
    driver_megabytes=300.0,
    driver_extra_megabytes=20.0,
    worker_megabytes=250.0,
    worker_extra_megabytes=-1.0,
    n_lost=0,
)


def test_a_block_is_written_as_numbers(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    block = Recipe(400, 4)
    write_block(block, block_path(tmp_path, 3))
    (path,) = tmp_path.iterdir()
    assert path.name == "00003.parquet"
    table = parquet.read_table(path)
    assert [str(kind) for kind in table.schema.types] == ["double"] * 4 + ["int64"]
    assert parquet.ParquetFile(path).num_row_groups == 4
    made = make_block(block)
    np.testing.assert_array_equal(table["class"].to_numpy(), made.y)
    np.testing.assert_array_equal(table["number0"].to_numpy(), made.X["number0"])
    # levels are their places in the alphabet
    assert set(table["level2"].to_numpy()) == set(range(len(set(made.X["level2"]))))


def test_a_process_of_its_own_is_told_the_files(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[bytes] = []

    def fake(
        command: list[str], *, input: bytes, **_: object
    ) -> subprocess.CompletedProcess[bytes]:
        told.append(input)
        return subprocess.CompletedProcess(command, 0, stdout=json.dumps(asdict(DONE)).encode())

    monkeypatch.setattr(subprocess, "run", fake)
    assert fit_apart(TASK, [Path("a.parquet"), Path("b.parquet")]) == DONE
    assert json.loads(told[0])["paths"] == ["a.parquet", "b.parquet"]


def test_what_is_in_the_file_is_not_fitted_again(tmp_path: Path) -> None:
    records = Records(tmp_path / "memory.csv", MemoryFit)
    other = replace(TASK, n_rows=5000)
    made = replace(DONE, n_rows=5000)
    records.append(DONE)
    assert list(run([TASK, other], records, lambda task: made)) == [DONE, made]
    assert records.read() == [DONE, made]


def test_tables_consist_of_whole_files() -> None:
    options = larger_than_memory._arguments(["--rows", "10", "1100", "--file", "500"])
    assert [task.n_rows for task in larger_than_memory._tasks(options)] == [500, 1000]


def test_files_are_written_only_for_what_is_to_be_fitted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written: list[int] = []
    monkeypatch.setattr(
        larger_than_memory, "write_blocks", lambda blocks, *_: written.append(len(blocks))
    )
    monkeypatch.setattr(
        larger_than_memory, "fit_apart", lambda task, paths: replace(DONE, **_cell(task, paths))
    )
    given = ["--rows", "1000", "2000", "--file", "500", "--columns", "4", "--limit", "6e8"]
    given += ["--output", str(tmp_path / "memory.csv"), "--folder", str(tmp_path)]
    assert larger_than_memory.main(given) == 0
    assert larger_than_memory.main(given) == 0
    assert written == [4]
    assert capsys.readouterr().out.count(" MB in 2 files") == 2
    assert [path.name for path in tmp_path.iterdir()] == ["memory.csv"]


def _cell(task: MemoryFit, paths: list[Path]) -> dict[str, int]:
    return {"n_rows": task.n_rows, "n_files": len(paths)}


def test_a_line_says_who_had_how_much() -> None:
    assert "2 workers of 600 MB: fit 1.5 s, driver 300 MB (+20), a worker 250 MB (-1)" in line(DONE)
