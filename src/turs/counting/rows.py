"""The training rows in memory, and the counters made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from turs.binning import BinnedColumn, BinnedTable
from turs.counting.counter import Counter
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
    """

    table: BinnedTable
    classes: NDArray[np.integer]
    n_classes: int

    @property
    def columns(self) -> Sequence[BinnedColumn]:
        """What the codes stand for."""
        return self.table.columns

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return self.table.n_rows

    def code_counts(self) -> Sequence[Counts]:
        """Return, for each column, its rows by code and class."""
        return [
            _count(codes, self.classes, column.n_codes, self.n_classes)
            for codes, column in zip(self.table.codes, self.columns, strict=True)
        ]

    def in_order(self, order: Sequence[int]) -> Rows:
        """Return the same rows with the columns in another order."""
        columns = tuple(self.columns[j] for j in order)
        codes = self.table.codes[list(order)]
        return replace(self, table=replace(self.table, columns=columns, codes=codes))

    def ticks(self) -> Ticks:
        """Return the lengths of up to all of these rows."""
        return Ticks.for_rows(self.n_rows, self.n_classes)

    def counter(self, shape: Shape, ticks: Ticks, workers: Workers, price: int) -> Counter:
        """Return a counter of these rows, of which no rule covers any yet."""
        return Counter(self.table.codes, self.classes, shape, ticks, workers, price=price)


def _count(
    codes: NDArray[np.integer], classes: NDArray[np.integer], n_codes: int, n_classes: int
) -> Counts:
    code_and_class = codes.astype(np.int64) * n_classes + classes
    counts = np.bincount(code_and_class, minlength=n_codes * n_classes)
    return counts.reshape(n_codes, n_classes)
