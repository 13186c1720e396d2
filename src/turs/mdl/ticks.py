"""Code lengths as integers: tables of ticks, in which sums are exact.

A sum of floating-point bits depends, in its last digits, on the order of its terms: of the
classes, the cells, the threads. The search compares many lengths that are equal on paper, so it
counts in *ticks*, ``2**scale`` to the bit. Integer sums have no order, and a tie is a tie.

Up to ``2**TABLE_BITS`` rows each number has an entry of its own. Beyond, lengths lie on lines
between entries: log2 between those of its leading 20 bits, which is within 1e-12 bits, and regret
between 1024 for each doubling, within 1e-6 bits. :class:`Ticks` has them all written out, for
speed; :class:`FewTicks` does not grow with the rows, and gives the same numbers.

Where classes are blended, a row counts several *shares*, and the tables are by shares: data cost is
that of the shares, and the regret of so many shares that of so many rows, between whole rows on a
line. Ticks are then of a share: a bit has ``shares`` times as many.
"""

from __future__ import annotations

import math
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from turs.mdl.regret import regrets

TABLE_BITS = 20
"""Up to 2 to this power rows each number has an entry of its own."""

KNOT_BITS = 10
"""For each doubling beyond, regret has 2 to this power entries."""

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
        One bit is ``2**scale`` ticks, of each share of a row.
    least_gain : float
        A gain of no more ticks may be rounding alone, and is none: a millionth of a bit, or two
        ticks a row where that is more.
    shares : int
        How often a row counts.
    """

    log: NDArray[np.int64]
    xlogx: NDArray[np.int64]
    regret: NDArray[np.int64]
    scale: int
    least_gain: float
    shares: int

    @classmethod
    def for_rows(
        cls, n_rows: int, n_classes: int, *, shares: int = 1, caution: float = 1.0
    ) -> Ticks:
        """Make the tables for a training set.

        Parameters
        ----------
        n_rows, n_classes : int
        shares : int
            How often a row counts.
        caution : float
            How much regret counts.

        Examples
        --------
        >>> ticks = Ticks.for_rows(8, 2)
        >>> ticks.to_bits(ticks.log[8])
        3.0
        """
        few = FewTicks.for_rows(n_rows, n_classes, shares=shares, caution=caution)
        n_shares = n_rows * shares
        log = np.concatenate([few.log, *_far_logs(few, n_shares)])
        regret = np.concatenate([few.regret, *_far_regrets(few, n_shares)])
        xlogx = np.arange(n_shares + 1, dtype=np.int64) * log
        return cls(log, xlogx, regret, few.scale, few.least_gain, shares)

    def up_to(self, n_shares: int) -> Ticks:
        """Return the same: every number of shares has its entry."""
        return self

    def of_bits(self, bits: float) -> int:
        """Return bits as ticks."""
        return round(bits * self.shares * 2.0**self.scale)

    def to_bits(self, ticks: int | np.int64) -> float:
        """Return ticks as bits."""
        return float(ticks) * 2.0**-self.scale / self.shares


class FewTicks(NamedTuple):
    """Lengths of 0 to n rows, in tables that do not grow with n.

    Attributes
    ----------
    log, xlogx, regret : int64 arrays, shape (m + 1,)
        As of :class:`Ticks`, where m is n but at most ``2**TABLE_BITS``.
    far_regret : int64 array
        Regret of ``2**TABLE_BITS`` rows and more, ``2**KNOT_BITS`` entries for each doubling.
    scale, least_gain, shares
        As of :class:`Ticks`.
    """

    log: NDArray[np.int64]
    xlogx: NDArray[np.int64]
    regret: NDArray[np.int64]
    far_regret: NDArray[np.int64]
    scale: int
    least_gain: float
    shares: int

    @classmethod
    def for_rows(
        cls, n_rows: int, n_classes: int, *, shares: int = 1, caution: float = 1.0
    ) -> FewTicks:
        """Make the tables for a training set, as :meth:`Ticks.for_rows` does."""
        n_shares = n_rows * shares
        largest = _HEADROOM * (n_shares + 1) * math.log2(max(n_shares, n_classes, 2) + 1)
        scale = 62 - math.ceil(math.log2(largest))
        near = np.arange(min(n_shares, 2**TABLE_BITS) + 1, dtype=np.int64)
        log = np.rint(np.log2(np.maximum(near, 1)) * 2.0**scale).astype(np.int64)
        bit = shares * caution * 2.0**scale
        regret, far_regret = (
            np.rint(_regrets_of_shares(counts, n_classes, shares) * bit).astype(np.int64)
            for counts in (near, _far_counts(n_shares))
        )
        least_gain = max(2.0 ** (scale - 20), 2.0 * n_shares)
        return cls(log, near * log, regret, far_regret, scale, least_gain, shares)

    def up_to(self, n_shares: int) -> AnyTicks:
        """Return the same lengths of no more shares: faster, where the table has them."""
        if n_shares >= len(self.log):
            return self
        return Ticks(self.log, self.xlogx, self.regret, self.scale, self.least_gain, self.shares)

    def of_bits(self, bits: float) -> int:
        """Return bits as ticks."""
        return round(bits * self.shares * 2.0**self.scale)

    def to_bits(self, ticks: int | np.int64) -> float:
        """Return ticks as bits."""
        return float(ticks) * 2.0**-self.scale / self.shares


AnyTicks: TypeAlias = Ticks | FewTicks


def _regrets_of_shares(
    counts: NDArray[np.int64], n_classes: int, shares: int
) -> NDArray[np.float64]:
    """Return the regret of numbers of shares in bits: on a line between those of whole rows."""
    if shares == 1:
        return regrets(counts, n_classes)
    rows, over = counts // shares, counts % shares
    # far apart, or many to a row: either way few numbers of rows
    whole = np.arange(rows[-1] + 2) if len(rows) > rows[-1] else np.union1d(rows, rows + 1)
    bits = regrets(whole, n_classes)
    place = np.searchsorted(whole, rows)
    between: NDArray[np.float64] = bits[place] + np.diff(bits)[place] * (over / shares)
    return between


def _n_doublings(n_rows: int) -> int:
    """Return how often the tables must be doubled to have so many rows."""
    return max(n_rows.bit_length() - TABLE_BITS, 0)


def _far_counts(n_rows: int) -> NDArray[np.int64]:
    """Return the numbers of rows, beyond the table, that have an entry of regret."""
    first = np.arange(2**KNOT_BITS, 2 ** (KNOT_BITS + 1), dtype=np.int64)
    # one more than is needed: the last entry has a next one
    spacings = range(TABLE_BITS - KNOT_BITS, TABLE_BITS - KNOT_BITS + _n_doublings(n_rows) + 1)
    return np.concatenate([first << spacing for spacing in spacings])


def _far_logs(few: FewTicks, n_rows: int) -> list[NDArray[np.int64]]:
    """Return the logs of more rows than the table has, as they are looked up, by doubling."""
    entries = few.log[2 ** (TABLE_BITS - 1) :]
    return [
        _on_lines(entries, shift, n_rows) + (shift << few.scale)
        for shift in range(1, _n_doublings(n_rows) + 1)
    ]


def _far_regrets(few: FewTicks, n_rows: int) -> list[NDArray[np.int64]]:
    """Return the regrets of more rows than the table has, as they are looked up, by doubling."""
    return [
        _on_lines(few.far_regret[first : first + 2**KNOT_BITS + 1], bits, n_rows)
        for bits, first in (
            (TABLE_BITS - KNOT_BITS + doubling, doubling << KNOT_BITS)
            for doubling in range(_n_doublings(n_rows))
        )
    ]


def _on_lines(entries: NDArray[np.int64], bits: int, n_rows: int) -> NDArray[np.int64]:
    """Return what lies on the lines between the entries of one doubling.

    There are ``2**bits`` numbers to an entry; the first of all is ``2**TABLE_BITS``, which the
    table has, and the last is n_rows.
    """
    begin = (len(entries) - 1) << bits
    low = np.arange(2**bits, dtype=np.int64)
    lines = entries[:-1, None] + ((np.diff(entries)[:, None] * low) >> bits)
    numbers = lines.ravel()[: n_rows + 1 - begin]
    return numbers[1:] if begin == 2**TABLE_BITS else numbers
