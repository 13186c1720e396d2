"""The compiled functions of a beam search: some rules in, those of all levels below them out.

One thread goes from level to level, and others help it to look at refinements. They meet in
numbers that they all look at (:mod:`turs.counting.sharing`), for a level may take no longer than to
wake a thread or to ask it for something from Python.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turs.counting.compiling import compiled, inlined, inner, small
from turs.counting.kernels import (
    Best,
    clear,
    look_at_rule,
    merge,
    refine_column,
    room_for_column,
)
from turs.counting.sharing import add_to, look_again


class Levels(NamedTuple):
    """Rules that are found level by level, and how far the threads are that look for them.

    The rules to begin with, level 0, stand elsewhere. Level i + 1, of refinements of level i, has
    the rules from ``firsts[i]`` to before ``firsts[i + 1]``.
    """

    rows: NDArray[np.int32]  # as those of a beam
    starts: NDArray[np.int64]
    counts: NDArray[np.int64]
    masks: NDArray[np.uint64]
    firsts: NDArray[np.int64]
    n_seen: NDArray[np.int64]  # refinements of each level
    claims: NDArray[np.int64]  # columns of each rule of each level that are done, or begun
    progress: NDArray[np.int64]  # the level, and so on: see the places below


# Numbers that threads look at all the time stand in cache lines of their own.
APART = 8
LEVEL, DONE, INSIDE, FIRST_LEVEL = 0, APART, 2 * APART, 3 * APART
# Going through a cut of one column of one rule, of few classes, takes as long as counting so many
# codes.
CODES_A_CUT = 20


@inner
def _spread(mask, allowed):
    """Write for each code whether it is in the mask."""
    for code in range(allowed.shape[0]):
        allowed[code] = (mask[code >> 6] >> np.uint64(code & 63)) & np.uint64(1) != 0


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


@small
def _ready(level):
    """Return the place in ``progress`` of how many rules of a level may be looked at."""
    return FIRST_LEVEL + 2 * APART * level


@small
def _closed(level):
    """Return the place in ``progress`` of whether there will be no more of them."""
    return FIRST_LEVEL + 2 * APART * level + APART


@inner
def _come_in(progress, level):
    """Wait for a level, or for a later one, and say that its refinements are being looked at.

    Returns the level, or -1 when there is nothing more to do.
    """
    n_looks = 0
    while add_to(progress, LEVEL, 0) < level:
        if add_to(progress, DONE, 0):
            return np.int64(-1)
        n_looks = look_again(n_looks)
    if add_to(progress, DONE, 0):
        return np.int64(-1)
    add_to(progress, INSIDE, 1)
    return add_to(progress, LEVEL, 0)


@inner
def _wait_for_others(progress):
    """Wait until nobody else looks at refinements."""
    n_looks = 0
    while add_to(progress, INSIDE, 0):
        n_looks = look_again(n_looks)


@inlined
def _refine_level(entries, start, levels, level, place, shape, ticks, best, work):
    """Look at the refinements of the rules of a level that no other thread looks at.

    The first thread has all rules before it when it begins, and goes from the last to the first;
    others go the other way, and may begin while there are few.
    """
    codes, labels, weights = entries
    counts, its_labels, its_weights, room = work
    occupied, own, places = room[1], room[4], room[5]
    seen = room[0]
    n_columns, n_labels = codes.shape[0], start.counts.shape[1]
    flat = counts.reshape(-1)
    is_given = level == 0
    first = 0 if is_given else levels.firsts[level - 1]
    n_claimed = level * (levels.claims.shape[0] // levels.n_seen.shape[0])
    step, n_looks = 0, 0
    while True:
        # who closes it may have failed, and then there is nothing more to do at all
        is_closed = add_to(levels.progress, _closed(level), 0)
        is_closed += add_to(levels.progress, DONE, 0)
        n_ready = add_to(levels.progress, _ready(level), 0)
        if step == n_ready:
            if is_closed:
                break
            n_looks = look_again(n_looks)
            continue
        n_looks = 0
        b = step if place else n_ready - 1 - step
        step += 1
        if add_to(levels.claims, n_claimed + b, 0) >= n_columns:
            continue
        if is_given:
            rows = start.rows[start.starts[b] : start.starts[b + 1]]
            its_counts, masks = start.counts[b], start.masks[b]
        else:
            rows = levels.rows[levels.starts[first + b] : levels.starts[first + b + 1]]
            its_counts, masks = levels.counts[first + b], levels.masks[first + b]
        rule = look_at_rule(its_counts, np.int64(b), shape, ticks, own, places)
        if rule[4] < 2:
            continue
        for i in range(rows.shape[0]):
            its_labels[i] = places[labels[np.uint32(rows[i])]]
            its_weights[i] = weights[np.uint32(rows[i])]
        j = add_to(levels.claims, n_claimed + b, 1)
        while j < n_columns:
            column = codes[j]
            mask = masks[j]
            for i in range(rows.shape[0]):
                code = column[np.uint32(rows[i])]
                place_of_count = np.uint32(code) * np.uint32(n_labels) + np.uint32(its_labels[i])
                flat[place_of_count] += its_weights[i]
                seen[code] = True
            v = refine_column(counts, rule, j, shape, ticks, best, mask, room)
            clear(counts, occupied[:v], rule[4])
            j = add_to(levels.claims, n_claimed + b, 1)


@inner
def _keep_diverse(entries, start, levels, level, width, most_alike, best, marks, is_open):
    """Make the best refinements of a level, unlike each other, the next level.

    Returns how many they are. Each is ready to be looked at as soon as it is there, if that level
    is open. ``marks`` (n_words, n_entries) has a bit for each of them, 0 before and after.
    """
    codes, labels, weights = entries
    is_given = level == 0
    before = 0 if is_given else levels.firsts[level - 1]
    first = levels.firsts[level]
    kept = np.empty(width, dtype=np.int64)
    allowed = np.empty(64 * best.masks.shape[1], dtype=np.bool_)
    n_kept = np.int64(0)
    end = levels.starts[first]
    for place in range(best.found[0]):
        if n_kept == width:
            break
        slot = np.int64(best.order[place])
        j, parent = best.facts[slot, 1], best.facts[slot, 2]
        if is_given:
            rows = start.rows[start.starts[parent] : start.starts[parent + 1]]
            masks = start.masks[parent]
        else:
            rows = levels.rows[levels.starts[before + parent] : levels.starts[before + parent + 1]]
            masks = levels.masks[before + parent]
        _spread(best.masks[slot], allowed)
        if _is_like_another(entries, rows, slot, best, most_alike, marks, kept, n_kept, allowed):
            continue
        column, child = codes[j], first + n_kept
        begin = end
        # without a branch, which nobody could foresee
        for i in range(rows.shape[0]):
            levels.rows[end] = rows[i]
            end += allowed[column[np.uint32(rows[i])]]
        mark, marked = np.uint8(1 << (n_kept & 7)), marks[n_kept >> 3]
        counts = levels.counts[child]
        for label in range(counts.shape[0]):
            counts[label] = 0
        for i in range(begin, end):
            row = np.uint32(levels.rows[i])
            counts[labels[row]] += weights[row]
            marked[row] |= mark
        for word in range(best.masks.shape[1]):
            for other in range(masks.shape[0]):
                levels.masks[child, other, word] = masks[other, word]
            levels.masks[child, j, word] = best.masks[slot, word]
        levels.starts[child + 1] = end
        kept[n_kept] = slot
        n_kept += 1
        if is_open:
            add_to(levels.progress, _ready(level + 1), 1)
    for i in range(levels.starts[first], end):
        for word in range(marks.shape[0]):
            marks[word, np.uint32(levels.rows[i])] = 0
    return n_kept


@small
def _of_thread(bests, place):
    """Return what one thread holds."""
    return Best(
        bests.gain[place, 0],
        bests.facts[place, 0],
        bests.masks[place, 0],
        bests.order[place, 0],
        bests.found[place, 0],
    )


@inner
def _has_room(levels, level, n_rules, n_rows):
    """Tell whether two more levels of so many rules fit in, each of at most so many rows."""
    first = levels.firsts[level]
    return (
        level + 1 < levels.n_seen.shape[0]
        and first + 2 * n_rules < levels.starts.shape[0]
        and levels.starts[first] + 2 * n_rules * n_rows <= levels.rows.shape[0]
    )


@inlined
def _hold_all(best, bests):
    """Hold the best of what all threads hold, which the others hold no more."""
    for other in range(1, bests.found.shape[0]):
        theirs = _of_thread(bests, other)
        merge(best, theirs)
        theirs.found[0] = theirs.found[1] = 0


@inner
def _sizes(start, levels, level):
    """Return the number of rules of a level, their rows, and those of the largest."""
    n_rules, n_rows, most_rows = start.counts.shape[0], np.int64(0), np.int64(0)
    starts = start.starts
    if level:
        first = levels.firsts[level - 1]
        n_rules, starts = levels.firsts[level] - first, levels.starts[first:]
    for b in range(n_rules):
        n_rows += starts[b + 1] - starts[b]
        most_rows = max(most_rows, starts[b + 1] - starts[b])
    return n_rules, n_rows, most_rows


@inner
def _leave_nothing(levels, level, n_rules):
    """Let there be nothing left to look at of some rules of a level."""
    first = level * (levels.claims.shape[0] // levels.n_seen.shape[0])
    for b in range(n_rules):
        add_to(levels.claims, first + b, levels.masks.shape[1])


@compiled
def advance(entries, start, width, most_alike, to_do, place, levels, shape, ticks, bests):
    """Find the best refinements of some rules, unlike each other, then of these, level by level.

    The thread with place 0 does, and others may help it by looking at refinements: each of them
    has a place of its own in ``bests``, and is needed by nobody. That ends when there are no more,
    when there is no more room, or when what was done takes as long as to count so many codes: the
    first number of ``to_do``. The second is how many the cuts of a rule are worth.

    Returns the number of levels that were found, and whether there may be more: 0 if not, 1 if
    these are to be advanced, 2 if of the last one more refinements should have been held. Of
    who helps nothing is to be known.
    """
    n_columns, n_entries = entries.codes.shape
    best, progress = _of_thread(bests, place), levels.progress
    work = (
        np.zeros((shape.most_codes + 1, start.counts.shape[1]), dtype=np.int32),
        np.empty(n_entries, dtype=entries.labels.dtype),
        np.empty(n_entries, dtype=entries.weights.dtype),
        room_for_column(start.counts.shape[1], shape),
    )
    marks = np.zeros((width // 8 + 1, n_entries if place == 0 else 0), dtype=np.uint8)
    most_codes, codes_a_rule = to_do
    n_codes, level = np.int64(0), np.int64(0)
    more, is_open = np.int64(1), True
    while more == 1 and is_open:
        if place:
            level = _come_in(progress, level)
            if level < 0:
                break
        else:
            best.found[0] = best.found[1] = 0
        _refine_level(entries, start, levels, level, place, shape, ticks, best, work)
        level += 1
        if place:
            add_to(progress, INSIDE, -1)
            continue
        _wait_for_others(progress)
        _hold_all(best, bests)
        n_rules, n_rows, most_rows = _sizes(start, levels, level - 1)
        n_codes += n_columns * n_rows + codes_a_rule * n_rules
        is_open = n_codes < most_codes and _has_room(levels, level - 1, width, most_rows)
        if is_open:
            add_to(progress, LEVEL, 1)
        n_kept = _keep_diverse(
            entries, start, levels, level - 1, width, most_alike, best, marks, is_open
        )
        levels.n_seen[level - 1] = best.found[1]
        levels.firsts[level] = levels.firsts[level - 1] + n_kept
        more = np.int64(1 if n_kept else 0)
        if n_kept < width and best.found[1] > best.order.shape[0] - 1:
            more = np.int64(2)
            _leave_nothing(levels, level, n_kept if is_open else 0)
        if is_open:
            add_to(progress, _closed(level), 1)
    if place == 0:
        add_to(progress, DONE, 1)
        # who looks at what is left out may not do so any more when this is of use to others
        _wait_for_others(progress)
    return level - (more == 2), more
