"""Colours: one a class, told apart by eyes of every kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from turs.model.outcome import format_label

CLASS_COLOURS = (
    "#0072b2",
    "#e69f00",
    "#870000",
    "#3cb4d2",
    "#c32d00",
    "#2d2da5",
    "#5a2d5a",
    "#9678ff",
    "#b47878",
    "#964b69",
    "#87e1f0",
    "#e1d287",
)
"""Twelve colours, the first of them the furthest apart.

Chosen so that no two come close to each other in OKLab, neither as they are nor as they look with
protanopia, deuteranopia or tritanopia.
"""

FOLDED = "#b8b8b8"
"""The colour that the classes beyond the twelfth share."""

INK = "#222222"
QUIET = "#666666"
FAINT = "#d9d9d9"
BAND = "#f5f5f5"
ALERT = "#c32d00"


@dataclass(frozen=True)
class Palette:
    """The colour and the name of each class.

    Parameters
    ----------
    names : tuple of str
        The class labels as text.
    colours : tuple of str
        One a class; where there are more classes than colours, the rarer ones share a grey.

    Examples
    --------
    >>> palette = Palette.of(["ill", "well"], [3, 5])
    >>> palette.key
    (('ill', '#0072b2'), ('well', '#e69f00'))
    """

    names: tuple[str, ...]
    colours: tuple[str, ...]

    @classmethod
    def of(cls, classes: Sequence[object], counts: Sequence[int]) -> Palette:
        """Give a colour to each class.

        Parameters
        ----------
        classes : sequence
            The class labels.
        counts : sequence of int
            How many rows each has, to choose those that share a grey where there are too many.

        Returns
        -------
        Palette
        """
        names = tuple(map(format_label, classes))
        if len(names) <= len(CLASS_COLOURS):
            return cls(names, CLASS_COLOURS[: len(names)])
        by_size = sorted(range(len(names)), key=lambda i: (-counts[i], i))
        shown = sorted(by_size[: len(CLASS_COLOURS) - 1])
        colour_of = dict(zip(shown, CLASS_COLOURS, strict=False))
        return cls(names, tuple(colour_of.get(i, FOLDED) for i in range(len(names))))

    @property
    def n_folded(self) -> int:
        """How many classes share a grey."""
        return self.colours.count(FOLDED)

    @property
    def key(self) -> tuple[tuple[str, str], ...]:
        """The names and colours of a key; the classes that share a grey are one entry."""
        pairs = zip(self.names, self.colours, strict=True)
        entries = [(name, colour) for name, colour in pairs if colour != FOLDED]
        if self.n_folded:
            entries.append((f"{self.n_folded} other classes", FOLDED))
        return tuple(entries)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a caption says where there are more classes than colours."""
        if not self.n_folded:
            return ()
        return (
            f"There are {len(self.names)} classes and {len(CLASS_COLOURS)} colours: the "
            f"{self.n_folded} rarest share a grey.",
        )
