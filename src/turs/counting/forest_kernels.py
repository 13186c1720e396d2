"""The compiled functions of the forest: what trees say of the rows that they were not grown of.

Nothing is random: what looks so follows from the number of a tree and from what is in a row, and
only numbers of rows decide. So neither the order of the rows nor that of the classes matters.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turs.counting.compiling import compiled, inlined, inner, small
from turs.counting.tick_kernels import xlogx_of

# Sets of so many codes are bits of one number.
_BITS = 64
# Rows that are looked at before it is asked whether all levels were there.
_AT_ONCE = 32


class Grove(NamedTuple):
    """What the trees of a forest are grown of, and how."""

    codes: NDArray[np.unsignedinteger]  # (n_columns, n_rows)
    ordered: NDArray[np.bool_]  # (n_columns,)
    n_codes: NDArray[np.int64]  # (n_columns,)
    classes: NDArray[np.uint16]  # (n_rows,)
    keys: NDArray[np.uint64]  # (n_rows,): what decides which trees a row is drawn for
    prior: NDArray[np.float64]  # (n_classes,): overall class frequencies
    n_tries: int  # splits that are looked at, of which the best is made
    least: int  # rows that a node must have to be split


@small
def _mix(x):
    """Return a number that looks random, and is the same for the same number (splitmix64)."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@small
def _next(state):
    """Return the next of a row of numbers that look random."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    return _mix(state[0])


@small
def _below(state, n):
    """Return one of the numbers from 0 to before n."""
    return np.int64((_next(state) >> np.uint64(33)) % np.uint64(n))


@compiled
def row_keys(codes, out):
    """Add the codes of each row to a number: the same to the same number gives the same."""
    for j in range(codes.shape[0]):
        column = codes[j]
        for row in range(column.shape[0]):
            key = (out[row] ^ np.uint64(column[row])) * np.uint64(0x9E3779B97F4A7C15)
            out[row] = key ^ (key >> np.uint64(29))


@inner
def _draw_rows(grove, state, rows):
    """Put about half of the rows first, and return how many they are; the others come last."""
    salt = _next(state)
    first, last = 0, rows.shape[0]
    for row in range(rows.shape[0]):
        if _mix(grove.keys[row] ^ salt) & np.uint64(1):
            rows[first] = row
            first += 1
        else:
            last -= 1
            rows[last] = row
    return first


@small
def _draw_cut(state, column, rows):
    """Draw a cut between the least and the greatest code; return it, or -1 if they are the same."""
    low = high = np.int64(column[np.uint32(rows[0])])
    for i in range(1, rows.shape[0]):
        code = np.int64(column[np.uint32(rows[i])])
        low, high = min(low, code), max(high, code)
    if low == high:
        return np.int64(-1)
    return low + _below(state, high - low)


@small
def _draw_few_levels(state, column, rows, n_codes):
    """Draw the codes that go left, of at most 64; return them as bits, or 0 if one alone occurs.

    As `_draw_levels` does.
    """
    seen, every = np.uint64(0), ~np.uint64(0) >> np.uint64(_BITS - n_codes)
    begin = 0
    while begin < rows.shape[0] and seen != every:  # of few levels all are soon there
        end = min(begin + _AT_ONCE, rows.shape[0])
        for i in range(begin, end):
            seen |= np.uint64(1) << np.uint64(column[np.uint32(rows[i])])
        begin = end
    salt = _next(state)
    chosen = np.uint64(0)
    for code in range(n_codes):
        chosen |= (_mix(np.uint64(code) ^ salt) & np.uint64(1)) << np.uint64(code)
    lowest = seen & (~seen + np.uint64(1))
    if seen == lowest:
        return np.uint64(0)
    if not chosen & seen or chosen & seen == seen:
        chosen ^= lowest
    return chosen


@inner
def _draw_levels(state, column, rows, n_codes, seen, goes_left):
    """Draw the codes that go left, of those that occur not all and not none; tell if there are."""
    for code in range(n_codes):
        seen[code] = False
    n_seen = 0
    for i in range(rows.shape[0]):
        code = column[np.uint32(rows[i])]
        n_seen += not seen[code]
        seen[code] = True
    salt = _next(state)
    n_left, first = 0, -1
    for code in range(n_codes):
        goes_left[code] = (_mix(np.uint64(code) ^ salt) & np.uint64(1)) == np.uint64(1)
        if seen[code]:
            first = code if first < 0 else first
            n_left += goes_left[code]
    if n_left == 0 or n_left == n_seen:
        goes_left[first] = not goes_left[first]
    return n_seen > 1


@small
def _unpack(packed, left):
    """Write the counts of a few classes, of 16 bits each."""
    for y in range(left.shape[0]):
        left[y] = np.int64((packed >> np.uint64(16 * y)) & np.uint64(0xFFFF))


@small
def _pack(goes_left, y):
    """Return 1 in the place of a class if a row goes left."""
    return np.uint64(goes_left) << np.uint64(16 * y)


@inlined
def _try_split(grove, j, state, rows, its_classes, own, left, sides, ticks):
    """Look at some split of a column; return its cut, levels as bits, and score; -1 if none.

    Many levels that go left are written instead.
    """
    column = grove.codes[j]
    nothing = np.int64(-1)
    cut, chosen, packed = np.int64(0), np.uint64(0), np.uint64(0)
    # few counts are kept in one number: to add to one in memory takes several times as long
    is_packed = left.shape[0] <= _BITS // 16 and rows.shape[0] < 1 << 16
    for y in range(left.shape[0]):
        left[y] = 0
    if grove.ordered[j]:
        cut = _draw_cut(state, column, rows)
        if cut < 0:
            return nothing, chosen, nothing
        if is_packed:
            for i in range(rows.shape[0]):
                packed += _pack(column[np.uint32(rows[i])] <= cut, its_classes[i])
        else:
            for i in range(rows.shape[0]):
                left[its_classes[i]] += column[np.uint32(rows[i])] <= cut
    elif grove.n_codes[j] <= _BITS:
        chosen = _draw_few_levels(state, column, rows, grove.n_codes[j])
        if not chosen:
            return nothing, chosen, nothing
        if is_packed:
            for i in range(rows.shape[0]):
                code = np.uint64(column[np.uint32(rows[i])])
                packed += _pack((chosen >> code) & np.uint64(1), its_classes[i])
        else:
            for i in range(rows.shape[0]):
                code = np.uint64(column[np.uint32(rows[i])])
                left[its_classes[i]] += np.int64((chosen >> code) & np.uint64(1))
    else:
        is_packed = False
        if not _draw_levels(state, column, rows, grove.n_codes[j], sides[0], sides[1]):
            return nothing, chosen, nothing
        for i in range(rows.shape[0]):
            left[its_classes[i]] += sides[1][column[np.uint32(rows[i])]]
    if is_packed:
        _unpack(packed, left)
    n_left, score = np.int64(0), np.int64(0)
    for y in range(left.shape[0]):
        n_left += left[y]
        score += xlogx_of(ticks, left[y]) + xlogx_of(ticks, own[y] - left[y])
    score -= xlogx_of(ticks, n_left) + xlogx_of(ticks, rows.shape[0] - n_left)
    return cut, chosen, score


@inlined
def _best_split(grove, state, rows, its_classes, own, left, sides, ticks):
    """Find the best of some splits: return its column, or -1, and mark the codes that go left."""
    column, best_cut, best = np.int64(-1), np.int64(-1), np.int64(0)
    best_chosen, marks = np.uint64(0), sides[2]
    for _ in range(grove.n_tries):
        j = _below(state, grove.codes.shape[0])
        cut, chosen, score = _try_split(grove, j, state, rows, its_classes, own, left, sides, ticks)
        if cut >= 0 and (column < 0 or score > best):
            column, best_cut, best_chosen, best = j, cut, chosen, score
            if not grove.ordered[j] and not chosen:
                for code in range(grove.n_codes[j]):
                    marks[code] = sides[1, code]
    if column >= 0:
        for code in range(grove.n_codes[column]):
            if grove.ordered[column]:
                marks[code] = code <= best_cut
            elif best_chosen:
                marks[code] = (best_chosen >> np.uint64(code)) & np.uint64(1) != 0
    return column


@inner
def _part(column, goes_left, rows, spare):
    """Put the rows that go left first; return how many they are."""
    n_left, n_right = 0, 0
    for i in range(rows.shape[0]):
        row = rows[i]
        left = goes_left[column[np.uint32(row)]]
        rows[n_left] = row
        spare[n_right] = row
        n_left += left
        n_right += not left
    for i in range(n_right):
        rows[n_left + i] = spare[i]
    return n_left


@small
def _look_at(grove, rows, its_classes, above, own, here):
    """Count the classes of a node, and write what it says; tell whether there are two of them.

    That is its frequencies, with one row more which is as the node above says.
    """
    n = rows.shape[0]
    for y in range(own.shape[0]):
        own[y] = 0
    for i in range(n):
        its_classes[i] = grove.classes[np.uint32(rows[i])]
        own[its_classes[i]] += 1
    most = np.int64(0)
    for y in range(own.shape[0]):
        most = max(most, own[y])
        here[y] = (own[y] + above[y]) / (n + 1.0)
    return most < n


@compiled
def grow_trees(grove, first, last, scale, ticks, votes, n_votes):
    """Grow the trees from number first to before last, each of about half of the rows.

    What a tree says of a row that it was not grown of is added to the votes (n_rows, n_classes), in
    integers: probabilities times ``scale``.
    """
    n_rows, n_classes = votes.shape
    rows = np.empty(n_rows, dtype=np.int32)
    spare = np.empty(n_rows, dtype=np.int32)
    its_classes = np.empty(n_rows, dtype=grove.classes.dtype)
    state = np.empty(1, dtype=np.uint64)
    own = np.empty(n_classes, dtype=np.int64)
    left = np.empty(n_classes, dtype=np.int64)
    here = np.empty(n_classes, dtype=np.float64)
    sides = np.empty((3, grove.n_codes.max()), dtype=np.bool_)
    # open nodes: the rows that they were grown of, and the others, from begin to before end
    ranges = np.empty((n_rows + 2, 4), dtype=np.int64)
    above = np.empty((n_rows + 2, n_classes), dtype=np.float64)
    for tree in range(first, last):
        state[0] = _mix(np.uint64(tree + 1) * np.uint64(0x9E3779B97F4A7C15))
        n_drawn = _draw_rows(grove, state, rows)
        ranges[0, 0], ranges[0, 1], ranges[0, 2], ranges[0, 3] = 0, n_drawn, n_drawn, n_rows
        for y in range(n_classes):
            above[0, y] = grove.prior[y]
        n_open = 1
        while n_open:
            n_open -= 1
            begin, end, others, others_end = ranges[n_open]
            mine, theirs = rows[begin:end], rows[others:others_end]
            is_mixed = _look_at(grove, mine, its_classes, above[n_open], own, here)
            column = np.int64(-1)
            if is_mixed and mine.shape[0] >= grove.least:
                column = _best_split(grove, state, mine, its_classes, own, left, sides, ticks)
            if column < 0:
                for i in range(theirs.shape[0]):
                    n_votes[theirs[i]] += 1
                    for y in range(n_classes):
                        votes[theirs[i], y] += np.int64(here[y] * scale + 0.5)
                continue
            middle = begin + _part(grove.codes[column], sides[2], mine, spare)
            others_middle = others + _part(grove.codes[column], sides[2], theirs, spare)
            for part in range(2):
                its_others = others if part else others_middle
                its_others_end = others_middle if part else others_end
                if its_others < its_others_end:  # nobody asks for the others
                    ranges[n_open, 0] = begin if part else middle
                    ranges[n_open, 1] = middle if part else end
                    ranges[n_open, 2], ranges[n_open, 3] = its_others, its_others_end
                    for y in range(n_classes):
                        above[n_open, y] = here[y]
                    n_open += 1
