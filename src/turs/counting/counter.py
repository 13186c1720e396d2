"""The training rows: questions about them are answered with integers.

The search asks a :class:`Counter`; only in this room do rows have numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from turs.counting import cell_kernels, row_kernels
from turs.counting.cell_kernels import CellRules
from turs.counting.entries import Entries
from turs.counting.kernels import Beam, Shape
from turs.counting.levels import Spares
from turs.counting.pruned import PrunedTree
from turs.counting.trees import Trees
from turs.counting.view import Counts, View
from turs.counting.workers import Workers
from turs.mdl import Ticks

LeafSizes: TypeAlias = Callable[[int], Sequence[int]]

# The tree is grown anew when this part of its rows, or less, is left.
STALE = 0.9
# Below so many codes to go through, a second thread costs more than it saves: waveform, of 4,500
# rows, takes 0.93 of the time that it takes with a limit of a million.
_WORTH_A_THREAD = 50_000


@dataclass
class _Uncovered:
    """The rows that no rule covers yet: their numbers among all, their leaves, and their shares."""

    rows: NDArray[np.int32]
    leaves: NDArray[np.int32]
    view: View
    n_shares: int


class Counter:
    """The codes, classes and cells of the training rows.

    Parameters
    ----------
    entries : Entries
        Labels are classes, from 0.
    own : Entries
        The same, with the weights by which a row counts once, as its own class: another than the
        first where classes are blended.
    shape : Shape
    ticks : Ticks
    workers : Workers
    price : int
        What a literal must gain at the least, among all rows, in ticks.

    Attributes
    ----------
    whole : View
        All rows, with covered and uncovered rows told apart.
    """

    def __init__(
        self,
        entries: Entries,
        own: Entries,
        shape: Shape,
        ticks: Ticks,
        workers: Workers,
        price: int = 0,
    ) -> None:
        self._entries = entries
        self._own = own
        self._cells = np.zeros(len(entries.labels), dtype=np.int32)
        self._shape = shape
        self._ticks = ticks
        self._whole_ticks = ticks._replace(least_gain=max(ticks.least_gain, float(price)))
        self._workers = workers
        self._tree: PrunedTree | None = None
        self._nowhere = np.full(len(entries.labels), -1, dtype=np.int32)
        self._leaves = self._nowhere
        self._spares = Spares()
        # for what is listed each time anew: to ask for memory takes longer than to write it
        arrays = self._cells, entries.labels, entries.weights, self._leaves
        self._room = tuple(map(np.empty_like, arrays))
        self.whole: View
        self._left: _Uncovered | None
        self._trees: Trees | None = None
        self._known: dict[tuple[bytes, tuple[int, ...]], int] = {}
        self._look_again()

    @property
    def uncovered(self) -> View:
        """The rows that no rule covers yet."""
        return self._listed().view

    @property
    def is_large(self) -> bool:
        """Whether the uncovered rows are worth another thread."""
        return self.uncovered.entries.codes.size > _WORTH_A_THREAD

    def cells_of(self, rule: Beam, n_cells: int, *, own: bool = False) -> Counts:
        """Return the rows of a rule of the whole view by cell and class.

        Parameters
        ----------
        rule : Beam
        n_cells : int
        own : bool
            Count each row once, as its own class.
        """
        counts = np.zeros((n_cells, self._shape.n_classes), dtype=np.int64)
        entries = self._own if own else self._entries
        cell_kernels.cell_counts(rule.rows, self._cells, entries, counts)
        return counts

    def covered_changes(self, beam: Beam, cells: CellRules) -> Counts:
        """Return by how many ticks the covered rows change with each rule of the whole view."""
        out = np.empty(len(beam.counts), dtype=np.int64)
        cell_kernels.covered_changes(
            beam.rows, beam.starts, self._cells, self._entries, cells, self._ticks, out
        )
        return out

    def move(self, rule: Beam, new_cells: NDArray[np.int32]) -> None:
        """Put the rows of a rule of the whole view from each cell c into ``new_cells[c]``.

        The rows of rules that were found before are of no use any more, and forgotten.
        """
        rows = rule.rows
        if self._tree is not None:
            # the leaf of a covered row is -1: only what is newly covered is taken out
            self._tree.take_out(rows, self._leaves, self._entries)
        row_kernels.move_rows(rows, new_cells, self._cells, self._leaves)
        self._spares.take_back()
        self._look_again()

    def moved(self, rule: Beam, new_cells: NDArray[np.int32]) -> Counter:
        """Return a counter of the same rows, those of a rule moved; this one stays as it is.

        It has no tree yet.
        """
        other = copy(self)
        other._tree = other._trees = None
        other._cells = self._cells.copy()
        other._leaves = self._nowhere
        other._known = {}
        other._spares = Spares()
        other.move(rule, new_cells)
        return other

    def pruned_ticks(self, least: int, split: int) -> int:
        """Return the length of the pruned tree of the uncovered rows.

        It is grown anew, with at least so many rows in a leaf, if many of its rows have gone.
        """
        if self._tree is None or self._listed().n_shares <= STALE * self._tree.n_shares:
            self.grow_tree(least, split)
        return self._grown().length

    def pruned_ticks_without(self, beam: Beam) -> Counts:
        """Return the lengths of that tree without the rows of each rule of a view."""
        if self._is_uncovered(beam):
            leaves, entries = self._listed().leaves, self.uncovered.entries
        else:
            leaves, entries = self._leaves, self._entries
        return self._grown().lengths_without(beam.rows, beam.starts, leaves, entries)

    def grow_tree(self, least: int, split: int) -> bool:
        """Grow the pruned tree anew, unless it was grown of just these rows; tell whether."""
        if self._tree is not None and self._tree.n_entries == self.uncovered.n_entries:
            return False
        left = self._listed()
        given = least, split, self._shape, self._ticks, self._workers
        self._tree = PrunedTree(left.view.entries, *given)
        self._leaves = self._nowhere.copy()
        self._leaves[left.rows] = left.leaves = self._tree.leaves
        return True

    def tree_ticks(self, leaf_sizes: LeafSizes, without: Beam | None = None) -> int:
        """Return the length of the best tree of the uncovered rows, less those of a rule.

        Parameters
        ----------
        leaf_sizes : callable
            The leaf sizes to try on so many rows.
        without : Beam, optional
            The rule, of either view.
        """
        if self._trees is None:
            sizes = max(leaf_sizes(len(self._cells)), leaf_sizes(0), key=len)
            self._trees = Trees(sizes, len(self._cells), self._shape, self._ticks)
            codes, classes, _ = self.uncovered.entries
            self._trees.look_at(codes, classes, self._cells == 0)
        out = np.sort(self._rows_left_out(without))
        sizes = leaf_sizes(self.uncovered.n_entries - len(out))
        # rules that differ only in covered rows leave the same rows to the tree
        key = blake2b(out.tobytes(), digest_size=16).digest(), tuple(sizes)
        if key not in self._known:
            self._known[key] = self._trees.ticks(out, sizes)
        return self._known[key]

    def _rows_left_out(self, rule: Beam | None) -> NDArray[np.int32]:
        """Return the uncovered rows of a rule, as rows of the uncovered view."""
        if rule is None:
            return np.zeros(0, dtype=np.int32)
        if self._is_uncovered(rule):
            return rule.rows
        rows = rule.rows[self._cells[rule.rows] == 0]
        places: NDArray[np.int32] = np.searchsorted(self._listed().rows, rows).astype(np.int32)
        return places

    def _is_uncovered(self, beam: Beam) -> bool:
        """Tell whether a beam is one of the uncovered view."""
        return bool(beam.counts.shape[1] == self._shape.n_classes)

    def _grown(self) -> PrunedTree:
        if self._tree is None:
            raise ValueError("there is no tree; ask for the length of all uncovered rows first.")
        return self._tree

    def _look_again(self) -> None:
        """Make the view of all rows anew after the cells have changed, and forget the others."""
        self._known.clear()
        self._left = None
        k = self._shape.n_classes
        both = np.empty_like(self._entries.labels)
        row_kernels.mark_uncovered(self._cells, self._entries.labels, np.int64(k), both)
        whole = self._entries._replace(labels=both)
        self.whole = View(whole, 2 * k, self._shape, self._whole_ticks, self._workers, self._spares)
        if self._trees is not None:
            left = self._listed()
            self._trees.look_at(left.view.entries.codes, left.view.entries.labels, left.rows)

    def _listed(self) -> _Uncovered:
        """Return the uncovered rows, which are listed when they are asked for."""
        if self._left is None:
            n, n_shares = row_kernels.list_uncovered(
                self._cells, self._entries, self._leaves, self._room
            )
            rows, labels, weights, leaves = (array[:n].copy() for array in self._room)
            entries = Entries(self._codes_of(rows), labels, weights)
            given = self._shape.n_classes, self._shape, self._ticks, self._workers, self._spares
            self._left = _Uncovered(rows, leaves, View(entries, *given), n_shares)
        return self._left

    def _codes_of(self, rows: NDArray[np.int32]) -> NDArray[Any]:
        """Return a copy of the codes of some rows, some columns in each thread."""
        all_codes = self._entries.codes
        n_columns = len(all_codes)
        codes = np.empty((n_columns, len(rows)), dtype=all_codes.dtype)
        n_parts = self._workers.n_threads if codes.size > _WORTH_A_THREAD else 1
        ends = [n_columns * part // n_parts for part in range(n_parts + 1)]

        def take(columns: tuple[int, int]) -> None:
            mine = slice(*columns)
            row_kernels.take_codes(all_codes[mine], rows, codes[mine])

        self._workers.map(take, pairwise(ends))
        return codes
