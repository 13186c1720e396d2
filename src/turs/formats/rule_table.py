"""The rules as one plain table, which frames, Markdown and LaTeX are made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from turs.formats.remarks import else_name
from turs.model.outcome import format_label, format_outcome, format_share
from turs.model.summary import Summary

if TYPE_CHECKING:
    from turs.model.contents import RuleSetData
    from turs.model.rule import Rule
    from turs.model.summary import Outcome


@dataclass(frozen=True)
class RuleRow:
    """One row of the table: a rule, or the else rule.

    Parameters
    ----------
    number : int or None
        The number of the rule; None for the else rule.
    rule : Rule or None
        The rule; None for the else rule.
    text : str
        The condition; ``else``, or ``else (all rows)`` where no row is left to it.
    outcome : Outcome
        What its rows say of the classes.
    n_covered : int
        The training rows that it covers: none for ``else (all rows)``.
    exception_to : tuple of int
        The numbers of the rules that it is an exception to.
    """

    number: int | None
    rule: Rule | None
    text: str
    outcome: Outcome
    n_covered: int
    exception_to: tuple[int, ...] = ()

    def shares(self, classes: Sequence[object]) -> str:
        """Return the class frequencies as text.

        Parameters
        ----------
        classes : sequence
            The class labels.

        Returns
        -------
        str
        """
        if self.outcome.n_rows == 0:
            return "no training row"
        return format_outcome(self.outcome.frequencies, classes)

    @property
    def ends(self) -> tuple[str, str] | None:
        """The interval of the most frequent class as text; None without rows."""
        if self.outcome.n_rows == 0:
            return None
        low, high = self.outcome.intervals[self.outcome.majority]
        return format_share(low), format_share(high)


def rule_rows(summary: Summary) -> list[RuleRow]:
    """Return the rows of the table: the rules, largest cover first, and the else rule.

    Parameters
    ----------
    summary : Summary
        The rule set.

    Returns
    -------
    list of RuleRow
    """
    rules = [
        RuleRow(
            rule.number, rule.rule, str(rule.rule), rule.outcome, rule.n_rows, rule.exception_to
        )
        for rule in summary.rules
    ]
    otherwise = summary.otherwise
    n_left = otherwise.n_rows if summary.has_else_rows else 0
    return [*rules, RuleRow(None, None, else_name(summary), otherwise, n_left)]


def rule_frame_columns(data: RuleSetData) -> dict[str, list[Any]]:
    """Return the columns of a frame with one row a rule, and a last one for the else rule.

    Parameters
    ----------
    data : RuleSetData
        The rule set.

    Returns
    -------
    dict of str to list
        ``number``
            Of the rule, from 1, largest cover first; None for the else rule.
        ``rule``
            Its condition; ``else``, or ``else (all rows)`` where no training row is left to it,
            and its counts are those of all rows.
        ``n_literals``
            How many literals it has; 0 for the else rule.
        ``n_rows``, ``coverage``
            How many training rows it covers, and their share of all.
        ``majority``, ``probability``, ``low``, ``high``
            The most frequent class of its rows, its frequency and Wilson's interval, at 0.95; None
            for a rule without training rows. Labels that are not texts, truth values or whole
            numbers are written as text.
        ``exception_to``
            The numbers of the rules that it is an exception to, as in ``2, 3``.
        ``count <class>``
            For each class, how many of its rows have it. They sum to ``n_rows``, but for ``else
            (all rows)``.

    Examples
    --------
    >>> from turs import RuleSet
    >>> rule_set = RuleSet.from_rules(["x > 1"], {"x": [1, 2, 3, 4]}, list("aaab"))
    >>> columns = rule_frame_columns(rule_set.data)
    >>> columns["rule"], columns["n_rows"], columns["majority"], columns["count b"]
    (['x > 1', 'else'], [3, 1], ['a', 'a'], [1, 0])
    """
    summary = Summary(data)
    rows = rule_rows(summary)
    labels = _frame_labels(summary.classes)
    columns: dict[str, list[Any]] = {
        "number": [row.number for row in rows],
        "rule": [row.text for row in rows],
        "n_literals": [row.rule.n_literals if row.rule else 0 for row in rows],
        "n_rows": [row.n_covered for row in rows],
        "coverage": [row.n_covered / summary.n_rows for row in rows],
        **_majority_columns([row.outcome for row in rows], labels),
        "exception_to": [", ".join(map(str, row.exception_to)) for row in rows],
    }
    for position, name in enumerate(_count_names(summary.classes)):
        columns[name] = [row.outcome.counts[position] for row in rows]
    return columns


def _majority_columns(outcomes: Sequence[Outcome], labels: Sequence[Any]) -> dict[str, list[Any]]:
    said = [
        (labels[i], one.frequencies[i], *one.intervals[i]) if one.n_rows else (None,) * 4
        for one in outcomes
        for i in [one.majority]
    ]
    names = ("majority", "probability", "low", "high")
    return dict(zip(names, map(list, zip(*said, strict=True)), strict=True))


def _frame_labels(classes: Sequence[Any]) -> list[Any]:
    whole = all(type(label) is int and abs(label) < 2**63 for label in classes)
    if whole or all(type(label) in (str, bool) for label in classes):
        return list(classes)
    return [format_label(label) for label in classes]


def _count_names(classes: Sequence[Any]) -> list[str]:
    names: list[str] = []
    for position, label in enumerate(classes, 1):
        name = f"count {format_label(label)}"
        # Labels of a user's own type may differ and yet look the same.
        names.append(f"{name} ({position})" if name in names else name)
    return names
