"""Numbers written as text: what is one, and how a whole column of them is read fast."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_PADDED = re.compile(r"[+-]?0[0-9]")
_COMMA_NUMBER = re.compile(r"[+-]?(?:[0-9]+,[0-9]*|,[0-9]+)(?:[eE][+-]?[0-9]+)?")

# Within a column joined by SEPARATOR.
_ANY_PADDED = re.compile("\0[ \t]*[+-]?0[0-9]")
_OF_NUMBERS = b"0123456789+-eE \t\0"

SEPARATOR = "\0"
"""What stands between the cells of a joined column; no text file has it."""


class NotANumber(ValueError):
    """Tell where a column of numbers has something else.

    Parameters
    ----------
    position : int
        Of the first cell that is neither a number nor missing, from 0.
    """

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position


@dataclass(frozen=True)
class Notation:
    """Say how numbers and missing values are written.

    Parameters
    ----------
    decimal : {".", ","}
        The mark before the decimals.
    missing : frozenset of str
        All texts that stand for a missing value, the empty one included.
    padded : bool, default=False
        Whether a leading zero, as in ``007``, may begin a number. If not, it makes a code.
    """

    decimal: str
    missing: AbstractSet[str]
    padded: bool = False

    def is_number(self, text: str) -> bool:
        """Tell whether a text without blanks around it is a finite number.

        Parameters
        ----------
        text : str
            Any text.

        Returns
        -------
        bool

        Examples
        --------
        >>> notation = Notation(".", frozenset())
        >>> [notation.is_number(text) for text in ("-.5", "1e5", "007", "inf", "1,234")]
        [True, True, False, False, False]
        """
        if self.decimal == ",":
            if "." in text:
                return False
            text = text.replace(",", ".")
        if not _NUMBER.fullmatch(text) or (not self.padded and _PADDED.match(text)):
            return False
        return math.isfinite(float(text))


def has_decimal_comma(text: str) -> bool:
    """Tell whether a text is a number with a decimal comma.

    Parameters
    ----------
    text : str
        A text without blanks around it.

    Returns
    -------
    bool
    """
    return _COMMA_NUMBER.fullmatch(text) is not None


def parse_numbers(
    cells: Sequence[str], notation: Notation, joined: str | None = None
) -> NDArray[np.float64]:
    """Read cells as numbers.

    Parameters
    ----------
    cells : sequence of str
        As they stand in the file, perhaps with blanks around them.
    notation : Notation
        How numbers and missing values are written.
    joined : str, optional
        The cells joined by `SEPARATOR`, if that is at hand.

    Returns
    -------
    ndarray of float64 of shape (n_cells,)
        NaN where a value is missing.

    Raises
    ------
    NotANumber
        If a cell is neither a number nor missing.

    Examples
    --------
    >>> parse_numbers([" 1", "-", "2.5e1"], Notation(".", {"", "-"})).tolist()
    [1.0, nan, 25.0]
    """
    joined = SEPARATOR.join(cells) if joined is None else joined
    values = _parse_clean(cells, joined, notation)
    return _parse_some(cells, notation) if values is None else values


def _parse_clean(
    cells: Sequence[str], joined: str, notation: Notation
) -> NDArray[np.float64] | None:
    """Read cells that are all numbers, or return None.

    The joined text is searched instead of each cell: for characters of which float() makes more
    than we want, as in ``inf``, ``nan`` and ``1_000``, and for leading zeros.
    """
    if not joined.isascii():
        return None
    allowed = _OF_NUMBERS + notation.decimal.encode()
    if joined.encode("ascii").translate(None, allowed):
        return None
    if not notation.padded and _ANY_PADDED.search(SEPARATOR + joined):
        return None
    if notation.decimal == "," and "," in joined:
        cells = joined.replace(",", ".").split(SEPARATOR)
    try:
        values = np.fromiter(map(float, cells), dtype=np.float64, count=len(cells))
    except ValueError:
        return None
    return values if np.isfinite(values).all() else None


def _parse_some(cells: Sequence[str], notation: Notation) -> NDArray[np.float64]:
    """Read cells of which some are missing, or find the first that is no number."""
    stripped = [cell.strip() for cell in cells]
    present = [text for text in stripped if text not in notation.missing]
    parsed = _parse_clean(present, SEPARATOR.join(present), notation) if present else np.empty(0)
    if parsed is None:
        other = (text not in notation.missing and not notation.is_number(text) for text in stripped)
        raise NotANumber(next(position for position, found in enumerate(other) if found))
    values = np.full(len(cells), np.nan)
    values[[text not in notation.missing for text in stripped]] = parsed
    return values
