"""Codes and classes to a tree, its large parts in a thread each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.counting import growing_kernels
from turs.counting.entries import Entries
from turs.counting.growing_kernels import Splits
from turs.counting.kernels import Shape
from turs.counting.pruned_kernels import Nodes
from turs.counting.workers import Workers
from turs.mdl import Ticks

# In large tables leaves are larger than is asked for: there are no more than so many.
MOST_LEAVES = 4000
# Below so many codes one thread grows the tree. With more, so many parts for each of them.
_WORTH_A_THREAD = 200_000
_PARTS_A_THREAD = 16


def grow(
    entries: Entries,
    least: int,
    split: int,
    shape: Shape,
    ticks: Ticks,
    workers: Workers,
) -> tuple[Nodes, Splits, NDArray[np.int32]]:
    """Grow a tree that is not pruned; return it and the leaf of each row.

    Parameters
    ----------
    entries : Entries
        Labels are classes.
    least : int
        Rows in a leaf at the least, in shares.
    split : int
        What a split costs, in ticks: none is made that cannot pay.
    shape : Shape
    ticks : Ticks
    workers : Workers
        The tree is the same with any number of threads, up to the numbers of its nodes.
    """
    n_rows = len(entries.labels)
    least = max(least, int(entries.weights.sum(dtype=np.int64)) // MOST_LEAVES)
    rows = np.arange(n_rows, dtype=np.int32)

    def grow_part(rows: NDArray[np.int32], most_open: int) -> tuple[Nodes, Splits, int]:
        n_shares = int(entries.weights[rows].sum(dtype=np.int64))
        nodes, splits = _room(2 * (n_shares // least) + 1, shape)
        n_nodes, n_done = growing_kernels.grow(
            entries, rows, most_open, least, split, shape, ticks, nodes, splits
        )
        nodes = Nodes._make(array[:n_nodes] for array in nodes)
        splits = Splits._make(array[:n_nodes] for array in splits)
        return nodes, splits, n_done

    is_large = workers.n_threads > 1 and entries.codes.size > _WORTH_A_THREAD
    most_open = _PARTS_A_THREAD * workers.n_threads if is_large else n_rows + 2
    nodes, splits, n_done = grow_part(rows, most_open)
    ranges = splits.ranges[n_done:].tolist()
    parts = workers.map(lambda its: grow_part(rows[its[0] : its[1]], n_rows + 2), ranges)
    for (begin, _), (_, its_splits, _) in zip(ranges, parts, strict=True):
        its_splits.ranges[:] += begin
    nodes, splits = _join(nodes, splits, n_done, parts)
    leaves = np.empty(n_rows, dtype=np.int32)
    growing_kernels.list_leaves(rows, splits, leaves)
    return nodes, splits, leaves


def find_leaves(
    codes: NDArray[Any], nodes: Nodes, splits: Splits, workers: Workers
) -> NDArray[np.int32]:
    """Return the leaf of each row, which the tree need not have been grown of."""
    leaves = np.empty(codes.shape[1], dtype=np.int32)
    ends = np.linspace(0, len(leaves), workers.n_threads + 1).astype(np.int64)
    workers.map(
        lambda part: growing_kernels.find_leaves(
            codes, ends[part], ends[part + 1], nodes, splits, leaves
        ),
        range(workers.n_threads),
    )
    return leaves


def _room(n_nodes: int, shape: Shape) -> tuple[Nodes, Splits]:
    """Return room for so many nodes."""
    nodes = Nodes(
        parent=np.empty(n_nodes, dtype=np.int32),
        left=np.empty(n_nodes, dtype=np.int32),
        right=np.empty(n_nodes, dtype=np.int32),
        counts=np.empty((n_nodes, shape.n_classes), dtype=np.int64),
        best=np.empty(n_nodes, dtype=np.int64),
    )
    splits = Splits(
        column=np.empty(n_nodes, dtype=np.int32),
        masks=np.empty((n_nodes, shape.full.shape[1]), dtype=np.uint64),
        ranges=np.empty((n_nodes, 2), dtype=np.int64),
    )
    return nodes, splits


def _join(
    nodes: Nodes, splits: Splits, n_done: int, parts: Sequence[tuple[Nodes, Splits, int]]
) -> tuple[Nodes, Splits]:
    """Put trees in the place of the last nodes of another: their roots there, the rest behind."""
    if not parts:
        return nodes, splits
    n_nodes = len(nodes.parent)
    roots, behind = [], []
    for place, (its_nodes, its_splits, _) in enumerate(parts, start=n_done):
        numbers = np.arange(n_nodes - 1, n_nodes - 1 + len(its_nodes.parent), dtype=np.int32)
        numbers[0] = place
        n_nodes += len(numbers) - 1
        parent = numbers[its_nodes.parent]
        parent[0] = nodes.parent[place]
        # of a leaf, child -1 stays
        left, right = (
            np.where(child < 0, child, numbers[child])
            for child in (its_nodes.left, its_nodes.right)
        )
        arrays = parent, left, right, *its_nodes[3:], *its_splits
        roots.append([array[:1] for array in arrays])
        behind.append([array[1:] for array in arrays])
    done = [array[:n_done] for array in (*nodes, *splits)]
    joined = [np.concatenate(pieces) for pieces in zip(done, *roots, *behind, strict=True)]
    return Nodes(*joined[: len(nodes)]), Splits(*joined[len(nodes) :])
