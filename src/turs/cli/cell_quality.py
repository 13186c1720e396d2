"""Measure rules on the rows that they were learned from, of which the model has the counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from turs.model.confidence import wilson_intervals
from turs.model.prediction import Predictor
from turs.model.quality import Quality, ReliabilityBin

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from turs.model import RuleSetData

    Floats = NDArray[np.float64]
    Counts = NDArray[np.int64]

__all__ = ["quality_on_training"]

_N_BINS = 10


def quality_on_training(data: RuleSetData) -> Quality:
    """Measure predictions on the training rows, none of which is read again.

    Rows of a cell have the same probabilities, and the model has the class counts of the cells.

    Parameters
    ----------
    data : RuleSetData
        A rule set, as it was learned.

    Returns
    -------
    Quality
        What `turs.model.quality.measure` finds on the rows, but for the last digits.
    """
    counts = data.cells.counts
    probabilities = Predictor(data).estimate_patterns(data.cells.members, data.smoothing)
    n_rows, n_classes = int(counts.sum()), counts.shape[1]
    predicted = probabilities.argmax(axis=1)
    confusion = np.array([counts[predicted == code].sum(axis=0) for code in range(n_classes)]).T
    sizes, right = confusion.sum(axis=1), confusion.diagonal()
    aucs = tuple(_auc(probabilities[:, code], counts, code) for code in range(n_classes))
    defined = [auc for auc in aucs if auc is not None]
    mean = sum(defined) / len(defined) if defined else None
    return Quality(
        n_rows=n_rows,
        auc=aucs[1] if n_classes == 2 else mean,
        class_aucs=aucs,
        log_loss=_log_loss(probabilities, counts) / n_rows,
        brier=_brier(probabilities, counts) / n_rows,
        accuracy=int(right.sum()) / n_rows,
        balanced_accuracy=float(np.mean(right[sizes > 0] / sizes[sizes > 0])),
        confusion=tuple(tuple(row) for row in confusion.tolist()),
        reliability=_reliability(probabilities.max(axis=1), predicted, counts),
    )


def _auc(scores: Floats, counts: Counts, code: int) -> float | None:
    """Count the pairs in which the row of a class has the higher score; of equals a half."""
    positive, negative = counts[:, code], counts.sum(axis=1) - counts[:, code]
    n_pairs = int(positive.sum()) * int(negative.sum())
    if not n_pairs:
        return None
    distinct, which = np.unique(scores, return_inverse=True)
    ahead, behind = (
        np.bincount(which, weights=weights, minlength=len(distinct))
        for weights in (positive, negative)
    )
    below = np.cumsum(behind) - behind / 2
    return float((ahead * below).sum() / n_pairs)


def _log_loss(probabilities: Floats, counts: Counts) -> float:
    epsilon = np.finfo(np.float64).eps
    return float(-(counts * np.log(np.clip(probabilities, epsilon, 1 - epsilon))).sum())


def _brier(probabilities: Floats, counts: Counts) -> float:
    squares = (probabilities**2).sum(axis=1, keepdims=True)
    return float((counts * (squares - 2 * probabilities + 1)).sum())


def _reliability(
    confidence: Floats, predicted: NDArray[np.intp], counts: Counts
) -> tuple[ReliabilityBin, ...]:
    edges = np.arange(_N_BINS + 1) / _N_BINS
    which = np.searchsorted(edges, np.minimum(confidence, 1.0)) - 1
    of_cells, right = counts.sum(axis=1), counts[np.arange(len(counts)), predicted]
    n_rows, n_right, summed = (
        np.bincount(which, weights=weights, minlength=_N_BINS)
        for weights in (of_cells, right, of_cells * confidence)
    )
    both = np.stack([n_right, n_rows - n_right], axis=-1).astype(np.int64)
    intervals = wilson_intervals(both)[:, 0].tolist()
    return tuple(
        ReliabilityBin(
            low=float(edges[i]),
            high=float(edges[i + 1]),
            n_rows=int(n_rows[i]),
            mean_predicted=float(summed[i] / n_rows[i]),
            frequency=float(n_right[i] / n_rows[i]),
            interval=(intervals[i][0], intervals[i][1]),
        )
        for i in np.flatnonzero(n_rows).tolist()
    )
