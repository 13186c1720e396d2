r"""A rule set as a table in LaTeX, for papers: needs nothing but ``\usepackage{booktabs}``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from turs.formats.remarks import remarks
from turs.formats.rule_table import RuleRow, rule_rows
from turs.model.literal import Interval, Levels
from turs.model.notation import KEYWORDS, format_level, format_number, quote, sort_levels
from turs.model.outcome import format_label
from turs.model.summary import Summary

if TYPE_CHECKING:
    from turs.model.contents import RuleSetData
    from turs.model.literal import Literal
    from turs.model.rule import Rule
    from turs.table.schema import Level

_HEAD = r"     & Rule & Class frequencies & 0.95 interval & Rows \\"
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "_": r"\_",
    "%": r"\%",
    "&": r"\&",
    "#": r"\#",
    "$": r"\$",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": "$<$",
    ">": "$>$",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    # Some languages of babel give the quote a meaning.
    '"': r"\char34{}",
    # Two hyphens would become a dash.
    "-": "-{}",
}
_FOUND = re.compile("-(?=-)|[" + re.escape("".join(_SPECIAL).replace("-", "")) + "]")
_LIKE_A_RULE = re.compile(r"[,<>={}]|\b(?:" + "|".join(sorted(KEYWORDS)) + r")\b", re.IGNORECASE)
_POWER = re.compile(r"e([+-])0*([0-9]+)$")


def write(data: RuleSetData, caption: str | None = None, label: str | None = None) -> str:
    r"""Return a rule set as a table in LaTeX.

    Parameters
    ----------
    data : RuleSetData
        The rule set.
    caption : str, optional
        The caption, in LaTeX: it goes into the table as it is.
    label : str, optional
        A name to refer to the table by, as in ``tab:rules``.

    Returns
    -------
    str
        A ``table`` that needs the package booktabs; without a new line at its end. The interval is
        Wilson's, of the most frequent class.

    Examples
    --------
    >>> from turs import RuleSet
    >>> rule_set = RuleSet.from_rules(["x <= 1"], {"x": [1, 2, 3, 4]}, list("aaab"))
    >>> print(write(rule_set.data, caption="What was learned."))
    \begin{table}
      \centering
      \caption{What was learned.}
      \begin{tabular}{rp{0.42\textwidth}p{0.24\textwidth}lr}
        \toprule
         & Rule & Class frequencies & 0.95 interval & Rows \\
        \midrule
        1 & \raggedright x $\leq 1$ & \raggedright a 1.00 & $[0.21, 1.00]$ & 1 \\
        \midrule
         & \raggedright else & \raggedright a 0.67, b 0.33 & $[0.21, 0.94]$ & 3 \\
        \bottomrule
      \end{tabular}
    \end{table}
    """
    summary = Summary(data)
    *rules, otherwise = [_row(row, summary.classes) for row in rule_rows(summary)]
    return "\n".join(
        [
            r"\begin{table}",
            r"  \centering",
            *([rf"  \caption{{{caption}}}"] if caption is not None else []),
            *([rf"  \label{{{label}}}"] if label is not None else []),
            r"  \begin{tabular}{rp{0.42\textwidth}p{0.24\textwidth}lr}",
            r"    \toprule",
            _HEAD,
            *([r"    \midrule", *rules] if rules else []),
            r"    \midrule",
            otherwise,
            r"    \bottomrule",
            r"  \end{tabular}",
            *_below(summary),
            r"\end{table}",
        ]
    )


def escape(text: str) -> str:
    r"""Escape what LaTeX would take for commands.

    Parameters
    ----------
    text : str
        Text on one line.

    Returns
    -------
    str

    Examples
    --------
    >>> print(escape("50 % of a_b > {c}"))
    50 \% of a\_b $>$ \{c\}
    """
    return _FOUND.sub(lambda found: _SPECIAL[found[0]], text)


def _row(row: RuleRow, classes: Sequence[object]) -> str:
    ends = row.ends
    cells = (
        "" if row.number is None else str(row.number),
        rf"\raggedright {_condition(row.rule) if row.rule else escape(row.text)}",
        rf"\raggedright {escape(row.shares(classes))}",
        f"$[{ends[0]}, {ends[1]}]$" if ends else "",
        str(row.outcome.n_rows),
    )
    return rf"    {' & '.join(cells)} \\"


def _below(summary: Summary) -> list[str]:
    sentences = [f"    {escape(remark)}" for remark in remarks(summary)]
    if not sentences:
        return []
    return [r"  \par\medskip", r"  \parbox{\textwidth}{\footnotesize", *sentences, "  }"]


def _condition(rule: Rule) -> str:
    literals = [_literal(literal) for literal in rule.literals]
    if len(literals) > 1:
        literals = [
            f"({text})" if getattr(literal, "missing", False) else text
            for literal, text in zip(rule.literals, literals, strict=True)
        ]
    return " and ".join(literals) or "always"


def _literal(literal: Literal) -> str:
    name = _name(literal.variable)
    if isinstance(literal, Interval):
        text = _interval(name, literal.low, literal.high)
    elif isinstance(literal, Levels):
        text = f"{name} {_levels(sort_levels(literal.levels))}"
    else:
        return f"{name} is {'not ' if literal.negated else ''}missing"
    return text + (" or missing" if literal.missing else "")


def _interval(name: str, low: float | None, high: float | None) -> str:
    if high is None:
        return f"{name} $> {_number(low or 0.0)}$"
    below = "" if low is None else f"${_number(low)} <$ "
    return rf"{below}{name} $\leq {_number(high)}$"


def _levels(levels: Sequence[Level]) -> str:
    texts = [_level(level) for level in levels]
    return f"$=$ {texts[0]}" if len(texts) == 1 else rf"$\in$ \{{{', '.join(texts)}\}}"


def _level(level: Level) -> str:
    if not isinstance(level, str):
        return f"${_number(level)}$" if not isinstance(level, bool) else format_level(level)
    return _name(level)


def _name(text: str) -> str:
    """Write a name or a level, in quotes where its words could be taken for those of a rule."""
    return escape(quote(text) if _LIKE_A_RULE.search(text) else format_label(text))


def _number(value: float) -> str:
    """Write a number for formulas, powers of ten as such."""
    return _POWER.sub(
        lambda found: rf" \times 10^{{{found[1].strip('+')}{found[2]}}}", format_number(value)
    )
