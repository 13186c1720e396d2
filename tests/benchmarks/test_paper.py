"""The runner: what is measured, what is skipped, and iris from file to page."""

import io
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_iris

from benchmarks import paper, tables
from benchmarks.data import DataSet
from benchmarks.ledger import Ledger, Task

EASY = DataSet("easy", {"x": np.arange(60.0)}, np.repeat(["a", "b"], 30))
TASKS = [Task("easy", setting, fold) for setting in ("paper", "default") for fold in (1, 2, 3)]


def load(name: str) -> DataSet:
    assert name == "easy"
    return EASY


def test_what_is_there_is_not_measured_again(tmp_path: Path) -> None:
    ledger, progress = Ledger(tmp_path / "paper.csv"), io.StringIO()
    assert paper.run(TASKS[:2], ledger, load, n_jobs=1, progress=progress) == 2
    before = ledger.path.read_text()
    assert paper.run(TASKS, ledger, load, n_jobs=1, progress=progress) == 4
    assert ledger.path.read_text().startswith(before)
    assert [result.task for result in ledger.read()] == TASKS
    assert paper.run(TASKS, ledger, load, n_jobs=1, progress=progress) == 0
    said = progress.getvalue().splitlines()
    assert said[0] == "2 folds, 0 of them done before"
    assert said[1].startswith("[1/2] easy paper fold 1: AUC 1.000, 1 literals in 1 rules")
    assert said[3] == "6 folds, 2 of them done before"
    assert said[-1] == "6 folds, 6 of them done before"


def test_results_are_written_as_they_come(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "paper.csv")

    def fails_later(name: str) -> DataSet:
        if name == "other":
            raise RuntimeError("cut")
        return EASY

    with pytest.raises(RuntimeError, match="cut"):
        paper.run([*TASKS[:2], Task("other", "paper", 1)], ledger, fails_later, n_jobs=1)
    assert [result.task for result in ledger.read()] == TASKS[:2]


@pytest.fixture
def flowers(tmp_path: Path) -> Path:
    """A directory with iris, from the copy in scikit-learn."""
    X, y = load_iris(return_X_y=True)
    rows = (",".join([*map(str, x), f"class-{label}"]) for x, label in zip(X, y, strict=True))
    (tmp_path / "iris.csv").write_text("\n".join(rows) + "\n\n")
    return tmp_path


def test_iris_from_file_to_page(
    flowers: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results, page = tmp_path / "results" / "paper.csv", tmp_path / "page.md"
    command = ["--data-dir", str(flowers), "--sets", "iris", "--n-jobs", "1"]
    assert paper.main([*command, "--output", str(results)]) == 0
    assert capsys.readouterr().out == ""
    folds = Ledger(results).read()
    assert len(folds) == 20
    assert np.mean([fold.auc for fold in folds]) > 0.95
    assert tables.main(["--results", str(results), "--output", str(page)]) == 0
    assert page.read_text(encoding="utf-8").count("| iris |") == 4


def test_a_missing_file_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "paper.csv"
    assert paper.main(["--data-dir", str(tmp_path), "--sets", "iris", "--output", str(output)]) == 2
    assert "benchmarks.paper: there is no iris.csv in" in capsys.readouterr().err
    assert not output.exists()


def test_an_interrupted_run_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(paper, "run", interrupt)
    assert paper.main(["--output", str(tmp_path / "paper.csv")]) == 130
    assert "the same command goes on from here" in capsys.readouterr().err
