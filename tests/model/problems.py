"""Random rule sets with their training rows, and new rows: small, with ties and gaps."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from hypothesis import strategies as st

from tests.naive.model import Row, Training
from turs.model import Interval, Levels, Literal, Missing, Rule
from turs.ruleset import RuleSet

LABELS = ("no", "yes", "perhaps", "never")

NUMBERS = (None, 0.0, 1.0, 1.5, 2.0, 3.0)
CUTS = (-1, 0, 1, 1.25, 2, 3)
TRAINED = {"ward": ("A", "B", "C"), "grade": (1, 2, 5), "flag": (False, True)}
UNSEEN = {"ward": ("D",), "grade": (9,), "flag": ()}
NAMES = ("x", "z", "ward", "grade", "flag")


@dataclass(frozen=True)
class Problem:
    """Rules with their training rows, and rows to predict: those of training and others."""

    training: Training
    rows: list[Row]

    @property
    def rule_set(self) -> RuleSet:
        """The rules, counted on the training rows."""
        return count(self.training)

    @property
    def table(self) -> dict[str, Any]:
        """The rows to predict, as a table."""
        return table(self.rows)


def count(training: Training) -> RuleSet:
    """Count rules on their training rows."""
    return RuleSet.from_rules(
        training.rules,
        table(training.rows),
        [LABELS[code] for code in training.y],
        classes=LABELS[: training.n_classes],
        categorical_features=["grade"],
    )


def table(rows: list[Row]) -> dict[str, Any]:
    """Return rows as a dictionary of columns."""
    columns: dict[str, Any] = {name: [row[name] for row in rows] for name in NAMES}
    for name in ("x", "z", "grade"):
        columns[name] = np.array(columns[name], dtype=np.float64)
    return columns


@st.composite
def problems(draw: st.DrawFn, max_rules: int = 8, max_rows: int = 24) -> Problem:
    """Draw rules, training rows and new rows.

    Few distinct rows make covers that are identical, nested, disjoint or empty; short rules make
    overlaps; few training rows leave groups that only new rows meet.
    """
    random = Random(draw(st.integers(0, 2**32)))
    pool = [make_row(random, new=False) for _ in range(random.randint(1, 20))]
    training_rows = random.choices(pool, k=draw(st.integers(1, max_rows)))
    n_classes = draw(st.integers(2, 4))
    y = random.choices(range(n_classes), k=len(training_rows))
    longest = draw(st.sampled_from([1, 1, 2, 2, 3, 0]))
    rules = {make_rule(random, longest) for _ in range(random.randint(0, max_rules))}
    ordered = sorted(rules, key=str)
    random.shuffle(ordered)
    new_rows = [make_row(random, new=True) for _ in range(8)]
    return Problem(Training(ordered, training_rows, y, n_classes), [*training_rows, *new_rows])


def make_row(random: Random, *, new: bool) -> Row:
    """Make a row; a new one may have levels that no training row has."""
    row: dict[str, Any] = {"x": random.choice(NUMBERS), "z": random.choice(NUMBERS)}
    for name, levels in TRAINED.items():
        row[name] = random.choice([None, *levels, *(UNSEEN[name] if new else ())])
    return row


def make_rule(random: Random, longest: int) -> Rule:
    """Make a rule."""
    names = random.sample(NAMES, k=random.randint(min(1, longest), longest))
    return Rule([make_literal(random, name) for name in names])


def make_literal(random: Random, variable: str) -> Literal:
    """Make a literal; it may name a level that does not occur."""
    if random.random() < 0.15:
        return Missing(variable, negated=random.random() < 0.5)
    missing = random.random() < 0.3
    if variable in ("x", "z"):
        low, high = sorted(random.sample(CUTS, k=2))
        bounds = random.choice([(low, None), (None, high), (low, high)])
        return Interval(variable, *bounds, missing)
    levels = [*TRAINED[variable], *UNSEEN[variable]]
    return Levels(variable, random.sample(levels, k=random.randint(1, len(levels) - 1)), missing)
