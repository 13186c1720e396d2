"""The compiled functions of the search for rules: codes and labels in, integers out.

Kernels take everything as arguments, write into arrays that the caller made, release the GIL, and
have naive twins in ``tests/naive``. They call nothing but kernels, of their own file or another:
their caches know all of these (:mod:`turs.counting.compiling`). To compile quickly they use loops,
not functions on arrays, and integers that others are called with have a type from the start: a
plain ``0`` is a type of its own, for which everything is compiled once more.

A *label* is what is counted of a row: its class, or, where covered and uncovered rows are told
apart, its class plus ``n_classes`` if no rule covers it yet. Lengths are integers in ticks
(:mod:`turs.mdl.ticks`); gains are floats made of them at the very end. Sets of codes are *masks*:
words of 64 bits, of which bit c says that code c is in.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turs.counting.compiling import compiled, inlined, inner, small
from turs.counting.tick_kernels import log_of, regret_of, xlogx_of


class Shape(NamedTuple):
    """What kernels need to know of the columns and of the literals to try."""

    n_bins: NDArray[np.int64]  # value codes of each column; the code after them is "missing"
    ordered: NDArray[np.bool_]
    has_missing: NDArray[np.bool_]
    most_codes: int  # the largest number of codes of a column, missing included
    n_classes: int
    enumerate_levels: int  # sets of at most this many levels are enumerated
    max_set_size: int
    least_new: int  # uncovered rows that a rule must have
    full: NDArray[np.uint64]  # (n_columns, n_words): the masks of all codes


class Beam(NamedTuple):
    """Some rules and their rows in a view."""

    rows: NDArray[np.int32]  # the rows of one rule after those of another
    starts: NDArray[np.int64]  # rule i has rows[starts[i]:starts[i + 1]]
    counts: NDArray[np.int64]  # (n_rules, n_labels)
    masks: NDArray[np.uint64]  # (n_rules, n_columns, n_words): the codes that a rule allows


class Best(NamedTuple):
    """The best refinements of a beam that were seen so far, in slots of which one is free.

    ``order`` lists the slots of the refinements, best first, and then the others; ``found`` begins
    with the numbers of refinements that are held, and that were seen.
    """

    gain: NDArray[np.float64]
    facts: NDArray[np.int64]  # (n_slots, 3): rows, column, place of the parent in the beam
    masks: NDArray[np.uint64]  # (n_slots, n_words): the codes that are left of the column
    order: NDArray[np.int32]
    found: NDArray[np.int64]


@inner
def _comes_before(best, a, b):
    """Tell whether a refinement is better: gain, then coverage, then what the rule says."""
    if best.gain[a] != best.gain[b]:
        return best.gain[a] > best.gain[b]
    if best.facts[a, 0] != best.facts[b, 0]:
        return best.facts[a, 0] > best.facts[b, 0]
    if best.facts[a, 1] != best.facts[b, 1]:
        return best.facts[a, 1] < best.facts[b, 1]
    for word in range(best.masks.shape[1] - 1, -1, -1):
        if best.masks[a, word] != best.masks[b, word]:
            return best.masks[a, word] < best.masks[b, word]
    return best.facts[a, 2] < best.facts[b, 2]


@small
def _least_needed(best):
    """Return the gain below which a refinement cannot be among the best."""
    n = best.found[0]
    return best.gain[best.order[n - 1]] if n == best.order.shape[0] - 1 else 0.0


@inner
def _free_slot(best, gain, n_rows, column, parent):
    """Write all but the mask of a refinement into the free slot, and return it."""
    slot = best.order[best.found[0]]
    best.gain[slot] = gain
    best.facts[slot, 0] = n_rows
    best.facts[slot, 1] = column
    best.facts[slot, 2] = parent
    return slot


@inner
def _hold(best):
    """Put what was written into the free slot in its place; the worst may fall out."""
    n = best.found[0]
    slot = best.order[n]
    low, high = 0, n
    while low < high:
        middle = (low + high) // 2
        if _comes_before(best, slot, best.order[middle]):
            high = middle
        else:
            low = middle + 1
    for place in range(n, low, -1):
        best.order[place] = best.order[place - 1]
    best.order[low] = slot
    if n < best.order.shape[0] - 1:
        best.found[0] = n + 1


@inner
def merge(best, other):
    """Add the best refinements that one thread has seen to those of another."""
    best.found[1] += other.found[1]
    for place in range(other.found[0]):
        theirs = other.order[place]
        if other.gain[theirs] < _least_needed(best):
            break
        n_rows, column, parent = (
            other.facts[theirs, 0],
            other.facts[theirs, 1],
            other.facts[theirs, 2],
        )
        slot = _free_slot(best, other.gain[theirs], n_rows, column, parent)
        for word in range(best.masks.shape[1]):
            best.masks[slot, word] = other.masks[theirs, word]
        _hold(best)


@inner
def _hold_range(best, rule, j, gain, n_rows, mask, low, high, missing):
    """Hold the codes from low to high, and that of "missing" unless it is -1.

    Returns the gain that is needed from now on.
    """
    slot = _free_slot(best, gain, n_rows, j, rule[0])
    for word in range(mask.shape[0]):
        first = min(max(low - 64 * word, 0), 64)
        end = min(max(high + 1 - 64 * word, 0), 64)
        bits = np.uint64(0)
        if end > first:
            bits = (~np.uint64(0) >> np.uint64(64 - (end - first))) << np.uint64(first)
        if missing >= 0 and missing >> 6 == word:
            bits |= np.uint64(1) << np.uint64(missing & 63)
        best.masks[slot, word] = bits & mask[word]
    _hold(best)
    return _least_needed(best)


@inner
def _offer_set(side, codes, rule, j, shape, ticks, best, mask):
    """Offer some codes; ``side`` are the sums of their label counts."""
    gain = _side_gain(side, rule, shape.least_new, ticks)
    if gain <= ticks.least_gain:
        return
    best.found[1] += 1
    if gain < _least_needed(best):
        return
    slot = _free_slot(best, gain, side[1], j, rule[0])
    for word in range(mask.shape[0]):
        best.masks[slot, word] = 0
    for i in range(codes.shape[0]):
        bit = np.uint64(1) << np.uint64(codes[i] & 63)
        best.masks[slot, codes[i] >> 6] |= bit & mask[codes[i] >> 6]
    _hold(best)


@small
def _sum_side(counts, n_classes, ticks):
    """Return the uncovered rows of label counts, all of them, and the sum their length is of.

    With ``n_classes`` labels the rows are coded by their own frequencies (phase 1); with twice
    as many, the uncovered half is coded by the frequencies of both halves (phase 2).
    """
    n = n_rows = total = np.int64(0)
    offset = counts.shape[0] - n_classes
    for y in range(n_classes):
        uncovered = counts[offset + y]
        cover = uncovered + (counts[y] if offset else 0)
        n += uncovered
        n_rows += cover
        total += uncovered * log_of(ticks, cover)
    return n, n_rows, total


@small
def _side_length(side, ticks):
    """Return the length of a side, of which these are the sums, in ticks."""
    n, n_rows, total = side
    return n * log_of(ticks, n_rows) + regret_of(ticks, n) - total


@inlined
def _move_code(counts, code, below, above, n_classes, ticks):
    """Move the rows of a code from above to below; return the sums of either side.

    That is done for every class alike: what to leave out nobody could foresee.
    """
    n_b = rows_b = total_b = n_a = rows_a = total_a = np.int64(0)
    offset = below.shape[0] - n_classes
    if offset == 0:
        for y in range(n_classes):
            moved = np.int64(counts[code, y])
            b, a = below[y] + moved, above[y] - moved
            below[y], above[y] = b, a
            n_b += b
            n_a += a
            total_b += xlogx_of(ticks, b)
            total_a += xlogx_of(ticks, a)
        return (n_b, n_b, total_b), (n_a, n_a, total_a)
    for y in range(n_classes):
        covered, moved = np.int64(counts[code, y]), np.int64(counts[code, offset + y])
        b, a = below[offset + y] + moved, above[offset + y] - moved
        cover_b, cover_a = below[y] + covered, above[y] - covered
        below[offset + y], above[offset + y] = b, a
        below[y], above[y] = cover_b, cover_a
        cover_b += b
        cover_a += a
        n_b += b
        n_a += a
        rows_b += cover_b
        rows_a += cover_a
        total_b += b * log_of(ticks, cover_b)
        total_a += a * log_of(ticks, cover_a)
    return (n_b, rows_b, total_b), (n_a, rows_a, total_a)


@small
def _side_gain(side, rule, least, ticks):
    """Return the gain of a side, of which these are the sums; with too few rows there is none."""
    if side[0] < least:
        return -1.0
    n, length = float(side[0]), float(_side_length(side, ticks))
    return n * float(rule[2]) / float(rule[1]) - length


@inner
def _offer_cuts(counts, seen, below, above, missing, rule, j, shape, ticks, best, mask):
    """Offer both sides of a cut in the middle of each gap between codes that occur.

    ``below`` and ``above`` are the label counts of the sides before the first cut; ``missing`` is
    the code of "missing" if both include it, or -1.
    """
    n_bins = shape.n_bins[j]
    least = ticks.least_gain
    needed = _least_needed(best)
    n_seen = 0
    zero = np.int64(0)
    side_b = side_a = (zero, zero, zero)
    last = -1
    for code in range(n_bins):
        if not seen[code]:
            continue
        if last >= 0:
            cut = (last + code - 1) // 2
            gain = _side_gain(side_b, rule, shape.least_new, ticks)
            n_seen += gain > least
            if gain > least and gain >= needed:
                needed = _hold_range(best, rule, j, gain, side_b[1], mask, zero, cut, missing)
            gain = _side_gain(side_a, rule, shape.least_new, ticks)
            n_seen += gain > least
            if gain > least and gain >= needed:
                needed = _hold_range(
                    best, rule, j, gain, side_a[1], mask, cut + 1, n_bins - 1, missing
                )
        last = code
        side_b, side_a = _move_code(counts, code, below, above, rule[3], ticks)
    best.found[1] += n_seen


@inlined
def _refine_ordered(counts, seen, sides, rule, j, shape, ticks, best, mask):
    """Offer the ranges of codes of one column.

    A literal leaves out the missing rows, or includes them: on either side of each cut.
    """
    own, below, above = sides
    n_bins = shape.n_bins[j]
    some_missing = seen[n_bins]
    n_values = 0
    for label in range(below.shape[0]):
        below[label] = 0
        above[label] = own[label] - (counts[n_bins, label] if some_missing else 0)
        n_values += above[label]
    if n_values == 0:
        return
    zero, nothing = np.int64(0), np.int64(-1)
    if some_missing:
        _offer_all(above, zero, n_bins - 1, nothing, rule, j, shape, ticks, best, mask)
    _offer_cuts(counts, seen, below, above, nothing, rule, j, shape, ticks, best, mask)
    if some_missing:
        for label in range(below.shape[0]):
            below[label] = counts[n_bins, label]
            above[label] = own[label]
        _offer_all(below, zero, nothing, n_bins, rule, j, shape, ticks, best, mask)
        _offer_cuts(counts, seen, below, above, n_bins, rule, j, shape, ticks, best, mask)


@inner
def _offer_all(counts, low, high, missing, rule, j, shape, ticks, best, mask):
    """Offer a range of codes that has these label counts."""
    side = _sum_side(counts, rule[3], ticks)
    gain = _side_gain(side, rule, shape.least_new, ticks)
    if gain > ticks.least_gain:
        best.found[1] += 1
        if gain >= _least_needed(best):
            _hold_range(best, rule, j, gain, side[1], mask, low, high, missing)


@inlined
def _refine_all_sets(counts, occupied, v, rule, j, shape, ticks, best, mask):
    """Offer every proper subset of the v occupied codes, up to the largest size."""
    n_labels = rule[4]
    chosen = np.empty(v, dtype=np.int64)
    inside = np.empty(n_labels, dtype=np.int64)
    for size in range(1, min(v - 1, shape.max_set_size) + 1):
        subset = (1 << size) - 1
        while subset < (1 << v):
            for label in range(n_labels):
                inside[label] = 0
            n_chosen = np.int64(0)
            for place in range(v):
                if (subset >> place) & 1:
                    chosen[n_chosen] = occupied[place]
                    n_chosen += 1
                    for label in range(n_labels):
                        inside[label] += counts[occupied[place], label]
            side = _sum_side(inside, rule[3], ticks)
            _offer_set(side, chosen[:n_chosen], rule, j, shape, ticks, best, mask)
            # the next larger integer with the same number of bits
            lowest = subset & -subset
            ripple = subset + lowest
            subset = ripple | (((subset ^ ripple) >> 2) // lowest)


@inner
def _order_by_class(counts, codes, v, y, rule):
    """Order the first v codes by falling frequency of a rule's class y; equals stay in order."""
    of_class = np.zeros(v, dtype=np.int64)
    total = np.zeros(v, dtype=np.int64)
    for place in range(v):
        for label in range(rule[4]):
            total[place] += counts[codes[place], label]
            if label % rule[3] == y:
                of_class[place] += counts[codes[place], label]
    for i in range(1, v):
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
def _refine_orderings(counts, occupied, v, sides, rule, j, shape, ticks, best, mask):
    """Offer the first and the last few codes, when ordered by the frequency of each class.

    By that of a class which the rule has not, they stay as they are.
    """
    own, below, above = sides
    codes = np.empty(v, dtype=np.int64)
    for y in range(min(rule[3] + 1, shape.n_classes)):
        for place in range(v):
            codes[place] = occupied[place]
        if y < rule[3]:
            _order_by_class(counts, codes, v, y, rule)
        for label in range(below.shape[0]):
            below[label] = 0
            above[label] = own[label]
        for size in range(1, v):
            first, rest = _move_code(counts, codes[size - 1], below, above, rule[3], ticks)
            _offer_set(first, codes[:size], rule, j, shape, ticks, best, mask)
            _offer_set(rest, codes[size:], rule, j, shape, ticks, best, mask)


@inner
def room_for_column(n_labels, shape):
    """Return room for the codes of a column, and for label counts: of both sides, and of a rule.

    The last is the place of each label among those of the classes that a rule has.
    """
    return (
        np.zeros(shape.most_codes + 1, dtype=np.bool_),
        np.empty(shape.most_codes + 1, dtype=np.int64),
        np.empty(n_labels, dtype=np.int64),
        np.empty(n_labels, dtype=np.int64),
        np.empty(n_labels, dtype=np.int64),
        np.empty(n_labels, dtype=np.uint16),
    )


@inner
def look_at_rule(counts, b, shape, ticks, own, places):
    """Return (place of a rule, uncovered rows, their length, number of its classes, of labels).

    Its classes get numbers from 0: written are the rule's label counts in these numbers, and the
    place there of each of its labels. Of one label alone there is nothing to gain.
    """
    side = _sum_side(counts, shape.n_classes, ticks)
    offset = counts.shape[0] - shape.n_classes
    n_present = np.int64(0)
    for y in range(shape.n_classes):
        if counts[y] or counts[offset + y]:
            places[y] = n_present
            n_present += 1
    for y in range(shape.n_classes):
        if counts[y] or counts[offset + y]:
            own[places[y]] = counts[y]
            if offset:
                places[offset + y] = n_present + places[y]
                own[places[offset + y]] = counts[offset + y]
    n_labels = n_present * (counts.shape[0] // shape.n_classes)
    return b, side[0], _side_length(side, ticks), n_present, n_labels


@inlined
def refine_column(counts, rule, j, shape, ticks, best, mask, room):
    """Offer the refinements of a rule in one column, of which these are the counts by code.

    The codes that occur are marked as seen; returns how many they are, listed as occupied, and
    nothing is marked any more.
    """
    seen, occupied, below, above, own, _ = room
    sides = own, below[: rule[4]], above[: rule[4]]
    if shape.ordered[j]:
        _refine_ordered(counts, seen, sides, rule, j, shape, ticks, best, mask)
    v = np.int64(0)
    for code in range(shape.n_bins[j] + 1):
        if seen[code]:
            seen[code] = False
            occupied[v] = code
            v += 1
    if not shape.ordered[j]:
        if v <= shape.enumerate_levels:
            _refine_all_sets(counts, occupied, v, rule, j, shape, ticks, best, mask)
        else:
            _refine_orderings(counts, occupied, v, sides, rule, j, shape, ticks, best, mask)
    return v


@compiled
def refine_counts(counts, beam, shape, ticks, best):
    """Look at every one-literal refinement of the rules of a beam.

    ``counts`` (n_rules, n_columns, most_codes + 1, n_labels) are their rows by code.
    """
    n_labels = beam.counts.shape[1]
    its_counts = np.zeros((shape.most_codes + 1, n_labels), dtype=np.int64)
    room = room_for_column(n_labels, shape)
    seen, occupied, own, places = room[0], room[1], room[4], room[5]
    for b in range(beam.counts.shape[0]):
        rule = look_at_rule(beam.counts[b], np.int64(b), shape, ticks, own, places)
        if rule[4] < 2:
            continue
        for j in range(counts.shape[1]):
            for code in range(shape.n_bins[j] + 1):
                for label in range(n_labels):
                    if counts[b, j, code, label]:
                        its_counts[code, places[label]] = counts[b, j, code, label]
                        seen[code] = True
            mask = beam.masks[b, j]
            v = refine_column(its_counts, rule, j, shape, ticks, best, mask, room)
            clear(its_counts, occupied[:v], rule[4])


@inner
def clear(counts, codes, n_labels):
    """Set the counts of some codes back to 0."""
    for i in range(codes.shape[0]):
        for label in range(n_labels):
            counts[codes[i], label] = 0
