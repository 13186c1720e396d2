"""A rule set as HTML for notebooks: one fragment with its own style, and no script."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from turs.formats.remarks import else_name, heading, overlap_remarks, prediction_remarks
from turs.markup import Markup, element, fragment
from turs.model.html_parts import (
    bar_html,
    condition_html,
    number_html,
    quiet_html,
    row_html,
    shares_html,
    table_html,
)
from turs.model.stylesheet import styled
from turs.model.summary import Summary

if TYPE_CHECKING:
    from turs.model.contents import RuleSetData
    from turs.model.summary import Outcome, RuleSummary

_MOST_RULES = 20
_EXCEPTIONS = "Where an exception covers, the rules that it is an exception to are silent."
_COLUMNS = (
    ("", "2.5em"),
    ("rule", None),
    ("class frequencies, with the 0.95 interval of the first", "38%"),
    ("rows", "4.5em"),
)


def write(data: RuleSetData) -> str:
    """Return a rule set as HTML.

    Parameters
    ----------
    data : RuleSetData
        The rule set.

    Returns
    -------
    str
        A ``div`` that brings its own style. Of many rules the largest are shown, and the others
        can be unfolded.
    """
    summary = Summary(data)
    return styled(_head(summary), *_tables(summary), _remarks(summary))


def _head(summary: Summary) -> Markup:
    what, order = heading(summary)
    quiet = element("span", f"; {order}", class_="turs-quiet") if order else None
    return element("div", element("b", what), quiet, class_="turs-head")


def _tables(summary: Summary) -> list[Markup]:
    rows = [_rule(rule, summary.classes) for rule in summary.rules]
    otherwise = _else(summary)
    # Unfolding a single rule takes as much room as showing it.
    if len(rows) <= _MOST_RULES + 1:
        return [table_html(_COLUMNS, [*rows, otherwise])]
    folded = element(
        "details",
        element("summary", f"{len(rows) - _MOST_RULES} more rules"),
        table_html(_COLUMNS, rows[_MOST_RULES:], titled=False),
    )
    return [
        table_html(_COLUMNS, rows[:_MOST_RULES]),
        folded,
        table_html(_COLUMNS, [otherwise], titled=False),
    ]


def _rule(rule: RuleSummary, classes: Sequence[object]) -> Markup:
    about = [
        *([f"exception to {_listed(rule.exception_to)}"] if rule.exception_to else []),
        *([f"same training rows as {_listed(rule.same_cover)}"] if rule.same_cover else []),
    ]
    return row_html(
        number_html(rule.number),
        element("td", condition_html(rule.rule), quiet_html("; ".join(about)) if about else None),
        element("td", _outcome(rule.outcome, classes)),
        number_html(rule.n_rows),
    )


def _else(summary: Summary) -> Markup:
    return row_html(
        number_html(None),
        element("td", else_name(summary)),
        element("td", _outcome(summary.otherwise, summary.classes)),
        number_html(summary.otherwise.n_rows),
        more="turs-else",
    )


def _outcome(outcome: Outcome, classes: Sequence[object]) -> Markup:
    if outcome.n_rows == 0:
        return quiet_html("no training row")
    interval = outcome.intervals[outcome.majority]
    return fragment(
        bar_html(outcome.frequencies, classes),
        shares_html(outcome.frequencies, outcome.counts, classes, interval),
    )


def _remarks(summary: Summary) -> Markup | None:
    # The rules themselves say what they are exceptions to.
    exceptions = any(rule.exception_to for rule in summary.rules)
    said = [
        *([_EXCEPTIONS] if exceptions else []),
        *overlap_remarks(summary),
        *prediction_remarks(summary),
    ]
    if not said:
        return None
    return element(
        "ul", *(element("li", remark) for remark in said), class_="turs-list turs-quiet turs-small"
    )


def _listed(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"rule {numbers[0]}"
    return f"rules {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
