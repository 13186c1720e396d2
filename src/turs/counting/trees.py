"""The surrogate's trees of some rows: how long the best of them is."""

from __future__ import annotations

from collections.abc import Sequence
from queue import Empty, SimpleQueue
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.counting import tree_kernels
from turs.counting.kernels import Shape
from turs.counting.tree_kernels import Memory, Rows
from turs.mdl import Ticks

# Lengths that are remembered, and histograms that growing a tree has at hand, at the most.
_REMEMBERED = 2**20
_SCRATCH = 64


class Trees:
    """CART trees for several leaf sizes, and the memory of those that were grown.

    Parameters
    ----------
    sizes : sequence of int
        Least numbers of rows in a leaf, rising. Trees may be asked for with the first of them.
    n_rows : int
        Rows of the whole table.
    shape : Shape
    ticks : Ticks
    """

    def __init__(self, sizes: Sequence[int], n_rows: int, shape: Shape, ticks: Ticks) -> None:
        self._sizes = list(sizes)
        self._shape = shape
        self._ticks = ticks
        self._keys = _random_keys(n_rows)
        self._inverse = 1.0 / np.maximum(np.arange(n_rows + 1), 1)
        # a thread takes a memory while it grows a tree: they never write into the same one
        self._memories: SimpleQueue[Memory] = SimpleQueue()

    def look_at(self, codes: NDArray[Any], classes: NDArray[np.uint16], rows: NDArray[Any]) -> None:
        """Take some rows of the table, with these codes and classes, as those to grow trees of."""
        width = self._shape.most_codes
        number = np.uint16 if width * self._shape.n_classes < 2**16 else np.uint32
        self._rows = Rows(
            codes=codes,
            pairs=codes + classes.astype(number) * width,
            classes=classes,
            n_codes=self._shape.n_bins + self._shape.has_missing,
            width=width,
            n_classes=self._shape.n_classes,
            inverse=self._inverse,
            keys=self._keys[rows],
        )

    def ticks(self, out: NDArray[np.int32], sizes: Sequence[int]) -> int:
        """Return the length of the shortest tree, over the leaf sizes, without some of the rows.

        No rows have no length.
        """
        left = np.ones(len(self._rows.classes), dtype=np.bool_)
        left[out] = False
        rows = np.flatnonzero(left).astype(np.int32)
        if not len(rows):
            return 0
        if list(sizes) != self._sizes[: len(sizes)]:
            raise ValueError(f"leaf sizes {list(sizes)} are not the first of {self._sizes}.")
        lengths = np.zeros(len(sizes), dtype=np.int64)
        n_pairs = self._rows.width * self._rows.n_classes
        scratch = np.empty((_SCRATCH, len(self._rows.codes), n_pairs), dtype=np.int32)
        memory = self._take_memory()
        tree_kernels.tree_lengths(
            self._rows, rows, np.array(sizes), self._ticks, memory, scratch, lengths
        )
        self._memories.put(memory)
        return int(lengths.min())

    def _take_memory(self) -> Memory:
        try:
            return self._memories.get_nowait()
        except Empty:
            return self._new_memory()

    def _new_memory(self) -> Memory:
        n_sizes = len(self._sizes)
        n_places = min(8 * len(self._keys), _REMEMBERED // n_sizes) + 1
        return Memory(
            keys=np.zeros((n_places, 2), dtype=np.uint64),
            known=np.tile(np.array([0, -1]), (n_places, 1)),
            lengths=np.zeros((n_places, n_sizes), dtype=np.int64),
        )


def _random_keys(n: int) -> NDArray[np.uint64]:
    """Return pseudo-random numbers, always the same (splitmix64)."""
    with np.errstate(over="ignore"):
        z = (np.arange(n, dtype=np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
