"""Near rules: those that failed on the fewest literals, for rows that no rule covers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from turs.model.notation import format_level, format_name
from turs.table.content import MISSING, UNSEEN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from turs.model.covers import CoverPlan
    from turs.model.literal import Literal
    from turs.model.rule import Rule
    from turs.table.columns import Columns
    from turs.table.schema import Column, Level

_MOST_RULES = 3


@dataclass(frozen=True)
class Failure:
    """A literal that a row does not satisfy, and the value that failed it.

    Parameters
    ----------
    literal : Interval, Levels or Missing
        The literal.
    value : float, str, int, bool or None
        The value of the row; None if it is missing, or a level that training did not see.
    seen : bool, default=True
        False if it is a level that training did not see.
    """

    literal: Literal
    value: Level | None
    seen: bool = True

    def to_dict(self) -> dict[str, Any]:
        """Return the literal as text, and the value."""
        return {"literal": str(self.literal), "value": self.value, "seen": self.seen}

    def __str__(self) -> str:
        """Say what the value is, as in ``age = 20``."""
        name = format_name(self.literal.variable)
        if not self.seen:
            return f"{name} has a level that training did not see"
        return (
            f"{name} is missing" if self.value is None else f"{name} = {format_level(self.value)}"
        )


@dataclass(frozen=True)
class NearRule:
    """A rule that does not cover a row, and what it failed on.

    Parameters
    ----------
    rule : Rule
        The rule.
    failures : tuple of Failure
        One for each literal that the row does not satisfy.
    """

    rule: Rule
    failures: tuple[Failure, ...]

    @property
    def reason(self) -> str:
        """The values that failed, as in ``age = 20, ward is missing``."""
        return ", ".join(map(str, self.failures))

    def to_dict(self) -> dict[str, Any]:
        """Return the rule and the failures as a dictionary of plain values.

        Returns
        -------
        dict
            With the keys ``rule`` and ``failed``.
        """
        return {"rule": str(self.rule), "failed": [one.to_dict() for one in self.failures]}


@dataclass(frozen=True, eq=False)
class Neighbourhood:
    """Find the rules nearest to rows.

    Parameters
    ----------
    rules : sequence of Rule
        The rules of a set.
    plan : CoverPlan
        Their literals by column.
    eligible : ndarray of bool, shape (n_rules,)
        The rules that have training rows, and so something to say.
    """

    rules: Sequence[Rule]
    plan: CoverPlan
    eligible: NDArray[np.bool_]

    def near(self, columns: Columns, rows: Sequence[int]) -> list[tuple[NearRule, ...]]:
        """Return, for some rows of a table, the few rules that fail on the fewest literals.

        Parameters
        ----------
        columns : Columns
            The table.
        rows : sequence of int
            Positions in it.

        Returns
        -------
        list of tuple of NearRule
            One tuple a row; of equals, those with the smallest `Rule.key`.
        """
        order = sorted(np.flatnonzero(self.eligible).tolist(), key=lambda i: self.rules[i].key)
        if not order:
            return [() for _ in rows]
        n_failed = self._n_failed(columns, np.asarray(rows, dtype=np.intp))[:, order]
        least = n_failed.min(axis=1, keepdims=True)
        chosen = [np.flatnonzero(row)[:_MOST_RULES].tolist() for row in n_failed == least]
        return [
            tuple(self._failing(order[i], columns, row) for i in best)
            for row, best in zip(rows, chosen, strict=True)
        ]

    def _n_failed(self, columns: Columns, rows: NDArray[np.intp]) -> NDArray[np.int32]:
        n_failed = np.zeros((len(rows), len(self.rules)), dtype=np.int32)
        for position, atoms in self.plan.asked:
            found = atoms.find(columns.values[position][rows])
            n_failed += ~atoms.open.T[found]
        return n_failed

    def _failing(self, which: int, columns: Columns, row: int) -> NearRule:
        rule = self.rules[which]
        failures = []
        for literal in rule.literals:
            position = columns.schema.index(literal.variable)
            value = columns.values[position][row : row + 1]
            column = columns.schema.columns[position]
            if not literal.covers(value, column)[0]:
                failures.append(failure(literal, value[0], column))
        return NearRule(rule, tuple(failures))


def failure(literal: Literal, value: Any, column: Column) -> Failure:
    """Return a literal with the value, as `Columns` has it, that does not satisfy it."""
    if column.kind == "numeric":
        return Failure(literal, None if np.isnan(value) else float(value))
    if value in (MISSING, UNSEEN):
        return Failure(literal, None, seen=bool(value == MISSING))
    return Failure(literal, column.levels[value])
