"""The compiled functions that count the rows of a partition: what they write is summed over all."""

from __future__ import annotations

import numpy as np

from turs.counting.compiling import compiled, inner


@compiled
def count_codes(entries, rows, out):
    """Count rows by column, code and label."""
    codes, labels, weights = entries
    its_labels = np.empty(rows.shape[0], dtype=labels.dtype)
    its_weights = np.empty(rows.shape[0], dtype=weights.dtype)
    for i in range(rows.shape[0]):
        its_labels[i] = labels[rows[i]]
        its_weights[i] = weights[rows[i]]
    for j in range(codes.shape[0]):
        column = codes[j]
        counts = out[j]
        for i in range(rows.shape[0]):
            counts[column[rows[i]], its_labels[i]] += its_weights[i]


@compiled
def mark_rows(column, rows, mask, bits):
    """Set the bits of those rows whose code is in the mask."""
    for i in range(rows.shape[0]):
        row = rows[i]
        code = column[row]
        inside = (mask[code >> 6] >> np.uint64(code & 63)) & np.uint64(1)
        bits[row >> 6] |= inside << np.uint64(row & 63)


@inner
def _count_bits(x):
    """Return how many bits are set."""
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def count_shared(bits, out):
    """Count the rows that each two of some rules share, from the bits of their rows."""
    for a in range(bits.shape[0]):
        for b in range(a):
            n = np.int64(0)
            for word in range(bits.shape[1]):
                n += _count_bits(bits[a, word] & bits[b, word])
            out[a, b] += n


@compiled
def move_down(codes, rows, first, columns, masks, left, right, nodes):
    """Move each of some rows from its node of a tree to the leaf below.

    The arrays begin with the node ``first``, above which no row is: ``columns`` are -1 of a leaf,
    ``masks`` the codes that go left, ``left`` and ``right`` the children.
    """
    for i in range(rows.shape[0]):
        row = rows[i]
        node = np.int64(nodes[i]) - first
        while columns[node] >= 0:
            code = codes[columns[node], row]
            goes_left = (masks[node, code >> 6] >> np.uint64(code & 63)) & np.uint64(1)
            node = (np.int64(left[node]) if goes_left else np.int64(right[node])) - first
        nodes[i] = node + first


@compiled
def group_rows(rows, nodes, place_of, starts, out):
    """Write the rows of some nodes, those of one after those of another, each in their order.

    ``place_of`` has the place of a node among them, or -1; ``starts`` gets where the rows of each
    begin, and where the last ones end.
    """
    n_places = starts.shape[0] - 1
    ends = np.zeros(n_places, dtype=np.int64)
    for i in range(rows.shape[0]):
        place = place_of[nodes[i]]
        if place >= 0:
            ends[place] += 1
    starts[0] = 0
    for place in range(n_places):
        starts[place + 1] = starts[place] + ends[place]
        ends[place] = starts[place]
    for i in range(rows.shape[0]):
        place = place_of[nodes[i]]
        if place >= 0:
            out[ends[place]] = rows[i]
            ends[place] += 1


@compiled
def count_nodes(entries, rows, starts, width, n_classes, keys, values):
    """List the counts by code and class, if not 0, of each node of a tree; return how many.

    Node i has ``rows[starts[i]:starts[i + 1]]``. A key is
    ``((node * n_columns + column) * width + code) * n_classes + class``; they come in order.
    """
    codes, classes, weights = entries
    n_columns = codes.shape[0]
    counts = np.zeros(width * n_classes, dtype=np.int64)
    n = 0
    for node in range(starts.shape[0] - 1):
        begin, end = starts[node], starts[node + 1]
        if begin == end:
            continue
        for j in range(n_columns):
            column = codes[j]
            for i in range(begin, end):
                row = rows[i]
                counts[np.int64(column[row]) * n_classes + classes[row]] += weights[row]
            first = np.int64(node * n_columns + j) * width * n_classes
            for place in range(counts.shape[0]):
                if counts[place]:
                    keys[n] = first + place
                    values[n] = counts[place]
                    n += 1
                    counts[place] = 0
    return n
