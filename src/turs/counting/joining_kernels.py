"""The compiled functions that change the cells: a rule is added to them, or taken out.

They write into what they are given, which has room for it: to ask for memory takes a compiler long.
"""

from __future__ import annotations

import numpy as np

from turs.counting.cell_kernels import (
    count_by_group,
    count_by_rule,
    find_contained,
    is_exception,
    list_rules,
    union_by_cells,
)
from turs.counting.compiling import compiled, inner, small
from turs.counting.tick_kernels import log_of, regret_of


@small
def _put(table, place, row):
    """Write a row of a table. Whole rows at once would take seconds to compile."""
    for j in range(row.shape[0]):
        table[place, j] = row[j]


@small
def _add(table, place, row, sign):
    """Add to a row of a table, or take away."""
    for j in range(row.shape[0]):
        table[place, j] += sign * row[j]


@small
def _sum_of(table, place):
    """Return the sum of a row of a table."""
    total = 0
    for j in range(table.shape[1]):
        total += table[place, j]
    return total


@small
def _has(bits, place, rule):
    """Tell whether a rule is in one of some sets."""
    return (bits[place, rule >> 6] >> np.uint64(rule & 63)) & np.uint64(1) != 0


@small
def _flip(bits, place, rule):
    """Put a rule into one of some sets, or take it out."""
    bits[place, rule >> 6] ^= np.uint64(1) << np.uint64(rule & 63)


@small
def _meet(some, place, others, other_place):
    """Tell whether two sets have a rule in common."""
    for word in range(some.shape[1]):
        if some[place, word] & others[other_place, word]:
            return True
    return False


@small
def _are_same(some, place, others, other_place):
    """Tell whether two sets have the same rules."""
    for word in range(some.shape[1]):
        if some[place, word] != others[other_place, word]:
            return False
    return True


@inner
def _find_places(inside, n_cells, counts, members, touched, places):
    """List the cells in which a rule has rows, and where these go; return how many, and cells.

    A cell that lies in the rule whole keeps its number; of any other the part inside goes to a
    cell that is not used any more, or else to a new one. Cell 0 stays, even when it is empty.
    """
    n, free = 0, 1
    for cell in range(inside.shape[0]):
        is_touched, is_whole = False, cell > 0
        for y in range(inside.shape[1]):
            is_touched |= inside[cell, y] > 0
            is_whole &= inside[cell, y] == counts[cell, y]
        if not is_touched:
            continue
        touched[n], places[n] = cell, cell
        if not is_whole:
            while free < inside.shape[0] and _meet(members, free, members, free):
                free += 1
            places[n] = free
            free += 1
            n_cells = max(n_cells, free)
        n += 1
    return n, n_cells


@inner
def _join_groups(touched, inside, rule, n_groups, cells, becomes):
    """Write the groups that a new rule joins, and what they become; return how many there are.

    Of others that it meets it contains a rule: there it is set aside.
    """
    n_classes, n_words = inside.shape[1], cells.members.shape[1]
    by_rule = np.zeros((cells.sizes.shape[0], n_classes), dtype=np.int64)
    by_group = np.zeros((n_groups, n_classes), dtype=np.int64)
    is_listed = np.zeros(n_groups, dtype=np.bool_)
    contained = np.zeros(n_words, dtype=np.uint64)
    groups = np.empty(n_groups, dtype=np.int64)
    new = np.empty(n_classes, dtype=np.int64)
    rules = np.empty(64 * n_words, dtype=np.int64)
    n_met = count_by_group(touched, inside, cells, by_group, is_listed, groups, new)
    count_by_rule(touched, inside, cells.members, rules, by_rule, np.int64(1))
    find_contained(by_rule, cells.sizes, contained)
    for place in range(n_met):
        group = groups[place]
        if not is_exception(group, contained, cells.groups):
            union_by_cells(group, touched, inside, new, cells, cells.unions[n_groups])
            _put(cells.groups, n_groups, cells.groups[group])
            _flip(cells.groups, n_groups, rule)
            cells.speaker[n_groups] = -1
            becomes[group] = n_groups
            n_groups += 1
    # where nobody spoke, the rule speaks alone
    _flip(cells.groups, n_groups, rule)
    _put(cells.unions, n_groups, new)
    cells.speaker[n_groups] = rule
    return n_groups + 1


@compiled
def add_rule(inside, rule, n_groups, counts, cells, new_cells):
    """Add a rule to the cells; return how many cells there are then, and how many groups.

    Parameters
    ----------
    inside : int64 array, shape (n_cells, n_classes)
        The rule's rows by cell and class.
    rule : int
        Its number.
    n_groups : int
    counts : int64 array
        As many rows as there may be cells, twice as many as now.
    cells : CellRules
        The same, with room for twice as many groups and one, and for the rule: zeros.
    new_cells : int32 array, shape (n_cells,)
        The cell in which the rows of each cell inside the rule are is written here.
    """
    n_cells = inside.shape[0]
    touched, places = np.empty(n_cells, dtype=np.int64), np.empty(n_cells, dtype=np.int64)
    becomes = np.empty(n_groups, dtype=np.int64)
    for group in range(n_groups):
        becomes[group] = group
    for cell in range(n_cells):
        new_cells[cell] = cell
    n_touched, n_cells = _find_places(inside, n_cells, counts, cells.members, touched, places)
    n_groups = _join_groups(touched[:n_touched], inside, rule, n_groups, cells, becomes)
    for i in range(n_touched):
        cell, place = touched[i], places[i]
        group = cells.group_of[cell]
        new_cells[cell] = place
        if place != cell:
            _put(counts, place, inside[cell])
            _add(counts, cell, inside[cell], -1)
            _put(cells.members, place, cells.members[cell])
        _flip(cells.members, place, rule)
        cells.group_of[place] = becomes[group] if group >= 0 else n_groups - 1
    cells.sizes[rule] = _sum_of(cells.unions, n_groups - 1)
    return n_cells, n_groups


@inner
def _slot_of(members, cell, slots):
    """Return the slot of the first cell with the same rules, or the free one where it belongs."""
    name = np.uint64(0)
    for word in range(members.shape[1]):
        name = (name ^ members[cell, word]) * np.uint64(0x9E3779B97F4A7C15)
        name ^= name >> np.uint64(29)
    slot = np.int64(name & np.uint64(slots.shape[0] - 1))
    while slots[slot] >= 0 and not _are_same(members, slots[slot], members, cell):
        slot = (slot + 1) & (slots.shape[0] - 1)
    return slot


@inner
def find_alike(members, touched, out):
    """Write for each of some cells the first of the others that has the same rules, if any."""
    n_slots = 4
    while n_slots < 2 * members.shape[0]:
        n_slots *= 2
    slots = np.empty(n_slots, dtype=np.int64)
    for slot in range(n_slots):
        slots[slot] = -1
    is_touched = np.zeros(members.shape[0], dtype=np.bool_)
    for i in range(touched.shape[0]):
        is_touched[touched[i]] = True
    for cell in range(members.shape[0]):
        if not is_touched[cell]:
            slot = _slot_of(members, np.int64(cell), slots)
            if slots[slot] < 0:
                slots[slot] = cell
    for i in range(touched.shape[0]):
        alike = slots[_slot_of(members, touched[i], slots)]
        if alike >= 0:
            out[touched[i]] = alike


@inner
def _find_shared(members, containing, counts, rules, shared):
    """Count the rows that each of some rules shares with every other."""
    for cell in range(members.shape[0]):
        n_rules, n_rows = list_rules(members, cell, rules), _sum_of(counts, cell)
        for i in range(containing.shape[0]):
            if _has(members, cell, containing[i]):
                for place in range(n_rules):
                    shared[i, rules[place]] += n_rows


@inner
def _add_those_who_speak_again(cell, containing, shared, cells, rules, group):
    """Put the rules into a group that contain no other rule of a cell; tell whether there are."""
    are_some = False
    n_rules = list_rules(cells.members, cell, rules)
    for i in range(containing.shape[0]):
        speaks = True
        for place in range(n_rules):
            # no two covers are the same: whoever has all rows of another contains it
            is_within = shared[i, rules[place]] == cells.sizes[rules[place]]
            speaks &= rules[place] == containing[i] or not is_within
        if speaks:
            _flip(cells.groups, group, containing[i])
            are_some = True
    return are_some


@inner
def _let_speak(left, touched, rule, n_groups, before, before_counts, counts, cells):
    """Write who speaks where a rule that is gone did, and return how many groups there are.

    Where it was set aside, nothing changes. Where it spoke, the group is now without it and the
    rows that it had alone; and rules that were set aside because they contain it, and no other one,
    speak again.
    """
    n_words = cells.members.shape[1]
    rules, becomes = np.empty(64 * n_words, dtype=np.int64), np.empty(n_groups, dtype=np.int64)
    for group in range(n_groups):
        becomes[group] = group
    # whoever contains the rule covers every cell that it covered
    together = np.empty((1, n_words), dtype=np.uint64)
    _put(together, 0, before[touched[0]])
    for i in range(touched.shape[0]):
        for word in range(n_words):
            together[0, word] &= before[touched[i], word]
    _flip(together, 0, rule)
    containing = np.empty(64 * n_words, dtype=np.int64)
    containing = containing[: list_rules(together, 0, containing)]
    shared = np.zeros((containing.shape[0], cells.sizes.shape[0]), dtype=np.int64)
    if containing.shape[0]:
        _find_shared(cells.members, containing, counts, rules, shared)

    n = n_groups
    for i in range(left.shape[0]):
        cell = left[i]
        group = cells.group_of[cell]
        if not _has(cells.groups, group, rule):
            continue
        _put(cells.groups, n, cells.groups[group])
        _flip(cells.groups, n, rule)
        more = _add_those_who_speak_again(cell, containing, shared, cells, rules, n)
        known = becomes[group]
        if not _are_same(cells.groups, known, cells.groups, n):
            # of all cells where they speak, or of the others where the rule was alone
            for y in range(counts.shape[1]):
                cells.unions[n, y] = 0 if more else cells.unions[group, y]
            if more:
                for other in range(cells.members.shape[0]):
                    if _meet(cells.members, other, cells.groups, n):
                        _add(cells.unions, n, counts[other], 1)
            else:
                for k in range(touched.shape[0]):
                    if not _meet(before, touched[k], cells.groups, n):
                        _add(cells.unions, n, before_counts[touched[k]], -1)
            is_one = list_rules(cells.groups, n, rules) == 1
            cells.speaker[n] = rules[0] if is_one else -1
            becomes[group] = known = n
            n += 1
        cells.group_of[cell] = known
    return n


@compiled
def take_out_rule(rule, n_groups, before, before_counts, counts, cells, new_cells):
    """Take a rule out of the cells, and return how many groups there are then.

    Only rows of the rule go to another cell: to that of the rules that are left, if there is one,
    and so to the uncovered ones where none is left.

    Parameters
    ----------
    rule : int
    n_groups : int
    before : uint64 array, shape (n_cells, n_words)
        The rules that cover each cell.
    before_counts : int64 array, shape (n_cells, n_classes)
    counts : int64 array, shape (n_cells, n_classes)
        The same, to be changed.
    cells : CellRules
        To be changed, with room for as many groups more as there are cells.
    new_cells : int32 array, shape (n_cells,)
        The cell in which the rows of each cell are is written here.
    """
    members, n_touched = cells.members, 0
    touched = np.empty(members.shape[0], dtype=np.int64)
    for cell in range(members.shape[0]):
        new_cells[cell] = cell
        if _has(members, cell, rule):
            _flip(members, cell, rule)
            touched[n_touched] = cell
            n_touched += 1
    touched = touched[:n_touched]
    find_alike(members, touched, new_cells)
    cells.sizes[rule] = 0
    left, n_left = np.empty(n_touched, dtype=np.int64), 0
    for i in range(n_touched):
        cell = touched[i]
        place = new_cells[cell]
        if place == cell:
            left[n_left] = cell
            n_left += 1
        else:
            _add(counts, place, counts[cell], 1)
            _add(counts, cell, before_counts[cell], -1)
            _put(members, cell, members[0])  # none
            cells.group_of[cell] = -1
    left = left[:n_left]
    return _let_speak(left, touched, rule, n_groups, before, before_counts, counts, cells)


@compiled
def covered_length(counts, cells, ticks):
    """Return the length of the covered rows, each under its group's frequencies, and all regret."""
    length = np.int64(0)
    for cell in range(counts.shape[0]):
        group = cells.group_of[cell]
        if group >= 0:
            log = log_of(ticks, _sum_of(cells.unions, group))
            for y in range(counts.shape[1]):
                if counts[cell, y]:
                    length += counts[cell, y] * (log - log_of(ticks, cells.unions[group, y]))
    for rule in range(cells.sizes.shape[0]):
        length += regret_of(ticks, cells.sizes[rule])
    return length
