"""Code lengths as integers: tables of ticks, in which sums are exact.

A sum of floating-point bits depends, in its last digits, on the order of its terms: of the
classes, the cells, the threads. The search compares many lengths that are equal on paper, so it
counts in *ticks*, ``2**scale`` to the bit. Integer sums have no order, and a tie is a tie.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turs.mdl.regret import regrets

# Lengths of a set stay below this many times n log2 n, so no sum overflows 64 bits.
_HEADROOM = 64

# Up to here each number of rows has an entry of its own, so that the tables do not grow with
# the rows. Beyond, lengths lie on lines between entries: of log2, between those of the leading
# 20 bits, which is within 1e-12 bits; of regret, between 1024 for each doubling, within 1e-6.
_MOST_ENTRIES = 2**20
_KNOTS = 2**10


class Ticks(NamedTuple):
    """Lengths of 0 to n rows, in ticks.

    Attributes
    ----------
    log : int64 array, shape (m + 1,)
        ``log2(c)``, with 0 for c = 0. Here m is n, but at most 2**20: what is beyond is looked
        up by :mod:`turs.counting.tick_kernels`.
    xlogx : int64 array, shape (m + 1,)
        ``c * log[c]``, exactly.
    regret : int64 array, shape (m + 1,)
        Regret of c rows.
    far_regret : int64 array
        Regret of 2**20 rows and more, 1024 entries for each doubling.
    scale : int
        One bit is ``2**scale`` ticks.
    least_gain : float
        A gain of no more ticks may be rounding alone, and is none: a millionth of a bit, or two
        ticks a row where that is more.
    """

    log: NDArray[np.int64]
    xlogx: NDArray[np.int64]
    regret: NDArray[np.int64]
    far_regret: NDArray[np.int64]
    scale: int
    least_gain: float

    @classmethod
    def for_rows(cls, n_rows: int, n_classes: int) -> Ticks:
        """Make the tables for a training set.

        Examples
        --------
        >>> ticks = Ticks.for_rows(8, 2)
        >>> ticks.to_bits(ticks.log[8])
        3.0
        """
        largest = _HEADROOM * (n_rows + 1) * math.log2(max(n_rows, n_classes, 2) + 1)
        scale = 62 - math.ceil(math.log2(largest))
        rows = np.arange(min(n_rows, _MOST_ENTRIES) + 1, dtype=np.int64)
        log = np.rint(np.log2(np.maximum(rows, 1)) * 2.0**scale).astype(np.int64)
        regret, far_regret = (
            np.rint(regrets(counts, n_classes) * 2.0**scale).astype(np.int64)
            for counts in (rows, _far_counts(n_rows))
        )
        least_gain = max(2.0 ** (scale - 20), 2.0 * n_rows)
        return cls(log, rows * log, regret, far_regret, scale, least_gain)

    def of_bits(self, bits: float) -> int:
        """Return bits as ticks."""
        return round(bits * 2.0**self.scale)

    def to_bits(self, ticks: int | np.int64) -> float:
        """Return ticks as bits."""
        return float(ticks) * 2.0**-self.scale


def _far_counts(n_rows: int) -> NDArray[np.int64]:
    """Return the numbers of rows, beyond the table, of which the regret is looked up."""
    if n_rows <= _MOST_ENTRIES:
        return np.zeros(0, dtype=np.int64)
    n_doublings = n_rows.bit_length() - _MOST_ENTRIES.bit_length() + 1
    first = np.arange(_KNOTS, 2 * _KNOTS, dtype=np.int64) * (_MOST_ENTRIES // _KNOTS)
    doublings = [first << doubling for doubling in range(n_doublings + 1)]
    return np.concatenate(doublings)
