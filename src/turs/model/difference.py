"""Differences: how much class frequencies have changed between rows, and how sure that is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from turs.model.confidence import LEVEL, wilson_intervals

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Counts = NDArray[np.int64]
    Floats = NDArray[np.float64]


def difference_intervals(before: Counts, after: Counts, level: float = LEVEL) -> Floats:
    """Return an interval for how much each class probability has changed.

    Parameters
    ----------
    before, after : ndarray of int64, shape (n, n_classes)
        Class counts of some rows, and of other rows.
    level : float, default=0.95
        The level of each interval.

    Returns
    -------
    ndarray of float64, shape (n, n_classes, 2)
        Of the share after less that before; from -1 to 1 where one of them has no rows.

    Notes
    -----
    Newcombe's hybrid score interval, drawn out to 0 where Fisher's exact test does not refuse 0;
    see `turs.model.check.check_on_new_rows`.

    Examples
    --------
    >>> difference_intervals(np.array([[90, 10]]), np.array([[30, 20]])).round(2).tolist()
    [[[-0.45, -0.16], [0.16, 0.45]]]
    """
    old, new = wilson_intervals(before, level), wilson_intervals(after, level)
    n_old, n_new = before.sum(axis=1, keepdims=True), after.sum(axis=1, keepdims=True)
    share_old, share_new = before / np.maximum(n_old, 1), after / np.maximum(n_new, 1)
    below = np.hypot(share_new - new[..., 0], old[..., 1] - share_old)
    above = np.hypot(new[..., 1] - share_new, share_old - old[..., 0])
    difference = share_new - share_old
    intervals = np.stack([difference - below, difference + above], axis=-1)
    intervals[((n_old == 0) | (n_new == 0))[:, 0]] = -1.0, 1.0
    for i, j in np.argwhere((intervals[..., 0] > 0) | (intervals[..., 1] < 0)).tolist():
        seen = int(before[i, j]), int(n_old[i, 0]), int(after[i, j]), int(n_new[i, 0])
        if _fisher(*seen) > 1 - level:
            low, high = intervals[i, j].tolist()
            intervals[i, j] = min(low, 0.0), max(high, 0.0)
    return intervals


def _fisher(old: int, n_old: int, new: int, n_new: int) -> float:
    """Return twice the chance of a share of `new` at least so far off, were there no difference.

    Given how many there are in all, those among the new rows follow the hypergeometric
    distribution.
    """
    if new * n_old < old * n_new:
        old, new = n_old - old, n_new - new
    both = old + new
    log_first = _log_choose(n_new, new) + _log_choose(n_old, old) - _log_choose(n_old + n_new, both)
    # How much less likely each further one among the new rows is than the one before.
    more = np.arange(new, min(both, n_new), dtype=np.float64)
    ratios = (both - more) * (n_new - more) / ((more + 1) * (n_old - both + more + 1))
    tail = math.exp(log_first) * (1 + float(np.cumprod(ratios).sum()))
    return min(1.0, 2 * tail)


def _log_choose(n: int, k: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
