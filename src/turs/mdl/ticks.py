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

from turs.mdl.regret import regret_table

# Lengths of a set stay below this many times n log2 n, so no sum overflows 64 bits.
_HEADROOM = 64


class Ticks(NamedTuple):
    """Lengths of 0 to n rows, in ticks.

    Attributes
    ----------
    log : int64 array, shape (n + 1,)
        ``log2(c)``, with 0 for c = 0.
    xlogx : int64 array, shape (n + 1,)
        ``c * log[c]``, exactly.
    regret : int64 array, shape (n + 1,)
        Regret of c rows.
    scale : int
        One bit is ``2**scale`` ticks.
    least_gain : float
        A gain of no more ticks may be rounding alone, and is none: a millionth of a bit, or two
        ticks a row where that is more.
    """

    log: NDArray[np.int64]
    xlogx: NDArray[np.int64]
    regret: NDArray[np.int64]
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
        rows = np.arange(n_rows + 1, dtype=np.int64)
        log = np.rint(np.log2(np.maximum(rows, 1)) * 2.0**scale).astype(np.int64)
        regret = np.rint(regret_table(n_rows, n_classes) * 2.0**scale).astype(np.int64)
        least_gain = max(2.0 ** (scale - 20), 2.0 * n_rows)
        return cls(log, rows * log, regret, scale, least_gain)

    def of_bits(self, bits: float) -> int:
        """Return bits as ticks."""
        return round(bits * 2.0**self.scale)

    def to_bits(self, ticks: int | np.int64) -> float:
        """Return ticks as bits."""
        return float(ticks) * 2.0**-self.scale
