"""The cells of the rules added so far, and who speaks for each."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from turs.counting import Counts, kernels
from turs.mdl import Ticks


class Partition:
    """The rows cut into cells by the rules: cell 0 are the uncovered rows.

    Parameters
    ----------
    counts : int64 array, shape (n_classes,)
        Class counts of all rows.
    ticks : Ticks

    Attributes
    ----------
    counts : int64 array, shape (n_cells, n_classes)
        Class counts of the cells.
    covered_ticks : int
        Length of the covered rows, and the regret of the rules.

    Notes
    -----
    Every rule that is added covers a row that none covered before. So no earlier rule contains
    it, no two covers are the same, and adding a rule never changes who speaks for a row that it
    does not cover.
    """

    def __init__(self, counts: Counts, ticks: Ticks) -> None:
        self.counts = counts.reshape(1, -1).copy()
        self.covered_ticks = 0
        self._ticks = ticks
        self._rule_sizes = np.zeros(0, dtype=np.int64)
        self._members = np.zeros((1, 1), dtype=np.uint64)
        self._groups = np.zeros((1, 1), dtype=np.uint64)
        self._unions = np.zeros_like(self.counts)

    @property
    def n_cells(self) -> int:
        """Number of cells, that of the uncovered rows included."""
        return len(self.counts)

    @property
    def n_rules(self) -> int:
        """Number of rules."""
        return len(self._rule_sizes)

    @property
    def real_ticks(self) -> int:
        """L(M): the covered rows, the rules' regret, and the else rule."""
        return self.covered_ticks + length_ticks(self.counts[0], self._ticks)

    def members(self) -> NDArray[np.bool_]:
        """Return which rules cover each cell, shape (n_cells, n_rules)."""
        as_bytes = self._members.astype("<u8").view(np.uint8)
        bits = np.unpackbits(as_bytes, axis=1, bitorder="little")
        return bits[:, : self.n_rules].astype(np.bool_)

    def covered_ticks_with(self, inside: Counts) -> int:
        """Return ``covered_ticks`` as if a rule were added.

        Parameters
        ----------
        inside : int64 array, shape (n_cells, n_classes)
            The new rule's rows by cell and class; at least one is in cell 0.
        """
        new = inside.sum(axis=0)
        change = kernels.covered_change(
            inside, self._members, self._groups, self._unions, self._rule_sizes, self._ticks
        )
        own = cross_ticks(inside[0], new, self._ticks) + int(self._ticks.regret[new.sum()])
        return self.covered_ticks + int(change) + own

    def add(self, inside: Counts) -> NDArray[np.int32]:
        """Add a rule and return, for each old cell, the cell in which its rows inside now are.

        A cell that lies in the rule whole keeps its number; of any other the part inside gets a
        new one. Cell 0 stays, even when it is empty.
        """
        self.covered_ticks = self.covered_ticks_with(inside)
        touched = inside.any(axis=1)
        whole = touched & (inside == self.counts).all(axis=1)
        whole[0] = False
        cut = np.flatnonzero(touched & ~whole)
        new_cells = np.arange(self.n_cells, dtype=np.int32)
        new_cells[cut] = self.n_cells + np.arange(len(cut), dtype=np.int32)
        self._cut(cut, inside[cut])
        self._cover(new_cells[touched], inside.sum())
        return new_cells

    def _cut(self, cells: NDArray[np.intp], inside: Counts) -> None:
        """Append a copy of these cells, with the rows inside moved to the copies."""
        # a new array: whoever asked for the counts before keeps what they were
        self.counts = np.concatenate([self.counts, inside])
        self.counts[cells] -= inside
        self._members = np.concatenate([self._members, self._members[cells]])
        self._groups = np.concatenate([self._groups, self._groups[cells]])
        self._unions = np.concatenate([self._unions, self._unions[cells]])

    def _cover(self, cells: NDArray[np.int32], n_rows: np.int64) -> None:
        """Add a rule that covers just these cells."""
        rule = self.n_rules
        self._rule_sizes = np.append(self._rule_sizes, n_rows)
        self._members = _with_room(self._members, rule)
        self._groups = _with_room(self._groups, rule)
        _set_bit(self._members, cells, rule)
        speaks = ~(self._groups[cells] & self._contained(rule)).any(axis=1)
        _set_bit(self._groups, cells[speaks], rule)
        meets = (self._groups[cells, None] & self._members[None]).any(axis=2)
        self._unions[cells] = meets.astype(np.int64) @ self.counts

    def _contained(self, rule: int) -> NDArray[np.uint64]:
        """Return the bitset of the other rules whose covers lie within this one's."""
        members, sizes = self.members(), self.counts.sum(axis=1)
        shared = sizes[members[:, rule]] @ members[members[:, rule]]
        inside = shared == self._rule_sizes
        inside[rule] = False
        bits = np.zeros((1, self._members.shape[1]), dtype=np.uint64)
        for other in np.flatnonzero(inside):
            _set_bit(bits, np.array([0]), int(other))
        return bits


def length_ticks(counts: Counts, ticks: Ticks) -> int:
    """Return L(rows) of rows with these class counts."""
    n = counts.sum()
    return int(ticks.xlogx[n] - ticks.xlogx[counts].sum() + ticks.regret[n])


def cross_ticks(counts: Counts, model_counts: Counts, ticks: Ticks) -> int:
    """Return the length of rows coded with the frequencies of others."""
    coded = counts.sum() * ticks.log[model_counts.sum()] - counts @ ticks.log[model_counts]
    return int(coded)


def _with_room(bitsets: NDArray[np.uint64], bit: int) -> NDArray[np.uint64]:
    """Return bitsets with room for a bit."""
    missing = bit // 64 + 1 - bitsets.shape[1]
    return np.pad(bitsets, ((0, 0), (0, missing))) if missing > 0 else bitsets


def _set_bit(bitsets: NDArray[np.uint64], places: NDArray[np.integer], bit: int) -> None:
    bitsets[places, bit // 64] |= np.uint64(1 << (bit % 64))
