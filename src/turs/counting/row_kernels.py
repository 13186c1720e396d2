"""The compiled functions that go through the rows of rules: to filter, and to tell them apart.

As in :mod:`turs.counting.kernels`, no kernel calls one of another file.
"""

from __future__ import annotations

import numpy as np

from turs.counting.compiling import compiled, inlined, inner


@inner
def _spread(mask, allowed):
    """Write for each code whether it is in the mask."""
    for code in range(allowed.shape[0]):
        allowed[code] = (mask[code >> 6] >> np.uint64(code & 63)) & np.uint64(1) != 0


@compiled
def filter_rows(column, rows, mask, out):
    """Write the rows whose code is in the mask to ``out``; return how many they are."""
    allowed = np.empty(64 * mask.shape[0], dtype=np.bool_)
    _spread(mask, allowed)
    n = 0
    for i in range(rows.shape[0]):
        row = rows[i]
        out[n] = row
        n += allowed[column[row]]
    return n


@compiled
def move_rows(rows, new_cells, cells, leaves):
    """Put rows from each cell c into ``new_cells[c]``; no tree has them in a leaf any more."""
    for i in range(rows.shape[0]):
        row = np.uint32(rows[i])
        cells[row] = new_cells[cells[row]]
        leaves[row] = -1


@compiled
def list_uncovered(cells, entries, leaves, n_classes, both, found):
    """List the rows of cell 0, with their labels, weights and leaves; return how many they are.

    These are the arrays of ``found``, with room for all rows. ``both`` gets the label of every
    row that tells covered and uncovered ones apart. Returned are also the shares of those rows.
    """
    labels, weights = entries.labels, entries.weights
    rows, its_labels, its_weights, its_leaves = found
    n, n_shares = np.int64(0), np.int64(0)
    for row in range(cells.shape[0]):
        is_uncovered = cells[row] == 0
        both[row] = labels[row] + is_uncovered * n_classes
        rows[n] = row
        its_labels[n] = labels[row]
        its_weights[n] = weights[row]
        its_leaves[n] = leaves[row]
        n += is_uncovered
        n_shares += is_uncovered * np.int64(weights[row])
    return n, n_shares


@inner
def _is_full(mask, full):
    """Tell whether a mask has all codes of its column."""
    for word in range(mask.shape[0]):
        if mask[word] != full[word]:
            return False
    return True


@compiled
def find_rows(entries, masks, full, found):
    """Write the rows of each of some rules, and how many they are by label.

    ``masks`` are those of the rules, ``full`` of a rule without literals; ``found`` is a beam
    with room for all rows in each of them.
    """
    codes, labels, weights = entries
    n_rows = labels.shape[0]
    allowed = np.empty(64 * masks.shape[2], dtype=np.bool_)
    end = 0
    for rule in range(masks.shape[0]):
        begin = end
        is_everything = True
        for j in range(codes.shape[0]):
            if _is_full(masks[rule, j], full[j]):
                continue
            _spread(masks[rule, j], allowed)
            column = codes[j]
            n = n_rows if is_everything else end - begin
            end = begin
            for i in range(n):
                row = i if is_everything else found.rows[begin + i]
                found.rows[end] = row
                end += allowed[column[np.uint32(row)]]
            is_everything = False
        if is_everything:
            for row in range(n_rows):
                found.rows[begin + row] = row
            end = begin + n_rows
        found.starts[rule + 1] = end
        for i in range(begin, end):
            row = found.rows[i]
            found.counts[rule, labels[np.uint32(row)]] += weights[np.uint32(row)]


@inner
def _alike(shared, n, m, most_alike):
    """Tell whether sets of n and m rows that share some are too alike."""
    union = n + m - shared
    return shared == union or float(shared) > most_alike * float(union)


@inner
def _least_shared(n, m, most_alike):
    """Return how many rows sets of n and m rows must share to be too alike."""
    least = max(int(most_alike * float(n + m) / (1.0 + most_alike)) - 2, 0)
    while least <= min(n, m) and not _alike(least, n, m, most_alike):
        least += 1
    return least


@inner
def _shares(column, rows, weights, allowed, marks, mark, n, least):
    """Tell whether, of n shares that are allowed, at least so many have a mark."""
    to_miss = n - least
    for i in range(rows.shape[0]):
        row = np.uint32(rows[i])
        if allowed[column[row]] and not marks[row] & mark:
            to_miss -= weights[row]
            if to_miss < 0:
                return False
    return True


@inner
def _within(masks, a, b):
    """Tell whether every code of one mask is in another."""
    for word in range(masks.shape[1]):
        if masks[a, word] & ~masks[b, word]:
            return False
    return True


@inlined
def _is_like_another(entries, rows, slot, best, most_alike, marks, kept, n_kept, allowed):
    """Tell whether a refinement is too alike one that is kept already."""
    n = best.facts[slot, 0]
    column = entries.codes[best.facts[slot, 1]]
    for q in range(n_kept):
        other = kept[q]
        m = best.facts[other, 0]
        least = _least_shared(n, m, most_alike)
        if least > min(n, m):
            continue
        same_rows = best.facts[slot, 2] == best.facts[other, 2]
        same_column = best.facts[slot, 1] == best.facts[other, 1]
        nested = _within(best.masks, slot, other) or _within(best.masks, other, slot)
        if same_rows and same_column and nested:  # one within another shares all it has
            return True
        mark = np.uint8(1 << (q & 7))
        if _shares(column, rows, entries.weights, allowed, marks[q >> 3], mark, n, least):
            return True
    return False


@compiled
def keep_diverse(entries, beam, best, width, most_alike, marks, children):
    """Make the best refinements, unlike each other, the next beam; return how many they are.

    ``children`` has room for ``width`` rules, ``marks`` (n_words, n_entries) a bit for each of
    them, all of which are 0.
    """
    codes, labels, weights = entries
    kept = np.empty(width, dtype=np.int64)
    allowed = np.empty(64 * best.masks.shape[1], dtype=np.bool_)
    n_kept = np.int64(0)
    end = 0
    for place in range(best.found[0]):
        if n_kept == width:
            break
        slot = np.int64(best.order[place])
        j, parent = best.facts[slot, 1], best.facts[slot, 2]
        rows = beam.rows[beam.starts[parent] : beam.starts[parent + 1]]
        mask = best.masks[slot]
        _spread(mask, allowed)
        if _is_like_another(entries, rows, slot, best, most_alike, marks, kept, n_kept, allowed):
            continue
        column = codes[j]
        begin = end
        children.starts[n_kept] = begin
        for label in range(children.counts.shape[1]):
            children.counts[n_kept, label] = 0
        # without a branch, which nobody could foresee
        for i in range(rows.shape[0]):
            children.rows[end] = rows[i]
            end += allowed[column[np.uint32(rows[i])]]
        mark, marked = np.uint8(1 << (n_kept & 7)), marks[n_kept >> 3]
        counts = children.counts[n_kept]
        for i in range(begin, end):
            row = np.uint32(children.rows[i])
            counts[labels[row]] += weights[row]
            marked[row] |= mark
        for word in range(best.masks.shape[1]):
            for other in range(beam.masks.shape[1]):
                children.masks[n_kept, other, word] = beam.masks[parent, other, word]
            children.masks[n_kept, j, word] = best.masks[slot, word]
        kept[n_kept] = slot
        n_kept += 1
    children.starts[n_kept] = end
    return n_kept


@compiled
def count_halves(masks, full, values, ends, n_levels, out):
    """Write how many halves of a choice it takes to describe each of some rules.

    Of each column there are the masks of all codes, of those of values, and of the codes at an end
    of these; ``n_levels`` is 0 where further levels of a set cost nothing.
    """
    for rule in range(masks.shape[0]):
        n = np.int64(0)
        for j in range(masks.shape[1]):
            is_restricted = has_value = has_end = False
            n_named = np.int64(0)
            for word in range(masks.shape[2]):
                mask = masks[rule, j, word]
                is_restricted |= mask != full[j, word]
                has_value |= (mask & values[j, word]) != 0
                has_end |= (mask & ends[j, word]) != 0
                while n_levels[j] and mask:
                    mask &= mask - np.uint64(1)
                    n_named += 1
            # bounded on both sides: neither end of the numbers is in, but something is
            n += 2 * is_restricted + 2 * (has_value and not has_end)
            n += max(min(n_named, n_levels[j] - n_named) - 1, 0)
        out[rule] = n
