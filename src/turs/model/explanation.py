"""Explanations: why a row has the probabilities that it has, as plain data."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from turs.model.breaking import break_literals, text_width
from turs.model.near import NearRule
from turs.model.notation import format_number
from turs.model.outcome import format_label, format_outcome, format_share

if TYPE_CHECKING:
    from typing import Literal as OneOf
    from typing import TypeAlias

    from turs.model.rule import Rule

    Source: TypeAlias = OneOf["rule", "union", "else", "else (all rows)"]

# What is left of 100 columns after the word that starts a line.
_ROOM = 87


@dataclass(frozen=True)
class Explanation:
    """Say which rules cover a row, which of them speak for it, and what they say.

    Parameters
    ----------
    probabilities : tuple of float
        One a class, as ``predict_proba`` gives them.
    classes : tuple
        The class labels, in the same order.
    covering : tuple of Rule
        The rules that cover the row, in an order that depends on the rules alone.
    speaking : tuple of Rule
        Those whose covers the probabilities come from; none when the else rule speaks.
    set_aside : tuple of (Rule, tuple of Rule)
        The other covering rules. Each comes with the speaking rules whose training rows it
        contains: they are exceptions to it. With none, it has no training row.
    counts : tuple of int
        The class counts that the probabilities are estimated from.
    source : {"rule", "union", "else", "else (all rows)"}
        Whose counts they are: of one rule, of the union of several, of the rows that no rule
        covers, or of all rows, when none of the training rows is left to the else rule.
    row : int
        The position of the row in its table.
    cover_counts : tuple of tuple of int
        The class counts in the whole cover of each of `covering`.
    intervals : tuple of (float, float)
        How far each probability may be from the truth, by the number of rows behind it: Wilson's
        interval of the class frequency at 0.95, pulled toward the frequencies of all training
        rows just as the probability is.
    smoothing : float
        How many rows these frequencies are worth.
    near : tuple of NearRule
        Where the else rule speaks, the rules that came closest, with what they failed on; else
        none, because no rule that does not cover a row has a say in it.

    Examples
    --------
    >>> from turs import RuleSet
    >>> X = {"age": [25, 30, 41, 52, 67, 70], "ward": ["A", "B", "A", "A", "B", "B"]}
    >>> y = ["home", "home", "home", "stay", "stay", "stay"]
    >>> rule_set = RuleSet.from_rules(["age > 50", "ward = B"], X, y)
    >>> print(rule_set.explain({"age": [60, 20], "ward": ["B", "A"]})[0])
    row 0: stay 0.75, home 0.25  (n = 4, the union of 2 rules)
      because    age > 50
      and        ward = B
      how sure   stay 0.30 to 0.95
    >>> print(rule_set.explain({"age": [60, 20], "ward": ["B", "A"]})[1])
    row 1: home 1.00  (n = 2, the else rule)
      nearest    age > 50, but age = 20
      and        ward = B, but ward = A
      how sure   home 0.34 to 1.00
    """

    probabilities: tuple[float, ...]
    classes: tuple[Any, ...]
    covering: tuple[Rule, ...]
    speaking: tuple[Rule, ...]
    set_aside: tuple[tuple[Rule, tuple[Rule, ...]], ...]
    counts: tuple[int, ...]
    source: Source
    row: int
    cover_counts: tuple[tuple[int, ...], ...]
    intervals: tuple[tuple[float, float], ...]
    smoothing: float
    near: tuple[NearRule, ...] = ()

    @property
    def prediction(self) -> Any:
        """The most probable class; of equals, the first."""
        return self.classes[self.probabilities.index(max(self.probabilities))]

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as a dictionary of plain values, rules as text.

        Returns
        -------
        dict
            With the names of the attributes as keys, and ``prediction``.
        """
        return {
            "row": self.row,
            "prediction": self.prediction,
            "classes": list(self.classes),
            "probabilities": list(self.probabilities),
            "counts": list(self.counts),
            "smoothing": self.smoothing,
            "intervals": [list(ends) for ends in self.intervals],
            "source": self.source,
            "covering": [str(rule) for rule in self.covering],
            "cover_counts": [list(counts) for counts in self.cover_counts],
            "speaking": [str(rule) for rule in self.speaking],
            "set_aside": [
                {"rule": str(rule), "by": [str(other) for other in by]}
                for rule, by in self.set_aside
            ],
            "near": [near.to_dict() for near in self.near],
        }

    def to_json(self) -> str:
        """Return the explanation as JSON, on one line.

        Returns
        -------
        str
            `to_dict`, with class labels that JSON has no word for as text.
        """
        return json.dumps(self.to_dict(), ensure_ascii=False, default=str)

    def __str__(self) -> str:
        """Return the explanation in a few lines for a person."""
        outcome = format_outcome(self.probabilities, self.classes)
        lines = [f"row {self.row}: {outcome}  (n = {sum(self.counts)}{self._whose()})"]
        for i, rule in enumerate(self.speaking):
            lines += _entry("because" if i == 0 else "and", _broken(rule))
        for rule, by in self.set_aside:
            lines += _entry("set aside", _set_aside(rule, by))
        for i, near in enumerate(self.near):
            lines += _entry("nearest" if i == 0 else "and", _near(near))
        return "\n".join([*lines, *_entry("how sure", [self._how_sure()])])

    def _repr_html_(self) -> str:
        """Return the explanation as HTML, for a notebook."""
        # Imported here: HTML is made of explanations, and only a notebook needs it.
        from turs.model.html import explanation_html

        return explanation_html(self)

    def _how_sure(self) -> str:
        which = self.classes.index(self.prediction)
        low, high = self.intervals[which]
        return f"{format_label(self.prediction)} {format_share(low)} to {format_share(high)}"

    @property
    def pull(self) -> str:
        """What smoothing does to the counts, in words; empty where there is none."""
        rows = format_number(self.smoothing)
        return f"; all rows count like {rows} more" if self.smoothing else ""

    def _whose(self) -> str:
        source = {
            "rule": "",
            "union": f", the union of {len(self.speaking)} rules",
            "else": ", the else rule",
            "else (all rows)": ", all training rows: none is left to the else rule",
        }[self.source]
        return source + self.pull


def _entry(word: str, lines: list[str]) -> list[str]:
    return [f"  {word if i == 0 else '':<10} {line}" for i, line in enumerate(lines)]


def _broken(rule: Rule, room: int = _ROOM) -> list[str]:
    return break_literals(rule.parts or ("always",), room)


def _near(near: NearRule) -> list[str]:
    whole = f"{near.rule}, but {near.reason}"
    if text_width(whole) <= _ROOM:
        return [whole]
    lines = _broken(near.rule)
    lines[-1] += ","
    return [*lines, f"  but {near.reason}"]


def _set_aside(rule: Rule, by: tuple[Rule, ...]) -> list[str]:
    reason = "whose training rows include those of" if by else "which covered no training row"
    whole = f"{rule}, {reason} {'; '.join(map(str, by))}".rstrip()
    if text_width(whole) <= _ROOM:
        return [whole]
    lines = _broken(rule)
    lines[-1] += ","
    lines.append(f"  {reason}")
    for i, other in enumerate(by):
        broken = [f"    {line}" for line in _broken(other, _ROOM - 4)]
        broken[-1] += ";" if i < len(by) - 1 else ""
        lines += broken
    return lines
