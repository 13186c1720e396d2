"""The tree of the uncovered rows, pruned by length: what could still be said of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.counting import pruned_kernels
from turs.counting.growing import find_leaves, grow
from turs.counting.kernels import Shape
from turs.counting.workers import Workers
from turs.mdl import Ticks

# Of more rows than this, about so many choose the splits; all are counted.
MOST_ROWS = 100_000


class PrunedTree:
    """A decision tree of some rows, each node the shorter of a leaf and its two children.

    It is grown once. Rows may then be taken out, for good or as a question: leaves stay where
    they are, and what is best to prune is found anew.

    Parameters
    ----------
    codes : uint8 or uint16 array, shape (n_columns, n_rows)
    classes : uint16 array, shape (n_rows,)
    least : int
        Rows in a leaf at the least.
    split : int
        What a split costs, in ticks.
    shape : Shape
    ticks : Ticks
    workers : Workers

    Attributes
    ----------
    leaves : int32 array, shape (n_rows,)
        The leaf of each row.
    n_rows : int
        Rows that it was grown of.
    """

    def __init__(
        self,
        codes: NDArray[Any],
        classes: NDArray[np.uint16],
        least: int,
        split: int,
        shape: Shape,
        ticks: Ticks,
        workers: Workers,
    ) -> None:
        self._ticks = ticks
        self._split = split
        self.n_rows = len(classes)
        some = _sample(codes)
        if some is None:
            self._nodes, _, self.leaves = grow(codes, classes, least, split, shape, ticks, workers)
        else:
            its_split = round(split * (len(some) / self.n_rows))
            chosen = codes.take(some, axis=1), classes[some]
            self._nodes, splits, _ = grow(*chosen, least, its_split, shape, ticks, workers)
            self.leaves = find_leaves(codes, self._nodes, splits, workers)
            pruned_kernels.count_leaves(self.leaves, classes, self._nodes)
        pruned_kernels.prune(self._nodes, split, ticks)

    def take_out(
        self, rows: NDArray[np.int32], leaves: NDArray[np.int32], classes: NDArray[np.uint16]
    ) -> None:
        """Take rows out for good."""
        pruned_kernels.take_out(rows, leaves, classes, self._nodes)
        pruned_kernels.prune(self._nodes, self._split, self._ticks)

    @property
    def length(self) -> int:
        """Length of the rows that are left."""
        return int(self._nodes.best[0])

    def lengths_without(
        self,
        rows: NDArray[np.int32],
        starts: NDArray[np.int64],
        leaves: NDArray[np.int32],
        classes: NDArray[np.uint16],
    ) -> NDArray[np.int64]:
        """Return the lengths without ``rows[starts[i]:starts[i + 1]]``, for every i.

        Parameters
        ----------
        rows, starts : int arrays
        leaves : int32 array
            Leaf of each of the rows that these numbers may mean, -1 where the tree has it not.
        classes : uint16 array
            Their classes.
        """
        out = np.empty(len(starts) - 1, dtype=np.int64)
        pruned_kernels.rest_lengths(
            rows, starts, leaves, classes, self._nodes, self._split, self._ticks, out
        )
        return out


def _sample(codes: NDArray[Any]) -> NDArray[np.intp] | None:
    """Return the rows that choose the splits, if they are not all.

    They are chosen by what is in them, so few different rows can give far fewer than was meant:
    then all are taken.
    """
    n_rows = codes.shape[1]
    if n_rows <= MOST_ROWS:
        return None
    sample = np.empty(n_rows, dtype=np.bool_)
    n = pruned_kernels.mark_sample(codes, MOST_ROWS / n_rows, sample)
    return np.flatnonzero(sample) if n >= MOST_ROWS // 2 else None
