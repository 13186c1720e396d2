"""Confidence: how far a class frequency may lie from the truth, by the number of rows behind it."""

from __future__ import annotations

import numbers
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from turs.exceptions import InputError, InputTypeError

if TYPE_CHECKING:
    from numpy.typing import NDArray

LEVEL = 0.95
"""The level of every interval, unless another is asked for."""


def wilson_intervals(counts: NDArray[np.int64], level: float = LEVEL) -> NDArray[np.float64]:
    """Return an interval for each class probability behind class counts.

    Parameters
    ----------
    counts : ndarray of int64, shape (..., n_classes)
        Class counts of rows.
    level : float, default=0.95
        How often such intervals hold the truth, for rows drawn independently.

    Returns
    -------
    ndarray of float64, shape (..., n_classes, 2)
        The lower and the upper end. Without rows nothing is known: from 0 to 1.

    Notes
    -----
    Wilson's score interval: the probabilities under which the frequency seen is not too unlikely
    by the normal approximation. Unlike the interval around the frequency itself it stays within 0
    and 1, and does not shrink to a point there. A rule was chosen on the rows that it was learned
    from, so on those the interval is too narrow; on new rows (`RuleSet.check`) it is not.

    Examples
    --------
    >>> wilson_intervals(np.array([9, 1])).round(2).tolist()
    [[0.6, 0.98], [0.02, 0.4]]
    """
    z = -NormalDist().inv_cdf((1 - check_level(level)) / 2)
    n = counts.sum(axis=-1, keepdims=True).astype(np.float64)
    share = counts / np.maximum(n, 1)
    middle = share + z**2 / (2 * np.maximum(n, 1))
    spread = z * np.sqrt(share * (1 - share) / np.maximum(n, 1) + (z / (2 * np.maximum(n, 1))) ** 2)
    scale = 1 + z**2 / np.maximum(n, 1)
    low, high = (middle - spread) / scale, (middle + spread) / scale
    # Rounding must not push an end past the frequency that it belongs to.
    low = np.where((counts == 0) | (n == 0), 0.0, np.minimum(low, share))
    high = np.where((counts == n) | (n == 0), 1.0, np.maximum(high, share))
    intervals: NDArray[np.float64] = np.stack([low, high], axis=-1)
    return intervals


def check_level(level: object) -> float:
    """Return a level of confidence as a float, and refuse what is not between 0 and 1."""
    if isinstance(level, bool | np.bool_) or not isinstance(level, numbers.Real):
        raise InputTypeError(f"the level must be a number between 0 and 1, not {level!r}")
    value = float(level)
    if not 0 < value < 1:
        raise InputError(f"the level must lie between 0 and 1, as 0.95 does, not {level!r}")
    return value
