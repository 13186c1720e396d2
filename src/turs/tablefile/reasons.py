"""Say why a column of text is not one of numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from turs.table.refusal import shown
from turs.tablefile.contents import Obstacle
from turs.tablefile.numbers import Notation, has_decimal_comma

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}([T ].*)?|[0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]{2,4}")


@dataclass(frozen=True)
class TextReason:
    """Hold why a column is text.

    Parameters
    ----------
    words : str
        The reason, with ``{}`` where the value that stands in the way is to be named.
    bars : callable, optional
        Tells of a value whether it stands in the way; None if nothing does.
    """

    words: str
    bars: Callable[[str], bool] | None = None

    def is_bar(self, text: str | None) -> bool:
        """Tell whether a value stands in the way.

        Parameters
        ----------
        text : str or None
            A value of the column, None if missing.

        Returns
        -------
        bool
        """
        return text is not None and self.bars is not None and self.bars(text)

    def sentence(self, obstacle: Obstacle | None) -> str:
        """Write the reason.

        Parameters
        ----------
        obstacle : Obstacle or None
            The first value in the way.

        Returns
        -------
        str
        """
        if obstacle is None:
            return self.words
        return self.words.format(f"{shown(obstacle.value)} in {obstacle.place}")


def text_reason(texts: Sequence[str], notation: Notation) -> TextReason:
    """Find why different texts of a column are not taken for numbers.

    Parameters
    ----------
    texts : sequence of str
        Different values of the column, none missing.
    notation : Notation
        How numbers are written.

    Returns
    -------
    TextReason
        With an obstacle if at least half of them are numbers.
    """
    padded = replace(notation, padded=True)
    numbers = [text for text in texts if padded.is_number(text)]
    if len(numbers) == len(texts):
        if all(map(notation.is_number, texts)):
            return TextReason("whole numbers too long to be told apart as numbers, kept as asked")
        return TextReason(
            "{} begins with a zero, as codes do", lambda text: not notation.is_number(text)
        )
    if all(map(_DATE.fullmatch, texts)):
        return TextReason("dates are read as texts")
    comma = replace(padded, decimal=",")
    if notation.decimal == "." and all(map(comma.is_number, texts)):
        return TextReason("{} has a decimal comma; give --decimal ,", has_decimal_comma)
    if 2 * len(numbers) >= len(texts):
        return TextReason(
            "other values are numbers, but {} is not",
            lambda text: not padded.is_number(text),
        )
    return TextReason("its values are words")
