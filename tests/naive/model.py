"""Rows and rules to covers, groups, probabilities and lengths, straight from the definitions.

A row is a dictionary of plain values, None where missing. A cover is a set of training rows, and
everything else is counted on covers and rows again, each time it is asked for.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from turs.model import Interval, Levels, Literal, Missing, Rule

Value = str | int | float | bool | None
Row = Mapping[str, Value]


@dataclass(frozen=True)
class Training:
    """Rules, and the training rows that they are counted on.

    Attributes
    ----------
    rules : sequence of Rule
        In any order.
    rows : sequence of mappings
        Value by column.
    y : sequence of int
        Class of every row, 0 to ``n_classes - 1``.
    n_classes : int
        Number of classes, also those without rows.
    """

    rules: Sequence[Rule]
    rows: Sequence[Row]
    y: Sequence[int]
    n_classes: int
    _covers: dict[Rule, frozenset[int]] = field(default_factory=dict, repr=False)

    def cover(self, rule: Rule) -> frozenset[int]:
        """Return the training rows that satisfy a rule."""
        if rule not in self._covers:
            found = frozenset(i for i, row in enumerate(self.rows) if self.covers(rule, row))
            self._covers[rule] = found
        return self._covers[rule]

    def covers(self, rule: Rule, row: Row) -> bool:
        """Tell whether a rule covers a row, of training or new."""
        return all(self.satisfies(literal, row) for literal in rule.literals)

    def satisfies(self, literal: Literal, row: Row) -> bool:
        """Tell whether a row satisfies a literal; levels never seen in training satisfy none."""
        value = row[literal.variable]
        if isinstance(literal, Missing):
            return (value is not None) if literal.negated else (value is None)
        if value is None:
            return literal.missing
        if isinstance(literal, Levels):
            seen = [other[literal.variable] for other in self.rows]
            return value in literal.levels and value in seen
        assert isinstance(literal, Interval) and isinstance(value, int | float)
        return (literal.low is None or literal.low < value) and (
            literal.high is None or value <= literal.high
        )

    def class_counts(self, rows: frozenset[int]) -> list[int]:
        """Count the classes of some training rows."""
        return [sum(self.y[i] == label for i in rows) for label in range(self.n_classes)]

    def else_rows(self) -> frozenset[int]:
        """Return the training rows that no rule covers."""
        return frozenset(range(len(self.rows))).difference(*map(self.cover, self.rules))


def covering_rules(training: Training, row: Row) -> set[Rule]:
    """Return the rules that cover a row."""
    return {rule for rule in training.rules if training.covers(rule, row)}


def silences(training: Training, small: Rule, large: Rule) -> bool:
    """Tell whether one rule takes another out of a group that has both."""
    inner, outer = training.cover(small), training.cover(large)
    if inner == outer:
        return (small.n_literals, str(small)) < (large.n_literals, str(large))
    return inner < outer


def group_of(training: Training, row: Row) -> set[Rule]:
    """Return the explanation group of a row: take rules away until none contains another."""
    group = {rule for rule in covering_rules(training, row) if training.cover(rule)}
    while True:
        gone = {
            large
            for large in group
            if any(silences(training, small, large) for small in group if small != large)
        }
        if not gone:
            return group
        group.remove(gone.pop())


def group_rows(training: Training, row: Row) -> frozenset[int]:
    """Return the training rows whose class frequencies a row gets."""
    group = group_of(training, row)
    if group:
        return frozenset().union(*map(training.cover, group))
    return training.else_rows() or frozenset(range(len(training.rows)))


def counts_of(training: Training, row: Row) -> list[int]:
    """Return the class counts that a row's probabilities come from."""
    return training.class_counts(group_rows(training, row))


def probabilities_of(training: Training, row: Row, smoothing: int | Fraction = 0) -> list[Fraction]:
    """Return the exact class probabilities of a row."""
    counts = counts_of(training, row)
    prior = [Fraction(c, len(training.rows)) for c in all_counts(training)]
    return [
        (count + smoothing * share) / (sum(counts) + Fraction(smoothing))
        for count, share in zip(counts, prior, strict=True)
    ]


def all_counts(training: Training) -> list[int]:
    """Count the classes of all training rows."""
    return training.class_counts(frozenset(range(len(training.rows))))


def likelihood_bits(training: Training) -> float:
    """Return what the classes of the training rows cost, each under its group."""
    return sum(
        -math.log2(probabilities_of(training, row)[label])
        for row, label in zip(training.rows, training.y, strict=True)
    )


def total_regret_bits(training: Training) -> float:
    """Return the regret of all rules and of the else rule."""
    covered = [*map(training.cover, training.rules), training.else_rows()]
    return sum(math.log2(normaliser(len(rows), training.n_classes)) for rows in covered)


@cache
def normaliser(n: int, k: int) -> Fraction:
    """Return ``R(n, k)``: the largest likelihoods of all sequences of n classes, added up."""
    if k == 1 or n == 0:
        return Fraction(1)
    return sum(
        (
            math.comb(n, h)
            * Fraction(h, n) ** h
            * Fraction(n - h, n) ** (n - h)
            * normaliser(n - h, k - 1)
            for h in range(n + 1)
        ),
        start=Fraction(0),
    )
