"""What describing rules costs: so much for each choice that a rule makes, of those it had."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations

from tests.naive.refinements import ColumnLike, Problem

# Of the bits that a choice takes, this share is paid in a table of 1,000 rows.
SHARE = 0.15
GROWTH = 0.6


def n_literals(problem: Problem) -> int:
    """Count the literals that a rule could begin with if every code occurred."""
    return sum(n_literals_on(about, problem) for about in problem.columns)


def n_literals_on(about: ColumnLike, problem: Problem) -> int:
    """Count the literals on one column: ranges, sets of levels, or the ends of sorted levels."""
    if about.ordered:  # either side of each cut; with missing rows or without, or these alone
        sides = 2 * (about.n_bins - 1)
        return 2 * sides + 2 if about.has_missing else sides
    codes = range(about.n_bins + about.has_missing)
    settings = problem.settings
    if len(codes) > settings.enumerate_levels:
        return 2 * problem.training.n_classes * (len(codes) - 1)
    largest = len(codes) - 1
    if settings.max_set_size is not None:
        largest = min(largest, settings.max_set_size)
    return sum(1 for size in range(1, largest + 1) for _ in combinations(codes, size))


def literal_ticks(problem: Problem) -> int:
    """Return the price of one choice."""
    bits = usual_bits(problem) if problem.literal_bits is None else problem.literal_bits
    ticks = problem.training.ticks
    return round(bits * ticks.shares * 2.0**ticks.scale)


def usual_bits(problem: Problem) -> float:
    """Return what is paid for a choice in a table of so many rows: a share of its bits."""
    share = SHARE * problem.settings.simplicity * (n_rows_of(problem) / 1000.0) ** GROWTH
    return share * math.log2(max(n_literals(problem), 2))


def evidence_bits(problem: Problem) -> float:
    """Return what is paid for a choice where evidence is looked for.

    Of the literals on a number, no more count than can lie beside a row that is not of the most
    frequent class: both sides of a cut before it, and of one behind it.
    """
    y = problem.training.y
    n_rarer = min(sum(label != other for label in y) for other in range(problem.training.n_classes))
    n = 0
    for about in problem.columns:
        its = n_literals_on(about, problem)
        n += min(its, 4 * n_rarer) if about.ordered else its
    return problem.settings.evidence * math.log2(max(n, 2))


def n_rows_of(problem: Problem) -> int:
    """Return the number of rows of the whole table, also where only some of them are looked at."""
    return (len(problem.training.ticks.log) - 1) // problem.training.ticks.shares


def n_choices(rule: Mapping[int, int], problem: Problem) -> float:
    """Count the choices of a rule: each column once, and twice if bounded from both sides.

    A set of levels is half a choice more for each level beyond the first that it names or leaves
    out, whichever are fewer.
    """
    total = 0.0
    for column, mask in rule.items():
        about = problem.columns[column]
        if about.ordered:
            values = [code for code in range(about.n_bins) if mask >> code & 1]
            is_between = values and values[0] > 0 and values[-1] < about.n_bins - 1
            total += 2 if is_between else 1
        else:
            n_levels = about.n_bins + about.has_missing
            n_named = sum(mask >> code & 1 for code in range(n_levels))
            total += 1 + max(min(n_named, n_levels - n_named) - 1, 0) / 2
    return total


def rule_ticks(rule: Mapping[int, int], problem: Problem) -> int:
    """Return the price of a rule."""
    return int(2 * n_choices(rule, problem)) * literal_ticks(problem) // 2
