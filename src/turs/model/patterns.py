"""Patterns: which rules cover a row, packed into machine words so that equal rows are found fast.

Rows in their millions fall into few patterns, and all that follows (groups, unions,
probabilities) is computed once a pattern.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]

_FEW_ROWS = 64


@dataclass(frozen=True)
class DistinctRows:
    """Where the distinct rows of a matrix first stand, and which of them each row equals."""

    first: NDArray[np.intp]
    which: NDArray[np.intp]


def pack(covers: NDArray[np.bool_]) -> Words:
    """Pack the rules that cover a row into words of 64 bits.

    Parameters
    ----------
    covers : ndarray of bool, shape (n_rules, n_rows)
        One row of the array a rule: the layout in which covers are computed.

    Returns
    -------
    ndarray of uint64, shape (n_rows, n_words)
        Bit ``r % 64`` of word ``r // 64`` is rule r; at least one word.
    """
    n_rules, n_rows = covers.shape
    n_bytes = 8 * max(1, -(-n_rules // 64))
    packed = np.zeros((n_bytes, n_rows), dtype=np.uint8)
    _pack_bytes(covers, packed[: -(-n_rules // 8)])
    return np.ascontiguousarray(packed.T).view(np.dtype("<u8")).astype(np.uint64, copy=False)


def _pack_bytes(covers: NDArray[np.bool_], out: NDArray[np.uint8]) -> None:
    if covers.shape[1] <= _FEW_ROWS:
        out[:] = np.packbits(covers, axis=0, bitorder="little")
        return
    # For many rows, shifting them is six times as fast as np.packbits along the first axis.
    for bit in range(min(8, len(covers))):
        every_eighth = covers.view(np.uint8)[bit::8]
        out[: len(every_eighth)] |= every_eighth << bit


def unpack(words: Words, n_rules: int) -> NDArray[np.bool_]:
    """Return packed patterns as booleans.

    Parameters
    ----------
    words : ndarray of uint64, shape (n_rows, n_words)
        As made by `pack`.
    n_rules : int
        How many bits of each row to return.

    Returns
    -------
    ndarray of bool, shape (n_rows, n_rules)
    """
    as_bytes = np.ascontiguousarray(words, dtype=np.dtype("<u8")).view(np.uint8)
    bits = np.unpackbits(as_bytes, axis=1, count=n_rules, bitorder="little")
    return bits.view(np.bool_)


def as_integers(words: Words) -> list[int]:
    """Return packed patterns as Python integers, of which bit r is rule r.

    Parameters
    ----------
    words : ndarray of uint64, shape (n_rows, n_words)
        As made by `pack`.

    Returns
    -------
    list of int

    Examples
    --------
    >>> as_integers(pack(np.array([[True, False], [True, True]])))
    [3, 2]
    """
    return [int.from_bytes(row.astype("<u8").tobytes(), "little") for row in words]


def from_integer(pattern: int, n_rules: int) -> NDArray[np.bool_]:
    """Return a pattern that was made an integer as booleans.

    Parameters
    ----------
    pattern : int
        As made by `as_integers`.
    n_rules : int
        How many bits to return.

    Returns
    -------
    ndarray of bool, shape (n_rules,)

    Examples
    --------
    >>> from_integer(2, n_rules=3).tolist()
    [False, True, False]
    """
    as_bytes = np.frombuffer(pattern.to_bytes(-(-n_rules // 8), "little"), dtype=np.uint8)
    return np.unpackbits(as_bytes, count=n_rules, bitorder="little").view(np.bool_)


def distinct_rows(words: Words) -> DistinctRows:
    """Find the distinct rows of packed patterns.

    Parameters
    ----------
    words : ndarray of uint64, shape (n_rows, n_words)

    Returns
    -------
    DistinctRows
        In an order that depends on the set of rows alone.
    """
    if len(words) == 1:
        return DistinctRows(np.zeros(1, dtype=np.intp), np.zeros(1, dtype=np.intp))
    if words.shape[1] == 1:
        return _distinct(words[:, 0])
    # One number a row sorts much faster than a row of numbers; a clash of two different rows is
    # next to impossible, and is looked for all the same.
    found = _distinct(_mix(words))
    if np.array_equal(words[found.first][found.which], words):
        return found
    _, first, which = np.unique(words, axis=0, return_index=True, return_inverse=True)
    return DistinctRows(first, which.reshape(-1))


def _distinct(values: NDArray[np.uint64]) -> DistinctRows:
    _, first, which = np.unique(values, return_index=True, return_inverse=True)
    return DistinctRows(first, which.reshape(-1))


def _mix(words: Words) -> NDArray[np.uint64]:
    mixed = words[:, 0].copy()
    for word in words.T[1:]:
        mixed ^= mixed >> np.uint64(29)
        mixed *= np.uint64(0x9E3779B97F4A7C15)
        mixed += word
    return mixed
