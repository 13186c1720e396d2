"""Class counts to bits: what the classes of some rows cost, given their frequencies."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from turs.mdl.regret import regret_bits


def data_bits(counts: ArrayLike) -> float:
    """Return ``-sum c log2(c / n)``: rows coded with their own class frequencies.

    Examples
    --------
    >>> data_bits([2, 2])
    4.0
    >>> data_bits([5, 0])
    0.0
    """
    return cross_bits(counts, counts)


def cross_bits(counts: ArrayLike, model_counts: ArrayLike) -> float:
    """Return the bits of rows with these counts, coded with the frequencies of others.

    Parameters
    ----------
    counts : array-like of int, shape (n_classes,)
        Class counts of the rows to code.
    model_counts : array-like of int, shape (n_classes,)
        Class counts whose frequencies are the code; positive where ``counts`` is.

    Examples
    --------
    >>> cross_bits([1, 1], [3, 1])
    2.415037499278844
    """
    coded = np.asarray(counts, dtype=np.float64)
    model = np.asarray(model_counts, dtype=np.float64)
    used = coded > 0
    if not used.any():
        return 0.0
    # + 0.0 turns the -0.0 of a pure set of rows into 0.0
    return float(-(coded[used] * np.log2(model[used] / model.sum())).sum() + 0.0)


def length_bits(counts: ArrayLike) -> float:
    """Return ``L(rows)``: data bits plus regret, k being the number of counts.

    Examples
    --------
    >>> round(length_bits([1, 1]), 6) == round(2 + regret_bits(2, 2), 6)
    True
    """
    whole = np.asarray(counts, dtype=np.int64)
    return data_bits(whole) + regret_bits(int(whole.sum()), len(whole))
