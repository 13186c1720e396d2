"""Masks: rules as bits of integers, and a rule set as the masks that a query needs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from turs.model.groups import Groups

if TYPE_CHECKING:
    from turs.model.contents import RuleSetData
    from turs.model.rule import Rule

# Two fewer than an integer has: no sum of bits can overflow, or become negative.
WORD_BITS = 62


@dataclass(frozen=True)
class Cell:
    """The rules of a cell, as words, and its class counts."""

    members: tuple[int, ...]
    counts: tuple[int, ...]

    @property
    def n_rows(self) -> int:
        """The number of training rows."""
        return sum(self.counts)


@dataclass(frozen=True, eq=False)
class Masks:
    """A rule set as masks, in an order that depends on the rules alone.

    Parameters
    ----------
    data : RuleSetData
        The rule set.
    """

    data: RuleSetData

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules, sorted; the bits are in this order."""
        return tuple(self.data.rules[i] for i in self._order)

    @property
    def n_words(self) -> int:
        """How many integers hold one bit a rule: at least one."""
        return max(1, -(-len(self.rules) // WORD_BITS))

    def place(self, rule: int) -> tuple[int, int]:
        """Return the word of a rule, from 0, and its bit there.

        Parameters
        ----------
        rule : int
            A position in `rules`.

        Returns
        -------
        word, bit : int
        """
        word, position = divmod(rule, WORD_BITS)
        return word, 1 << position

    @cached_property
    def with_rows(self) -> tuple[int, ...]:
        """The rules that cover a training row; no other ever speaks."""
        n_rows = self.data.cells.rule_counts.sum(axis=1)
        return self._words((n_rows[list(self._order)] > 0).tolist())

    @cached_property
    def silenced(self) -> tuple[tuple[int, ...], ...]:
        """For each rule, those that are silent where it covers too."""
        yields = Groups(self.data.cells, self.data.rules).yields
        order = list(self._order)
        return tuple(self._words(yields[order, rule].tolist()) for rule in order)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that rules cover; first, without members, the counts of the else rule."""
        cells = self.data.cells
        fallback = Groups(cells, self.data.rules).fallback_counts
        members = map(self._words, cells.members[:, list(self._order)].tolist())
        covered = [
            Cell(words, tuple(counts))
            for words, counts in zip(members, cells.counts.tolist(), strict=True)
            if any(words)
        ]
        nothing = Cell((0,) * self.n_words, tuple(fallback.tolist()))
        return (nothing, *sorted(covered, key=lambda cell: cell.members[::-1]))

    @cached_property
    def _order(self) -> tuple[int, ...]:
        rules = self.data.rules
        return tuple(sorted(range(len(rules)), key=lambda i: rules[i].key))

    def _words(self, chosen: Iterable[bool]) -> tuple[int, ...]:
        words = [0] * self.n_words
        for rule, is_in in enumerate(chosen):
            if is_in:
                word, bit = self.place(rule)
                words[word] |= bit
        return tuple(words)
