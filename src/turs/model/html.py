"""Rules, explanations and checks as HTML for notebooks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from turs.markup import Markup, element, fragment
from turs.model.check_text import quality_words
from turs.model.html_parts import (
    bar_html,
    condition_html,
    number_html,
    quiet_html,
    row_html,
    shares_html,
    table_html,
)
from turs.model.outcome import format_label, format_share
from turs.model.stylesheet import styled

if TYPE_CHECKING:
    from turs.model.check import Check, RuleCheck
    from turs.model.explanation import Explanation
    from turs.model.rule import Rule
    from turs.model.summary import Outcome

_SHOWN_ROWS = 5
_CHECK_COLUMNS = (
    ("", "2.5em"),
    ("rule", None),
    ("training", "21%"),
    ("new rows", "21%"),
    ("difference", "9.5em"),
)


def rule_html(rule: Rule) -> str:
    """Return a rule as HTML.

    Parameters
    ----------
    rule : Rule
        The rule.

    Returns
    -------
    str
        With its own style.
    """
    return styled(condition_html(rule))


def explanation_html(explanation: Explanation) -> str:
    """Return an explanation as HTML.

    Parameters
    ----------
    explanation : Explanation
        Of one row.

    Returns
    -------
    str
        With its own style.
    """
    return styled(_explained(explanation))


def explanations_html(explanations: Sequence[Explanation]) -> str:
    """Return the first few of many explanations as HTML.

    Parameters
    ----------
    explanations : sequence of Explanation
        One a row.

    Returns
    -------
    str
        With its own style.
    """
    shown = [_explained(explanation) for explanation in islice(explanations, _SHOWN_ROWS)]
    rest = len(explanations) - len(shown)
    more = f"... and {rest} more {'row' if rest == 1 else 'rows'}" if rest else None
    return styled(*shown, element("p", more, class_="turs-quiet") if more else None)


def check_html(check: Check) -> str:
    """Return a check as HTML.

    Parameters
    ----------
    check : Check
        Of a rule set on new rows.

    Returns
    -------
    str
        With its own style.
    """
    rows = [_checked(one, check.classes) for one in (*check.rules, check.otherwise)]
    quality = element("p", _quality(check), class_="turs-quiet turs-small")
    return styled(_check_head(check), table_html(_CHECK_COLUMNS, rows), quality)


def _explained(explanation: Explanation) -> Markup:
    head = element(
        "div",
        element("span", f"row {explanation.row} ", class_="turs-quiet"),
        element("b", format_label(explanation.prediction)),
        class_="turs-head",
    )
    said = fragment(
        bar_html(explanation.probabilities, explanation.classes),
        shares_html(explanation.probabilities, explanation.counts, explanation.classes),
        quiet_html(_whose(explanation)),
    )
    reasons = [row_html(_word(word), element("td", text)) for word, text in _reasons(explanation)]
    table = table_html(
        (("", "6.5em"), ("", None)),
        [row_html(_word("class"), element("td", said)), *reasons],
        titled=False,
    )
    return element("div", head, table, class_="turs-block")


def _reasons(explanation: Explanation) -> Iterator[tuple[str, Markup]]:
    for i, rule in enumerate(explanation.speaking):
        yield ("and" if i else "because"), condition_html(rule)
    for rule, by in explanation.set_aside:
        around = [fragment("its training rows include those of ", condition_html(o)) for o in by]
        why = Markup("; ").join(around) if by else "it covered no training row"
        yield "set aside", fragment(condition_html(rule), quiet_html(why))
    for i, near in enumerate(explanation.near):
        yield (
            ("and" if i else "nearest"),
            fragment(condition_html(near.rule), quiet_html(f"but {near.reason}")),
        )


def _whose(explanation: Explanation) -> str:
    n_rules = len(explanation.speaking)
    low, high = explanation.intervals[explanation.classes.index(explanation.prediction)]
    rows = {
        "rule": "of one rule",
        "union": f"in the union of {n_rules} rules",
        "else": "of the else rule",
        "else (all rows)": "of training: none is left to the else rule",
    }[explanation.source]
    return (
        f"from {_rows(sum(explanation.counts))} {rows}{explanation.pull}; "
        f"{format_label(explanation.prediction)} "
        f"{format_share(low)} to {format_share(high)}"
    )


def _check_head(check: Check) -> Markup:
    n_changed = len(check.changed)
    changed = "1 rule no longer holds" if n_changed == 1 else f"{n_changed} rules no longer hold"
    compared = any(one.verdict != "no rows" for one in (*check.rules, check.otherwise))
    unchanged = "No rule has changed" if compared else "No rule has rows to compare"
    verdict = changed if n_changed else unchanged
    return element(
        "div",
        element("b", verdict),
        element(
            "span",
            f"; {_rows(check.n_rows_after)}, beside {_rows(check.n_rows_before)} of training",
            class_="turs-quiet",
        ),
        class_="turs-head",
    )


def _checked(one: RuleCheck, classes: Sequence[object]) -> Markup:
    condition = condition_html(one.rule) if one.rule else element("span", "else")
    shifted = (
        f"covers {format_share(one.coverage_after)} of the rows, "
        f"{format_share(one.coverage_before)} in training"
        if one.coverage_shifted
        else None
    )
    return row_html(
        number_html(one.number),
        element("td", condition, quiet_html(shifted) if shifted else None),
        element("td", _outcome(one.before, classes)),
        element("td", _outcome(one.after, classes)),
        element("td", _verdict(one, classes)),
        more="" if one.rule else "turs-else",
    )


def _outcome(outcome: Outcome, classes: Sequence[object]) -> Markup:
    if outcome.n_rows == 0:
        return quiet_html("no row")
    return fragment(
        bar_html(outcome.frequencies, classes),
        shares_html(outcome.frequencies, outcome.counts, classes),
        quiet_html(_rows(outcome.n_rows)),
    )


def _verdict(one: RuleCheck, classes: Sequence[object]) -> Markup:
    if one.verdict == "no rows":
        return quiet_html("nothing to compare")
    which = one.main_class
    low, high = one.intervals[which]
    word = element("b", "changed") if one.verdict == "changed" else element("span", one.verdict)
    told = f"{format_label(classes[which])} {one.differences[which]:+.2f}"
    return fragment(word, quiet_html(told), quiet_html(f"{low:+.2f} to {high:+.2f}"))


def _quality(check: Check) -> str:
    return f"Predictions for the new rows: {quality_words(check.quality)}."


def _word(word: str) -> Markup:
    return element("td", element("span", word, class_="turs-quiet"))


def _rows(n: int) -> str:
    return f"{n} {'row' if n == 1 else 'rows'}"
