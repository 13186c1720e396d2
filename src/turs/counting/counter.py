"""The training rows: questions about them are answered with integers.

The search asks a :class:`Counter`; only in this room do rows have numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from turs.counting import kernels
from turs.counting.kernels import Shape
from turs.counting.trees import Trees
from turs.counting.view import Counts, Cover, View
from turs.mdl import Ticks

LeafSizes: TypeAlias = Callable[[int], Sequence[int]]


class Counter:
    """The codes, classes and cells of the training rows.

    Parameters
    ----------
    codes : uint8 or uint16 array, shape (n_columns, n_rows)
    classes : int array, shape (n_rows,)
        Class of each row, from 0.
    shape : Shape
    ticks : Ticks

    Attributes
    ----------
    whole : View
        All rows, with covered and uncovered rows told apart.
    uncovered : View
        The rows that no rule covers yet.
    """

    def __init__(
        self, codes: NDArray[Any], classes: NDArray[Any], shape: Shape, ticks: Ticks
    ) -> None:
        self._codes = codes
        self._classes = classes.astype(np.uint16)
        self._cells = np.zeros(len(classes), dtype=np.int32)
        self._shape = shape
        self._ticks = ticks
        self._trees: Trees | None = None
        self._known: dict[tuple[bytes, tuple[int, ...]], int] = {}
        self._look_again()

    def cells_of(self, cover: Cover, n_cells: int) -> Counts:
        """Return the rows of a cover of the whole view, by cell and class."""
        counts = np.zeros((n_cells, self._shape.n_classes), dtype=np.int64)
        kernels.cell_counts(cover.rows, self._cells, self._classes, counts)
        return counts

    def move(self, cover: Cover, new_cells: NDArray[np.int32]) -> None:
        """Put the rows of a cover of the whole view from each cell c into ``new_cells[c]``."""
        self._cells[cover.rows] = new_cells[self._cells[cover.rows]]
        self._look_again()

    def uncovered_rows(self, cover: Cover) -> NDArray[np.int32]:
        """Return the uncovered rows of a cover of the whole view, as rows of the uncovered one."""
        places = self._place[cover.rows]
        return places[places >= 0]

    def tree_ticks(self, out: NDArray[np.int32], leaf_sizes: LeafSizes) -> int:
        """Return the length of the best tree of the uncovered rows, less some of them.

        Parameters
        ----------
        out : int32 array
            Rows of the uncovered view to leave out.
        leaf_sizes : callable
            The leaf sizes to try on so many rows.
        """
        if self._trees is None:
            sizes = max(leaf_sizes(len(self._cells)), leaf_sizes(0), key=len)
            self._trees = Trees(sizes, len(self._cells), self._shape, self._ticks)
            self._trees.look_at(self.uncovered.codes, self.uncovered.labels, self._cells == 0)
        sizes = leaf_sizes(self.uncovered.n_rows - len(out))
        # rules that differ only in covered rows leave the same rows to the tree
        key = blake2b(out.tobytes(), digest_size=16).digest(), tuple(sizes)
        if key not in self._known:
            self._known[key] = self._trees.ticks(out, sizes)
        return self._known[key]

    def _look_again(self) -> None:
        """Make both views anew after the cells have changed, and forget the trees."""
        self._known.clear()
        k = self._shape.n_classes
        is_uncovered = self._cells == 0
        rows = np.flatnonzero(is_uncovered)
        self._place = np.full(len(self._cells), -1, dtype=np.int32)
        self._place[rows] = np.arange(len(rows), dtype=np.int32)
        labels = self._classes + np.uint16(k) * is_uncovered
        self.whole = View(self._codes, labels, 2 * k, self._shape, self._ticks)
        codes = np.ascontiguousarray(self._codes[:, rows])
        self.uncovered = View(codes, self._classes[rows], k, self._shape, self._ticks)
        if self._trees is not None:
            self._trees.look_at(codes, self._classes[rows], rows)
