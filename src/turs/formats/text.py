"""A rule set as text for people: one rule a line, largest cover first, the else rule last."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from turs.formats.layout import NARROWEST, Line, lay_out
from turs.formats.paint import Paint
from turs.formats.remarks import else_name, heading, remarks
from turs.model.outcome import fold_shares
from turs.model.summary import Summary

if TYPE_CHECKING:
    from turs.model.contents import RuleSetData
    from turs.model.outcome import Share
    from turs.model.summary import Outcome

_WIDTH = 100


def write(data: RuleSetData, width: int | None = None, colour: bool = False) -> str:
    """Return a rule set as text.

    Parameters
    ----------
    data : RuleSetData
        The rule set.
    width : int, optional
        How many columns a line may take before it is broken, where it can be; 100 if not given.
    colour : bool, default=False
        Whether to colour the text with the escape sequences of terminals.

    Returns
    -------
    str
        Without a new line at its end.

    Examples
    --------
    >>> from turs import RuleSet
    >>> rule_set = RuleSet.from_rules(["x > 1", "x > 3"], {"x": [1, 2, 3, 4]}, list("aaab"))
    >>> print(write(rule_set.data))
    2 rules for 2 classes, from 4 rows; largest cover first, their order means nothing
    <BLANKLINE>
    1  x > 1  -> a 0.67, b 0.33  (n = 3: 2 + 1)
    2  x > 3  -> b 1.00          (n = 1)
       else   -> a 1.00          (n = 1)
    <BLANKLINE>
    Rule 2 is an exception to rule 1: where it covers, rule 1 is silent.
    """
    summary = Summary(data)
    columns = max(NARROWEST, _WIDTH if width is None else width)
    paint = Paint(colour, len(summary.classes))
    above = _heading(summary, columns, paint)
    table = lay_out(_lines(summary), columns, paint)
    below = [line for remark in remarks(summary) for line in _wrapped(remark, columns)]
    return "\n".join([*above, "", *table, *([""] if below else []), *below])


def _heading(summary: Summary, width: int, paint: Paint) -> list[str]:
    what, order = heading(summary)
    if len(f"{what}; {order}") <= width:
        return [paint.strong(what) + (paint.faint(f"; {order}") if order else "")]
    broken = [paint.strong(line) for line in _wrapped(what, width)]
    return [*broken, *(paint.faint(line) for line in _wrapped(order, width))]


def _lines(summary: Summary) -> list[Line]:
    # The only rule needs no number to be spoken of.
    numbered = len(summary.rules) > 1
    lines = [
        Line(
            str(rule.number) if numbered else "",
            rule.rule.parts or ("always",),
            _shares(summary, rule.outcome),
            rule.n_rows,
        )
        for rule in summary.rules
    ]
    otherwise = summary.otherwise
    return [*lines, Line("", (else_name(summary),), _shares(summary, otherwise), otherwise.n_rows)]


def _shares(summary: Summary, outcome: Outcome) -> tuple[Share, ...]:
    # A rule says what is true of the training rows; how predictions smooth that is a remark.
    if outcome.n_rows == 0:
        return ()
    return tuple(fold_shares(outcome.frequencies, outcome.counts, summary.classes))


def _wrapped(sentence: str, width: int) -> list[str]:
    return textwrap.wrap(
        sentence, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
