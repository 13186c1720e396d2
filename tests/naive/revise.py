"""A rule set to a shorter one, from the definition: each rule is taken out, and the best put in."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from tests.naive.description import rule_ticks
from tests.naive.lengths import rule_cover, set_ticks, uncovered_rows
from tests.naive.refinements import Problem, Rule, SettingsLike
from tests.naive.search import record_covers

# In tables of so many rows each rule may give way to another, and that to a third.
REVISED_ROWS = 1500
LOOKS = 2


def looks_for(settings: SettingsLike, n_rows: int) -> float:
    """Return how often a rule that so many rows gave may give way to another, at the most."""
    if settings.revise == "auto":
        return LOOKS if n_rows >= REVISED_ROWS else 0
    return math.inf if settings.revise else 0


def revise_rules(rules: Sequence[Rule], problem: Problem, looks: float) -> list[Rule]:
    """Take out each rule in turn, the last first, and put in what makes the set the shortest.

    That is the rule itself, none, or one that is a little wider or grown from such; until all of
    them were looked at without a change. What is put in comes last, and is looked at again last.
    Where looks are counted, a rule that stays is not looked at again, nor is one that comes after
    so many others, and beams are narrow.
    """
    if looks != math.inf:
        narrow = replace(problem.settings, beam_width=min(2, problem.settings.beam_width))
        problem = replace(problem, settings=narrow)
    current = list(rules)
    waiting = [(rule, looks) for rule in reversed(rules)]
    n_unchanged = 0
    while n_unchanged < len(waiting):
        rule, n_left = waiting.pop(0)
        rest = [other for other in current if other is not rule]
        best = best_in_place_of(rule, rest, current, problem)
        if best is rule:
            if looks == math.inf:
                waiting.append((rule, n_left))
                n_unchanged += 1
            continue
        current = rest if best is None else [*rest, best]
        waiting += [] if best is None or n_left == 1 else [(best, n_left - 1)]
        n_unchanged = 0
    return current


def best_in_place_of(
    rule: Rule, rest: list[Rule], current: list[Rule], problem: Problem
) -> Rule | None:
    """Return the rule itself unless a set is shorter; None for the set without."""
    covers = [rule_cover(other, problem.training) for other in rest]
    uncovered = uncovered_rows(covers, problem.training)
    starts = [
        wider
        for wider in wider_rules(rule, problem)
        if len(rule_cover(wider, problem.training) & uncovered) >= problem.settings.min_new_rows
    ]
    records = record_covers(starts, covers, problem) if starts else []
    best, least = rule, total_ticks(current, problem)
    for record in sorted(records, key=lambda record: -len(record.rows)):
        total = total_ticks([*rest, record.rule], problem)
        if total < least:
            best, least = record.rule, total
    without = total_ticks(rest, problem)
    return None if without <= least and without < total_ticks(current, problem) else best


def total_ticks(rules: Sequence[Rule], problem: Problem) -> int:
    """Return the length of a set, its description included."""
    covers = [rule_cover(rule, problem.training) for rule in rules]
    return set_ticks(covers, problem.training) + sum(rule_ticks(rule, problem) for rule in rules)


def wider_rules(rule: Rule, problem: Problem) -> list[Rule]:
    """Return a rule without either bound of each interval, and without each literal.

    A bound that is the only one of a literal goes with it. No rule is empty.
    """
    wider = []
    for column in sorted(rule):
        about, mask = problem.columns[column], rule[column]
        inside = [code for code in range(about.n_bins) if mask >> code & 1]
        if about.ordered and inside and inside[0] > 0 and inside[-1] < about.n_bins - 1:
            below = sum(1 << code for code in range(inside[0]))
            above = sum(1 << code for code in range(inside[-1] + 1, about.n_bins))
            wider += [{**rule, column: mask | below}, {**rule, column: mask | above}]
        if len(rule) > 1:
            wider.append({j: mask for j, mask in rule.items() if j != column})
    return wider
