"""Class counts to class probabilities: the one place where smoothing is defined."""

from __future__ import annotations

import math
import numbers
from typing import TYPE_CHECKING

import numpy as np

from turs.exceptions import InputError, InputTypeError

if TYPE_CHECKING:
    from numpy.typing import NDArray


def probabilities(
    counts: NDArray[np.int64], total_counts: NDArray[np.int64], smoothing: float
) -> NDArray[np.float64]:
    """Estimate class probabilities from class counts.

    Parameters
    ----------
    counts : ndarray of int64, shape (..., n_classes)
        The counts to estimate from; at least one is positive.
    total_counts : ndarray of int64, shape (n_classes,)
        The counts of all training rows.
    smoothing : float
        How many rows the class frequencies of all training rows are worth; 0 is the
        maximum-likelihood estimate, exactly.

    Returns
    -------
    ndarray of float64, shape (..., n_classes)
        ``(counts + smoothing * prior) / (n + smoothing)``.

    Examples
    --------
    >>> probabilities(np.array([3, 1]), np.array([50, 50]), smoothing=0)
    array([0.75, 0.25])
    >>> probabilities(np.array([3, 1]), np.array([50, 50]), smoothing=4)
    array([0.625, 0.375])
    """
    n = counts.sum(axis=-1, keepdims=True)
    added = added_counts(total_counts, smoothing)
    estimate: NDArray[np.float64] = (counts + added) / (n + smoothing)
    return estimate


def added_counts(total_counts: NDArray[np.int64], smoothing: float) -> NDArray[np.float64]:
    """Return what smoothing adds to the count of each class, wherever probabilities are computed.

    Parameters
    ----------
    total_counts : ndarray of int64, shape (n_classes,)
        The counts of all training rows.
    smoothing : float
        How many rows their class frequencies are worth.

    Returns
    -------
    ndarray of float64, shape (n_classes,)

    Examples
    --------
    >>> added_counts(np.array([30, 10]), smoothing=2).tolist()
    [1.5, 0.5]
    """
    added: NDArray[np.float64] = smoothing * (total_counts / total_counts.sum())
    return added


def check_smoothing(smoothing: object) -> float:
    """Return smoothing as a float, and refuse what is not a finite number of 0 or more."""
    if isinstance(smoothing, bool | np.bool_) or not isinstance(smoothing, numbers.Real):
        raise InputTypeError(f"smoothing must be a number, 0 or more, not {smoothing!r}")
    value = float(smoothing)
    if not math.isfinite(value) or value < 0:
        raise InputError(f"smoothing must be a finite number, 0 or more, not {smoothing!r}")
    return value + 0.0
