"""Numbers of rows and classes to regret, the price in bits of fitting a multinomial.

``regret_bits(n, k)`` is ``log2 R(n, k)``, where R is the normaliser of the normalised maximum
likelihood (NML) distribution of n draws from k classes (paper, section 4.2).
"""

from __future__ import annotations

import math
from functools import cache
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.exceptions import InputError, InputTypeError

# From here on the asymptotic series is within 1e-12 bits; below, the sum is short.
_SERIES_FROM = 500
_EPSILON = 2.0**-60


def regret_bits(n: int, k: int) -> float:
    """Return ``log2 R(n, k)``, the regret of n rows and k classes in bits.

    Parameters
    ----------
    n : int
        Number of rows, at least 0.
    k : int
        Number of classes, at least 1.

    Returns
    -------
    float
        Bits; exact to better than 1e-9 for n to 10^7 and k to 1,000.

    Notes
    -----
    ``R(n, 2)`` comes from its sub-linear sum (Mononen & Myllymäki, 2008) or, for large n, from
    Ramanujan's series for the same quantity; larger k from the recurrence
    ``R(n, k + 2) = R(n, k + 1) + (n / k) R(n, k)``, carried as ratios of neighbours because
    ``R`` itself overflows.

    Examples
    --------
    >>> regret_bits(1, 2)
    1.0
    >>> round(2 ** regret_bits(2, 2), 12)
    2.5
    """
    n, k = _checked(n, k)
    return float(_log2_normaliser(np.array([n], dtype=np.float64), k)[0])


def regret_table(n_max: int, k: int) -> NDArray[np.float64]:
    """Return the regret in bits of 0, 1, ..., n_max rows and k classes.

    Examples
    --------
    >>> regret_table(2, 3).round(6).tolist()
    [0.0, 1.584963, 2.169925]
    """
    n_max, k = _checked(n_max, k)
    return _log2_normaliser(np.arange(n_max + 1, dtype=np.float64), k)


def regrets(counts: NDArray[np.int64], k: int) -> NDArray[np.float64]:
    """Return the regret in bits of each of some numbers of rows, and k classes.

    Examples
    --------
    >>> regrets(np.array([1, 2]), 3).round(6).tolist()
    [1.584963, 2.169925]
    """
    return _log2_normaliser(counts.astype(np.float64), k)


def _checked(n: Any, k: Any) -> tuple[int, int]:
    """Return both as Python's integers, which do not overflow."""
    if not all(isinstance(one, Integral) and not isinstance(one, bool) for one in (n, k)):
        raise InputTypeError(f"regret needs n and k as integers, not n={n!r} and k={k!r}.")
    if n < 0 or k < 1:
        raise InputError(f"regret needs n >= 0 rows and k >= 1 classes, not n={n} and k={k}.")
    return int(n), int(k)


def _log2_normaliser(n: NDArray[np.float64], k: int) -> NDArray[np.float64]:
    """Return ``log2 R(n, k)`` elementwise, by the recurrence on ``R(n, j + 1) / R(n, j)``."""
    if k == 1:
        return np.zeros_like(n)
    ratio = _binary_normaliser(n)
    bits = np.log2(ratio)
    for j in range(1, k - 1):
        ratio = 1.0 + n / (j * ratio)
        bits += np.log2(ratio)
    return bits


def _binary_normaliser(n: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ``R(n, 2)`` elementwise."""
    large = n >= _SERIES_FROM
    result = np.empty_like(n)
    result[large] = _binary_series(n[large])
    result[~large] = [_binary_sum(int(m)) for m in n[~large]]
    return result


@cache
def _binary_sum(n: int) -> float:
    """Return ``R(n, 2)`` as the sum over j of ``n (n - 1) ... (n - j + 1) / n^j``.

    The terms fall like ``exp(-j^2 / 2n)``: about ``9 sqrt(n)`` of them matter to a double.
    """
    term, terms = 1.0, [1.0]
    for j in range(n):
        term *= (n - j) / n
        if term < _EPSILON:
            break
        terms.append(term)
    return math.fsum(terms)


def _binary_series(n: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ``R(n, 2) = 1 + Q(n)`` by Ramanujan's asymptotic series for Q (Knuth, 1.2.11.3)."""
    root = np.sqrt(np.pi * n / 2.0)
    return (
        root * (1.0 + 1.0 / (12.0 * n) + 1.0 / (288.0 * n**2) - 139.0 / (51840.0 * n**3))
        + 2.0 / 3.0
        - 4.0 / (135.0 * n)
        + 8.0 / (2835.0 * n**2)
    )
