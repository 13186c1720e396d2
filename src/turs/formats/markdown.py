"""A rule set as a table in Markdown, for notes, issues and pages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from turs.formats.remarks import heading, remarks
from turs.formats.rule_table import RuleRow, rule_rows
from turs.model.summary import Summary

if TYPE_CHECKING:
    from turs.model.contents import RuleSetData

_HEAD = ("", "rule", "class frequencies", "0.95 interval", "rows")
_RULER = ("--:", ":--", ":--", ":--", "--:")

# An underscore within a word, a sign before a space and a lone ampersand mean nothing in Markdown,
# and stay readable.
_SPECIAL = re.compile(r"[\\`*\[\]|$~#]|(?<![^\W_])_|_(?![^\W_])")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")


def write(data: RuleSetData) -> str:
    """Return a rule set as a table in Markdown, with what there is to say below it.

    Parameters
    ----------
    data : RuleSetData
        The rule set.

    Returns
    -------
    str
        In the dialect of GitHub, which most readers of Markdown know; without a new line at its
        end. The interval is Wilson's, of the most frequent class.

    Examples
    --------
    >>> from turs import RuleSet
    >>> rule_set = RuleSet.from_rules(["x > 1"], {"x": [1, 2, 3, 4]}, list("aaab"))
    >>> print(write(rule_set.data))
    1 rule for 2 classes, from 4 rows.
    <BLANKLINE>
    |  | rule | class frequencies | 0.95 interval | rows |
    |--:|:--|:--|:--|--:|
    | 1 | x > 1 | a 0.67, b 0.33 | 0.21 to 0.94 | 3 |
    |  | else | a 1.00 | 0.21 to 1.00 | 1 |
    """
    summary = Summary(data)
    what, order = heading(summary)
    above = f"{what}; {order}." if order else f"{what}."
    rows = [_row(row, summary.classes) for row in rule_rows(summary)]
    table = [_line(_HEAD), f"|{'|'.join(_RULER)}|", *map(_line, rows)]
    below = [f"- {escape(remark)}" for remark in remarks(summary)]
    return "\n".join([above, "", *table, *([""] if below else []), *below])


def escape(text: str) -> str:
    r"""Escape what Markdown would take for markup.

    Parameters
    ----------
    text : str
        Text on one line.

    Returns
    -------
    str

    Examples
    --------
    >>> print(escape("a|b *c* x_1 <= 3 <i>"))
    a\|b \*c\* x_1 <= 3 &lt;i>
    """
    plain = _TAG.sub("&lt;", _ENTITY.sub("&amp;", text))
    return _SPECIAL.sub(lambda found: f"\\{found[0]}", plain)


def _row(row: RuleRow, classes: Sequence[object]) -> tuple[str, ...]:
    ends = row.ends
    return (
        "" if row.number is None else str(row.number),
        escape(row.text),
        escape(row.shares(classes)),
        f"{ends[0]} to {ends[1]}" if ends else "",
        str(row.outcome.n_rows),
    )


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
