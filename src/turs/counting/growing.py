"""Codes and classes to a tree, its large parts in a thread each."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
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
    ranges = splits.ranges[n_done:]
    order = _large_first_and_last(ranges[:, 1] - ranges[:, 0])
    grown = workers.map(lambda its: grow_part(rows[its[0] : its[1]], n_rows + 2), ranges[order])
    parts = [part for _, part in sorted(zip(order, grown, strict=True), key=itemgetter(0))]
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


def _large_first_and_last(sizes: NDArray[np.int64]) -> list[int]:
    """Return the places of parts, the smallest in the middle, where threads meet.

    They take from both ends, and nobody should begin a large part when the others are done.

    Examples
    --------
    >>> _large_first_and_last(np.array([5, 9, 1, 7]))
    [1, 0, 2, 3]
    """
    order: list[int] = np.argsort(-sizes, kind="stable").tolist()
    return order[::2] + order[1::2][::-1]


def _join(
    nodes: Nodes, splits: Splits, n_done: int, parts: Sequence[tuple[Nodes, Splits, int]]
) -> tuple[Nodes, Splits]:
    """Put trees in the place of the last nodes of another: their roots there, the rest behind."""
    if not parts:
        return nodes, splits
    sizes = np.array([len(its_nodes.parent) for its_nodes, _, _ in parts])
    firsts = np.cumsum(sizes) - sizes
    # the root of a part has its place among the last nodes, the others follow behind these
    places = np.arange(n_done, len(nodes.parent), dtype=np.int32)
    part_of = np.repeat(np.arange(len(parts), dtype=np.int32), sizes)
    numbers = np.arange(len(part_of), dtype=np.int32) - part_of + np.int32(len(nodes.parent) - 1)
    numbers[firsts] = places
    before: list[NDArray[Any]] = [*nodes, *splits]
    arrays: list[list[NDArray[Any]]] = [
        [*its_nodes, *its_splits] for its_nodes, its_splits, _ in parts
    ]
    together = [np.concatenate(pieces) for pieces in zip(*arrays, strict=True)]
    for place in range(3):  # parent, left, right: of a leaf, child -1 stays
        named = together[place]
        together[place] = np.where(named < 0, named, numbers[named + firsts[part_of]])
    together[0][firsts] = nodes.parent[places]
    behind = np.ones(len(numbers), dtype=np.bool_)
    behind[firsts] = False
    joined = [
        np.concatenate([array[:n_done], its[firsts], its[behind]])
        for array, its in zip(before, together, strict=True)
    ]
    return Nodes(*joined[: len(nodes)]), Splits(*joined[len(nodes) :])
