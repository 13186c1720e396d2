"""The compiled functions of the pruned tree: grown once, pruned again for every candidate."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turs.counting.compiling import compiled, inner
from turs.counting.tick_kernels import leaf_length, regret_of, xlogx_of


class Nodes(NamedTuple):
    """A binary tree in arrays; node 0 is the root, and children come after their parents."""

    parent: NDArray[np.int32]
    left: NDArray[np.int32]  # -1 of a leaf
    right: NDArray[np.int32]
    counts: NDArray[np.int64]  # (n_nodes, n_classes)
    best: NDArray[np.int64]  # length of the node's rows, pruned as is best


@compiled
def leaf_lengths(counts, ticks, out):
    """Write the length of rows with each of some class counts."""
    for place in range(counts.shape[0]):
        out[place] = leaf_length(counts[place], ticks)


@compiled
def count_leaves(leaves, entries, nodes):
    """Count the rows of every node anew, from the leaf of each row."""
    classes, weights = entries.labels, entries.weights
    n_nodes, n_classes = nodes.counts.shape
    for node in range(n_nodes):
        for y in range(n_classes):
            nodes.counts[node, y] = 0
    for row in range(leaves.shape[0]):
        nodes.counts[leaves[row], classes[row]] += weights[row]
    for node in range(n_nodes - 1, 0, -1):
        for y in range(n_classes):
            nodes.counts[nodes.parent[node], y] += nodes.counts[node, y]


@compiled
def prune(nodes, split, ticks):
    """Give each node the lesser of its length as a leaf and that of a split and its children."""
    for node in range(nodes.parent.shape[0] - 1, -1, -1):
        length = leaf_length(nodes.counts[node], ticks)
        if nodes.left[node] >= 0:
            children = nodes.best[nodes.left[node]] + nodes.best[nodes.right[node]]
            length = min(length, children + split)
        nodes.best[node] = length


@compiled
def take_out(rows, leaves, entries, nodes):
    """Take rows out of the counts of their leaf and of all above it; leaf -1 has none."""
    for i in range(rows.shape[0]):
        row = rows[i]
        node = leaves[row]
        while node >= 0:
            nodes.counts[node, entries.labels[row]] -= entries.weights[row]
            node = nodes.parent[node]


@inner
def _room_to_prune(nodes):
    """Return room to prune a tree anew: lengths of the nodes, which change and change back."""
    n_nodes = nodes.best.shape[0]
    lengths = np.empty(n_nodes, dtype=np.int64)
    for node in range(n_nodes):
        lengths[node] = nodes.best[node]
    return (
        np.zeros(n_nodes, dtype=np.bool_),
        lengths,
        np.empty(n_nodes, dtype=np.int64),
    )


@inner
def _pruned_without(out, nodes, split, ticks, room):
    """Return the length of the tree without some rows, by leaf; clears what is given."""
    touched, lengths, changed = room
    n_changed = 0
    for node in range(touched.shape[0] - 1, -1, -1):
        if not touched[node]:
            continue
        touched[node] = False
        changed[n_changed] = node
        n_changed += 1
        parent = max(nodes.parent[node], 0)
        n, terms = 0, 0
        for y in range(out.shape[1]):
            gone = out[node, y]
            left = nodes.counts[node, y] - gone
            n += left
            terms += xlogx_of(ticks, left)
            out[parent, y] += gone
            out[node, y] = 0
        touched[parent] = node > 0
        length = xlogx_of(ticks, n) + regret_of(ticks, n) - terms
        if nodes.left[node] >= 0:
            children = lengths[nodes.left[node]] + lengths[nodes.right[node]]
            length = min(length, children + split)
        lengths[node] = length
    length = lengths[0]
    for i in range(n_changed):
        lengths[changed[i]] = nodes.best[changed[i]]
    return length


@compiled
def rest_lengths_of(taken, nodes, split, ticks, out):
    """Write the length of the tree without some rows of each of some rules.

    ``taken`` (n_rules, n_nodes, n_classes) are these rows by leaf and class; it is cleared.
    """
    n_nodes, n_classes = nodes.counts.shape
    room = _room_to_prune(nodes)
    touched = room[0]
    for candidate in range(taken.shape[0]):
        for node in range(n_nodes):
            for y in range(n_classes):
                if taken[candidate, node, y]:
                    touched[node] = True
        out[candidate] = _pruned_without(taken[candidate], nodes, split, ticks, room)


@compiled
def rest_lengths(rows, starts, leaves, entries, nodes, split, ticks, out):
    """Write the length of the tree, pruned again, without the rows of each of some rules."""
    classes, weights = entries.labels, entries.weights
    taken = np.zeros(nodes.counts.shape, dtype=np.int64)
    room = _room_to_prune(nodes)
    touched = room[0]
    for candidate in range(starts.shape[0] - 1):
        for i in range(starts[candidate], starts[candidate + 1]):
            row = rows[i]
            leaf = leaves[row]
            if leaf >= 0:
                taken[leaf, classes[row]] += weights[row]
                touched[leaf] = True
        out[candidate] = _pruned_without(taken, nodes, split, ticks, room)
