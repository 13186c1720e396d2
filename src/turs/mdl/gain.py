"""Counts of a rule and of its parent to the gain of the added literal (paper, section 5.3)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from turs.mdl.data_cost import cross_bits, length_bits
from turs.mdl.regret import regret_bits


def uncovered_gain_bits(child_uncovered: ArrayLike, parent_uncovered: ArrayLike) -> float:
    """Return ``g_unc(S, Q)``, the gain of phase 1, in bits.

    Parameters
    ----------
    child_uncovered, parent_uncovered : array-like of int, shape (n_classes,)
        Class counts of the rows of S and of Q that no rule covers yet.

    Notes
    -----
    ``|S_unc| * L(Q_unc) / |Q_unc| - L(S_unc)``: the paper prints it with probabilities in place
    of code lengths.

    Examples
    --------
    >>> round(uncovered_gain_bits([4, 0], [4, 4]), 6)
    3.356385
    """
    n_child, n_parent = np.sum(child_uncovered), np.sum(parent_uncovered)
    if n_child == 0:
        return 0.0
    return float(n_child * length_bits(parent_uncovered) / n_parent - length_bits(child_uncovered))


def cover_gain_bits(
    child_uncovered: ArrayLike,
    child: ArrayLike,
    parent_uncovered: ArrayLike,
    parent: ArrayLike,
) -> float:
    """Return ``g(S, Q)``, the gain of phase 2, in bits.

    As :func:`uncovered_gain_bits`, with the uncovered rows coded by the class frequencies of the
    whole cover.

    Examples
    --------
    >>> round(cover_gain_bits([4, 0], [4, 0], [4, 4], [4, 4]), 6)
    3.356385
    """
    n_child, n_parent = np.sum(child_uncovered), np.sum(parent_uncovered)
    if n_child == 0:
        return 0.0
    per_row = _coded_by_cover(parent_uncovered, parent) / n_parent
    return float(n_child * per_row - _coded_by_cover(child_uncovered, child))


def _coded_by_cover(uncovered: ArrayLike, cover: ArrayLike) -> float:
    counts = np.asarray(uncovered, dtype=np.int64)
    return cross_bits(counts, cover) + regret_bits(int(counts.sum()), len(counts))
