"""A check as text for people: one line a rule, and sentences that say what no longer holds."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from turs.model.breaking import break_literals, text_width
from turs.model.notation import format_number
from turs.model.outcome import format_label, format_measure, format_share

if TYPE_CHECKING:
    from turs.model.check import Check, RuleCheck
    from turs.model.quality import Quality
    from turs.model.summary import Outcome

_WIDTH = 100
_NARROWEST = 24
_MOST_NAMED = 10
_GAP = "  "
_HEADS = ("class", "training", "new rows", "difference", "")


def write(check: Check) -> str:
    """Return a check as a table for a person, and say which rules no longer hold.

    Parameters
    ----------
    check : Check
        The check.

    Returns
    -------
    str
        Without a new line at its end.
    """
    return "\n".join([_heading(check), "", *_table(check), "", *_sentences(check)])


def _heading(check: Check) -> str:
    n_rules = len(check.rules)
    counted = "1 rule" if n_rules == 1 else f"{n_rules or 'no'} rules"
    rows = "1 new row" if check.n_rows_after == 1 else f"{check.n_rows_after} new rows"
    return (
        f"{counted} from {check.n_rows_before} rows, checked on {rows}; "
        f"level {format_number(check.level)} for all intervals together"
    )


def _table(check: Check) -> list[str]:
    """Lay out one line a rule, more where its condition is too wide."""
    lines = [_HEADS, *(_facts(one, check.classes) for one in (*check.rules, check.otherwise))]
    widths = [max(map(text_width, column)) for column in zip(*lines, strict=True)]
    digits = len(str(len(check.rules)))
    room = max(_NARROWEST, _WIDTH - digits - sum(widths) - len(_GAP) * (len(widths) + 1))
    conditions = [["rule"], *(_condition(one, room) for one in (*check.rules, check.otherwise))]
    # The parts of broken conditions that stick out do not push the columns of the others.
    fitting = [text_width(p) for parts in conditions for p in parts if text_width(p) <= room]
    numbers = ["", *(str(one.number) for one in check.rules), ""]
    table = []
    for number, parts, facts in zip(numbers, conditions, lines, strict=True):
        starts = [f"{n:>{digits}}{_GAP}" for n in (number, *[""] * (len(parts) - 1))]
        cells = [_padded(parts[-1], max(fitting)), *map(_padded, facts, widths)]
        table += [start + part for start, part in zip(starts[:-1], parts[:-1], strict=True)]
        table.append((starts[-1] + _GAP.join(cells)).rstrip())
    return table


def _facts(one: RuleCheck, classes: Sequence[Any]) -> tuple[str, ...]:
    i = one.main_class
    difference = "" if one.verdict == "no rows" else " to ".join(map(_signed, one.intervals[i]))
    return (
        format_label(classes[i]),
        _share_of(one.before, i),
        _share_of(one.after, i),
        difference,
        one.verdict,
    )


def _share_of(outcome: Outcome, i: int) -> str:
    if not outcome.n_rows:
        return "no row"
    return f"{format_share(outcome.frequencies[i])} of {outcome.n_rows}"


def _signed(difference: float) -> str:
    # Adding 0 makes a plain zero of a negative one; what is a little less than 0 keeps its sign.
    return f"{difference + 0.0:+.2f}"


def _condition(one: RuleCheck, room: int) -> list[str]:
    return ["else"] if one.rule is None else break_literals(one.rule.parts or ("always",), room)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - text_width(text))


def _sentences(check: Check) -> list[str]:
    everything = (*check.rules, check.otherwise)
    sentences = [_verdict_sentence(check)]
    one_sided = [one for one in everything if (one.before.n_rows > 0) != (one.after.n_rows > 0)]
    if one_sided:
        sentences.append(f"Not compared, with no training row or no new row: {_named(one_sided)}.")
    shifted = [_shift(one) for one in everything if one.coverage_shifted]
    if shifted:
        sentences.append(f"Shifted in coverage: {_joined(shifted)}.")
    sentences.append(f"Predictions: {quality_words(check.quality)}.")
    return [line for one in sentences for line in wrap(one, _WIDTH, subsequent_indent=_GAP)]


def _shift(one: RuleCheck) -> str:
    shares = f"{format_share(one.coverage_before)}, now {format_share(one.coverage_after)}"
    return f"{_named([one])} ({shares})"


def _verdict_sentence(check: Check) -> str:
    if check.changed:
        named = _named(check.changed)
        verb = "holds" if len(check.changed) == 1 else "hold"
        return f"{named[0].upper()}{named[1:]} no longer {verb}."
    if any(one.verdict == "holds" for one in (*check.rules, check.otherwise)):
        return "No rule has changed, as far as these rows can tell."
    return "No rule has rows to compare."


def _named(checks: Sequence[RuleCheck]) -> str:
    numbers = [str(one.number) for one in checks if one.number is not None]
    otherwise = ["the else rule"] if len(numbers) < len(checks) else []
    word = {0: "", 1: "rule "}.get(len(numbers), "rules ")
    return word + _joined([*numbers, *otherwise])


def _joined(items: Sequence[str]) -> str:
    if len(items) > _MOST_NAMED:
        items = [*items[: _MOST_NAMED - 1], f"{len(items) - _MOST_NAMED + 1} more"]
    return " and ".join(filter(None, [", ".join(items[:-1]), items[-1]]))


def quality_words(quality: Quality) -> str:
    """Return the measures of predictions in a row, as in ``accuracy 0.820, AUC 0.959``.

    Parameters
    ----------
    quality : Quality
        The measures; one that is not defined is left out.

    Returns
    -------
    str
    """
    measures = {
        "accuracy": quality.accuracy,
        "balanced accuracy": quality.balanced_accuracy,
        "AUC": quality.auc,
        "log loss": quality.log_loss,
        "Brier": quality.brier,
    }
    known = {name: value for name, value in measures.items() if value is not None}
    return ", ".join(f"{name} {format_measure(value)}" for name, value in known.items())
