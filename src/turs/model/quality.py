"""Quality: how well predicted probabilities agree with the classes that came."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from turs.model.confidence import wilson_intervals

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Codes = NDArray[np.intp]
    Bools = NDArray[np.bool_]

_N_BINS = 10


@dataclass(frozen=True)
class ReliabilityBin:
    """Rows whose predicted class got about the same probability.

    Parameters
    ----------
    low, high : float
        The probability of the predicted class was more than `low` and at most `high`.
    n_rows : int
        How many such rows there are.
    mean_predicted : float
        The mean of those probabilities.
    frequency : float
        How often the predicted class was right.
    interval : (float, float)
        Wilson's interval of that frequency, at the level of 0.95.
    """

    low: float
    high: float
    n_rows: int
    mean_predicted: float
    frequency: float
    interval: tuple[float, float]

    def to_dict(self) -> dict[str, Any]:
        """Return the bin as a dictionary of plain values.

        Returns
        -------
        dict
            With the names of the attributes as keys.
        """
        return {
            "low": self.low,
            "high": self.high,
            "n_rows": self.n_rows,
            "mean_predicted": self.mean_predicted,
            "frequency": self.frequency,
            "interval": list(self.interval),
        }


@dataclass(frozen=True)
class Quality:
    """How well predictions do on rows whose classes are known.

    Parameters
    ----------
    n_rows : int
        How many rows there are.
    auc : float or None
        The area under the ROC curve: how often a row of a class got more of its probability than a
        row of another class, ties counting half. For two classes it is that of the second; for
        more, the unweighted mean of `class_aucs`, of those that are defined. None if none is.
    class_aucs : tuple of float or None
        Each class against the rest; None for a class that none or all of the rows have.
    log_loss : float
        The mean of minus the natural logarithm of the probability of the true class.
    brier : float
        The mean over rows of the squared errors, summed over the classes: from 0 to 2.
    accuracy : float
        How often the most probable class, of equals the first, was right.
    balanced_accuracy : float
        The mean over the classes that occur of how often their rows were predicted rightly.
    confusion : tuple of tuple of int
        Rows by true class, then by predicted class.
    reliability : tuple of ReliabilityBin
        At most 10 bins of equal width, lowest first, without those that have no row.

    Notes
    -----
    In `log_loss` alone, probabilities are kept away from 0 and 1 by the machine epsilon, 2.2e-16: a
    class that was held to be impossible costs 36 when it comes, not infinity, as in scikit-learn.
    """

    n_rows: int
    auc: float | None
    class_aucs: tuple[float | None, ...]
    log_loss: float
    brier: float
    accuracy: float
    balanced_accuracy: float
    confusion: tuple[tuple[int, ...], ...]
    reliability: tuple[ReliabilityBin, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the quality as a dictionary of plain values.

        Returns
        -------
        dict
            With the names of the attributes as keys.
        """
        return {
            "n_rows": self.n_rows,
            "auc": self.auc,
            "class_aucs": list(self.class_aucs),
            "log_loss": self.log_loss,
            "brier": self.brier,
            "accuracy": self.accuracy,
            "balanced_accuracy": self.balanced_accuracy,
            "confusion": [list(row) for row in self.confusion],
            "reliability": [one.to_dict() for one in self.reliability],
        }


def measure(probabilities: Floats, codes: Codes, n_classes: int) -> Quality:
    """Measure predictions by the classes that came.

    Parameters
    ----------
    probabilities : ndarray of float64, shape (n_rows, n_classes)
        The predicted probabilities of each row, which sum to 1; at least one row.
    codes : ndarray of intp, shape (n_rows,)
        The true class of each row, ``0 <= code < n_classes``.
    n_classes : int
        The number of classes, also of those without a row.

    Returns
    -------
    Quality

    Examples
    --------
    >>> predicted = np.array([[0.9, 0.1], [0.6, 0.4], [0.3, 0.7], [0.6, 0.4]])
    >>> quality = measure(predicted, np.array([0, 0, 1, 1]), 2)
    >>> quality.accuracy, quality.auc, quality.confusion
    (0.75, 0.875, ((2, 0), (1, 1)))
    """
    predicted = probabilities.argmax(axis=1)
    confusion = _confusion(codes, predicted, n_classes)
    aucs = tuple(_auc(probabilities[:, code], codes == code) for code in range(n_classes))
    sizes, right = confusion.sum(axis=1), confusion.diagonal()
    return Quality(
        n_rows=len(codes),
        auc=aucs[1] if n_classes == 2 else _mean_defined(aucs),
        class_aucs=aucs,
        log_loss=_log_loss(probabilities, codes),
        brier=_brier(probabilities, codes),
        accuracy=int(right.sum()) / len(codes),
        balanced_accuracy=float(np.mean(right[sizes > 0] / sizes[sizes > 0])),
        confusion=tuple(tuple(row) for row in confusion.tolist()),
        reliability=_reliability(probabilities.max(axis=1), predicted == codes),
    )


def _confusion(codes: Codes, predicted: Codes, n_classes: int) -> NDArray[np.int64]:
    flat = np.bincount(codes * n_classes + predicted, minlength=n_classes**2)
    return flat.reshape(n_classes, n_classes)


def _auc(scores: Floats, positive: Bools) -> float | None:
    """Count, by ranks, the pairs in which the positive row has the higher score."""
    n_positive = int(positive.sum())
    n_negative = len(positive) - n_positive
    if not n_positive or not n_negative:
        return None
    _, which, sizes = np.unique(scores, return_inverse=True, return_counts=True)
    # Equal scores share the mean of their ranks, so that their pairs count half.
    ranks = np.cumsum(sizes) - (sizes - 1) / 2
    ahead = float(ranks[which[positive]].sum()) - n_positive * (n_positive + 1) / 2
    return ahead / (n_positive * n_negative)


def _mean_defined(aucs: tuple[float | None, ...]) -> float | None:
    defined = [auc for auc in aucs if auc is not None]
    return sum(defined) / len(defined) if defined else None


def _log_loss(probabilities: Floats, codes: Codes) -> float:
    epsilon = np.finfo(np.float64).eps
    given = probabilities[np.arange(len(codes)), codes]
    return float(-np.log(np.clip(given, epsilon, 1 - epsilon)).mean())


def _brier(probabilities: Floats, codes: Codes) -> float:
    errors = probabilities.copy()
    errors[np.arange(len(codes)), codes] -= 1
    return float((errors**2).sum(axis=1).mean())


def _reliability(confidence: Floats, right: Bools) -> tuple[ReliabilityBin, ...]:
    edges = np.arange(_N_BINS + 1) / _N_BINS
    # Rounding may have made a little more than 1 of a sure probability.
    which = np.searchsorted(edges, np.minimum(confidence, 1.0)) - 1
    n_rows = np.bincount(which, minlength=_N_BINS)
    n_right = np.bincount(which, weights=right, minlength=_N_BINS).astype(np.int64)
    summed = np.bincount(which, weights=confidence, minlength=_N_BINS)
    intervals = wilson_intervals(np.stack([n_right, n_rows - n_right], axis=-1))[:, 0].tolist()
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
