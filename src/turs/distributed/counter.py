"""The rows of a cluster, for the search: as :class:`turs.counting.Counter`, but by rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from turs.counting import Beam, CellRules, Counts, Masks, Shape, cell_kernels
from turs.counting.counter import STALE
from turs.distributed.cluster import Parts
from turs.distributed.part import RulesSoFar, RuleStep
from turs.distributed.tree import ClusterTree
from turs.distributed.view import ClusterView
from turs.exceptions import InputError
from turs.mdl import AnyTicks

# Of so many counts an answer consists, at the most, unless one rule alone has more.
_MOST_COUNTS = 2_000_000


class ClusterCounter:
    """The codes, classes and cells of rows on a cluster.

    Parameters
    ----------
    parts : Parts
    counts : int64 array, shape (n_classes,)
        Class counts of all rows.
    shape : Shape
    ticks : AnyTicks
    price : int
        What a literal must gain at the least, among all rows, in ticks.

    Attributes
    ----------
    whole : ClusterView
        All rows, with covered and uncovered rows told apart.
    uncovered : ClusterView
        The rows that no rule covers yet.
    """

    def __init__(
        self, parts: Parts, counts: Counts, shape: Shape, ticks: AnyTicks, price: int = 0
    ) -> None:
        self._parts = parts
        self._shape = shape
        self._ticks = ticks
        self._whole_ticks = ticks._replace(least_gain=max(ticks.least_gain, float(price)))
        self._rules = parts.cluster.run("rules", RulesSoFar, uuid4().hex, shape)
        self._covered = np.zeros_like(counts)
        self._left = counts
        self._tree: ClusterTree | None = None
        self.whole: ClusterView
        self.uncovered: ClusterView
        self._look_again()

    @property
    def is_large(self) -> bool:
        """Whether threads here would help: the rows are elsewhere."""
        return False

    def cells_of(self, rule: Beam, n_cells: int, *, own: bool = False) -> Counts:
        """Return the rows of a rule of the whole view by cell and class.

        Parameters
        ----------
        rule : Beam
        n_cells : int
        own : bool
            Count each row once, as its own class.
        """
        if own:
            asked = {"rules": self._rules, "masks": rule.masks, "n_cells": n_cells, "own": True}
            few = self._parts.count_few("count_cells", **asked)
            return few.spread((n_cells, self._shape.n_classes))
        counts: Counts = self._cell_counts(rule.masks, n_cells)[0]
        return counts

    def covered_changes(self, beam: Beam, cells: CellRules) -> Counts:
        """Return by how many ticks the covered rows change with each rule of the whole view."""
        out = np.empty(len(beam.counts), dtype=np.int64)
        counts = self._cell_counts(beam.masks, len(cells.members))
        cell_kernels.covered_changes_of(counts, cells, self._ticks, out)
        return out

    def move(self, rule: Beam, new_cells: NDArray[np.int32]) -> None:
        """Put the rows of a rule of the whole view from each cell c into ``new_cells[c]``."""
        if self._tree is not None:
            [taken] = self._leaf_counts(rule.masks, self._tree)
            self._tree.take_out(taken)
        inside = self._cell_counts(rule.masks, len(new_cells))[0]
        newly = inside[new_cells > 0].sum(axis=0) - inside[1:].sum(axis=0)
        step = RuleStep(rule.masks[0], new_cells)
        self._rules = self._parts.cluster.run("rules", RulesSoFar.with_rule, self._rules, step)
        self._covered, self._left = self._covered + newly, self._left - newly
        self._parts.settle()
        self._look_again()

    def moved(self, rule: Beam, new_cells: NDArray[np.int32]) -> ClusterCounter:
        """Return a counter of the same rows, those of a rule moved; this one stays as it is.

        It has no tree yet.
        """
        other = copy(self)
        other._tree = None
        other._rules = self._parts.cluster.run(
            "rules", RulesSoFar.renamed, self._rules, uuid4().hex
        )
        other.move(rule, new_cells)
        return other

    def pruned_ticks(self, least: int, split: int) -> int:
        """Return the length of the pruned tree of the uncovered rows.

        It is grown anew, with at least so many rows in a leaf, if many of its rows have gone.
        """
        if self._tree is None or self._left.sum() <= STALE * self._tree.n_rows:
            self.grow_tree(least, split)
        return self._grown().length

    def pruned_ticks_without(self, beam: Beam) -> Counts:
        """Return the lengths of that tree without the rows of each rule of a view."""
        tree = self._grown()
        return tree.lengths_without(self._leaf_counts(beam.masks, tree))

    def grow_tree(self, least: int, split: int) -> bool:
        """Grow the pruned tree anew, unless it was grown of just these rows; tell whether."""
        if self._tree is not None and self._tree.n_rows == self._left.sum():
            return False
        given = self._parts, self._rules, self._left
        self._tree = ClusterTree(*given, least, split, self._shape, self._ticks)
        self._leaves_known.clear()
        return True

    def tree_ticks(
        self, leaf_sizes: Callable[[int], Sequence[int]], without: Beam | None = None
    ) -> int:
        """Refuse: the paper's trees, grown anew for each rule in question, take the rows."""
        raise InputError(
            "surrogate is 'cart', whose trees are grown anew for each rule in question; on a "
            "cluster that would take hundreds of rounds a rule, so use 'tree' or None"
        )

    def _cell_counts(self, masks: Masks, n_cells: int) -> Counts:
        return self._remembered("count_cells", self._cells_known, masks, n_cells, n_cells=n_cells)

    def _leaf_counts(self, masks: Masks, tree: ClusterTree) -> Counts:
        return self._remembered(
            "count_leaves", self._leaves_known, masks, tree.n_nodes, tree=tree.shape
        )

    def _remembered(
        self, question: str, known: dict[bytes, Counts], masks: Masks, n: int, **asked: object
    ) -> Counts:
        """Return the rows of some rules by any of n places and by class.

        Of some rules it may have been asked before.
        """
        names = [rule.tobytes() for rule in masks]
        new = [place for place, name in enumerate(names) if name not in known]
        at_once = max(_MOST_COUNTS // (n * self._shape.n_classes), 1)
        for begin in range(0, len(new), at_once):
            places = new[begin : begin + at_once]
            few = self._parts.count_few(question, rules=self._rules, masks=masks[places], **asked)
            counts = few.spread((len(places), n, self._shape.n_classes))
            known.update(zip((names[place] for place in places), counts, strict=True))
        return np.stack([known[name] for name in names])

    def _grown(self) -> ClusterTree:
        if self._tree is None:
            raise ValueError("there is no tree; ask for the length of all uncovered rows first.")
        return self._tree

    def _look_again(self) -> None:
        """Make both views anew after the cells have changed, and forget what was counted."""
        self._cells_known: dict[bytes, Counts] = {}
        self._leaves_known: dict[bytes, Counts] = {}
        both = np.concatenate([self._covered, self._left])
        given = self._parts, self._rules
        self.whole = ClusterView(*given, both, self._shape, self._whole_ticks)
        self.uncovered = ClusterView(*given, self._left, self._shape, self._ticks)
