"""Honesty: how far what a model says is from what is found on rows that it never saw.

Two versions, each defined alike for every learner:

- of **rules**: the class frequencies of the training rows that a rule covers, against those of the
  test rows that it covers. The rows without a rule count as one more.
- of **regions**: the probabilities that are predicted, against the class frequencies of the test
  rows that get the same ones. It needs no rules, and counts what smoothing does.

Two vectors differ by half the sum of the absolute differences: of two classes, the difference of
either probability. Differences are weighted by the test rows that are covered.

Frequencies of few rows differ from any probability, however right. So each gap comes with what it
would be *by chance*: its expected value if every probability were exactly right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import binom  # type: ignore[import-untyped]

from benchmarks.runners.groups import Groups, rounded

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Gap:
    """How far what is said is from what is found, to six digits.

    Attributes
    ----------
    found, by_chance : float or None
        None where nothing is said of any test row.
    """

    found: float | None
    by_chance: float | None


def gap_of_groups(groups: Groups) -> Gap:
    """Return the gap between training and test rows of rules.

    Parameters
    ----------
    groups : Groups
        Those without a training row, or without a test row, are left out.

    Returns
    -------
    Gap
    """
    n_training = groups.training.sum(axis=1)
    known = n_training > 0
    said = groups.training[known] / n_training[known, None]
    return gap(said, groups.test[known])


def gap_of_regions(probabilities: NDArray[np.float64], codes: NDArray[Any]) -> Gap:
    """Return the gap between probabilities and the classes of the rows that get them.

    Parameters
    ----------
    probabilities : ndarray of shape (n_rows, n_classes)
        Of test rows.
    codes : ndarray of int of shape (n_rows,)
        Their classes, from 0.

    Returns
    -------
    Gap
    """
    said, regions = np.unique(rounded(probabilities), axis=0, return_inverse=True)
    counts = np.zeros(said.shape, dtype=np.int64)
    np.add.at(counts, (regions.reshape(-1), codes), 1)
    return gap(said, counts)


def gap(said: NDArray[np.float64], counts: NDArray[np.int64]) -> Gap:
    """Return the gap between probabilities and counts of classes.

    Parameters
    ----------
    said : ndarray of shape (n_groups, n_classes)
    counts : ndarray of int of shape (n_groups, n_classes)
        Of the test rows.

    Returns
    -------
    Gap
    """
    n_rows = counts.sum(axis=1)
    if not n_rows.any():
        return Gap(None, None)
    said, counts, n_rows = said[n_rows > 0], counts[n_rows > 0], n_rows[n_rows > 0]
    weights = n_rows / n_rows.sum()
    found = np.abs(said - counts / n_rows[:, None]).sum(axis=1) / 2
    by_chance = mean_deviation(said, n_rows[:, None]).sum(axis=1) / 2
    return Gap(round(float(weights @ found), 6), round(float(weights @ by_chance), 6))


def mean_deviation(p: NDArray[np.float64], n: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how far the share of successes in n trials is from p on average.

    Parameters
    ----------
    p : ndarray of float
        The probability of a success.
    n : ndarray of int
        At least 1.

    Returns
    -------
    ndarray of float

    Notes
    -----
    De Moivre's formula: ``2 v (1 - p) P(v) / n``, where v is the least number of successes above
    ``n p`` and P(v) its probability.
    """
    p = np.clip(p, 0.0, 1.0)
    above = np.floor(n * p) + 1
    deviation: NDArray[np.float64] = 2 * above * (1 - p) * binom.pmf(above, n, p) / n
    return deviation
