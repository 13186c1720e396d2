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
    prior = total_counts / total_counts.sum()
    n = counts.sum(axis=-1, keepdims=True)
    estimate: NDArray[np.float64] = (counts + smoothing * prior) / (n + smoothing)
    return estimate


def check_smoothing(smoothing: object) -> float:
    """Return smoothing as a float, and refuse what is not a finite number of 0 or more."""
    if isinstance(smoothing, bool | np.bool_) or not isinstance(smoothing, numbers.Real):
        raise InputTypeError(f"smoothing must be a number, 0 or more, not {smoothing!r}")
    value = float(smoothing)
    if not math.isfinite(value) or value < 0:
        raise InputError(f"smoothing must be a finite number, 0 or more, not {smoothing!r}")
    return value + 0.0
