"""The command: iris from file to page, and what it says when it cannot go on."""

from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_iris

from benchmarks import apart, paper
from benchmarks.dial import CHANGED_VALUES, VALUES
from benchmarks.ledger import Ledger
from benchmarks.methods import PeerResult
from benchmarks.records import Records


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
    results = tmp_path / "results"
    command = ["--data-dir", str(flowers), "--sets", "iris", "--n-jobs", "1"]
    assert paper.main([*command, "--results", str(results)]) == 0
    assert capsys.readouterr().out == ""
    folds = Ledger(results / "paper.csv").read()
    assert len(folds) == 30
    assert np.mean([fold.auc for fold in folds if fold.setting != "no surrogate"]) > 0.95
    assert len(Ledger(results / "dial.csv").read()) == 10 * len(VALUES + CHANGED_VALUES * 2)
    page = (results / "paper_table.md").read_text(encoding="utf-8")
    assert page.count("| iris |") == 5
    assert "Not measured yet; `make paper-peers` does." in page


def test_the_others_go_on_where_they_stood(
    flowers: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    results = tmp_path / "results"
    command = ["--data-dir", str(flowers), "--sets", "iris", "--n-jobs", "1", "--folds", "3"]
    command += ["--settings", "default", "--peers", "--results", str(results)]
    assert paper.main([*command, "--methods", "tree"]) == 0
    monkeypatch.setattr(apart, "run_apart", lambda words, limit: "no memory")
    assert paper.main([*command, "--methods", "tree", "pruned"]) == 0
    found = Records(results / "paper_peers.csv", PeerResult).read()
    assert [(result.task, result.status) for result in found] == [
        (("tree", "iris", 3), "ok"),
        (("pruned", "iris", 3), "failed: no memory"),
    ]
    page = (results / "paper_table.md").read_text(encoding="utf-8")
    assert "Folds: 3 of each data set" in page
    assert "failed (0.965)" in page
    assert "pruned iris fold 3: failed: no memory" in capsys.readouterr().err


def test_a_missing_file_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = tmp_path / "results"
    command = ["--data-dir", str(tmp_path), "--sets", "iris", "--results", str(results)]
    assert paper.main(command) == 2
    assert "benchmarks.paper: there is no iris.csv in" in capsys.readouterr().err
    assert not results.exists()


def test_an_interrupted_run_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(paper, "run", interrupt)
    assert paper.main(["--results", str(tmp_path)]) == 130
    assert "the same command goes on from here" in capsys.readouterr().err
