"""What there is to say above and below the rules: exceptions, shared rows, predictions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from turs.model.notation import format_number
from turs.model.outcome import format_outcome

if TYPE_CHECKING:
    from turs.model.summary import Summary

_MOST_OVERLAPS = 8


def heading(summary: Summary) -> tuple[str, str]:
    """Return what a rule set is in a few words, and what to know about the order of its rules.

    Parameters
    ----------
    summary : Summary
        The rule set.

    Returns
    -------
    tuple of str
        The second is empty where there is no order.
    """
    n_rules = len(summary.rules)
    counted = "1 rule" if n_rules == 1 else f"{n_rules or 'no'} rules"
    order = "largest cover first, their order means nothing" if n_rules > 1 else ""
    return f"{counted} for {len(summary.classes)} classes, from {summary.n_rows} rows", order


def else_name(summary: Summary) -> str:
    """Return what stands in place of the condition of the else rule."""
    return "else" if summary.has_else_rows else "else (all rows)"


def remarks(summary: Summary) -> list[str]:
    """Return all that there is to say below the rules.

    Parameters
    ----------
    summary : Summary
        The rule set.

    Returns
    -------
    list of str
        Sentences, each to stand on a line of its own.
    """
    return [
        *exception_remarks(summary),
        *twin_remarks(summary),
        *overlap_remarks(summary),
        *prediction_remarks(summary),
    ]


def exception_remarks(summary: Summary) -> list[str]:
    """Say which rules are exceptions to which, one sentence for all exceptions to the same."""
    inside: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for rule in summary.rules:
        if rule.exception_to:
            inside[rule.exception_to].append(rule.number)
    return [_exception(inner, outer) for outer, inner in sorted(inside.items())]


def twin_remarks(summary: Summary) -> list[str]:
    """Say which rules cover the same training rows, and which of them speaks."""
    # The numbers follow the order by which the speaking one is chosen.
    twins = [
        (rule.number, *rule.same_cover)
        for rule in summary.rules
        if rule.same_cover and rule.number < rule.same_cover[0]
    ]
    return [
        f"{_rules(same)} cover the same training rows: where they meet, only rule {same[0]} speaks."
        for same in twins
    ]


def overlap_remarks(summary: Summary, most: int = _MOST_OVERLAPS) -> list[str]:
    """Say which rules share rows, those that disagree first, and what those rows say.

    Parameters
    ----------
    summary : Summary
        The rule set.
    most : int, default=8
        How many pairs are named; the others are counted.

    Returns
    -------
    list of str
    """
    n_pairs = summary.n_overlaps
    # Counting a single one takes as much room as naming it.
    n_named = n_pairs if n_pairs == most + 1 else min(most, n_pairs)
    named = [
        f"{_rules((pair.first, pair.second))} share {_rows(pair.n_rows)}"
        f"{'' if pair.agree else ' and disagree'}: "
        f"{format_outcome(pair.outcome.frequencies, summary.classes)}."
        for pair in summary.first_overlaps(n_named)
    ]
    rest = n_pairs - n_named
    return [*named, f"{rest} more pairs of rules share rows."] if rest else named


def prediction_remarks(summary: Summary) -> list[str]:
    """Say how rules that share rows, the else rule and smoothing make predictions."""
    said = []
    if summary.n_overlaps:
        has_exceptions = any(rule.exception_to for rule in summary.rules)
        unless = ", unless an exception covers" if has_exceptions else ""
        said.append(f"Where rules meet, the union of their covers speaks{unless}.")
    if not summary.has_else_rows:
        said.append("Every training row is covered: the else rule uses the counts of all rows.")
    if summary.data.smoothing > 0:
        said.append(
            f"Predictions pull these frequencies toward those of all rows, which count like "
            f"{_rows(summary.data.smoothing)} more."
        )
    return said


def _exception(inner: Sequence[int], outer: Sequence[int]) -> str:
    are = "is an exception" if len(inner) == 1 else "are exceptions"
    cover = "it covers" if len(inner) == 1 else "they cover"
    silent = f"rule {outer[0]} is" if len(outer) == 1 else "those are"
    return f"{_rules(inner)} {are} to {_rules(outer).lower()}: where {cover}, {silent} silent."


def _rules(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"Rule {numbers[0]}"
    return f"Rules {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


def _rows(n: float) -> str:
    return f"{format_number(n)} {'row' if n == 1 else 'rows'}"
