import math
import warnings

import numpy as np
import pytest

from benchmarks.data import DataSet
from benchmarks.ledger import Task
from benchmarks.protocol import auc, log_loss, measure, split
from turs.exceptions import SearchStoppedWarning

SQUARE = DataSet(
    "square",
    {"x": np.arange(200) % 20, "letter": np.array(["a", "b"] * 100)},
    np.array(["low", "middle", "high", "high"])[np.arange(200) % 20 // 5],
)


def test_the_folds_are_the_papers() -> None:
    parts = [split(SQUARE, fold) for fold in range(1, 11)]
    assert all(len(training.y) == 180 and len(test.y) == 20 for training, test in parts)
    assert all((test.y == "high").sum() == 10 for _, test in parts)
    assert parts[0][1].X["x"].tolist() == [
        4, 12, 19, 0, 6, 11, 19, 11, 16, 7, 0, 12, 4, 7, 1, 9, 19, 8, 14, 18
    ]  # fmt: skip


def test_auc_of_two_classes_is_plain() -> None:
    y = np.array(["no", "yes", "no", "yes"])
    probabilities = np.array([[0.9, 0.1], [0.6, 0.4], [0.5, 0.5], [0.2, 0.8]])
    # Of the four pairs of a yes and a no, three are in the right order.
    assert auc(y, probabilities, np.array(["no", "yes"])) == 0.75


def test_auc_of_more_classes_is_weighted_by_their_rows() -> None:
    y = np.array([1, 1, 2, 3])
    probabilities = np.array([[1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 1.0]])
    # Class 1: scores 1, 0 against 0, 0 are 3 of 4 (ties count a half). Class 2: 1 against 0, 1, 0
    # is 2.5 of 3. Class 3: all.
    expected = 0.5 * (3 / 4) + 0.25 * (2.5 / 3) + 0.25 * 1
    assert auc(y, probabilities, np.array([1, 2, 3])) == pytest.approx(expected, abs=1e-12)


def test_log_loss_of_an_impossible_class_is_large_but_finite() -> None:
    y, classes = np.array(["a", "b"]), np.array(["a", "b"])
    assert log_loss(y, np.array([[0.5, 0.5], [1.0, 0.0]]), classes) == pytest.approx(
        (math.log(2) + 15 * math.log(10)) / 2
    )
    assert str(log_loss(y, np.eye(2), classes)) == "0.0"


@pytest.mark.parametrize("setting", ["paper", "default"])
def test_a_fold_is_measured(setting: str) -> None:
    result = measure(SQUARE, Task("square", setting, 1), n_jobs=1)
    assert result.task == ("square", setting, 1)
    assert (result.n_rows, result.n_variables, result.n_classes) == (180, 2, 3)
    assert (result.auc, result.overlap) == (1.0, 0.0)
    assert result.n_rules >= 2
    assert result.n_literals >= result.n_rules
    assert 0 < result.real_bits < 180 * math.log2(3)
    assert result.fit_seconds > 0


def test_half_a_search_is_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: object, X: object, y: object) -> None:
        warnings.warn("The search ended early", SearchStoppedWarning, stacklevel=2)

    monkeypatch.setattr("turs.TURSClassifier.fit", interrupted)
    with pytest.raises(SearchStoppedWarning):
        measure(SQUARE, Task("square", "paper", 1), n_jobs=1)
