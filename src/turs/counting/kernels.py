"""The compiled functions of the search for rules: codes and labels in, integers out.

A cached kernel is not rebuilt when a function that it calls changes in another file: so no kernel
calls one of another file. They take everything as arguments, write into arrays that the caller
made, release the GIL, and have naive twins in ``tests/naive``.

A *label* is what is counted of a row: its class, or, where covered and uncovered rows are told
apart, its class plus ``n_classes`` if no rule covers it yet. Lengths are integers in ticks
(:mod:`turs.mdl.ticks`); gains are floats made of them at the very end.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turs.counting.compiling import compiled

CANDIDATE = np.dtype(
    [
        ("gain", np.float64),
        ("n_rows", np.int64),
        ("column", np.int32),
        ("parent", np.int32),
        ("low", np.int32),
        ("high", np.int32),
        ("missing", np.int32),
        ("level_set", np.int32),
    ]
)


class Shape(NamedTuple):
    """What kernels need to know of the columns and of the literals to try."""

    n_bins: NDArray[np.int64]  # value codes of each column; the code after them is "missing"
    ordered: NDArray[np.bool_]
    has_missing: NDArray[np.bool_]
    most_codes: int  # the largest number of codes of a column, missing included
    n_classes: int
    enumerate_levels: int  # sets of at most this many levels are enumerated
    max_set_size: int


@compiled
def histogram(codes, rows, labels, out):
    """Count rows by column, code and label into ``out`` (n_columns, n_codes, n_labels)."""
    for j in range(codes.shape[0]):
        column = codes[j]
        for i in range(rows.shape[0]):
            row = rows[i]
            out[j, column[row], labels[row]] += 1


@compiled
def label_counts(rows, labels, out):
    """Count rows by label."""
    for i in range(rows.shape[0]):
        out[labels[rows[i]]] += 1


@compiled
def filter_rows(column, rows, allowed, out):
    """Write the rows whose code is allowed to ``out``; return how many they are."""
    n = 0
    for i in range(rows.shape[0]):
        row = rows[i]
        if allowed[column[row]]:
            out[n] = row
            n += 1
    return n


@compiled
def cell_counts(rows, cells, classes, out):
    """Count rows by cell and class into ``out`` (n_cells, n_classes)."""
    for i in range(rows.shape[0]):
        row = rows[i]
        out[cells[row], classes[row]] += 1


@compiled
def rule_length(counts, n_classes, ticks):
    """Return (number of uncovered rows, their length in ticks) for a rule's label counts.

    With ``n_classes`` labels the rows are coded by their own frequencies (phase 1); with twice
    as many, the uncovered half is coded by the frequencies of both halves (phase 2).
    """
    n = 0
    length = 0
    if counts.shape[0] == n_classes:
        for y in range(n_classes):
            n += counts[y]
            length -= ticks.xlogx[counts[y]]
        return n, length + ticks.xlogx[n] + ticks.regret[n]
    n_cover = 0
    for y in range(n_classes):
        uncovered = counts[n_classes + y]
        cover = counts[y] + uncovered
        n += uncovered
        n_cover += cover
        length -= uncovered * ticks.log[cover]
    return n, length + n * ticks.log[n_cover] + ticks.regret[n]


@compiled
def _offer(counts, parent, place, shape, ticks, found, n_found):
    """Write a candidate with these label counts if its gain is positive; return how many."""
    n, length = rule_length(counts, shape.n_classes, ticks)
    if n == 0:
        return n_found
    gain = float(n) * float(parent[1]) / float(parent[0]) - float(length)
    if gain <= ticks.least_gain:
        return n_found
    n_rows = 0
    for label in range(counts.shape[0]):
        n_rows += counts[label]
    candidate = found[n_found]
    candidate["gain"] = gain
    candidate["n_rows"] = n_rows
    candidate["column"] = place[0]
    candidate["low"] = place[1]
    candidate["high"] = place[2]
    candidate["missing"] = place[3]
    candidate["level_set"] = place[4]
    return n_found + 1


@compiled
def _refine_ordered(counts, j, parent, shape, ticks, found, n_found):
    """Offer the ranges of codes of one column: below and above a cut in the middle of each gap."""
    n_bins = shape.n_bins[j]
    n_labels = counts.shape[1]
    values = np.zeros(n_labels, dtype=np.int64)
    n_values = 0
    for code in range(n_bins):
        for label in range(n_labels):
            values[label] += counts[code, label]
    for label in range(n_labels):
        n_values += values[label]
    n_missing = 0
    if shape.has_missing[j]:
        for label in range(n_labels):
            n_missing += counts[n_bins, label]
    below = np.zeros(n_labels, dtype=np.int64)
    side = np.empty(n_labels, dtype=np.int64)
    last = -1
    for code in range(n_bins):
        occupied = False
        for label in range(n_labels):
            if counts[code, label] != 0:
                occupied = True
                break
        if not occupied:
            continue
        if last >= 0:
            cut = (last + code - 1) // 2
            for missing in range(2 if n_missing > 0 else 1):
                for upper in range(2):
                    for label in range(n_labels):
                        side[label] = values[label] - below[label] if upper else below[label]
                        if missing:
                            side[label] += counts[n_bins, label]
                    low = cut + 1 if upper else 0
                    high = n_bins - 1 if upper else cut
                    place = (j, low, high, missing, -1)
                    n_found = _offer(side, parent, place, shape, ticks, found, n_found)
        for label in range(n_labels):
            below[label] += counts[code, label]
        last = code
    if n_missing > 0 and n_values > 0:
        n_found = _offer(values, parent, (j, 0, n_bins - 1, 0, -1), shape, ticks, found, n_found)
        for label in range(n_labels):
            side[label] = counts[n_bins, label]
        n_found = _offer(side, parent, (j, 1, 0, 1, -1), shape, ticks, found, n_found)
    return n_found


@compiled
def _offer_set(inside, codes, j, parent, shape, ticks, found, sets, n_found):
    """Offer a set of codes with these label counts; if it is taken, the codes go to ``sets``."""
    n_after = _offer(inside, parent, (j, 0, 0, 0, n_found), shape, ticks, found, n_found)
    if n_after > n_found:
        for word in range(sets.shape[1]):
            sets[n_found, word] = 0
        for i in range(codes.shape[0]):
            code = codes[i]
            sets[n_found, code >> 6] |= np.uint64(1) << np.uint64(code & 63)
    return n_after


@compiled
def _refine_all_sets(counts, occupied, j, parent, shape, ticks, found, sets, n_found):
    """Offer every proper subset of the occupied codes, up to the largest size, by size."""
    v = occupied.shape[0]
    chosen = np.empty(v, dtype=np.int64)
    inside = np.empty(counts.shape[1], dtype=np.int64)
    for size in range(1, min(v - 1, shape.max_set_size) + 1):
        subset = (1 << size) - 1
        while subset < (1 << v):
            inside[:] = 0
            n_chosen = 0
            for place in range(v):
                if (subset >> place) & 1:
                    chosen[n_chosen] = occupied[place]
                    n_chosen += 1
                    for label in range(counts.shape[1]):
                        inside[label] += counts[occupied[place], label]
            n_found = _offer_set(
                inside, chosen[:n_chosen], j, parent, shape, ticks, found, sets, n_found
            )
            # the next larger integer with the same number of bits
            lowest = subset & -subset
            ripple = subset + lowest
            subset = ripple | (((subset ^ ripple) >> 2) // lowest)
    return n_found


@compiled
def _by_frequency(counts, occupied, y, n_classes):
    """Return the places of the occupied codes, by falling frequency of class y."""
    v = occupied.shape[0]
    order = np.arange(v)
    of_class = np.zeros(v, dtype=np.int64)
    total = np.zeros(v, dtype=np.int64)
    for place in range(v):
        for label in range(counts.shape[1]):
            total[place] += counts[occupied[place], label]
            if label % n_classes == y:
                of_class[place] += counts[occupied[place], label]
    for i in range(1, v):
        moved = order[i]
        hole = i
        while hole > 0:
            other = order[hole - 1]
            if of_class[moved] * total[other] <= of_class[other] * total[moved]:
                break
            order[hole] = other
            hole -= 1
        order[hole] = moved
    return order


@compiled
def _refine_orderings(counts, occupied, j, parent, shape, ticks, found, sets, n_found):
    """Offer the first and the last few codes, when ordered by the frequency of each class."""
    v, n_labels = occupied.shape[0], counts.shape[1]
    ordered = np.empty(v, dtype=np.int64)
    first = np.empty(n_labels, dtype=np.int64)
    last = np.empty(n_labels, dtype=np.int64)
    for y in range(shape.n_classes):
        order = _by_frequency(counts, occupied, y, shape.n_classes)
        first[:] = 0
        last[:] = 0
        for place in range(v):
            ordered[place] = occupied[order[place]]
            for label in range(n_labels):
                last[label] += counts[ordered[place], label]
        for size in range(1, v):
            for label in range(n_labels):
                first[label] += counts[ordered[size - 1], label]
                last[label] -= counts[ordered[size - 1], label]
            n_found = _offer_set(
                first, ordered[:size], j, parent, shape, ticks, found, sets, n_found
            )
            n_found = _offer_set(
                last, ordered[size:], j, parent, shape, ticks, found, sets, n_found
            )
    return n_found


@compiled
def refinements(counts, parent, shape, ticks, found, sets):
    """Write every one-literal refinement with positive gain; return how many there are.

    ``counts`` (n_columns, n_codes, n_labels) are those of the parent's rows, ``parent`` its
    (number of uncovered rows, length), ``found`` and ``sets`` have room for all candidates.
    """
    n_found = 0
    for j in range(counts.shape[0]):
        if shape.ordered[j]:
            n_found = _refine_ordered(counts[j], j, parent, shape, ticks, found, n_found)
            continue
        occupied = np.empty(shape.n_bins[j] + 1, dtype=np.int64)
        v = 0
        for code in range(shape.n_bins[j] + (1 if shape.has_missing[j] else 0)):
            for label in range(counts.shape[2]):
                if counts[j, code, label] != 0:
                    occupied[v] = code
                    v += 1
                    break
        if v <= shape.enumerate_levels:
            n_found = _refine_all_sets(
                counts[j], occupied[:v], j, parent, shape, ticks, found, sets, n_found
            )
        else:
            n_found = _refine_orderings(
                counts[j], occupied[:v], j, parent, shape, ticks, found, sets, n_found
            )
    return n_found


@compiled
def _satisfies(code, candidate, set_words, n_bins):
    """Tell whether a code satisfies the literal of a candidate."""
    if candidate["level_set"] >= 0:
        return (set_words[code >> 6] >> np.uint64(code & 63)) & np.uint64(1) != 0
    if code == n_bins:
        return candidate["missing"] != 0
    return candidate["low"] <= code and code <= candidate["high"]


@compiled
def _overlap(codes, rows, candidate, set_words, n_bins, marked):
    """Count the candidate's rows that are marked."""
    column = codes[candidate["column"]]
    n = 0
    for i in range(rows.shape[0]):
        row = rows[i]
        if marked[row] and _satisfies(int(column[row]), candidate, set_words, n_bins):
            n += 1
    return n


@compiled
def keep_diverse(codes, rows, starts, candidates, sets, n_bins, most_alike, marks, kept, n_kept):
    """Go through candidates, best first, and keep those unlike every kept one.

    ``rows[starts[p]:starts[p + 1]]`` are the rows of parent p; ``marks[q, row]`` tells the rows
    of the q-th kept one, ``kept`` its (candidate, number of rows). Stops when ``marks`` is full.
    Returns the number kept so far, of which the first ``n_kept`` come from earlier calls.
    """
    for c in range(candidates.shape[0]):
        if n_kept == marks.shape[0]:
            break
        candidate = candidates[c]
        bins = n_bins[candidate["column"]]
        words = sets[candidate["level_set"]]
        parent_rows = rows[starts[candidate["parent"]] : starts[candidate["parent"] + 1]]
        n = candidate["n_rows"]
        alike = False
        for q in range(n_kept):
            # the overlap is at most the smaller of the two
            smaller, larger = min(n, kept[q, 1]), max(n, kept[q, 1])
            if smaller != larger and float(smaller) <= most_alike * float(larger):
                continue
            shared = _overlap(codes, parent_rows, candidate, words, bins, marks[q])
            union = n + kept[q, 1] - shared
            if shared == union or float(shared) > most_alike * float(union):
                alike = True
                break
        if alike:
            continue
        column = codes[candidate["column"]]
        for i in range(parent_rows.shape[0]):
            row = parent_rows[i]
            marks[n_kept, row] = _satisfies(int(column[row]), candidate, words, bins)
        kept[n_kept, 0] = c
        kept[n_kept, 1] = n
        n_kept += 1
    return n_kept


@compiled
def _meets(bitsets, place, other):
    """Tell whether one of the bitsets shares a bit with another one."""
    for word in range(other.shape[0]):
        if bitsets[place, word] & other[word]:
            return True
    return False


@compiled
def _contained(touched, sizes, members, rule_sizes, contained):
    """Set the bits of the rules whose covers lie within the new rule's."""
    n_rules = rule_sizes.shape[0]
    shared = np.zeros(n_rules, dtype=np.int64)
    for i in range(touched.shape[0]):
        for rule in range(n_rules):
            if (members[touched[i], rule >> 6] >> np.uint64(rule & 63)) & np.uint64(1):
                shared[rule] += sizes[i]
    for rule in range(n_rules):
        if shared[rule] == rule_sizes[rule]:
            contained[rule >> 6] |= np.uint64(1) << np.uint64(rule & 63)


@compiled
def covered_change(inside, members, groups, unions, rule_sizes, ticks):
    """Return by how many ticks the covered rows change when a rule is added.

    ``inside`` (n_cells, n_classes) counts the new rule's rows by cell, cell 0 being the
    uncovered rows, of which there is at least one: so no old rule contains the new one.
    ``members`` and ``groups`` are bitsets of the rules that cover a cell and of those that speak
    for it; ``unions`` the class counts of what the speaking rules cover.
    """
    n_classes = inside.shape[1]
    sizes = inside.sum(axis=1)
    new = inside.sum(axis=0)
    touched = 1 + np.flatnonzero(sizes[1:])
    contained = np.zeros(members.shape[1], dtype=np.uint64)
    _contained(touched, sizes[touched], members, rule_sizes, contained)
    union = np.empty(n_classes, dtype=np.int64)
    change = 0
    for i in range(touched.shape[0]):
        cell = touched[i]
        if _meets(groups, cell, contained):
            continue
        group = groups[cell]
        union[:] = unions[cell] + new
        for j in range(touched.shape[0]):
            if _meets(members, touched[j], group):
                for y in range(n_classes):
                    union[y] -= inside[touched[j], y]
        change += sizes[cell] * (ticks.log[union.sum()] - ticks.log[unions[cell].sum()])
        for y in range(n_classes):
            change -= inside[cell, y] * (ticks.log[union[y]] - ticks.log[unions[cell, y]])
    return change
