"""The key of the colours: a square and a name for each class, in as many lines as it takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from turs.plots.lettering import Lettering

if TYPE_CHECKING:
    from turs.plots.canvas import Canvas

_SQUARE = 0.1
_GAP = 0.18
_LONGEST = 1.8


@dataclass(frozen=True)
class Entry:
    """One colour of a key, and where it stands.

    Parameters
    ----------
    name : str
        Shortened where it is long.
    colour : str
        The colour.
    left : float
        In inches.
    line : int
        From 0.
    """

    name: str
    colour: str
    left: float
    line: int


@dataclass(frozen=True)
class Key:
    """A key as it is laid out.

    Parameters
    ----------
    entries : tuple of Entry
        One a colour.
    lettering : Lettering
        How they are written.
    """

    entries: tuple[Entry, ...]
    lettering: Lettering

    @classmethod
    def of(cls, pairs: tuple[tuple[str, str], ...], lettering: Lettering, room: float) -> Key:
        """Lay out names and colours in lines no wider than `room`.

        Parameters
        ----------
        pairs : tuple of (str, str)
            Names and colours.
        lettering : Lettering
            How names are written.
        room : float
            In inches.

        Returns
        -------
        Key
        """
        entries = []
        left, line = 0.0, 0
        for name, colour in pairs:
            shortened = lettering.shorten(name, min(_LONGEST, room - 2 * _SQUARE))
            width = 1.5 * _SQUARE + lettering.width(shortened)
            if left > 0 and left + width > room:
                left, line = 0.0, line + 1
            entries.append(Entry(shortened, colour, left, line))
            left += width + _GAP
        return cls(tuple(entries), lettering)

    @property
    def height(self) -> float:
        """How high the key is, in inches."""
        return (1 + self.entries[-1].line) * self.lettering.line if self.entries else 0.0

    def draw(self, canvas: Canvas, left: float, top: float) -> None:
        """Draw the key.

        Parameters
        ----------
        canvas : Canvas
            Where to.
        left, top : float
            In inches.
        """
        from matplotlib.patches import Rectangle

        for entry in self.entries:
            middle = top + (entry.line + 0.5) * self.lettering.line
            corner = (left + entry.left, middle - _SQUARE / 2)
            canvas.ax.add_patch(Rectangle(corner, _SQUARE, _SQUARE, color=entry.colour, lw=0))
            canvas.write(left + entry.left + 1.5 * _SQUARE, middle, entry.name)
