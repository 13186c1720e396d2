"""Shuffled classes: what is counted, and that a run goes on."""

from pathlib import Path

import numpy as np
import pytest

from benchmarks import shuffled
from benchmarks.data import DataSet
from benchmarks.shuffled import Shuffled, main, measure, shuffled_table


def rows(name: str = "iris") -> DataSet:
    x = np.arange(200.0)
    return DataSet(name, {"x": x}, np.where(x < 100, "low", "high"))


def test_of_shuffled_classes_nothing_is_learned() -> None:
    assert [measure(rows(), seed, n_jobs=1).n_literals for seed in range(3)] == [0, 0, 0]


def test_table() -> None:
    results = [
        Shuffled("iris", 0, 0, 0, "1"),
        Shuffled("iris", 1, 2, 5, "1"),
        Shuffled("wine", 0, 0, 0, "1"),
    ]
    lines = shuffled_table(results).splitlines()
    assert lines[2:] == [
        "| iris | 2 | 50 % | 5 |",
        "| wine | 1 | 100 % | 0 |",
        "| **all** | 3 | 67 % | 5 |",
    ]


def test_what_is_done_is_not_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    loaded = []

    def load(name: str, directory: Path | None) -> DataSet:
        loaded.append(name)
        return rows(name)

    monkeypatch.setattr(shuffled, "load_data_set", load)
    command = ["--sets", "iris", "--times", "2", "--results", str(tmp_path)]
    assert main(command) == main(command) == 0
    assert loaded == ["iris"]
    assert capsys.readouterr().out.count("| iris | 2 | 100 % | 0 |") == 2
