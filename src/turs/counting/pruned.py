"""The tree of the uncovered rows, pruned by length: what could still be said of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.counting import pruned_kernels
from turs.counting.kernels import Shape
from turs.counting.pruned_kernels import Nodes
from turs.mdl import Ticks

# In large tables leaves are larger than is asked for: there are no more than so many.
_MOST_LEAVES = 4000
# Of more rows than this, about so many choose the splits; all are counted.
_MOST_ROWS = 100_000


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
    ) -> None:
        self._ticks = ticks
        self._split = split
        self.n_rows = len(classes)
        self.leaves = np.empty(self.n_rows, dtype=np.int32)
        sample = _sample(codes)
        n_sampled = int(sample.sum()) if len(sample) else self.n_rows
        least = max(least, n_sampled // _MOST_LEAVES)
        room = 2 * (n_sampled // least) + 1
        nodes = Nodes(
            parent=np.empty(room, dtype=np.int32),
            left=np.empty(room, dtype=np.int32),
            right=np.empty(room, dtype=np.int32),
            counts=np.empty((room, shape.n_classes), dtype=np.int64),
            best=np.empty(room, dtype=np.int64),
        )
        its_split = round(split * (n_sampled / self.n_rows)) if self.n_rows else split
        n = pruned_kernels.grow(
            codes, classes, sample, least, its_split, shape, ticks, nodes, self.leaves
        )
        self._nodes = Nodes(
            nodes.parent[:n], nodes.left[:n], nodes.right[:n], nodes.counts[:n], nodes.best[:n]
        )
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


def _sample(codes: NDArray[Any]) -> NDArray[np.bool_]:
    """Mark the rows that choose the splits; an empty array stands for all.

    They are chosen by what is in them, so few different rows can give far fewer than was meant:
    then all are taken.
    """
    n_rows = codes.shape[1]
    if n_rows <= _MOST_ROWS:
        return np.zeros(0, dtype=np.bool_)
    sample = np.empty(n_rows, dtype=np.bool_)
    n = pruned_kernels.mark_sample(codes, _MOST_ROWS / n_rows, sample)
    return sample if n >= _MOST_ROWS // 2 else sample[:0]
