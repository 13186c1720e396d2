"""A rule set as a table for people: one rule a line, largest cover first, the else rule last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from turs.model.breaking import break_literals, text_width
from turs.model.labels import plain_labels
from turs.model.notation import format_number
from turs.model.outcome import format_outcome
from turs.model.probability import probabilities

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from turs.model.contents import RuleSetData

_ARROW = "  -> "
_NARROWEST = 24


@dataclass(frozen=True)
class _Line:
    literals: tuple[str, ...]
    outcome: str
    n_rows: str


def write(data: RuleSetData, width: int = 100) -> str:
    """Return a rule set as text.

    Parameters
    ----------
    data : RuleSetData
        The rule set.
    width : int, default=100
        How many characters a line may take before its condition is broken, where it can be.

    Returns
    -------
    str
        Without a new line at its end.
    """
    lines = [*_rule_lines(data), _else_line(data)]
    return "\n".join([_heading(data), "", *_aligned(lines, width), *_notes(data)])


def _heading(data: RuleSetData) -> str:
    n_rules = len(data.rules)
    counted = "1 rule" if n_rules == 1 else f"{n_rules or 'no'} rules"
    heading = f"{counted} for {len(data.classes)} classes, from {data.n_rows} rows"
    order = "; largest cover first, their order means nothing" if n_rules > 1 else ""
    return heading + order


def _rule_lines(data: RuleSetData) -> list[_Line]:
    counts = data.cells.rule_counts
    sizes = counts.sum(axis=1).tolist()
    order = sorted(range(len(data.rules)), key=lambda i: (-sizes[i], data.rules[i].key))
    return [
        _Line(
            data.rules[i].parts or ("always",),
            _outcome(data, counts[i]) if sizes[i] else "no training row",
            f"(n = {sizes[i]})",
        )
        for i in order
    ]


def _else_line(data: RuleSetData) -> _Line:
    left = data.cells.else_counts
    if left.any():
        return _Line(("else",), _outcome(data, left), f"(n = {int(left.sum())})")
    total = data.cells.total_counts
    return _Line(("else (all rows)",), _outcome(data, total), f"(n = {data.n_rows})")


def _outcome(data: RuleSetData, counts: NDArray[np.int64]) -> str:
    # a rule says what is true of the training rows; how predictions smooth that is a note
    frequencies = probabilities(counts, data.cells.total_counts, 0.0)
    return format_outcome(frequencies.tolist(), plain_labels(data.classes))


def _aligned(lines: list[_Line], width: int) -> list[str]:
    outcomes = max(text_width(line.outcome) for line in lines)
    numbers = max(len(line.n_rows) for line in lines)
    room = max(_NARROWEST, width - len(_ARROW) - outcomes - 2 - numbers)
    broken = [break_literals(line.literals, room) for line in lines]
    # The parts of broken conditions that stick out do not push the arrows of the others.
    conditions = max(
        (text_width(p) for parts in broken for p in parts if text_width(p) <= room), default=0
    )
    aligned = []
    for line, parts in zip(lines, broken, strict=True):
        aligned += parts[:-1]
        n_rows = line.n_rows.replace("= ", "= " + " " * (numbers - len(line.n_rows)))
        aligned.append(
            f"{_padded(parts[-1], conditions)}{_ARROW}{_padded(line.outcome, outcomes)}  {n_rows}"
        )
    return aligned


def _notes(data: RuleSetData) -> list[str]:
    notes = []
    if not data.cells.else_counts.any():
        notes.append("Every training row is covered: the else rule uses the counts of all rows.")
    if (data.cells.members.sum(axis=1) > 1).any():
        notes.append(
            "Where covers overlap, their union speaks; where one lies inside another, it alone."
        )
    if data.smoothing > 0:
        rows = "row" if data.smoothing == 1 else "rows"
        notes.append(
            f"Predictions pull these frequencies toward those of all rows, which count like "
            f"{format_number(data.smoothing)} {rows} more."
        )
    return ["", *notes] if notes else []


def _padded(text: str, width: int) -> str:
    return text + " " * (width - text_width(text))
