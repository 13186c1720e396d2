"""The training rows in memory, and the counters made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.binning import BinnedColumn, BinnedTable
from turs.counting import forest
from turs.counting.counter import Counter
from turs.counting.entries import Entries, plain_entries
from turs.counting.forest import NOTHING_BLENDED, Blend, blend_classes, blended_caution
from turs.counting.kernels import Shape
from turs.counting.view import Counts
from turs.counting.workers import Workers
from turs.mdl import Ticks


@dataclass(frozen=True, eq=False)
class Rows:
    """Codes and classes in memory.

    Parameters
    ----------
    table : BinnedTable
    classes : int array, shape (n_rows,)
        Class of each row, from 0.
    n_classes : int
    blend : Blend
        How classes are blended; nothing is, at first.
    """

    table: BinnedTable
    classes: NDArray[np.integer]
    n_classes: int
    blend: Blend = NOTHING_BLENDED

    @property
    def columns(self) -> Sequence[BinnedColumn]:
        """What the codes stand for."""
        return self.table.columns

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return self.table.n_rows

    @property
    def shares(self) -> int:
        """How often a row counts."""
        return 1 if self.blend.shares is None else forest.SHARES

    def code_counts(self) -> Sequence[Counts]:
        """Return, for each column, its rows by code and class."""
        return [
            _count(codes, self.classes, column.n_codes, self.n_classes)
            for codes, column in zip(self.table.codes, self.columns, strict=True)
        ]

    def class_counts(self) -> Counts:
        """Return the rows by class, or their shares where classes are blended."""
        if self.blend.shares is not None:
            return np.asarray(self.blend.shares.sum(axis=0, dtype=np.int64))
        return np.bincount(self.classes, minlength=self.n_classes)

    def in_order(self, order: Sequence[int]) -> Rows:
        """Return the same rows with the columns in another order."""
        columns = tuple(self.columns[j] for j in order)
        codes = self.table.codes[list(order)]
        return replace(self, table=replace(self.table, columns=columns, codes=codes))

    def with_blend(self, most: float, workers: Workers) -> Rows:
        """Return the same rows with their classes blended, by no more than that part of a row."""
        ordered = np.array([column.ordered for column in self.columns], dtype=np.bool_)
        given = self.table.codes, ordered, self.classes, self.n_classes
        return replace(self, blend=blend_classes(*given, most, workers))

    def ticks(self) -> Ticks:
        """Return the lengths of up to all of these rows."""
        caution = blended_caution(self.blend.part)
        return Ticks.for_rows(self.n_rows, self.n_classes, shares=self.shares, caution=caution)

    def counter(self, shape: Shape, ticks: Ticks, workers: Workers, price: int) -> Counter:
        """Return a counter of these rows, of which no rule covers any yet."""
        return Counter(*self._entries(), shape, ticks, workers, price=price)

    def _entries(self) -> tuple[Entries, Entries]:
        if self.blend.shares is None:
            entries = plain_entries(self.table.codes, self.classes)
            return entries, entries
        return blended_entries(self.table.codes, self.classes, self.blend.shares)


def blended_entries(
    codes: NDArray[Any], classes: NDArray[np.integer], shares: NDArray[np.uint8]
) -> tuple[Entries, Entries]:
    """Return an entry for each class that a row has a share in, and the same as its own alone.

    Parameters
    ----------
    codes : uint8 or uint16 array, shape (n_columns, n_rows)
    classes : int array, shape (n_rows,)
    shares : uint8 array, shape (n_rows, n_classes)
    """
    rows, its_classes = np.nonzero(shares)
    labels, weights = its_classes.astype(np.uint16), shares[rows, its_classes]
    entries = Entries(codes.take(rows, axis=1), labels, weights)
    is_own = labels == classes[rows]
    return entries, entries._replace(weights=is_own.astype(np.uint8))


def _count(
    codes: NDArray[np.integer], classes: NDArray[np.integer], n_codes: int, n_classes: int
) -> Counts:
    code_and_class = codes.astype(np.int64) * n_classes + classes
    counts = np.bincount(code_and_class, minlength=n_codes * n_classes)
    return counts.reshape(n_codes, n_classes)
