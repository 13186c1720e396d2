"""Covers: the rules of a set, arranged by column, so that all of them meet a row at once.

Asking one rule after another costs a few array operations a literal; asking all literals of a
column together costs a few a column, which is what makes a single row quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from turs.model.literal import Interval, Levels, Literal, Missing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from turs.model.rule import Rule
    from turs.table.columns import Columns
    from turs.table.schema import Column, Schema

    Bools = NDArray[np.bool_]
    Asked = list[tuple[int, Literal]]


class Test(Protocol):
    """Literals of several rules on one column, asked together."""

    @property
    def rules(self) -> NDArray[np.intp]:
        """The rules that the literals belong to, each at most once."""

    def __call__(self, values: NDArray[Any]) -> Bools:
        """Tell which values satisfy which literal, shape (n_rules, n_values)."""


@dataclass(frozen=True, eq=False)
class CoverPlan:
    """The literals of a rule set, arranged by column.

    Parameters
    ----------
    n_rules : int
        The number of rules.
    tests : tuple of (int, Test)
        The position of a column, and what is asked of it.
    """

    n_rules: int
    tests: tuple[tuple[int, Test], ...]

    @classmethod
    def of(cls, rules: Sequence[Rule], schema: Schema) -> CoverPlan:
        """Arrange the literals of rules by the columns of a schema.

        Parameters
        ----------
        rules : sequence of Rule
            Each literal must suit its column.
        schema : Schema
            The columns of the tables to come.

        Returns
        -------
        CoverPlan
        """
        asked: dict[str, Asked] = {}
        for index, rule in enumerate(rules):
            for literal in rule.literals:
                asked.setdefault(literal.variable, []).append((index, literal))
        tests = [
            (position, _test(column, asked[column.name]))
            for position, column in enumerate(schema.columns)
            if column.name in asked
        ]
        return cls(len(rules), tuple(tests))

    def covers(self, columns: Columns, start: int = 0, stop: int | None = None) -> Bools:
        """Tell which rules cover which rows.

        Parameters
        ----------
        columns : Columns
            A table with the plan's schema.
        start, stop : int
            The rows to look at; all by default.

        Returns
        -------
        ndarray of bool, shape (n_rules, n_rows)
            One row of the array a rule.
        """
        stop = columns.n_rows if stop is None else min(stop, columns.n_rows)
        covers = np.ones((self.n_rules, max(0, stop - start)), dtype=np.bool_)
        for position, test in self.tests:
            covers[test.rules] &= test(columns.values[position][start:stop])
        return covers


@dataclass(frozen=True, eq=False)
class _Numeric:
    """Literals on a numeric column: finite values between two bounds, or NaN where flagged."""

    rules: NDArray[np.intp]
    lows: NDArray[np.float64]
    highs: NDArray[np.float64]
    missing: Bools | None

    def __call__(self, values: NDArray[Any]) -> Bools:
        satisfied: Bools = values > self.lows
        satisfied &= values <= self.highs
        if self.missing is not None:
            satisfied |= np.isnan(values) & self.missing
        return satisfied


@dataclass(frozen=True, eq=False)
class _Codes:
    """Literals on a categorical column: the codes that each allows."""

    rules: NDArray[np.intp]
    allowed: Bools

    def __call__(self, values: NDArray[Any]) -> Bools:
        satisfied: Bools = self.allowed[:, values]
        return satisfied


def _test(column: Column, asked: Asked) -> Test:
    for _, literal in asked:
        literal.check(column)
    rules = np.array([rule for rule, _ in asked], dtype=np.intp)
    literals = [literal for _, literal in asked]
    if column.kind == "numeric":
        return _numeric(rules, literals)
    allowed = [x.allowed(column) for x in literals if isinstance(x, Levels | Missing)]
    return _Codes(rules, np.array(allowed))


def _numeric(rules: NDArray[np.intp], literals: Sequence[Literal]) -> _Numeric:
    limits = np.array([_limits(x) for x in literals])
    missing = np.array([[_takes_missing(x)] for x in literals])
    return _Numeric(rules, limits[:, :1], limits[:, 1:], missing if missing.any() else None)


def _limits(literal: Literal) -> tuple[float, float]:
    if isinstance(literal, Interval):
        low = -np.inf if literal.low is None else literal.low
        return low, np.inf if literal.high is None else literal.high
    # Nothing is above infinity: "is missing" holds for no number.
    return (-np.inf, np.inf) if _takes_numbers(literal) else (np.inf, np.inf)


def _takes_numbers(literal: Literal) -> bool:
    return not isinstance(literal, Missing) or literal.negated


def _takes_missing(literal: Literal) -> bool:
    return not literal.negated if isinstance(literal, Missing) else literal.missing
