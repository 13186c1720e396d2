import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.data import DataSet
from benchmarks.folds import run
from benchmarks.ledger import Ledger, Task

EASY = DataSet("easy", {"x": np.arange(60.0)}, np.repeat(["a", "b"], 30))
TASKS = [Task("easy", setting, fold) for setting in ("paper", "default") for fold in (1, 2, 3)]


def load(name: str) -> DataSet:
    assert name == "easy"
    return EASY


def test_what_is_there_is_not_measured_again(tmp_path: Path) -> None:
    ledger, progress = Ledger(tmp_path / "paper.csv"), io.StringIO()
    assert run(TASKS[:2], ledger, load, n_jobs=1, progress=progress) == 2
    before = ledger.path.read_text()
    assert run(TASKS, ledger, load, n_jobs=1, progress=progress) == 4
    assert ledger.path.read_text().startswith(before)
    assert [result.task for result in ledger.read()] == TASKS
    assert run(TASKS, ledger, load, n_jobs=1, progress=progress) == 0
    said = progress.getvalue().splitlines()
    assert said[0] == "2 folds, 0 of them done before"
    assert said[1].startswith("[1/2] easy paper fold 1: AUC 1.000, 1 literals in 1 rules")
    assert said[3] == "6 folds, 2 of them done before"
    assert said[-1] == "6 folds, 6 of them done before"


def test_what_lacks_measures_is_measured_again(tmp_path: Path) -> None:
    ledger, progress = Ledger(tmp_path / "paper.csv"), io.StringIO()
    run(TASKS[:1], ledger, load, n_jobs=1, progress=progress)
    (result,) = ledger.read()
    ledger.keep([replace(result, rule_gap=None, brier=None)])
    assert run(TASKS[:1], ledger, load, n_jobs=1, progress=progress) == 1
    assert ledger.read()[-1].brier is not None


def test_results_are_written_as_they_come(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "paper.csv")

    def fails_later(name: str) -> DataSet:
        if name == "other":
            raise RuntimeError("cut")
        return EASY

    with pytest.raises(RuntimeError, match="cut"):
        run([*TASKS[:2], Task("other", "paper", 1)], ledger, fails_later, n_jobs=1)
    assert [result.task for result in ledger.read()] == TASKS[:2]
