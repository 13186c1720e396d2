"""Rule sets to make pages of: small, nasty and large ones."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from turs.model.check import Check, check_on_new_rows
from turs.ruleset import RuleSet, load

PENGUINS = Path(__file__).resolve().parent.parent / "models" / "penguins-v1.json"

ATTACK = "<script>alert(1)</script>"
CLOSING = "</script><img src=x onerror=alert(2)>"
COMMENT = "<!-- \" ' & \\ {{ 7 * 7 }} {% raw %}"

WARDS = {
    "age": [25.0, 30, 41, 52, 67, None, 70, 35, 58, 61],
    "ward": ["A", "B", "A", "A", "B", "B", None, "A", "C", "C"],
    "weight": [60.0, 70, 80, 90, 65, 75, 85, 95, 60, 70],
}
STAYS = ["home", "home", "home", "stay", "stay", "stay", "stay", "home", "stay", "home"]
WARD_RULES = [
    "age > 50 or missing",
    "ward = B",
    "35 < age <= 60 and ward = A",
    "age > 65",
    "age > 66",
    "age > 100",
]


def penguins() -> RuleSet:
    """Two rules of three classes, with a column that no rule uses."""
    return load(PENGUINS)


@cache
def wards(smoothing: float = 1.0) -> RuleSet:
    """Six rules: overlaps, exceptions, two with the same rows, one without rows."""
    return RuleSet.from_rules(WARD_RULES, WARDS, STAYS, smoothing=smoothing)


def nasty() -> RuleSet:
    """Names, levels and classes that would break out of a careless page."""
    table = {ATTACK: [1.0, 2, 3, 4, None], CLOSING: [ATTACK, CLOSING, COMMENT, None, ATTACK]}
    rules = [f'"{ATTACK}" > 2', f'"{CLOSING}" in {{"{ATTACK}", "{CLOSING}"}}']
    return RuleSet.from_rules(rules, table, [ATTACK, CLOSING, COMMENT, ATTACK, ATTACK])


def large_table(n_rows: int, n_classes: int, seed: int = 0) -> tuple[dict[str, Any], list[str]]:
    """Draw a table of numbers and levels, and classes that depend on it."""
    rng = np.random.default_rng(seed)
    table: dict[str, Any] = {f"measure {i}": rng.normal(size=n_rows).round(2) for i in range(8)}
    for i in range(4):
        table[f"ward {i}"] = rng.choice(list("ABCDEF"), size=n_rows)
    score = table["measure 0"] + table["measure 1"] + rng.normal(size=n_rows) / 2
    codes = np.clip((score / 5 + 0.5) * n_classes, 0, n_classes - 1).astype(int)
    return table, [f"class {code:02d}" for code in codes]


def large_rules(n_rules: int, seed: int = 0) -> list[str]:
    """Draw rules on the columns of `large_table`."""
    random = Random(seed)
    rules: set[str] = set()
    while len(rules) < n_rules:
        names = random.sample([*(f"measure {i}" for i in range(8)), "ward 0", "ward 1"], k=3)
        rules.add(" and ".join(_literal(random, name) for name in names))
    return sorted(rules)


def _literal(random: Random, name: str) -> str:
    if name.startswith("ward"):
        return f'"{name}" in {{{", ".join(sorted(random.sample("ABCDEF", k=3)))}}}'
    cut = round(random.gauss(0, 1), 2)
    return random.choice(
        [f'"{name}" > {cut}', f'"{name}" <= {cut}', f'{cut} < "{name}" <= {cut + 1}']
    )


@cache
def large(n_rules: int = 300, n_classes: int = 12, n_rows: int = 3000) -> RuleSet:
    """Many rules that overlap, with nearly a cell a row."""
    table, classes = large_table(n_rows, n_classes)
    return RuleSet.from_rules(large_rules(n_rules), table, classes, smoothing=2)


def check(rule_set: RuleSet, table: Any, classes: list[Any]) -> Check:
    """Check a rule set on other rows."""
    position = {label: i for i, label in enumerate(rule_set.classes.tolist())}
    codes = np.array([position[label] for label in classes], dtype=np.intp)
    probabilities = rule_set.predict_proba(table)
    return check_on_new_rows(rule_set.data, rule_set.covers(table), probabilities, codes)
