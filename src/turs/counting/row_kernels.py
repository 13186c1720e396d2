"""The compiled functions that go through the rows of rules: to filter, and to tell them apart."""

from __future__ import annotations

import numpy as np

from turs.counting.compiling import compiled, inner


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
def take_codes(codes, rows, out):
    """Write the codes of some rows."""
    for j in range(codes.shape[0]):
        column, its_out = codes[j], out[j]
        for i in range(rows.shape[0]):
            its_out[i] = column[np.uint32(rows[i])]


@compiled
def mark_uncovered(cells, labels, n_classes, both):
    """Write the label of every row that tells covered ones and those of cell 0 apart."""
    for row in range(cells.shape[0]):
        both[row] = labels[row] + (cells[row] == 0) * n_classes


@compiled
def list_uncovered(cells, entries, leaves, found):
    """List the rows of cell 0, with their labels, weights and leaves; return how many they are.

    These are the arrays of ``found``, with room for all rows. Returned are also their shares.
    """
    labels, weights = entries.labels, entries.weights
    rows, its_labels, its_weights, its_leaves = found
    n, n_shares = np.int64(0), np.int64(0)
    for row in range(cells.shape[0]):
        is_uncovered = cells[row] == 0
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
