"""Random rule sets over columns that are hard to write in SQL, and rows for them."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from hypothesis import strategies as st

from tests.formats.sql.databases import Column
from turs.model import Interval, Levels, Literal, Missing, Rule
from turs.ruleset import RuleSet

NUMBERS = ("Select", 'a "quoted" name', "ünï ☃")
WORDS = ("group", "it's", "t")
GRADE, FLAG = "turs_rows", "--flag */"

TEXTS = (
    "",
    "A",
    "a",
    "it's",
    '"',
    "ward; B",
    "-- not a comment",
    "é",
    "é",
    "線",
    "1",
    "NULL",
    "%s",
)
UNSEEN_TEXTS = ("b", "unknown", " ", "nan")
GRADES = (0, 1, 2, 0.5, -3, 0.1, 2**52)
UNSEEN_GRADES = (7, 0.25)


@dataclass(frozen=True)
class Problem:
    """A rule set, and rows for it as a database holds them."""

    rule_set: RuleSet
    columns: dict[str, Column]

    @property
    def table(self) -> dict[str, Any]:
        """The rows, as a table of Python; the column of texts has only texts."""
        return {name: list(values) for name, (_, values) in self.columns.items()}


@st.composite
def problems(draw: st.DrawFn, labels: tuple[Any, ...] = ("no", "it's", "-- ☃")) -> Problem:
    """Draw a rule set and rows: training rows first, then new ones with unknown levels."""
    random = Random(draw(st.integers(0, 2**32)))
    pool = [_number(random) for _ in range(8)]
    n_rows = draw(st.integers(1, 20))
    training = {name: values for name, (_, values) in _columns(random, pool, n_rows).items()}
    rules = sorted({_rule(random, pool) for _ in range(random.randint(0, 8))}, key=str)
    rule_set = RuleSet.from_rules(
        rules, training, random.choices(labels, k=n_rows), labels, categorical_features=[GRADE]
    )
    return Problem(rule_set, _columns(random, pool, 24, new=True))


def many_rules(n_rules: int, n_classes: int, n_rows: int) -> RuleSet:
    """Make rules of which many overlap."""
    chosen, drawn = Random(1), np.random.default_rng(1)
    table: dict[str, Any] = {f"x{i}": drawn.normal(size=n_rows).round(3) for i in range(6)}
    table["ward"] = drawn.choice(list("ABCDEF"), size=n_rows)
    rules: set[Rule] = set()
    while len(rules) < n_rules:
        cut, ward = round(chosen.gauss(0, 1), 3), Levels("ward", chosen.sample("ABCDEF", k=3))
        rules.add(Rule([Interval(f"x{chosen.randrange(6)}", low=cut), ward]))
    ordered = sorted(rules, key=str)
    chosen.shuffle(ordered)
    classes = [f"class {i}" for i in range(n_classes)]
    return RuleSet.from_rules(ordered, table, drawn.choice(classes, size=n_rows), classes)


def _number(random: Random) -> float:
    """Make a float of one of many sizes, with all its digits as a rule."""
    made = struct.unpack("<d", random.randbytes(8))[0]
    short = round(random.gauss(0, 10), random.randint(0, 4))
    long = random.gauss(0, 10.0 ** random.randint(-5, 5))
    return random.choice([made if math.isfinite(made) else 0.0, short, long, long]) + 0.0


def _columns(
    random: Random, pool: list[float], n_rows: int, *, new: bool = False
) -> dict[str, Column]:
    def drawn(values: tuple[Any, ...] | list[Any]) -> list[Any]:
        # The first is never missing: from a column of nothing but None Python cannot tell its kind.
        return random.choices(values, k=1) + random.choices([None, *values], k=n_rows - 1)

    near = [*pool, *(math.nextafter(x, end) for x in pool for end in (-math.inf, math.inf))]
    finite = [x for x in near if math.isfinite(x)]
    columns: dict[str, Column] = {name: ("number", drawn(finite)) for name in NUMBERS}
    texts = [*TEXTS, *(UNSEEN_TEXTS if new else ())]
    columns |= {name: ("text", drawn(texts)) for name in WORDS}
    columns[GRADE] = ("number", [*map(_real, drawn([*GRADES, *(UNSEEN_GRADES if new else ())]))])
    columns[FLAG] = ("truth", drawn([False, True]))
    return columns


def _real(value: float | None) -> float | None:
    return None if value is None else float(value)


def _rule(random: Random, pool: list[float]) -> Rule:
    names = random.sample([*NUMBERS, *WORDS, GRADE, FLAG], k=random.choice([0, 1, 1, 2, 2, 3]))
    return Rule([_literal(random, name, pool) for name in names])


def _literal(random: Random, name: str, pool: list[float]) -> Literal:
    if random.random() < 0.15:
        return Missing(name, negated=random.random() < 0.5)
    missing = random.random() < 0.3
    if name in NUMBERS:
        low, high = sorted(random.sample(sorted({*pool, -1.5, 2.0}), k=2))
        return Interval(name, *random.choice([(low, None), (None, high), (low, high)]), missing)
    every: dict[str, tuple[Any, ...]] = {GRADE: (*GRADES, 99), FLAG: (False, True)}
    levels = every.get(name, (*TEXTS, "never"))
    return Levels(name, random.sample(levels, k=random.randint(1, len(levels) - 1)), missing)
