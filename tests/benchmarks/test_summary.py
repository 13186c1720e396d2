from dataclasses import replace

import pytest

from benchmarks.data import FACTS
from benchmarks.ledger import FoldResult
from benchmarks.summary import Printed, read_printed, summarize

RESULT = FoldResult(
    "iris", "paper", 1, 135, 4, 3, 0.9, 0.2, 3, 6, 0.0, 30.0, 0.5, -1, "0.1.0"
)  # fmt: skip


def test_means_over_folds() -> None:
    second = replace(RESULT, fold=2, auc=1.0, n_literals=9, overlap=0.5, log_loss=0.4)
    other = replace(RESULT, setting="default")
    summaries = summarize([RESULT, second, other])
    assert set(summaries) == {("iris", "paper"), ("iris", "default")}
    summary = summaries["iris", "paper"]
    assert (summary.n_folds, summary.auc, summary.n_literals, summary.overlap) == (
        2,
        0.95,
        7.5,
        0.25,
    )
    assert summary.log_loss == pytest.approx(0.3)
    # Two values that are 0.1 apart: 0.1 / sqrt(2).
    assert summary.auc_sd == pytest.approx(0.0707107, abs=1e-6)
    assert summaries["iris", "default"].auc_sd == 0


def test_a_measure_that_a_fold_lacks_has_no_mean() -> None:
    results = [replace(RESULT, fold=fold, brier=0.25) for fold in (1, 2)]
    summary = summarize([replace(results[0], rule_gap=0.5), results[1]])["iris", "paper"]
    assert (summary.brier, summary.rule_gap, summary.fit_seconds) == (0.25, None, 0.5)


def test_of_a_fold_that_is_there_twice_the_later_counts() -> None:
    summary = summarize([RESULT, replace(RESULT, auc=0.5)])["iris", "paper"]
    assert (summary.n_folds, summary.auc) == (1, 0.5)


def test_the_papers_figures() -> None:
    printed = read_printed()
    assert set(printed) == set(FACTS)
    assert printed["magic"] == Printed(auc=0.886, n_literals=1321, overlap=0.5)
    # Sums of the columns of the paper's tables.
    assert sum(figures.auc for figures in printed.values()) == pytest.approx(11.955)
    assert sum(figures.n_literals for figures in printed.values()) == 3827
    assert sum(figures.overlap for figures in printed.values()) == pytest.approx(3.152)
