"""The cells of the rules added so far, and who speaks for each."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.counting import CellRules, Counts, cell_kernels, pruned_kernels
from turs.mdl import AnyTicks


class Partition:
    """The rows cut into cells by the rules: cell 0 are the uncovered rows.

    Parameters
    ----------
    counts : int64 array, shape (n_classes,)
        Class counts of all rows.
    ticks : AnyTicks

    Attributes
    ----------
    counts : int64 array, shape (n_cells, n_classes)
        Class counts of the cells.
    covered_ticks : int
        Length of the covered rows, and the regret of the rules.
    rules : CellRules
        The rules that cover each cell, and those that speak for it.
    ticks : AnyTicks

    Notes
    -----
    Every rule that is added covers a row that none covered before. So no earlier rule contains
    it, no two covers are the same, and adding a rule never changes who speaks for a row that it
    does not cover.
    """

    def __init__(self, counts: Counts, ticks: AnyTicks) -> None:
        self.counts = counts.reshape(1, -1).copy()
        self.covered_ticks = 0
        self.rules = CellRules(
            members=np.zeros((1, 1), dtype=np.uint64),
            group_of=np.array([-1], dtype=np.int32),
            groups=np.zeros((0, 1), dtype=np.uint64),
            speaker=np.zeros(0, dtype=np.int32),
            unions=np.zeros((0, self.counts.shape[1]), dtype=np.int64),
            sizes=np.zeros(0, dtype=np.int64),
        )
        self.ticks = ticks

    @property
    def n_cells(self) -> int:
        """Number of cells, that of the uncovered rows included."""
        return len(self.counts)

    @property
    def n_rules(self) -> int:
        """Number of rules."""
        return len(self.rules.sizes)

    @property
    def next_number(self) -> int:
        """The number that the next rule gets: the first that none has."""
        return _first_unused(self.rules.sizes)

    @property
    def real_ticks(self) -> int:
        """L(M): the covered rows, the rules' regret, and the else rule."""
        return self.covered_ticks + int(length_ticks(self.counts[0], self.ticks))

    @property
    def real_bits(self) -> float:
        """L(M) in bits."""
        return self.ticks.to_bits(self.real_ticks)

    def add_rule(self, inside: Counts) -> NDArray[np.int32]:
        """Add a rule as `add` does, and find out by how much the covered rows change.

        Parameters
        ----------
        inside : int64 array, shape (n_cells, n_classes)
            The new rule's rows by cell and class; at least one is in cell 0.
        """
        change = np.empty(1, dtype=np.int64)
        cell_kernels.covered_changes_of(inside[None], self.rules, self.ticks, change)
        return self.add(inside, int(change[0]))

    def add(self, inside: Counts, change: int) -> NDArray[np.int32]:
        """Add a rule and return, for each old cell, the cell in which its rows inside now are.

        A cell that lies in the rule whole keeps its number; of any other the part inside gets a
        new one. Cell 0 stays, even when it is empty.

        Parameters
        ----------
        inside : int64 array, shape (n_cells, n_classes)
            The new rule's rows by cell and class; at least one is in cell 0.
        change : int
            By how much ``covered_ticks`` changes.
        """
        self.covered_ticks += change
        touched = np.flatnonzero(inside.any(axis=1))
        whole = (inside[touched] == self.counts[touched]).all(axis=1) & (touched > 0)
        cut = touched[~whole]
        slots = self._slots_for(len(cut))
        new_cells = np.arange(self.n_cells, dtype=np.int32)
        new_cells[cut] = slots
        # new arrays: whoever asked for the counts before keeps what they were
        counts = _with_rows(self.counts, slots)
        counts[slots] = inside[cut]
        counts[cut] -= inside[cut]
        self._join(touched, new_cells[touched], inside, cut)
        self.counts = counts
        return new_cells

    def _slots_for(self, n: int) -> NDArray[np.intp]:
        """Return the numbers of so many new cells: first those that are not used any more."""
        unused = np.flatnonzero(~self.rules.members.any(axis=1))[1 : n + 1]
        return np.concatenate([unused, np.arange(self.n_cells, self.n_cells + n - len(unused))])

    def _join(
        self,
        touched: NDArray[np.intp],
        now: NDArray[np.int32],
        inside: Counts,
        cut: NDArray[np.intp],
    ) -> None:
        """Add a rule to the cells that it touches, whose parts inside are these cells now."""
        old = self.rules
        rule, n_groups = self.next_number, len(old.groups)
        joined = np.empty(n_groups, dtype=np.int64)
        unions = np.empty((n_groups, inside.shape[1]), dtype=np.int64)
        n = cell_kernels.joined_groups(touched, inside, old, joined, unions)
        joined, unions = joined[:n], unions[:n]

        slots = now[now != touched]
        members = _with_room(_with_rows(old.members, slots), rule)
        members[slots] = members[cut]
        set_bit(members, now, rule)
        groups = _with_room(np.concatenate([old.groups, old.groups[joined]]), rule)
        groups = np.concatenate([groups, np.zeros_like(groups, shape=(1, groups.shape[1]))])
        set_bit(groups, np.arange(n_groups, n_groups + n + 1), rule)
        # a group that the rule joins becomes another; where nobody spoke, the rule speaks alone
        becomes = np.arange(n_groups + 1, dtype=np.int32)
        becomes[joined] = n_groups + np.arange(n, dtype=np.int32)
        becomes[-1] = n_groups + n
        group_of = _with_rows(old.group_of, slots)
        group_of[now] = becomes[old.group_of[touched]]
        sizes = _with_rows(old.sizes, np.array([rule]))
        sizes[rule] = inside.sum()
        self.rules = without_unused(
            CellRules(
                members,
                group_of,
                groups,
                np.concatenate(
                    [old.speaker, np.full(n, -1, dtype=np.int32), np.array([rule], dtype=np.int32)]
                ),
                np.concatenate([old.unions, unions, inside.sum(axis=0, keepdims=True)]),
                sizes,
            )
        )


def members_of(rules: CellRules) -> NDArray[np.bool_]:
    """Return which rules cover each cell, shape (n_cells, n_rules)."""
    return unpacked(rules.members, len(rules.sizes))


def unpacked(bitsets: NDArray[np.uint64], n_bits: int) -> NDArray[np.bool_]:
    """Return the first so many bits of each of some bitsets."""
    as_bytes = np.ascontiguousarray(bitsets).astype("<u8", copy=False).view(np.uint8)
    bits = np.unpackbits(as_bytes, axis=1, bitorder="little")
    return bits[:, :n_bits].astype(np.bool_)


def length_ticks(counts: Counts, ticks: AnyTicks) -> Counts:
    """Return L(rows) of rows with these class counts, along the last axis."""
    out = np.empty(counts.shape[:-1], dtype=np.int64)
    pruned_kernels.leaf_lengths(counts.reshape(-1, counts.shape[-1]), ticks, out.reshape(-1))
    return out


def without_unused(rules: CellRules) -> CellRules:
    """Leave out the groups that speak for no cell, once they are many."""
    if len(rules.groups) <= 2 * len(rules.group_of):
        return rules
    speaks = rules.group_of >= 0
    used, places = np.unique(rules.group_of[speaks], return_inverse=True)
    group_of = rules.group_of.copy()
    group_of[speaks] = places
    return rules._replace(
        group_of=group_of,
        groups=rules.groups[used],
        speaker=rules.speaker[used],
        unions=rules.unions[used],
    )


def _first_unused(sizes: Counts) -> int:
    """Return the least number that no rule has."""
    return int(np.append(sizes, 0).argmin())


def _with_rows(array: NDArray[Any], places: NDArray[np.integer]) -> NDArray[Any]:
    """Return a copy with room for these places."""
    n_more = max(int(places.max(initial=-1)) + 1 - len(array), 0)
    return np.concatenate([array, np.zeros((n_more, *array.shape[1:]), dtype=array.dtype)])


def _with_room(bitsets: NDArray[np.uint64], bit: int) -> NDArray[np.uint64]:
    """Return bitsets with room for a bit."""
    missing = bit // 64 + 1 - bitsets.shape[1]
    return np.pad(bitsets, ((0, 0), (0, missing))) if missing > 0 else bitsets


def set_bit(bitsets: NDArray[np.uint64], places: NDArray[np.integer], bit: int) -> None:
    """Set a bit of some of the bitsets."""
    bitsets[places, bit // 64] |= np.uint64(1 << (bit % 64))
