"""The layout of rules as text: conditions, outcomes and rows in columns, broken where they must."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from turs.model.breaking import break_literals, text_width

if TYPE_CHECKING:
    from turs.formats.paint import Paint
    from turs.model.outcome import Share

NARROWEST = 30
"""How many columns a condition gets at least: beside its outcome, or else on a line of its own."""

# Where conditions have so many columns, class counts may take some of the rest.
_ROOMY = 60
_ARROW = "  -> "
_NO_ROW = "no training row"
_PAINTED = re.compile("\x1b\\[[0-9;]*m")


@dataclass(frozen=True)
class Line:
    """A rule, before it is laid out.

    Parameters
    ----------
    number : str
        Its number, or nothing.
    literals : tuple of str
        Its literals as text; at least one.
    shares : tuple of Share
        What its rows say of the classes; none without rows.
    n_rows : int
        How many rows it covers.
    """

    number: str
    literals: tuple[str, ...]
    shares: tuple[Share, ...]
    n_rows: int

    @property
    def condition(self) -> str:
        """The condition on one line."""
        return " and ".join(self.literals)

    @property
    def outcome(self) -> str:
        """The outcome on one line."""
        return ", ".join(map(str, self.shares)) or _NO_ROW

    @property
    def counts(self) -> str:
        """The counts of the classes shown, where the number of rows does not say it all."""
        counts = [share.count for share in self.shares]
        return "" if counts in ([], [self.n_rows]) else f": {' + '.join(map(str, counts))}"


def lay_out(lines: Sequence[Line], width: int, paint: Paint) -> list[str]:
    """Lay out rules in columns, or one below the other where there is no room for columns.

    Parameters
    ----------
    lines : sequence of Line
        The rules.
    width : int
        How many columns a line may take.
    paint : Paint
        What to colour them with.

    Returns
    -------
    list of str
    """
    # Class counts are the first to go: the frequencies and the rows say nearly the same.
    conditions = max(text_width(line.condition) for line in lines)
    for counts, least in ((True, _ROOMY), (False, NARROWEST)):
        columns = _Columns(lines, width, paint, counts)
        if columns.room >= min(conditions, least):
            return columns.text
    return _Stack(lines, width, paint).text


@dataclass(frozen=True)
class _Stack:
    """Conditions on lines of their own, with their outcomes below them."""

    lines: Sequence[Line]
    width: int
    paint: Paint

    @property
    def text(self) -> list[str]:
        room = self.width - self.margin
        text = []
        for line in self.lines:
            text += self.numbered(line, _broken(line.literals, room))
            shares = [f"{share}," for share in self.shares(line)]
            shares[-1] = shares[-1].removesuffix(",")
            rows = self.paint.faint(f"(n = {line.n_rows}{line.counts})")
            first, *others = _filled([*shares, rows], room - len(_ARROW))
            indent = " " * (self.margin + len(_ARROW))
            text.append(" " * self.margin + self.paint.faint(_ARROW) + first)
            text += [indent + other for other in others]
        return text

    @cached_property
    def margin(self) -> int:
        digits = max(len(line.number) for line in self.lines)
        return digits + 2 if digits else 0

    def numbered(self, line: Line, parts: Sequence[str]) -> list[str]:
        number = self.paint.faint(f"{line.number:>{self.margin - 2}}  ") if self.margin else ""
        return [number + parts[0], *(" " * self.margin + part for part in parts[1:])]

    def shares(self, line: Line) -> list[str]:
        shares = [self.paint.share(share, i == 0) for i, share in enumerate(line.shares)]
        return shares or [self.paint.faint(_NO_ROW)]


@dataclass(frozen=True)
class _Columns(_Stack):
    """Conditions beside their outcomes, and the rows beside these."""

    counts: bool

    @property
    def text(self) -> list[str]:
        broken = [_broken(line.literals, self.room) for line in self.lines]
        fitting = [w for parts in broken for w in map(text_width, parts) if w <= self.room]
        widest = max(fitting, default=0)
        text = []
        for line, parts in zip(self.lines, broken, strict=True):
            # What cannot be broken sticks out, and the arrow goes below it.
            parts = parts if text_width(parts[-1]) <= widest else [*parts, ""]
            *above, last = self.numbered(line, parts)
            gap = " " * (widest - text_width(parts[-1]))
            text += [*above, last + gap + self.paint.faint(_ARROW) + self._outcome(line)]
        return text

    @cached_property
    def room(self) -> int:
        """The columns that are left for conditions."""
        rows = max(len(self._rows(line)) for line in self.lines)
        return self.width - self.margin - len(_ARROW) - self._outcome_width - 2 - rows

    @cached_property
    def _outcome_width(self) -> int:
        return max(text_width(line.outcome) for line in self.lines)

    @cached_property
    def _digits(self) -> int:
        return max(len(str(line.n_rows)) for line in self.lines)

    def _rows(self, line: Line) -> str:
        return f"(n = {line.n_rows:>{self._digits}}{line.counts if self.counts else ''})"

    def _outcome(self, line: Line) -> str:
        gap = " " * (self._outcome_width - text_width(line.outcome))
        return f"{', '.join(self.shares(line))}{gap}  {self.paint.faint(self._rows(line))}"


def _broken(literals: Sequence[str], room: int) -> list[str]:
    return [part for line in break_literals(literals, room) for part in break_commas(line, room)]


def break_commas(line: str, room: int) -> list[str]:
    """Break a line after commas that are not within quotes, where it is wider than the room.

    Parameters
    ----------
    line : str
        Literals as text.
    room : int
        How many columns a line should take at most.

    Returns
    -------
    list of str

    Examples
    --------
    >>> break_commas('ward in {A, "B, C", D, E}', room=18)
    ['ward in {A,', '    "B, C", D, E}']
    """
    if text_width(line) <= room:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()))
    first, *others = _filled(_items(line), room - len(indent) - 4)
    return [indent + first, *(f"{indent}    {other}" for other in others)]


def _items(line: str) -> list[str]:
    """Cut a line after each comma outside of quotes."""
    items, start, quoted, escaped = [], 0, False, False
    for i, character in enumerate(line):
        if character == '"' and not escaped:
            quoted = not quoted
        escaped = quoted and character == "\\" and not escaped
        if character == "," and not quoted:
            items.append(line[start : i + 1].strip())
            start = i + 1
    return [*items, line[start:].strip()]


def _filled(pieces: Sequence[str], room: int) -> list[str]:
    """Join pieces by spaces into lines that fit the room, where they can."""
    lines = [pieces[0]]
    for piece in pieces[1:]:
        longer = f"{lines[-1]} {piece}"
        if text_width(_PAINTED.sub("", longer)) <= room:
            lines[-1] = longer
        else:
            lines.append(piece)
    return lines
