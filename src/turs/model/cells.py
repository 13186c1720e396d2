"""Cells: rows with the same covering rules, and the class counts of each.

A rule set cuts the rows into cells, and the cell table is all that prediction, explanation, editing
and description lengths need of the training rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from turs.exceptions import InputError
from turs.model.patterns import distinct_rows, pack
from turs.model.products import add_up, meet

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Counts = NDArray[np.int64]

# Sums of counts are taken in float64, which is exact up to here.
_MOST_ROWS = 2**53


@dataclass(frozen=True, eq=False)
class CellTable:
    """The class counts of every cell that has a training row.

    Parameters
    ----------
    members : ndarray of bool, shape (n_cells, n_rules)
        Which rules cover the rows of a cell; no two cells are alike. Kept sorted.
    counts : ndarray of int64, shape (n_cells, n_classes)
        How many training rows of each class are in a cell; no cell is without rows.

    Examples
    --------
    Three rows; rule 0 covers the first two, rule 1 the second:

    >>> covers = np.array([[True, False], [True, True], [False, False]])
    >>> cells = CellTable.count(covers, np.array([0, 1, 1]), n_classes=2)
    >>> cells.rule_counts.tolist(), cells.else_counts.tolist()
    ([[1, 1], [0, 1]], [0, 1])
    >>> cells.contains.tolist()
    [[True, True], [False, True]]
    """

    members: Bools
    counts: Counts

    def __post_init__(self) -> None:
        """Check the table, sort its cells, and make its arrays read-only."""
        members, counts = _checked(self.members, self.counts)
        order = _order(members)
        object.__setattr__(self, "members", _frozen(members[order]))
        object.__setattr__(self, "counts", _frozen(counts[order]))

    @classmethod
    def count(cls, covers: Bools, codes: NDArray[np.integer[Any]], n_classes: int) -> CellTable:
        """Count the classes of the rows of each cell.

        Parameters
        ----------
        covers : ndarray of bool, shape (n_rows, n_rules)
            Which rules cover which rows.
        codes : ndarray of int, shape (n_rows,)
            The class of each row, ``0 <= code < n_classes``.
        n_classes : int
            The number of classes of the model.

        Returns
        -------
        CellTable
        """
        cells = distinct_rows(pack(np.ascontiguousarray(covers.T)))
        n_cells = len(cells.first)
        flat = np.bincount(cells.which * n_classes + codes, minlength=n_cells * n_classes)
        return cls(covers[cells.first], flat.reshape(n_cells, n_classes))

    @classmethod
    def merge(cls, members: Bools, counts: Counts) -> CellTable:
        """Make a table of cells of which some may be alike: add up their counts.

        Parameters
        ----------
        members : ndarray of bool, shape (n_parts, n_rules)
            Which rules cover the rows of a part.
        counts : ndarray of int64, shape (n_parts, n_classes)
            The class counts of the parts; a part without rows leaves no cell.

        Returns
        -------
        CellTable
        """
        filled = counts.any(axis=1)
        members, counts = members[filled], counts[filled]
        cells = distinct_rows(pack(np.ascontiguousarray(members.T)))
        summed = np.zeros((len(cells.first), counts.shape[1]), dtype=np.int64)
        np.add.at(summed, cells.which, counts)
        return cls(members[cells.first], summed)

    def select(self, rules: Sequence[int]) -> CellTable:
        """Return the cells of some of the rules, in the order given.

        Parameters
        ----------
        rules : sequence of int
            Indices of the rules to keep.

        Returns
        -------
        CellTable
            Exactly what counting the kept rules on the training rows gives.
        """
        return self.merge(self.members[:, np.asarray(rules, dtype=np.intp)], self.counts)

    def without(self, rule: int) -> CellTable:
        """Return the cells of all rules but one.

        Parameters
        ----------
        rule : int
            The index of the rule to leave out.

        Returns
        -------
        CellTable
            Exactly what counting the other rules on the training rows gives.
        """
        return self.select([other for other in range(self.n_rules) if other != rule])

    @property
    def n_cells(self) -> int:
        """The number of cells."""
        return int(self.members.shape[0])

    @property
    def n_rules(self) -> int:
        """The number of rules."""
        return int(self.members.shape[1])

    @property
    def n_classes(self) -> int:
        """The number of classes."""
        return int(self.counts.shape[1])

    @property
    def n_rows(self) -> int:
        """The number of training rows."""
        return int(self.counts.sum())

    @cached_property
    def rule_counts(self) -> Counts:
        """Class counts in the whole cover of each rule, shape (n_rules, n_classes)."""
        return _frozen(add_up(self.members.T, self._float_counts).astype(np.int64))

    @cached_property
    def else_counts(self) -> Counts:
        """Class counts of the rows that no rule covers, shape (n_classes,)."""
        return _frozen(self.counts[~self.members.any(axis=1)].sum(axis=0))

    @cached_property
    def total_counts(self) -> Counts:
        """Class counts of all training rows, shape (n_classes,)."""
        return _frozen(self.counts.sum(axis=0))

    @cached_property
    def contains(self) -> Bools:
        """Whether the cover of rule i contains that of rule j, shape (n_rules, n_rules).

        False wherever one of them covers no training row.
        """
        shared = add_up(self.members.T, self.members.astype(np.float64))
        size = shared.diagonal()
        contains: Bools = (shared == size[np.newaxis, :]) & (size > 0)
        return _frozen(contains)

    def union_counts(self, groups: Bools) -> Counts:
        """Count the classes in the unions of the covers of groups of rules.

        Parameters
        ----------
        groups : ndarray of bool, shape (n_groups, n_rules)
            Which rules are in which group.

        Returns
        -------
        ndarray of int64, shape (n_groups, n_classes)
            Exact for any group, also one that no training row has: a row is in the union when
            its cell meets the group.
        """
        summed = np.zeros((len(groups), self.n_classes))
        for rule in np.flatnonzero(groups.any(axis=0)).tolist():
            chosen = np.flatnonzero(groups[:, rule])
            summed[chosen] += self._fresh_counts(groups[chosen, :rule], rule)
        return summed.astype(np.int64)

    def _fresh_counts(self, before: Bools, rule: int) -> NDArray[np.float64]:
        """Count the cells of a rule that no rule before it in the group has.

        So each cell of a union is counted once, at the first of the group's rules that it has, and
        the time is that of the cells of the rules in the groups, not of all cells.
        """
        cells = np.flatnonzero(self.members[:, rule])
        others = self.members[cells, :rule]
        near = np.flatnonzero(others.any(axis=0) & before.any(axis=0))
        fresh = ~meet(before[:, near], others[:, near])
        return add_up(fresh, self._float_counts[cells])

    def __eq__(self, other: object) -> bool:
        """Tell whether two tables hold the same cells, of the same rules in the same order."""
        if not isinstance(other, CellTable):
            return NotImplemented
        return np.array_equal(self.members, other.members) and np.array_equal(
            self.counts, other.counts
        )

    def __hash__(self) -> int:
        """Return a hash of the size of the table."""
        return hash((self.members.shape, self.counts.shape))

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the two arrays; all else follows from them."""
        return {"members": self.members, "counts": self.counts}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Unpickle; arrays come back writeable, and are made read-only again."""
        self.__dict__.update({name: _frozen(array) for name, array in state.items()})

    @cached_property
    def _float_counts(self) -> NDArray[np.float64]:
        # Integer matrix products are slow in numpy, and float64 is exact for all sums of counts.
        return self.counts.astype(np.float64)


def _checked(members: Bools, counts: Counts) -> tuple[Bools, Counts]:
    members, counts = np.asarray(members), np.asarray(counts)
    if members.dtype != np.bool_ or members.ndim != 2:
        raise InputError("the members of a cell table must be a boolean array of two dimensions")
    if counts.dtype.kind not in "iu" or counts.ndim != 2 or len(counts) != len(members):
        raise InputError("the counts of a cell table must be integers, one row a cell")
    negative = np.flatnonzero((counts < 0).any(axis=1))
    if negative.size:
        raise InputError(f"cell {negative[0]} has a negative count; counts are 0 or more")
    empty = np.flatnonzero(~counts.any(axis=1))
    if empty.size:
        raise InputError(f"cell {empty[0]} has no rows; leave it out")
    if len(counts) == 0:
        raise InputError("the cells hold no row; a rule set needs at least 1 training row")
    if float(counts.sum(dtype=np.float64)) >= _MOST_ROWS:
        raise InputError(f"the cells hold too many rows; there must be fewer than {_MOST_ROWS}")
    return members, counts.astype(np.int64)


def _order(members: Bools) -> NDArray[np.intp]:
    cells = distinct_rows(pack(np.ascontiguousarray(members.T)))
    if len(cells.first) < len(members):
        twice = np.setdiff1d(np.arange(len(members)), cells.first)[0]
        raise InputError(f"cell {twice} has the same rules as a cell before it; add them up")
    keys = np.packbits(members, axis=1).T[::-1]
    return np.lexsort(keys) if len(keys) else np.arange(len(members))


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array
