"""The cells of some rules to those without one of them."""

from __future__ import annotations

from copy import copy

import numpy as np
from numpy.typing import NDArray

from turs.counting import CellRules, Counts, cell_kernels
from turs.search.partition import (
    Partition,
    length_ticks,
    members_of,
    set_bit,
    unpacked,
    without_unused,
)


def take_out(partition: Partition, rule: int) -> tuple[Partition, NDArray[np.int32]]:
    """Return the cells without a rule, and for each old cell the one in which its rows are.

    Only rows of the rule go to another cell: to that of the rules that are left, if there is one,
    and so to the uncovered ones where none is left. What is given stays as it is.

    Parameters
    ----------
    partition : Partition
    rule : int
        Its number, which the next rule that is added may get.
    """
    old = partition.rules
    members = old.members.copy()
    members[:, rule // 64] &= ~np.uint64(1 << (rule % 64))
    touched = np.flatnonzero((members != old.members).any(axis=1))
    new_cells = np.arange(partition.n_cells, dtype=np.int32)
    cell_kernels.find_alike(members, touched, new_cells)
    goes = new_cells[touched] != touched
    left, gone = touched[~goes], touched[goes]
    group_of, sizes = old.group_of.copy(), old.sizes.copy()
    members[gone], group_of[gone], sizes[rule] = 0, -1, 0

    rest = copy(partition)
    rest.counts = partition.counts.copy()
    np.add.at(rest.counts, new_cells[gone], partition.counts[gone])
    rest.counts[gone] = 0
    rest.rules = old._replace(members=members, group_of=group_of, sizes=sizes)
    _let_speak(left, touched, rest, partition)
    into = np.unique(new_cells[gone][new_cells[gone] > 0])
    rest.covered_ticks += _covered_ticks(rest, np.concatenate([left, into]))
    rest.covered_ticks -= _covered_ticks(partition, np.concatenate([touched, into]))
    rest.covered_ticks -= _regret_ticks(partition, int(old.sizes[rule]))
    return rest, new_cells


def _let_speak(
    cells: NDArray[np.intp], touched: NDArray[np.intp], rest: Partition, before: Partition
) -> None:
    """Find out who speaks for some covered cells, of all that the rule touched that is gone."""
    if not len(cells):
        return
    covers = members_of(rest.rules)
    which = np.flatnonzero(covers[cells].any(axis=0))
    covers = covers[:, which]
    speak = _who_speaks(covers, rest.counts.sum(axis=1), cells)
    n_rules = len(rest.rules.sizes)
    groups = before.rules.group_of[cells]
    spoke = unpacked(before.rules.groups[groups], n_rules)
    same = (spoke[:, which] == speak).all(axis=1)
    # Where the rule was set aside, nothing changes. Where it spoke, the group is now without it and
    # the rows that it had alone. Elsewhere another was set aside for it, and speaks again.
    less = same & (spoke.sum(axis=1) > speak.sum(axis=1))
    numbers, firsts, places = np.unique(groups[less], return_index=True, return_inverse=True)
    fewer = speak[less][firsts]
    covered = unpacked(before.rules.members[touched], n_rules)[:, which]
    unions = before.rules.unions[numbers] - _sums(~_meet(fewer, covered), before.counts[touched])
    rest.rules = _with_groups(rest.rules, fewer, which, unions, cells[less], places)
    others, places = np.unique(speak[~same], axis=0, return_inverse=True)
    unions = _sums(_meet(others, covers), rest.counts)
    rest.rules = _with_groups(rest.rules, others, which, unions, cells[~same], places.ravel())
    rest.rules = without_unused(rest.rules)


def _who_speaks(
    covers: NDArray[np.bool_], n_rows: Counts, cells: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Return which rules speak for some cells: those that contain no other one there."""
    as_floats = covers.astype(np.float64)
    shared = (as_floats * n_rows[:, None]).T @ as_floats
    # whoever has all rows of another contains it: no two covers are the same
    contain = (shared == np.diag(shared)) & ~np.eye(len(shared), dtype=np.bool_)
    speak: NDArray[np.bool_] = covers[cells] & ~_meet(covers[cells], contain)
    return speak


def _meet(some: NDArray[np.bool_], others: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which sets of rules have a rule in common."""
    # numbers below 2**24 are exact, and their products faster than those of integers
    meet: NDArray[np.bool_] = some.astype(np.float32) @ others.astype(np.float32).T > 0
    return meet


def _sums(which: NDArray[np.bool_], counts: Counts) -> Counts:
    """Return the counts of some cells, added up for each choice of these."""
    return (which.astype(np.float64) @ counts.astype(np.float64)).astype(np.int64)


def _with_groups(
    rules: CellRules,
    speak: NDArray[np.bool_],
    which: NDArray[np.intp],
    unions: Counts,
    cells: NDArray[np.intp],
    places: NDArray[np.intp],
) -> CellRules:
    """Return rules with some groups more, and the places of those that these cells have."""
    if not len(speak):
        return rules
    bits = np.zeros((len(speak), rules.groups.shape[1]), dtype=np.uint64)
    for place, number in enumerate(which.tolist()):
        set_bit(bits, np.flatnonzero(speak[:, place]), number)
    speaker = np.where(speak.sum(axis=1) == 1, which[speak.argmax(axis=1)], -1)
    rules.group_of[cells] = len(rules.groups) + places
    return rules._replace(
        groups=np.concatenate([rules.groups, bits]),
        speaker=np.concatenate([rules.speaker, speaker.astype(np.int32)]),
        unions=np.concatenate([rules.unions, unions]),
    )


def _covered_ticks(partition: Partition, cells: NDArray[np.intp]) -> int:
    """Return the length of the rows of some covered cells."""
    out = np.empty(len(cells), dtype=np.int64)
    unions = partition.rules.unions[partition.rules.group_of[cells]]
    cell_kernels.cross_lengths(partition.counts[cells], unions, partition.ticks, out)
    return int(out.sum())


def _regret_ticks(partition: Partition, n_rows: int) -> int:
    """Return the regret of so many rows: the length of as many of one class."""
    counts = np.zeros(partition.counts.shape[1], dtype=np.int64)
    counts[0] = n_rows
    return int(length_ticks(counts, partition.ticks))
