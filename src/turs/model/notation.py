"""Turn names, levels and numbers into the words that rules are written with.

What is printed here, :mod:`turs.model.grammar` reads back as the same value.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turs.table.schema import Level

KEYWORDS = frozenset({"and", "or", "in", "is", "not", "missing", "always", "true", "false"})
"""Words with a meaning of their own, in any case; a name spelled like one is quoted."""

NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\Z")
"""A number as a whole word."""

# Nobody should have to wonder whether a bare word is a float.
_NUMBER_NAMES = frozenset({"nan", "inf", "infinity"})


def format_number(value: float) -> str:
    """Return the shortest text that reads back as exactly `value`.

    Examples
    --------
    >>> format_number(30.0), format_number(37.5)
    ('30', '37.5')
    """
    return repr(value).removesuffix(".0")


def format_name(name: str) -> str:
    """Return `name` bare when it is a plain word, and quoted when it is not.

    Examples
    --------
    >>> print(format_name("age"), format_name("body mass"), format_name("not"))
    age "body mass" "not"
    """
    return name if is_plain_word(name) else quote(name)


def format_level(level: Level) -> str:
    """Return a level as text: words bare or quoted, numbers bare, and true or false.

    Examples
    --------
    >>> print(format_level("A"), format_level("3"), format_level(3), format_level(True))
    A "3" 3 true
    """
    if isinstance(level, bool):
        return "true" if level else "false"
    if isinstance(level, str):
        return format_name(level)
    return str(level) if isinstance(level, int) else format_number(level)


def sort_levels(levels: Iterable[Level]) -> list[Level]:
    """Return levels in an order that depends on nothing but their values."""
    return sorted(levels, key=lambda level: (isinstance(level, str), level))


def is_plain_word(name: str) -> bool:
    """Tell whether `name` can stand in a rule without quotes."""
    if not name or not (name[0].isalpha() or name[0] == "_"):
        return False
    if name.casefold() in KEYWORDS or name.casefold() in _NUMBER_NAMES:
        return False
    return all(_is_word_character(character) for character in name)


def quote(text: str) -> str:
    """Return `text` between double quotes, with the escapes of JSON."""
    return '"' + "".join(_escape(character) for character in text) + '"'


def _escape(character: str) -> str:
    if character.isprintable() and character not in '"\\':
        return character
    return json.dumps(character)[1:-1]


def _is_word_character(character: str) -> bool:
    # Marks are the vowel signs and accents of many scripts: parts of words, yet not alphanumeric.
    return (
        character.isalnum() or character in "_.-" or unicodedata.category(character).startswith("M")
    )
