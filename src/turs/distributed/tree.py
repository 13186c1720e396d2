"""The pruned tree of the uncovered rows of a cluster: a level of it is a round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from turs.counting import Counts, Shape, growing_kernels, pruned_kernels
from turs.counting.growing import MOST_LEAVES
from turs.counting.pruned import MOST_ROWS
from turs.counting.pruned_kernels import Nodes
from turs.distributed.cluster import Parts, Task
from turs.distributed.counts import FewCounts
from turs.distributed.part import TreeShape, UnknownTreeError
from turs.mdl import AnyTicks


class ClusterTree:
    """A decision tree of the uncovered rows, as :class:`turs.counting.pruned.PrunedTree` is.

    Parameters
    ----------
    parts : Parts
    rules : distributed.Future
        The rules so far, which say what is uncovered.
    counts : int64 array, shape (n_classes,)
        Class counts of the uncovered rows.
    least : int
        Rows in a leaf at the least.
    split : int
        What a split costs, in ticks.
    shape : Shape
    ticks : AnyTicks

    Attributes
    ----------
    n_rows : int
        Rows that it was grown of.
    shape : distributed.Future
        Its splits, for the workers.
    n_nodes : int
    """

    def __init__(
        self,
        parts: Parts,
        rules: Task,
        counts: Counts,
        least: int,
        split: int,
        shape: Shape,
        ticks: AnyTicks,
    ) -> None:
        self.n_rows = int(counts.sum())
        self._split = split
        self._ticks = ticks
        share, chosen = _sample(parts, rules, counts) if ticks.shares == 1 else (None, counts)
        n_chosen = int(chosen.sum())
        growing = _Growing.of_root(chosen, shape)
        near = ticks.up_to(n_chosen)
        least = max(least, n_chosen // MOST_LEAVES)
        its_split = split if share is None else round(split * (n_chosen / self.n_rows))
        nodes, above = np.zeros(1, dtype=np.int64), 0
        while len(nodes := growing.worth_splitting(nodes, least, its_split, near)):
            few = _count_nodes(parts, growing.tree, above, rules=rules, share=share, nodes=nodes)
            above = int(nodes[0])
            nodes = growing.split(nodes, few.keys, few.values.astype(np.int64), least, shape, near)
        self.n_nodes = len(growing.parent)
        self.shape = parts.cluster.hold("tree", growing.tree)
        self._nodes = growing.nodes()
        if share is not None:
            self._count_anew(parts, rules, shape)
        pruned_kernels.prune(self._nodes, split, ticks)

    @property
    def length(self) -> int:
        """Length of the rows that are left."""
        return int(self._nodes.best[0])

    def lengths_without(self, taken: Counts) -> Counts:
        """Return the lengths without some rows, by rule, leaf and class."""
        out = np.empty(len(taken), dtype=np.int64)
        pruned_kernels.rest_lengths_of(taken.copy(), self._nodes, self._split, self._ticks, out)
        return out

    def take_out(self, taken: Counts) -> None:
        """Take rows out for good, given by leaf and class."""
        self._nodes.counts[:] -= self._upward(taken)
        pruned_kernels.prune(self._nodes, self._split, self._ticks)

    def _count_anew(self, parts: Parts, rules: Task, shape: Shape) -> None:
        """Count all uncovered rows: few of them chose the splits."""
        few = parts.count_few("count_leaves", rules=rules, masks=shape.full[None], tree=self.shape)
        counts = few.spread((self.n_nodes, shape.n_classes))
        self._nodes.counts[:] = self._upward(counts)

    def _upward(self, counts: Counts) -> Counts:
        """Return the counts of all nodes, given those of the leaves."""
        counts = counts.copy()
        for node in range(len(counts) - 1, 0, -1):
            counts[self._nodes.parent[node]] += counts[node]
        return counts


@dataclass
class _Growing:
    """A tree while it grows, level by level."""

    parent: NDArray[np.int32]
    counts: Counts
    tree: TreeShape

    @classmethod
    def of_root(cls, counts: Counts, shape: Shape) -> _Growing:
        """Return a tree of one leaf."""
        nothing = np.full(1, -1, dtype=np.int32)
        masks = np.zeros((1, shape.full.shape[1]), dtype=np.uint64)
        tree = TreeShape(_new_name(), "", 0, nothing, masks, nothing, nothing)
        return cls(nothing, counts[None].copy(), tree)

    def worth_splitting(
        self, nodes: NDArray[np.int64], least: int, split: int, ticks: AnyTicks
    ) -> NDArray[np.int64]:
        """Return those of some nodes of which a split could pay."""
        out = np.zeros(len(nodes), dtype=np.bool_)
        growing_kernels.worth_splitting(self.counts[nodes], least, split, ticks, out)
        return nodes[out]

    def split(
        self,
        nodes: NDArray[np.int64],
        keys: NDArray[np.int64],
        values: Counts,
        least: int,
        shape: Shape,
        ticks: AnyTicks,
    ) -> NDArray[np.int64]:
        """Split some leaves, of which these are the counts; return the new ones."""
        own = self.counts[nodes]
        columns = np.empty(len(nodes), dtype=np.int32)
        masks = np.zeros((len(nodes), shape.full.shape[1]), dtype=np.uint64)
        left = np.zeros_like(own)
        growing_kernels.choose_splits(keys, values, own, least, shape, ticks, columns, masks, left)
        made = columns >= 0
        nodes, columns, masks = nodes[made], columns[made], masks[made]
        new = len(self.parent) + np.arange(2 * len(nodes), dtype=np.int32)
        of_children = np.stack([left[made], (own - left)[made]], axis=1)
        self.parent = np.concatenate([self.parent, np.repeat(nodes, 2).astype(np.int32)])
        self.counts = np.concatenate([self.counts, of_children.reshape(-1, own.shape[1])])
        self.tree = _with_splits(self.tree, nodes, columns, masks, new)
        return new.astype(np.int64)

    def nodes(self) -> Nodes:
        """Return the tree as the kernels have it, not pruned yet."""
        best = np.empty(len(self.parent), dtype=np.int64)
        return Nodes(self.parent, self.tree.left, self.tree.right, self.counts, best)


def _with_splits(
    tree: TreeShape,
    nodes: NDArray[np.int64],
    columns: NDArray[np.int32],
    masks: NDArray[np.uint64],
    new: NDArray[np.int32],
) -> TreeShape:
    """Return a tree in which some leaves are split, into each two of the new ones."""
    leaf = np.full(len(new), -1, dtype=np.int32)
    all_columns = np.concatenate([tree.columns, leaf])
    all_masks = np.concatenate([tree.masks, np.zeros((len(new), masks.shape[1]), np.uint64)])
    left, right = np.concatenate([tree.left, leaf]), np.concatenate([tree.right, leaf])
    all_columns[nodes], all_masks[nodes] = columns, masks
    left[nodes], right[nodes] = new[::2], new[1::2]
    return TreeShape(_new_name(), tree.name, 0, all_columns, all_masks, left, right)


def _sample(parts: Parts, rules: Task, counts: Counts) -> tuple[float | None, Counts]:
    """Return the share of the rows that choose the splits, None if all do, and their classes.

    Rows are chosen by what is in them, so few different rows can give far fewer than was meant:
    then all are taken.
    """
    n_rows = int(counts.sum())
    if n_rows <= MOST_ROWS:
        return None, counts
    share = MOST_ROWS / n_rows
    chosen = parts.count("count_sample", rules=rules, share=share)
    return (share, chosen) if chosen.sum() >= MOST_ROWS // 2 else (None, counts)


def _count_nodes(parts: Parts, tree: TreeShape, first: int, **asked: Any) -> FewCounts:
    """Return the counts of some leaves; the partitions know the tree but for the last splits.

    Unless they have just been made again, where a worker was lost.
    """
    try:
        return parts.count_few("count_nodes", tree=tree.since(first), **asked)
    except UnknownTreeError:
        return parts.count_few("count_nodes", tree=tree, **asked)


def _new_name() -> str:
    return uuid4().hex
