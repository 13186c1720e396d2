"""Break the text of a rule into lines where it is too wide for one."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def break_literals(literals: Sequence[str], room: int) -> list[str]:
    """Join literals into lines, broken before an ``and`` where they are wider than the room.

    Parameters
    ----------
    literals : sequence of str
        The literals of a rule as text; at least one.
    room : int
        How many columns a line should take at most.

    Returns
    -------
    list of str

    Examples
    --------
    >>> break_literals(["age > 30", "ward = A", "lactate > 2"], room=24)
    ['age > 30 and ward = A', '  and lactate > 2']
    """
    lines = [literals[0]]
    for literal in literals[1:]:
        longer = f"{lines[-1]} and {literal}"
        if text_width(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(f"  and {literal}")
    return lines


def text_width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    joined = sum(unicodedata.combining(character) > 0 for character in text)
    return len(text) + wide - joined
