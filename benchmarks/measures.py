"""How well probabilities fit the classes of test rows: an array of probabilities into numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.metrics import roc_auc_score

if TYPE_CHECKING:
    from numpy.typing import NDArray

N_BINS = 10

# Plain frequencies say 0 where a class was never seen; log-loss would be infinite.
_LEAST_PROBABILITY = 1e-15


@dataclass(frozen=True)
class Scores:
    """What is measured on the test rows of a fold, to six digits.

    Attributes
    ----------
    auc, log_loss, brier, balanced_accuracy, calibration_error : float
    """

    auc: float
    log_loss: float
    brier: float
    balanced_accuracy: float
    calibration_error: float


def score(y: NDArray[Any], probabilities: NDArray[np.float64], classes: NDArray[Any]) -> Scores:
    """Return all measures.

    Parameters
    ----------
    y : ndarray of shape (n_rows,)
    probabilities : ndarray of shape (n_rows, n_classes)
    classes : ndarray of shape (n_classes,)

    Returns
    -------
    Scores
    """
    measures = (auc, log_loss, brier, balanced_accuracy, calibration_error)
    return Scores(*(round(measure(y, probabilities, classes), 6) for measure in measures))


def auc(y: NDArray[Any], probabilities: NDArray[np.float64], classes: NDArray[Any]) -> float:
    """Return the area under the ROC curve, of several classes weighted one-versus-rest.

    Parameters
    ----------
    y : ndarray of shape (n_rows,)
    probabilities : ndarray of shape (n_rows, n_classes)
    classes : ndarray of shape (n_classes,)

    Returns
    -------
    float
    """
    if len(classes) == 2:
        return float(roc_auc_score(y == classes[1], probabilities[:, 1]))
    return float(
        roc_auc_score(y, probabilities, multi_class="ovr", average="weighted", labels=classes)
    )


def log_loss(y: NDArray[Any], probabilities: NDArray[np.float64], classes: NDArray[Any]) -> float:
    """Return the mean of -ln of the probability of the true class, taken as 1e-15 at least.

    Parameters
    ----------
    y : ndarray of shape (n_rows,)
    probabilities : ndarray of shape (n_rows, n_classes)
    classes : ndarray of shape (n_classes,)

    Returns
    -------
    float
    """
    of_true_class = probabilities[np.arange(len(y)), np.searchsorted(classes, y)]
    return 0.0 - float(np.mean(np.log(np.maximum(of_true_class, _LEAST_PROBABILITY))))


def brier(y: NDArray[Any], probabilities: NDArray[np.float64], classes: NDArray[Any]) -> float:
    """Return the mean over rows of the squared differences from 1 or 0, added up over classes.

    Parameters
    ----------
    y : ndarray of shape (n_rows,)
    probabilities : ndarray of shape (n_rows, n_classes)
    classes : ndarray of shape (n_classes,)

    Returns
    -------
    float
        From 0 to 2; of two classes, twice what is often called the Brier score.
    """
    truth = y[:, None] == classes
    return float(np.mean(((probabilities - truth) ** 2).sum(axis=1)))


def balanced_accuracy(
    y: NDArray[Any], probabilities: NDArray[np.float64], classes: NDArray[Any]
) -> float:
    """Return the mean over classes of the share of their rows that are recognised.

    Parameters
    ----------
    y : ndarray of shape (n_rows,)
    probabilities : ndarray of shape (n_rows, n_classes)
        The most probable class is the predicted one; of equals, the first.
    classes : ndarray of shape (n_classes,)
        Those without a row in `y` are left out.

    Returns
    -------
    float
    """
    is_right = classes[probabilities.argmax(axis=1)] == y
    return float(np.mean([is_right[y == label].mean() for label in np.unique(y)]))


def calibration_error(
    y: NDArray[Any], probabilities: NDArray[np.float64], classes: NDArray[Any]
) -> float:
    """Return the expected calibration error.

    Rows are put in ten bins of equal width by the probability of their predicted class; of each
    bin, the mean of these probabilities is compared with the share of rows that are right.

    Parameters
    ----------
    y : ndarray of shape (n_rows,)
    probabilities : ndarray of shape (n_rows, n_classes)
    classes : ndarray of shape (n_classes,)

    Returns
    -------
    float
        The mean absolute difference, weighted by the rows of the bins.
    """
    stated = probabilities.max(axis=1)
    is_right = classes[probabilities.argmax(axis=1)] == y
    bins = np.clip(np.ceil(stated * N_BINS).astype(np.int64) - 1, 0, N_BINS - 1)
    surplus = np.bincount(bins, weights=stated - is_right, minlength=N_BINS)
    return float(np.abs(surplus).sum() / len(y))
