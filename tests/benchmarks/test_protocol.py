import math
import warnings

import numpy as np
import pytest

from benchmarks.data import DataSet
from benchmarks.ledger import Task
from benchmarks.protocol import classifier_of, groups_of, measure, split
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


@pytest.mark.parametrize("setting", ["paper", "default", "no surrogate", "simplicity=0.5"])
def test_a_fold_is_measured(setting: str) -> None:
    result = measure(SQUARE, Task("square", setting, 1), n_jobs=1)
    assert result.task == ("square", setting, 1)
    assert (result.n_rows, result.n_variables, result.n_classes) == (180, 2, 3)
    assert (result.auc, result.overlap) == (1.0, 0.0)
    assert result.n_rules >= 2
    assert result.n_literals >= result.n_rules
    assert 0 < result.real_bits < 180 * math.log2(3)
    assert result.fit_seconds > 0
    assert result.is_complete
    assert result.balanced_accuracy == 1.0
    assert 0 <= result.rule_gap <= 1


def test_settings_may_turn_the_dial() -> None:
    classifier = classifier_of("simplicity=0.25", n_jobs=3)
    assert (classifier.simplicity, classifier.n_jobs) == (0.25, 3)
    assert classifier_of("no surrogate", 1).surrogate is None


def test_groups_are_the_covers_of_rules() -> None:
    training, test = split(SQUARE, 1)
    classifier = classifier_of("default", 1).fit(training.X, training.y)
    groups = groups_of(classifier, training, test)
    n_covered = classifier.rule_set_.covers(test.X).sum(axis=0)
    assert groups.test.sum(axis=1).tolist()[:-1] == n_covered.tolist()


def test_half_a_search_is_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: object, X: object, y: object) -> None:
        warnings.warn("The search ended early", SearchStoppedWarning, stacklevel=2)

    monkeypatch.setattr("turs.TURSClassifier.fit", interrupted)
    with pytest.raises(SearchStoppedWarning):
        measure(SQUARE, Task("square", "paper", 1), n_jobs=1)
