"""The compiled functions that grow a tree: the best split of each node, the rows of its sides."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turs.counting.compiling import compiled, inlined, inner
from turs.counting.tick_kernels import leaf_length, regret_of, xlogx_of


class Splits(NamedTuple):
    """How the nodes of a tree are split, and the rows of each while it grows."""

    column: NDArray[np.int32]  # -1 of a leaf
    masks: NDArray[np.uint64]  # (n_nodes, n_words): the codes that go left
    ranges: NDArray[np.int64]  # (n_nodes, 2): first and after the last of its rows, in a list


@inner
def _count_classes(rows, entries, counts):
    """Count rows by class; return how many they are."""
    for y in range(counts.shape[0]):
        counts[y] = 0
    n = np.int64(0)
    for i in range(rows.shape[0]):
        weight = np.int64(entries.weights[rows[i]])
        counts[entries.labels[rows[i]]] += weight
        n += weight
    return n


@inner
def _order_by_class(counts, n_classes, codes, m, y):
    """Order the first m codes by falling frequency of a class; equals stay in order."""
    of_class = np.zeros(m, dtype=np.int64)
    total = np.zeros(m, dtype=np.int64)
    for place in range(m):
        of_class[place] = counts[codes[place], y]
        for label in range(n_classes):
            total[place] += counts[codes[place], label]
    for i in range(1, m):
        code, n, n_total = codes[i], of_class[i], total[i]
        hole = i
        while hole > 0 and n * total[hole - 1] > of_class[hole - 1] * n_total:
            codes[hole] = codes[hole - 1]
            of_class[hole] = of_class[hole - 1]
            total[hole] = total[hole - 1]
            hole -= 1
        codes[hole] = code
        of_class[hole] = n
        total[hole] = n_total


@inner
def _best_cut(counts, codes, m, own, n, least, ticks, shortest):
    """Return the shortest length of both sides of a cut of m codes in order, and its place.

    The place is that of the last code on the left, -1 if no cut is shorter than ``shortest``.
    """
    below = np.zeros(own.shape[0], dtype=np.int64)
    found = -1
    for place in range(m - 1):
        code = codes[place]
        n_below, terms = np.int64(0), np.int64(0)
        for y in range(own.shape[0]):  # of every class: which to leave out nobody could foresee
            b = below[y] + np.int64(counts[code, y])
            below[y] = b
            n_below += b
            terms += xlogx_of(ticks, b) + xlogx_of(ticks, own[y] - b)
        n_above = n - n_below
        if n_above < least:
            break
        if n_below >= least:
            length = xlogx_of(ticks, n_below) + regret_of(ticks, n_below) - terms
            length += xlogx_of(ticks, n_above) + regret_of(ticks, n_above)
            if length < shortest:
                shortest = length
                found = place
    return shortest, found


@inner
def _list_occupied(seen, n_codes, occupied):
    """List the codes that were seen; return how many they are."""
    m = np.int64(0)
    for code in range(n_codes):
        if seen[code]:
            occupied[m] = code
            m += 1
    return m


@inner
def _takes_over(side, goes_left, n_codes):
    """Tell whether, of two different splits of one length, the first is to be made.

    Both have the first code that occurs on the left: what class came first does not show.
    """
    for code in range(n_codes):
        if side[code] != goes_left[code]:
            return side[code]
    return False


@inlined
def _best_set(counts, occupied, m, own, n, least, ticks, shortest, side, goes_left):
    """Return the shortest length of a split of the levels of a column, if below ``shortest``.

    The levels are ordered by the node's most frequent class, or by each of several such. The
    codes that go left are marked.
    """
    n_codes = side.shape[0]
    first = occupied[0]
    most = 0
    for y in range(own.shape[0]):
        most = max(most, own[y])
    found = False
    for y in range(own.shape[0]):
        if own[y] != most:
            continue
        _order_by_class(counts, own.shape[0], occupied, m, y)
        bound = shortest + 1 if found else shortest
        length, place = _best_cut(counts, occupied, m, own, n, least, ticks, bound)
        if place >= 0:
            first_is_left = False
            for i in range(place + 1):
                first_is_left = first_is_left or occupied[i] == first
            for code in range(n_codes):
                side[code] = False
            for i in range(m):
                side[occupied[i]] = (i <= place) == first_is_left
            if not found or length < shortest or _takes_over(side, goes_left, n_codes):
                shortest = length
                for code in range(n_codes):
                    goes_left[code] = side[code]
            found = True
        for i in range(1, m):  # back to rising order
            code = occupied[i]
            hole = i
            while hole > 0 and occupied[hole - 1] > code:
                occupied[hole] = occupied[hole - 1]
                hole -= 1
            occupied[hole] = code
    return shortest, found


@inlined
def _best_of_column(counts, occupied, m, own, least, ordered, ticks, shortest, side, goes_left):
    """Return the shortest length of a split of one column, and whether it is below ``shortest``.

    These are the node's counts by code, the m codes that occur, and its class counts. The codes
    that go left are marked.
    """
    n = np.int64(0)
    for y in range(own.shape[0]):
        n += own[y]
    if not ordered:
        return _best_set(counts, occupied, m, own, n, least, ticks, shortest, side, goes_left)
    shortest, place = _best_cut(counts, occupied, m, own, n, least, ticks, shortest)
    if place >= 0:
        for code in range(goes_left.shape[0]):
            goes_left[code] = code <= occupied[place]
    return shortest, place >= 0


@inlined
def _best_split(entries, rows, own, least, shape, ticks, work, goes_left):
    """Find the split with the shortest sides; mark the codes that go left; return the column.

    -1 if no split leaves enough rows on both sides.
    """
    codes, classes, weights = entries
    counts, seen, occupied, its_classes, its_weights, side, present, places = work
    n = rows.shape[0]
    shortest = np.int64(2**62)
    best = -1
    # the classes that the node has, in order
    n_classes = 0
    for y in range(own.shape[0]):
        if own[y]:
            places[y] = n_classes
            present[n_classes] = own[y]
            n_classes += 1
    its_own = present[:n_classes]
    for i in range(n):
        its_classes[i] = places[classes[np.uint32(rows[i])]]
        its_weights[i] = weights[np.uint32(rows[i])]
    for j in range(codes.shape[0]):
        column = codes[j]
        for i in range(n):
            code = column[np.uint32(rows[i])]
            counts[code, its_classes[i]] += its_weights[i]
            seen[code] = True
        m = _list_occupied(seen, shape.n_bins[j] + 1, occupied)
        shortest, found = _best_of_column(
            counts, occupied, m, its_own, least, shape.ordered[j], ticks, shortest, side, goes_left
        )
        if found:
            best = j
        for i in range(m):
            seen[occupied[i]] = False
            for y in range(n_classes):
                counts[occupied[i], y] = 0
    return best


@inner
def _worth_splitting(own, n, least, split, ticks):
    """Tell whether a split could be shorter than the leaf: two pure leaves pay regret alone."""
    if n < 2 * least:
        return False
    shortest = regret_of(ticks, least) + regret_of(ticks, n - least) + split
    return leaf_length(own, ticks) > shortest


@compiled
def worth_splitting(counts, least, split, ticks, out):
    """Write which of some nodes, with these class counts, are worth a look at their splits."""
    for node in range(counts.shape[0]):
        n = 0
        for y in range(counts.shape[1]):
            n += counts[node, y]
        out[node] = _worth_splitting(counts[node], n, least, split, ticks)


@inner
def _take_column(keys, values, place, width, counts, seen):
    """Spread the counts of one column of one node, from a place on; return the place after them.

    Keys are ``((node * n_columns + column) * width + code) * n_classes + class``, in order.
    """
    n_classes = counts.shape[1]
    column = keys[place] // (width * n_classes)
    while place < keys.shape[0] and keys[place] // (width * n_classes) == column:
        code = keys[place] // n_classes % width
        counts[code, keys[place] % n_classes] = values[place]
        seen[code] = True
        place += 1
    return place


@compiled
def choose_splits(keys, values, own, least, shape, ticks, columns, masks, left):
    """Choose the split with the shortest sides for each of some nodes, from their counts by code.

    ``keys`` and ``values`` are the counts that are not 0 (see `_take_column`), ``own`` the class
    counts of the nodes. Written are the columns, -1 where no split leaves enough rows on both
    sides, the codes that go left, and the class counts of these.
    """
    width, n_classes = shape.most_codes + 1, own.shape[1]
    n_columns = shape.n_bins.shape[0]
    counts = np.zeros((width, n_classes), dtype=np.int64)
    seen = np.zeros(width, dtype=np.bool_)
    occupied = np.empty(width, dtype=np.int64)
    side = np.zeros(width, dtype=np.bool_)
    goes_left = np.zeros(width, dtype=np.bool_)
    place = 0
    for node in range(own.shape[0]):
        shortest = np.int64(2**62)
        columns[node] = -1
        for j in range(n_columns):
            place = _take_column(keys, values, place, width, counts, seen)
            m = _list_occupied(seen, shape.n_bins[j] + 1, occupied)
            shortest, found = _best_of_column(
                counts,
                occupied,
                m,
                own[node],
                least,
                shape.ordered[j],
                ticks,
                shortest,
                side,
                goes_left,
            )
            if found:
                columns[node] = j
                _write_mask(goes_left, masks[node])
                for y in range(n_classes):
                    left[node, y] = 0
                    for i in range(m):
                        left[node, y] += goes_left[occupied[i]] * counts[occupied[i], y]
            for i in range(m):
                seen[occupied[i]] = False
                for y in range(n_classes):
                    counts[occupied[i], y] = 0


@inner
def _part(column, rows, goes_left, spare):
    """Put the rows that go left first, each side in its old order; return how many go left.

    Rows in order are read faster: their codes lie in order too.
    """
    left, right = 0, 0
    for i in range(rows.shape[0]):
        row = rows[i]
        is_left = goes_left[column[np.uint32(row)]]
        rows[left] = row
        spare[right] = row
        left += is_left
        right += not is_left
    for i in range(right):
        rows[left + i] = spare[i]
    return left


@compiled
def mark_sample(codes, share, out):
    """Mark about this share of the rows, by what is in them; return how many they are.

    Neither the order of the rows nor what other rows there are decides: equal rows share a fate.
    """
    limit = np.uint64(share * 2.0**32)
    n = 0
    for row in range(codes.shape[1]):
        key = np.uint64(0x9E3779B97F4A7C15)
        for j in range(codes.shape[0]):
            key = (key ^ np.uint64(codes[j, row])) * np.uint64(0xBF58476D1CE4E5B9)
            key ^= key >> np.uint64(29)
        key *= np.uint64(0x94D049BB133111EB)
        out[row] = (key >> np.uint64(32)) < limit
        n += out[row]
    return n


@inner
def _add_node(nodes, splits, parent, node, begin, end):
    """Add a node with the rows from begin to before end; return it."""
    nodes.parent[node] = parent
    splits.ranges[node, 0] = begin
    splits.ranges[node, 1] = end
    return node


@inner
def _write_mask(goes_left, mask):
    """Write the codes that are marked as a mask."""
    for word in range(mask.shape[0]):
        mask[word] = 0
    for code in range(goes_left.shape[0]):
        if goes_left[code]:
            mask[code >> 6] |= np.uint64(1) << np.uint64(code & 63)


@inner
def _read_mask(mask, goes_left):
    """Mark the codes that are in a mask."""
    for code in range(goes_left.shape[0]):
        goes_left[code] = (mask[code >> 6] >> np.uint64(code & 63)) & np.uint64(1) != 0


@compiled
def grow(entries, rows, most_open, least, split, shape, ticks, nodes, splits):
    """Grow a tree of some rows, until it is done or so many nodes are open.

    Returns the numbers of nodes and of those that are not open. ``least`` is the least number of
    rows in a leaf, ``split`` what a split costs; there is room for ``2 * (n_rows // least) + 1``
    nodes, of as many shares. The rows come to lie in the order of the leaves.
    """
    n_rows = rows.shape[0]
    n_classes = nodes.counts.shape[1]
    work = (
        np.zeros((shape.most_codes + 1, n_classes), dtype=np.int32),
        np.zeros(shape.most_codes + 1, dtype=np.bool_),
        np.empty(shape.most_codes + 1, dtype=np.int64),
        np.empty(n_rows, dtype=entries.labels.dtype),
        np.empty(n_rows, dtype=entries.weights.dtype),
        np.zeros(shape.most_codes + 1, dtype=np.bool_),
        np.empty(n_classes, dtype=np.int64),
        np.empty(n_classes, dtype=entries.labels.dtype),
    )
    goes_left = np.zeros(shape.most_codes + 1, dtype=np.bool_)
    spare = np.empty(n_rows, dtype=np.int32)
    node = np.int64(0)
    n_nodes = 1 + _add_node(nodes, splits, np.int64(-1), node, node, np.int64(n_rows))
    while node < n_nodes and n_nodes - node < most_open:
        begin, end = splits.ranges[node]
        mine = rows[begin:end]
        own = nodes.counts[node]
        n = _count_classes(mine, entries, own)
        nodes.left[node] = -1
        nodes.right[node] = -1
        column = -1
        if _worth_splitting(own, n, least, split, ticks):
            column = _best_split(entries, mine, own, least, shape, ticks, work, goes_left)
        splits.column[node] = column
        if column >= 0:
            _write_mask(goes_left, splits.masks[node])
            middle = begin + _part(entries.codes[column], mine, goes_left, spare)
            nodes.left[node] = _add_node(nodes, splits, node, n_nodes, begin, middle)
            nodes.right[node] = _add_node(nodes, splits, node, n_nodes + 1, middle, end)
            n_nodes += 2
        node += 1
    return n_nodes, node


@compiled
def list_leaves(rows, splits, leaves):
    """Write the leaf of each row, from the rows in the order of the leaves."""
    for node in range(splits.column.shape[0]):
        if splits.column[node] < 0:
            for i in range(splits.ranges[node, 0], splits.ranges[node, 1]):
                leaves[rows[i]] = node


@compiled
def find_leaves(codes, begin, end, nodes, splits, leaves):
    """Write the leaf of each row from begin to before end.

    Some rows at a time are parted at each node, as when the tree was grown: one by one they would
    take several times as long.
    """
    n_nodes, width = splits.column.shape[0], 64 * splits.masks.shape[1]
    n_at_once = 1 << 16
    rows = np.empty(n_at_once, dtype=np.int32)
    spare = np.empty(n_at_once, dtype=np.int32)
    ranges = np.zeros((n_nodes, 2), dtype=np.int64)
    goes_left = np.empty(width, dtype=np.bool_)
    for first in range(begin, end, n_at_once):
        n = min(end - first, n_at_once)
        for i in range(n):
            rows[i] = first + i
        ranges[0, 1] = n
        for node in range(n_nodes):  # children come after their parents
            low, high = ranges[node, 0], ranges[node, 1]
            column = splits.column[node]
            mine = rows[low:high]
            if column < 0:
                for i in range(mine.shape[0]):
                    leaves[np.uint32(mine[i])] = node
                continue
            middle = low
            if low < high:
                _read_mask(splits.masks[node], goes_left)
                middle += _part(codes[column], mine, goes_left, spare)
            left, right = nodes.left[node], nodes.right[node]
            ranges[left, 0], ranges[left, 1] = low, middle
            ranges[right, 0], ranges[right, 1] = middle, high
