"""Groups: which of the rules that cover a row speak for it, and the class counts they speak with.

A pattern is the set of rules that cover a row. Its group leaves out the rules without training
rows, and every rule whose training cover contains that of another rule of the pattern.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from turs.model.cells import CellTable
from turs.model.patterns import distinct_rows, pack
from turs.model.products import meet

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from turs.model.rule import Rule

    Bools = NDArray[np.bool_]
    Counts = NDArray[np.int64]

# Groups whose unions are counted at a time, divided by the number of cells: bounds the memory.
_BLOCK_ENTRIES = 4_000_000


@dataclass(frozen=True, eq=False)
class Groups:
    """Turn patterns of covering rules into groups of speaking rules and their class counts.

    Parameters
    ----------
    cells : CellTable
        The training rows, as cells.
    rules : sequence of Rule
        The rules of the cells. Of two with the same training cover the one with the smaller `key`
        speaks, so that the order of the rules decides nothing.

    Notes
    -----
    Section 3.2 of the paper. "Contains the training cover, or has the same and a larger key" is a
    strict order: its smallest elements are the group, in whatever order rules are taken away.
    """

    cells: CellTable
    rules: Sequence[Rule]

    @cached_property
    def yields(self) -> Bools:
        """Whether rule i is silent where rule j covers too, shape (n_rules, n_rules)."""
        contains = self.cells.contains
        same = contains & contains.T
        ranks = np.empty(len(self.rules), dtype=np.intp)
        ranks[sorted(range(len(self.rules)), key=lambda i: self.rules[i].key)] = np.arange(
            len(self.rules)
        )
        later: Bools = ranks[:, np.newaxis] > ranks[np.newaxis, :]
        return (contains & ~same) | (same & later)

    def speaking(self, patterns: Bools) -> Bools:
        """Return the groups of patterns.

        Parameters
        ----------
        patterns : ndarray of bool, shape (n_patterns, n_rules)
            Which rules cover.

        Returns
        -------
        ndarray of bool, shape (n_patterns, n_rules)
            Which of them speak; none when the else rule does.
        """
        speaking: Bools = patterns & self._has_rows
        # A single pattern has few rules, and the product of all would take longer than the rest.
        some = np.flatnonzero(speaking.any(axis=0))
        filled = speaking[:, some]
        speaking[:, some] = filled & ~meet(filled, self.yields[np.ix_(some, some)])
        return speaking

    def counts(self, groups: Bools) -> Counts:
        """Return the class counts that groups speak with.

        Parameters
        ----------
        groups : ndarray of bool, shape (n_groups, n_rules)
            As returned by `speaking`.

        Returns
        -------
        ndarray of int64, shape (n_groups, n_classes)
            Of one rule: its cover. Of several: the union of their covers. Of none: the else rule,
            or all training rows when every one of them is covered.
        """
        sizes = groups.sum(axis=1)
        counts = np.empty((len(groups), self.cells.n_classes), dtype=np.int64)
        counts[sizes == 0] = self.fallback_counts
        single = sizes == 1
        counts[single] = self.cells.rule_counts[np.nonzero(groups[single])[1]]
        unions = np.flatnonzero(sizes > 1)
        if unions.size:
            counts[unions] = self._union_counts(groups[unions])
        return counts

    @property
    def fallback_counts(self) -> Counts:
        """The class counts of the else rule, or of all rows where none is left to it."""
        return self.cells.else_counts if self.has_else_rows else self.cells.total_counts

    @cached_property
    def has_else_rows(self) -> bool:
        """Whether some training row is covered by no rule."""
        return bool(self.cells.else_counts.any())

    def _union_counts(self, groups: Bools) -> Counts:
        distinct = distinct_rows(pack(np.ascontiguousarray(groups.T)))
        groups = groups[distinct.first]
        step = max(1, _BLOCK_ENTRIES // int(self.cells.members.sum(axis=0).max()))
        blocks = [
            self.cells.union_counts(groups[start : start + step])
            for start in range(0, len(groups), step)
        ]
        return np.concatenate(blocks)[distinct.which]

    @cached_property
    def _has_rows(self) -> Bools:
        has_rows: Bools = self.cells.rule_counts.sum(axis=1) > 0
        return has_rows
