import csv
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from benchmarks import prediction
from benchmarks.prediction import CONTAINERS, extra_megabytes, make_table, time_predictions
from turs import TURSClassifier

FEW = {
    "2 rules": partial(TURSClassifier, max_rules=2, beam_width=1, n_candidates=1, max_cuts=5),
    "decision tree": partial(DecisionTreeClassifier, max_depth=2),
}


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prediction, "_TRAINING_ROWS", 100)
    monkeypatch.setattr(prediction, "METHODS", FEW)


def test_the_same_seed_makes_the_same_table() -> None:
    X, y = make_table(50, seed=3)
    again, _ = make_table(50, seed=3)
    assert X.shape == (50, 30)
    assert set(y.tolist()) <= {0, 1, 2}
    np.testing.assert_array_equal(X, again)


@pytest.mark.parametrize("table", CONTAINERS)
def test_rules_stand_beside_a_tree_on_the_same_row(table: str) -> None:
    if table in ("pandas", "polars"):
        pytest.importorskip(table)
    found = list(time_predictions(1, table, n_repeats=2))
    assert [one.method for one in found] == list(FEW)[: 1 if table == "dict" else 2]
    for one in found:
        assert (one.n_rows, one.table) == (1, table)
        assert one.ratio == one.seconds / one.reference_seconds > 0


def test_memory_is_that_of_the_call() -> None:
    kept = np.ones(1_000_000)
    assert extra_megabytes(lambda: None) < 0.1
    assert 8 <= extra_megabytes(lambda: kept + 1) < 9


def test_the_table_is_printed_and_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(prediction, "CONTAINERS", {"array": CONTAINERS["array"]})
    output = tmp_path / "prediction.csv"
    command = ["--rows", "200", "--repeats", "1", "--output", str(output)]
    assert prediction.main(command) == 0
    first, *lines = capsys.readouterr().out.splitlines()
    assert first.startswith("cores ")
    assert [line.split()[0] for line in lines] == ["1", "1", "200", "200"]
    with output.open() as file:
        rows = list(csv.DictReader(file))
    assert [row["method"] for row in rows] == [*FEW, *FEW]
    assert all(float(row["ratio"]) > 0 and row["numpy"] and row["turs"] for row in rows)
