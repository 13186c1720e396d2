"""A rule set as people look at it: plain facts, to make text, tables, pictures and pages from.

Rules have an order here, largest cover first, and are numbered by it, so that one can be spoken of.
The order means nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from turs.model.confidence import LEVEL, wilson_intervals
from turs.model.groups import Groups
from turs.model.labels import plain_labels
from turs.model.probability import probabilities
from turs.model.products import add_up, meet

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from turs.model.contents import RuleSetData
    from turs.model.rule import Rule

    Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Outcome:
    """What some training rows say of the classes.

    Parameters
    ----------
    counts : tuple of int
        How many rows of each class there are.
    frequencies : tuple of float
        Their shares; the shares of all training rows where there is no row.
    intervals : tuple of (float, float)
        Wilson's interval of each share, at the level of 0.95.
    """

    counts: tuple[int, ...]
    frequencies: tuple[float, ...]
    intervals: tuple[tuple[float, float], ...]

    @property
    def n_rows(self) -> int:
        """How many rows there are."""
        return sum(self.counts)

    @property
    def majority(self) -> int:
        """The position of the most frequent class; of equals, the first."""
        return self.frequencies.index(max(self.frequencies))


@dataclass(frozen=True)
class RuleSummary:
    """What there is to know of one rule.

    Parameters
    ----------
    number : int
        Its number, from 1 for the rule with the largest cover.
    position : int
        Its position in ``RuleSetData.rules``, to which cells refer.
    rule : Rule
        The rule itself.
    outcome : Outcome
        Of its whole cover.
    n_alone : int
        The rows of its cover that no other rule covers.
    exception_to : tuple of int
        Numbers of the rules whose covers contain this one most closely: where it speaks, they are
        silent.
    same_cover : tuple of int
        Numbers of the other rules with exactly the same training rows.
    """

    number: int
    position: int
    rule: Rule
    outcome: Outcome
    n_alone: int
    exception_to: tuple[int, ...]
    same_cover: tuple[int, ...]

    @property
    def n_rows(self) -> int:
        """How many training rows it covers."""
        return self.outcome.n_rows


@dataclass(frozen=True)
class Overlap:
    """Rows that two rules share, neither of them an exception to the other.

    Parameters
    ----------
    first, second : int
        The numbers of the rules, ``first < second``.
    outcome : Outcome
        Of the rows that both cover.
    agree : bool
        Whether the same class is the most frequent in both covers.
    """

    first: int
    second: int
    outcome: Outcome
    agree: bool

    @property
    def n_rows(self) -> int:
        """How many training rows they share."""
        return self.outcome.n_rows


@dataclass(frozen=True)
class Summary:
    """A rule set as people look at it.

    Parameters
    ----------
    data : RuleSetData
        The rule set.

    Examples
    --------
    >>> from turs import RuleSet
    >>> X, y = {"x": [1, 2, 3, 4, 5]}, list("aabab")
    >>> summary = Summary(RuleSet.from_rules(["x > 1", "1 < x <= 3", "2 < x <= 4"], X, y).data)
    >>> [(rule.number, str(rule.rule), rule.n_rows, rule.exception_to) for rule in summary.rules]
    [(1, 'x > 1', 4, ()), (2, '1 < x <= 3', 2, (1,)), (3, '2 < x <= 4', 2, (1,))]
    >>> [(shared.first, shared.second, shared.n_rows) for shared in summary.overlaps]
    [(2, 3, 1)]
    """

    data: RuleSetData

    @cached_property
    def classes(self) -> tuple[Any, ...]:
        """The class labels, in the order of all counts."""
        return tuple(plain_labels(self.data.classes))

    @property
    def n_rows(self) -> int:
        """The number of training rows."""
        return self.data.n_rows

    @property
    def n_literals(self) -> int:
        """How many literals all rules have, one per variable and bound used."""
        return sum(rule.n_literals for rule in self.data.rules)

    @cached_property
    def total(self) -> Outcome:
        """All training rows."""
        return self._outcomes(self.data.cells.total_counts[np.newaxis])[0]

    @cached_property
    def otherwise(self) -> Outcome:
        """The else rule: the rows that no rule covers, or all where there are none such."""
        return self._outcomes(self._groups.fallback_counts[np.newaxis])[0]

    @property
    def has_else_rows(self) -> bool:
        """Whether some training row is covered by no rule."""
        return self._groups.has_else_rows

    @cached_property
    def rules(self) -> tuple[RuleSummary, ...]:
        """The rules, largest cover first; of equals, by their text."""
        outcomes = self._outcomes(self.data.cells.rule_counts)
        alone = self._rows_alone()
        return tuple(
            RuleSummary(
                number=number,
                position=position,
                rule=self.data.rules[position],
                outcome=outcomes[position],
                n_alone=alone[position],
                exception_to=self._numbers_of(self._closest[:, position]),
                same_cover=self._numbers_of(self._same[:, position]),
            )
            for number, position in enumerate(self._order, 1)
        )

    @cached_property
    def overlaps(self) -> tuple[Overlap, ...]:
        """The pairs of rules that share rows, neither containing the other.

        Those that disagree come first, and of these those with the most rows.
        """
        return self.first_overlaps(self.n_overlaps)

    @property
    def n_overlaps(self) -> int:
        """How many pairs of rules share rows, neither containing the other."""
        return len(self._pairs)

    def first_overlaps(self, most: int) -> tuple[Overlap, ...]:
        """Return the first of `overlaps`, without making the others, which may be very many.

        Parameters
        ----------
        most : int
            How many.

        Returns
        -------
        tuple of Overlap
        """
        first, second = self._pairs[:most].T
        outcomes = self._outcomes(self._shared_counts[first, second])
        return tuple(
            Overlap(self._number[i], self._number[j], outcome, bool(agree))
            for i, j, outcome, agree in zip(
                first.tolist(), second.tolist(), outcomes, self._agree[first, second], strict=True
            )
        )

    @cached_property
    def _pairs(self) -> NDArray[np.intp]:
        """Positions of rules that overlap, the one with the smaller number first, in order."""
        apart = ~(self.data.cells.contains | self.data.cells.contains.T)
        shared = self._shared_counts.sum(axis=2)
        numbers = np.array([self._number[i] for i in range(len(shared))], dtype=np.intp)
        smaller = numbers[:, np.newaxis] < numbers
        first, second = np.nonzero((shared > 0) & apart & smaller)
        order = np.lexsort(
            (numbers[second], numbers[first], -shared[first, second], self._agree[first, second])
        )
        return np.stack([first[order], second[order]], axis=1)

    @cached_property
    def _agree(self) -> Bools:
        majority = self.data.cells.rule_counts.argmax(axis=1)
        agree: Bools = majority[:, np.newaxis] == majority
        return agree

    @cached_property
    def _groups(self) -> Groups:
        return Groups(self.data.cells, self.data.rules)

    @cached_property
    def _order(self) -> list[int]:
        sizes = self.data.cells.rule_counts.sum(axis=1).tolist()
        rules = self.data.rules
        return sorted(range(len(rules)), key=lambda i: (-sizes[i], rules[i].key))

    @cached_property
    def _number(self) -> dict[int, int]:
        return {position: number for number, position in enumerate(self._order, 1)}

    @cached_property
    def _same(self) -> Bools:
        contains = self.data.cells.contains
        same: Bools = contains & contains.T
        return same & ~np.eye(len(same), dtype=np.bool_)

    @cached_property
    def _closest(self) -> Bools:
        """Whether rule i is the next larger around rule j: it contains j, and none between."""
        larger = self.data.cells.contains & ~self.data.cells.contains.T
        return larger & ~meet(larger, larger.T)

    @cached_property
    def _shared_counts(self) -> NDArray[np.int64]:
        """Class counts of the rows that two rules share, shape (n_rules, n_rules, n_classes)."""
        members = self.data.cells.members.astype(np.float64)
        by_class = [add_up(members.T * counts, members) for counts in self.data.cells.counts.T]
        return np.stack(by_class, axis=-1).astype(np.int64)

    def _rows_alone(self) -> list[int]:
        cells = self.data.cells
        single = cells.members.sum(axis=1) == 1
        sizes = cells.counts.sum(axis=1)
        alone: list[int] = (cells.members[single].T @ sizes[single]).tolist()
        return alone

    def _numbers_of(self, chosen: Bools) -> tuple[int, ...]:
        return tuple(sorted(self._number[i] for i in np.flatnonzero(chosen).tolist()))

    def _outcomes(self, counts: NDArray[np.int64]) -> list[Outcome]:
        total = self.data.cells.total_counts
        seen = np.where(counts.any(axis=1, keepdims=True), counts, total)
        frequencies = probabilities(seen, total, 0.0).tolist()
        intervals = wilson_intervals(counts, LEVEL).tolist()
        return [
            Outcome(tuple(row), tuple(shares), tuple((low, high) for low, high in ends))
            for row, shares, ends in zip(counts.tolist(), frequencies, intervals, strict=True)
        ]
