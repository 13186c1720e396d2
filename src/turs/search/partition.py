"""The cells of the rules added so far, and who speaks for each."""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.counting import CellRules, Counts, joining_kernels, pruned_kernels
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

    def add(self, inside: Counts) -> NDArray[np.int32]:
        """Add a rule and return, for each old cell, the cell in which its rows inside now are.

        A cell that lies in the rule whole keeps its number; of any other the part inside gets a
        new one. Cell 0 stays, even when it is empty.

        Parameters
        ----------
        inside : int64 array, shape (n_cells, n_classes)
            The new rule's rows by cell and class; at least one is in cell 0.
        """
        number, n_cells, n_groups = self.next_number, self.n_cells, len(self.rules.groups)
        # new arrays: whoever asked for the counts before keeps what they were
        counts = _with_room(self.counts, 2 * n_cells)
        rules = _with_room_for(number, self.rules, 2 * n_cells, 2 * n_groups + 1)
        new_cells = np.empty(n_cells, dtype=np.int32)
        n_cells, n_groups = joining_kernels.add_rule(
            inside, number, n_groups, counts, rules, new_cells
        )
        self._become(counts[:n_cells], _first_of(rules, n_cells, n_groups))
        return new_cells

    def without(self, number: int) -> tuple[Partition, NDArray[np.int32]]:
        """Return the cells without a rule, and for each old cell the one in which its rows are.

        Only rows of the rule go to another cell: to that of the rules that are left, if there is
        one, and so to the uncovered ones where none is left. This partition stays as it is.

        Parameters
        ----------
        number : int
            That of the rule, which the next one that is added may get.
        """
        rest, n_cells, n_groups = copy(self), self.n_cells, len(self.rules.groups)
        counts, members = self.counts.copy(), self.rules.members
        rules = _with_room_for(number, self.rules, n_cells, n_groups + n_cells)
        new_cells = np.empty(n_cells, dtype=np.int32)
        n_groups = joining_kernels.take_out_rule(
            number, n_groups, members, self.counts, counts, rules, new_cells
        )
        rest._become(counts, _first_of(rules, n_cells, n_groups))
        return rest, new_cells

    def _become(self, counts: Counts, rules: CellRules) -> None:
        """Become these cells."""
        length = joining_kernels.covered_length(counts, rules, self.ticks)
        self.covered_ticks = int(length)
        self.counts, self.rules = counts, _without_unused(rules)


def members_of(rules: CellRules) -> NDArray[np.bool_]:
    """Return which rules cover each cell, shape (n_cells, n_rules)."""
    as_bytes = np.ascontiguousarray(rules.members).astype("<u8", copy=False).view(np.uint8)
    bits = np.unpackbits(as_bytes, axis=1, bitorder="little")
    return bits[:, : len(rules.sizes)].astype(np.bool_)


def length_ticks(counts: Counts, ticks: AnyTicks) -> Counts:
    """Return L(rows) of rows with these class counts, along the last axis."""
    out = np.empty(counts.shape[:-1], dtype=np.int64)
    pruned_kernels.leaf_lengths(counts.reshape(-1, counts.shape[-1]), ticks, out.reshape(-1))
    return out


def _without_unused(rules: CellRules) -> CellRules:
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


def _with_room_for(number: int, rules: CellRules, n_cells: int, n_groups: int) -> CellRules:
    """Return a copy with room for a rule, and for so many cells and groups."""
    n_words = max(rules.members.shape[1], number // 64 + 1)
    return CellRules(
        members=_with_room(rules.members, n_cells, n_words),
        group_of=_with_room(rules.group_of, n_cells),
        groups=_with_room(rules.groups, n_groups, n_words),
        speaker=_with_room(rules.speaker, n_groups),
        unions=_with_room(rules.unions, n_groups),
        sizes=_with_room(rules.sizes, max(len(rules.sizes), number + 1)),
    )


def _with_room(array: NDArray[Any], n: int, n_columns: int | None = None) -> NDArray[Any]:
    """Return a copy with zeros in so many rows, and in so many columns."""
    shape = array.shape[1:] if n_columns is None else (n_columns,)
    out = np.zeros((n, *shape), dtype=array.dtype)
    out[tuple(map(slice, array.shape))] = array
    return out


def _first_of(rules: CellRules, n_cells: int, n_groups: int) -> CellRules:
    """Return the first cells and groups."""
    return CellRules(
        members=rules.members[:n_cells],
        group_of=rules.group_of[:n_cells],
        groups=rules.groups[:n_groups],
        speaker=rules.speaker[:n_groups],
        unions=rules.unions[:n_groups],
        sizes=rules.sizes,
    )


def _first_unused(sizes: Counts) -> int:
    """Return the least number that no rule has."""
    return int(np.append(sizes, 0).argmin())
