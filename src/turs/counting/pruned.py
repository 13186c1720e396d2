"""The tree of the uncovered rows, pruned by length: what could still be said of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.counting import growing_kernels, pruned_kernels
from turs.counting.entries import Entries
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
    entries : Entries
        Labels are classes.
    least : int
        Rows in a leaf at the least, in shares.
    split : int
        What a split costs, in ticks.
    shape : Shape
    ticks : Ticks
    workers : Workers

    Attributes
    ----------
    leaves : int32 array, shape (n_entries,)
        The leaf of each entry.
    n_entries : int
        Entries that it was grown of.
    n_shares : int
        Their shares.
    """

    def __init__(
        self,
        entries: Entries,
        least: int,
        split: int,
        shape: Shape,
        ticks: Ticks,
        workers: Workers,
    ) -> None:
        self._ticks = ticks
        self._split = split
        self.n_entries = len(entries.labels)
        some = _sample(entries.codes) if ticks.shares == 1 else None
        if some is None:
            self._nodes, _, self.leaves = grow(entries, least, split, shape, ticks, workers)
        else:
            its_split = round(split * (len(some) / self.n_entries))
            codes = entries.codes.take(some, axis=1)
            chosen = Entries(codes, entries.labels[some], entries.weights[some])
            self._nodes, splits, _ = grow(chosen, least, its_split, shape, ticks, workers)
            self.leaves = find_leaves(entries.codes, self._nodes, splits, workers)
            pruned_kernels.count_leaves(self.leaves, entries, self._nodes)
        self.n_shares = int(self._nodes.counts[0].sum())
        pruned_kernels.prune(self._nodes, split, ticks)

    def take_out(
        self, rows: NDArray[np.int32], leaves: NDArray[np.int32], entries: Entries
    ) -> None:
        """Take rows out for good."""
        pruned_kernels.take_out(rows, leaves, entries, self._nodes)
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
        entries: Entries,
    ) -> NDArray[np.int64]:
        """Return the lengths without ``rows[starts[i]:starts[i + 1]]``, for every i.

        Parameters
        ----------
        rows, starts : int arrays
        leaves : int32 array
            Leaf of each of the entries that these numbers may mean, -1 where the tree has it not.
        entries : Entries
        """
        out = np.empty(len(starts) - 1, dtype=np.int64)
        pruned_kernels.rest_lengths(
            rows, starts, leaves, entries, self._nodes, self._split, self._ticks, out
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
    n = growing_kernels.mark_sample(codes, MOST_ROWS / n_rows, sample)
    return np.flatnonzero(sample) if n >= MOST_ROWS // 2 else None
