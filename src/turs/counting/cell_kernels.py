"""The compiled functions of the cells: what becomes of the covered rows when a rule is added."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turs.counting.compiling import compiled, inlined, inner, small
from turs.counting.tick_kernels import log_of, regret_of

# Binary digits of the largest number of rows.
_MOST_DIGITS = 40
# So few cells are gone through one by one.
_FEW_CELLS = 8


class CellRules(NamedTuple):
    """The rules of each cell. Cell 0 are the uncovered rows, of which no rule speaks."""

    members: NDArray[np.uint64]  # (n_cells, n_words): the rules that cover a cell, as bits
    group_of: NDArray[np.int32]  # (n_cells,): its explanation group, or -1
    groups: NDArray[np.uint64]  # (n_groups, n_words): the rules that speak, as bits
    speaker: NDArray[np.int32]  # (n_groups,): the one rule of a group, or -1 if there are more
    unions: NDArray[np.int64]  # (n_groups, n_classes): counts of what the rules of a group cover
    sizes: NDArray[np.int64]  # (n_rules,): rows of each rule


@compiled
def cell_counts(rows, cells, entries, out):
    """Count rows by cell and class into ``out`` (n_cells, n_classes)."""
    for i in range(rows.shape[0]):
        row = rows[i]
        out[cells[row], entries.labels[row]] += entries.weights[row]


@inner
def _own_length(inside, new, ticks):
    """Return the length of a new rule's uncovered rows under its frequencies, and its regret."""
    n_new = 0
    for y in range(new.shape[0]):
        n_new += new[y]
    length = regret_of(ticks, n_new)
    for y in range(new.shape[0]):
        length += inside[0, y] * (log_of(ticks, n_new) - log_of(ticks, new[y]))
    return length


@small
def _count_bits(x):
    """Return how many bits are set."""
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@small
def list_rules(bits, place, rules):
    """List the rules of one of some sets; return how many they are."""
    n = 0
    for word in range(bits.shape[1]):
        left = bits[place, word]
        while left:
            lowest = left & (~left + np.uint64(1))
            rules[n] = 64 * word + _count_bits(lowest - np.uint64(1))
            n += 1
            left ^= lowest
    return n


@inner
def count_by_rule(touched, inside, members, rules, by_rule, sign):
    """Add the rows inside a new rule to each rule that covers them, or take them away."""
    for i in range(touched.shape[0]):
        cell = touched[i]
        for place in range(list_rules(members, cell, rules)):
            for y in range(inside.shape[1]):
                by_rule[rules[place], y] += sign * inside[cell, y]


@small
def _set_bits(bits, rule, begin, end):
    """Set the bits from begin to before end of a rule."""
    for word in range(begin >> 6, (end + 63) >> 6):
        first = max(begin - 64 * word, 0)
        last = min(end - 64 * word, 64)
        ones = ~np.uint64(0) >> np.uint64(64 - (last - first))
        bits[rule, word] |= ones << np.uint64(first)


@inner
def _end_words(new, ends):
    """Write the word after the last of each class, if each row has a bit; return their number."""
    n_words = 0
    for y in range(new.shape[0]):
        n_words += (new[y] + 63) >> 6
        ends[y] = n_words
    return n_words


@inner
def _mark_rows(touched, inside, members, rules, ends, bits):
    """Give each row inside a new rule a bit, and mark those of every rule that covers it.

    The rows of a class begin a word, after those of the class before, which end with ``ends``.
    """
    n_classes = ends.shape[0]
    places = np.zeros(n_classes, dtype=np.int64)
    for y in range(1, n_classes):
        places[y] = 64 * ends[y - 1]
    n_words = ends[n_classes - 1]
    for rule in range(bits.shape[0]):
        for word in range(n_words):
            bits[rule, word] = 0
    for i in range(touched.shape[0]):
        cell = touched[i]
        n_rules = list_rules(members, cell, rules)
        for y in range(n_classes):
            if inside[cell, y]:
                end = places[y] + inside[cell, y]
                for place in range(n_rules):
                    _set_bits(bits, rules[place], places[y], end)
                places[y] = end


@inner
def _list_digits(touched, inside, digits):
    """List the binary digits of the rows by cell, each with its class; return how many they are."""
    n_digits = 0
    for y in range(inside.shape[1]):
        most = 0
        for i in range(touched.shape[0]):
            most |= inside[touched[i], y]
        place = 0
        while most >> place:
            digits[n_digits, 0], digits[n_digits, 1] = y, place
            n_digits += 1
            place += 1
    return n_digits


@inner
def _mark_cells(touched, inside, members, rules, digits, bits, ones):
    """Give each cell a bit, and mark those of every rule that covers it, and of every digit."""
    n_words, n_digits = (touched.shape[0] + 63) >> 6, digits.shape[0]
    for word in range(n_words):
        for rule in range(bits.shape[0]):
            bits[rule, word] = 0
        for digit in range(n_digits):
            ones[word, digit] = 0
    for i in range(touched.shape[0]):
        cell, word, bit = touched[i], i >> 6, np.uint64(1) << np.uint64(i & 63)
        for place in range(list_rules(members, cell, rules)):
            bits[rules[place], word] |= bit
        for digit in range(n_digits):
            if (inside[cell, digits[digit, 0]] >> digits[digit, 1]) & 1:
                ones[word, digit] |= bit


@small
def _union_by_digits(group, new, cells, rules, n_words, digits, bits, ones, union):
    """Write the class counts of what the rules of a group and the new one cover, by digits."""
    for y in range(new.shape[0]):
        union[y] = cells.unions[group, y] + new[y]
    n_rules = list_rules(cells.groups, group, rules)
    for word in range(n_words):
        marked = np.uint64(0)
        for place in range(n_rules):
            marked |= bits[rules[place], word]
        for digit in range(digits.shape[0]):
            shared = _count_bits(marked & ones[word, digit])
            union[digits[digit, 0]] -= shared << digits[digit, 1]


@small
def _union_by_bits(group, new, cells, rules, ends, bits, union):
    """Write the class counts of what the rules of a group and the new one cover, by bits."""
    n_rules = list_rules(cells.groups, group, rules)
    word = 0
    for y in range(new.shape[0]):
        shared = 0
        while word < ends[y]:
            marked = np.uint64(0)
            for place in range(n_rules):
                marked |= bits[rules[place], word]
            shared += _count_bits(marked)
            word += 1
        union[y] = cells.unions[group, y] + new[y] - shared


@inner
def find_contained(by_rule, sizes, contained):
    """Set the bits of the rules whose covers lie within the new rule's."""
    for word in range(contained.shape[0]):
        contained[word] = 0
    for rule in range(sizes.shape[0]):
        n = 0
        for y in range(by_rule.shape[1]):
            n += by_rule[rule, y]
        if n == sizes[rule]:
            contained[rule >> 6] |= np.uint64(1) << np.uint64(rule & 63)


@small
def is_exception(group, contained, groups):
    """Tell whether the new rule contains one of the rules that speak, and so is set aside."""
    for word in range(contained.shape[0]):
        if groups[group, word] & contained[word]:
            return True
    return False


@inner
def union_by_cells(group, touched, inside, new, cells, union):
    """Write the class counts of what the rules of a group and the new one cover, by cells."""
    n_classes = new.shape[0]
    for y in range(n_classes):
        union[y] = cells.unions[group, y] + new[y]
    members, groups = cells.members, cells.groups
    for i in range(touched.shape[0]):
        cell = touched[i]
        shared = np.uint64(0)
        for word in range(groups.shape[1]):
            shared |= members[cell, word] & groups[group, word]
        if shared:
            for y in range(n_classes):
                union[y] -= inside[cell, y]


@small
def _union_of_two(group, new, by_rule, cells, union):
    """Write the class counts of what the one rule of a group and the new one cover."""
    for y in range(new.shape[0]):
        union[y] = cells.unions[group, y] + new[y] - by_rule[cells.speaker[group], y]


@inlined
def _group_change(group, by_group, unions, union, ticks):
    """Return by how much the rows of a group become longer under the frequencies of a union."""
    n, n_before, n_after = 0, 0, 0
    change = 0
    for y in range(union.shape[0]):
        n += by_group[group, y]
        n_before += unions[group, y]
        n_after += union[y]
        change -= by_group[group, y] * (log_of(ticks, union[y]) - log_of(ticks, unions[group, y]))
    return change + n * (log_of(ticks, n_after) - log_of(ticks, n_before))


@inner
def _count_inside(rows, row_cells, entries, inside, is_touched, touched):
    """Count a rule's rows by cell and class; list the cells and return how many they are."""
    classes, weights = entries.labels, entries.weights
    n_touched = 0
    for i in range(rows.shape[0]):
        row = rows[i]
        cell = row_cells[row]
        inside[cell, classes[row]] += weights[row]
        if not is_touched[cell]:
            is_touched[cell] = True
            touched[n_touched] = cell
            n_touched += 1
    return n_touched


@inner
def count_by_group(touched, inside, cells, by_group, is_listed, groups, new):
    """Count a rule's rows by group and in all; list the groups and return how many they are."""
    for y in range(new.shape[0]):
        new[y] = 0
    n_groups = 0
    for i in range(touched.shape[0]):
        cell = touched[i]
        group = cells.group_of[cell]
        for y in range(new.shape[0]):
            new[y] += inside[cell, y]
            if group >= 0:
                by_group[group, y] += inside[cell, y]
        if group >= 0 and not is_listed[group]:
            is_listed[group] = True
            groups[n_groups] = group
            n_groups += 1
    return n_groups


@inner
def _room(cells):
    """Return room to work with the groups and rules that a new rule meets."""
    n_rules, n_classes = cells.sizes.shape[0], cells.unions.shape[1]
    n_groups, n_words = cells.groups.shape[0], cells.members.shape[1]
    return (
        np.zeros((n_rules, n_classes), dtype=np.int64),  # rows by rule
        np.zeros((n_groups, n_classes), dtype=np.int64),  # rows by group
        np.zeros(n_groups, dtype=np.bool_),  # whether a group is listed
        np.empty(n_groups, dtype=np.int64),  # the groups listed
        np.zeros(n_words, dtype=np.uint64),  # rules contained
        np.empty(64 * n_words, dtype=np.int64),  # rules listed
        np.empty((3, n_classes), dtype=np.int64),  # a union, the new rule, ends of classes
        np.empty((n_rules, cells.members.shape[0]), dtype=np.uint64),  # bits of rows or cells
        np.empty((_MOST_DIGITS * n_classes, 2), dtype=np.int64),  # digits of the rows by cell
        # and the cells where they are 1
        np.empty(((cells.members.shape[0] + 63) >> 6, _MOST_DIGITS * n_classes), dtype=np.uint64),
    )


@inner
def _covered_change(touched, inside, cells, ticks, room):
    """Return by how many ticks the covered rows change with a rule.

    These are the cells that it touches, and its rows by cell and class.
    """
    by_rule, by_group, is_listed, groups, contained, rules, rest, bits, digits, ones = room
    union, new, ends = rest[0], rest[1], rest[2]
    n = count_by_group(touched, inside, cells, by_group, is_listed, groups, new)
    count_by_rule(touched, inside, cells.members, rules, by_rule, np.int64(1))
    find_contained(by_rule, cells.sizes, contained)
    n_words, n_cell_words = _end_words(new, ends), (touched.shape[0] + 63) >> 6
    digits = digits[: _list_digits(touched, inside, digits)]
    few = touched.shape[0] < _FEW_CELLS
    # a word is looked up for each of about four rules, and then counted
    by_digits = n_cell_words * (4 + digits.shape[0]) < 5 * n_words or n_words > bits.shape[1]
    if not few and by_digits:
        _mark_cells(touched, inside, cells.members, rules, digits, bits, ones)
    elif not few:
        _mark_rows(touched, inside, cells.members, rules, ends, bits)
    change = _own_length(inside, new, ticks)
    for place in range(n):
        group = groups[place]
        if not is_exception(group, contained, cells.groups):
            if cells.speaker[group] >= 0:
                _union_of_two(group, new, by_rule, cells, union)
            elif few:
                union_by_cells(group, touched, inside, new, cells, union)
            elif by_digits:
                _union_by_digits(group, new, cells, rules, n_cell_words, digits, bits, ones, union)
            else:
                _union_by_bits(group, new, cells, rules, ends, bits, union)
            change += _group_change(group, by_group, cells.unions, union, ticks)
        is_listed[group] = False
        for y in range(union.shape[0]):
            by_group[group, y] = 0
    count_by_rule(touched, inside, cells.members, rules, by_rule, np.int64(-1))
    return change


@compiled
def covered_changes(rows, starts, row_cells, entries, cells, ticks, out):
    """Write by how many ticks the covered rows change with each of some rules.

    ``rows[starts[i]:starts[i + 1]]`` are the rows of rule i, of which at least one is uncovered:
    so no old rule contains it. What the rule itself adds is included.
    """
    n_cells, n_classes = cells.members.shape[0], cells.unions.shape[1]
    inside = np.zeros((n_cells, n_classes), dtype=np.int64)
    is_touched = np.zeros(n_cells, dtype=np.bool_)
    cell_list = np.empty(n_cells, dtype=np.int64)
    room = _room(cells)
    for candidate in range(starts.shape[0] - 1):
        its_rows = rows[starts[candidate] : starts[candidate + 1]]
        n = _count_inside(its_rows, row_cells, entries, inside, is_touched, cell_list)
        touched = cell_list[:n]
        out[candidate] = _covered_change(touched, inside, cells, ticks, room)
        for place in range(touched.shape[0]):
            is_touched[touched[place]] = False
            for y in range(n_classes):
                inside[touched[place], y] = 0


@compiled
def covered_changes_of(counts, cells, ticks, out):
    """Write the same, from the rows of each rule by cell and class."""
    cell_list = np.empty(counts.shape[1], dtype=np.int64)
    room = _room(cells)
    for candidate in range(counts.shape[0]):
        n = 0
        for cell in range(counts.shape[1]):
            for y in range(counts.shape[2]):
                if counts[candidate, cell, y]:
                    cell_list[n] = cell
                    n += 1
                    break
        out[candidate] = _covered_change(cell_list[:n], counts[candidate], cells, ticks, room)
