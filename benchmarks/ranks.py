"""Ranks over data sets, and which of their differences mean something (Friedman, Nemenyi).

After Demsar, *Statistical Comparisons of Classifiers over Multiple Data Sets* (JMLR 2006).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import chi2, rankdata, studentized_range  # type: ignore[import-untyped]

_LEVEL = 0.05


@dataclass(frozen=True)
class Ranking:
    """Average ranks.

    Attributes
    ----------
    ranks : dict of str to float
        By method, the best first; 1 is the best.
    n_sets : int
    p_value : float
        Of Friedman's test: how often ranks would differ so much if all methods were alike.
    critical_difference : float
        Of Nemenyi's test at 0.05: average ranks that differ by less may be alike.
    """

    ranks: dict[str, float]
    n_sets: int
    p_value: float
    critical_difference: float

    def cliques(self) -> list[tuple[str, ...]]:
        """Return the largest groups of neighbours that may be alike.

        Returns
        -------
        list of tuple of str
            Of two methods at least, the best first.
        """
        names, values = list(self.ranks), list(self.ranks.values())
        found: list[tuple[str, ...]] = []
        last_end = 0
        for begin, value in enumerate(values):
            end = begin
            while end < len(values) and values[end] - value < self.critical_difference:
                end += 1
            if end - begin > 1 and end > last_end:
                found.append(tuple(names[begin:end]))
                last_end = end
        return found


def rank(figures: Mapping[str, Sequence[float | None]], *, larger_is_better: bool) -> Ranking:
    """Rank methods over data sets.

    Parameters
    ----------
    figures : mapping of str to sequence of float or None
        By method, one a data set. None has the last rank; of equals, each the mean of their ranks.
    larger_is_better : bool

    Returns
    -------
    Ranking

    Raises
    ------
    ValueError
        When there are fewer than two methods, or no data sets.
    """
    table = np.array([list(map(_or_nan, values)) for values in figures.values()], dtype=np.float64)
    if len(figures) < 2 or not table.size:
        raise ValueError(f"{len(figures)} methods cannot be ranked; two are the least")
    signed = -table if larger_is_better else table
    ranks = rankdata(np.where(np.isnan(signed), np.inf, signed), axis=0).mean(axis=1)
    by_method = dict(zip(figures, ranks.tolist(), strict=True))
    ordered = dict(sorted(by_method.items(), key=lambda item: item[1]))
    n_methods, n_sets = table.shape
    return Ranking(
        ordered, n_sets, friedman(ranks.tolist(), n_sets), critical_difference(n_methods, n_sets)
    )


def friedman(average_ranks: Sequence[float], n_sets: int) -> float:
    """Return the p-value of Friedman's test.

    Parameters
    ----------
    average_ranks : sequence of float
    n_sets : int

    Returns
    -------
    float
    """
    k = len(average_ranks)
    spread = sum(value**2 for value in average_ranks) - k * (k + 1) ** 2 / 4
    return float(chi2.sf(12 * n_sets / (k * (k + 1)) * spread, k - 1))


def critical_difference(n_methods: int, n_sets: int) -> float:
    """Return Nemenyi's critical difference of average ranks at 0.05.

    Parameters
    ----------
    n_methods, n_sets : int

    Returns
    -------
    float

    Examples
    --------
    >>> round(critical_difference(4, 14), 2)
    1.25
    """
    q = float(studentized_range.ppf(1 - _LEVEL, n_methods, np.inf)) / math.sqrt(2)
    return q * math.sqrt(n_methods * (n_methods + 1) / (6 * n_sets))


def _or_nan(value: float | None) -> float:
    return math.nan if value is None else value
