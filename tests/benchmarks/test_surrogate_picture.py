import pytest

from benchmarks.surrogate_picture import Improvement, improvements
from tests.benchmarks.results import ours


def test_improvements_are_paired_by_fold() -> None:
    results = [
        ours("iris", "paper", 1, auc=0.75),
        ours("iris", "no surrogate", 1, auc=0.5),
        ours("wine", "paper", 1, auc=1.0),
        ours("wine", "no surrogate", 1, auc=0.5),
        ours("wine", "paper", 2, auc=0.75),
        ours("wine", "no surrogate", 2, auc=0.5),
        ours("wine", "paper", 3, auc=0.0),
        ours("car", "no surrogate", 1, auc=0.5),
        ours("anuran-noindex", "paper", 1, auc=0.5),
        ours("anuran-noindex", "no surrogate", 1, auc=0.5),
    ]
    found = improvements(results)
    assert list(found) == ["wine", "iris"]
    assert found["iris"] == Improvement(0.25, 0.0, 1)
    # 0.5 and 0.25: a standard deviation of 0.25 / sqrt(2), over sqrt(2).
    assert (found["wine"].mean, found["wine"].n_folds) == (0.375, 2)
    assert found["wine"].error == pytest.approx(0.125)
