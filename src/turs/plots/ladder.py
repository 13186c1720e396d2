"""A ladder: rules one below the other, each with its number and condition at the left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from turs.plots.lettering import Lettering
from turs.plots.palette import BAND, QUIET

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from turs.plots.canvas import Canvas

_PAD = 0.1
_AFTER_NUMBER = 0.08


@dataclass(frozen=True)
class Rung:
    """The label of one rule.

    Parameters
    ----------
    number : str
        Its number; empty for the else rule.
    lines : tuple of str
        Its condition.
    """

    number: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Ladder:
    """Labels of rules, and where they stand.

    Parameters
    ----------
    rungs : tuple of Rung
        From the top.
    lettering : Lettering
        How they are written.
    """

    rungs: tuple[Rung, ...]
    lettering: Lettering

    @classmethod
    def of(
        cls,
        rules: Sequence[tuple[int | None, Sequence[str]]],
        lettering: Lettering,
        room: float,
        most_lines: int = 2,
    ) -> Ladder:
        """Lay out rules.

        Parameters
        ----------
        rules : sequence of (int or None, sequence of str)
            The number and the literals of each.
        lettering : Lettering
            How they are written.
        room : float
            How wide number and condition may be, in inches.
        most_lines : int, default=2
            How many lines a condition may take.

        Returns
        -------
        Ladder
        """
        numbers = ["" if number is None else str(number) for number, _ in rules]
        left = max(map(lettering.width, numbers), default=0.0) + _AFTER_NUMBER
        rungs = [
            Rung(number, lettering.condition(parts, room - left, most_lines))
            for number, (_, parts) in zip(numbers, rules, strict=True)
        ]
        return cls(tuple(rungs), lettering)

    @cached_property
    def heights(self) -> tuple[float, ...]:
        """The height of each rung, in inches."""
        return tuple(len(rung.lines) * self.lettering.line + _PAD for rung in self.rungs)

    @property
    def height(self) -> float:
        """The height of all, in inches."""
        return sum(self.heights)

    @cached_property
    def middles(self) -> tuple[float, ...]:
        """Where the middle of each rung is, in inches from the top of the ladder."""
        ends = accumulate(self.heights)
        return tuple(end - height / 2 for end, height in zip(ends, self.heights, strict=True))

    @cached_property
    def number_width(self) -> float:
        """The width of the numbers and the gap after them, in inches."""
        widest = max((self.lettering.width(rung.number) for rung in self.rungs), default=0.0)
        return widest + _AFTER_NUMBER

    @cached_property
    def width(self) -> float:
        """The width of the widest label, in inches."""
        lines = (line for rung in self.rungs for line in rung.lines)
        return self.number_width + max(map(self.lettering.width, lines), default=0.0)

    def draw(self, canvas: Canvas, top: float, width: float | None = None) -> None:
        """Write the labels, and a faint band behind every second rung.

        Parameters
        ----------
        canvas : Canvas
            Where to; the ladder stands at its left edge.
        top : float
            In inches.
        width : float, optional
            How wide the bands are; as wide as the canvas without.
        """
        wide = canvas.width if width is None else width
        for i, (rung, middle) in enumerate(zip(self.rungs, self.middles, strict=True)):
            if i % 2 == 0:
                _draw_band(canvas, top + middle, self.heights[i], wide)
            first = top + middle - (len(rung.lines) - 1) * self.lettering.line / 2
            right = self.number_width - _AFTER_NUMBER
            canvas.write(right, first, rung.number, ha="right", color=QUIET)
            for j, line in enumerate(rung.lines):
                canvas.write(self.number_width, first + j * self.lettering.line, line)

    def align(self, ax: Axes) -> None:
        """Give an Axes of the ladder's height its coordinates, so that bars meet their rungs."""
        ax.set_ylim(self.height or 1.0, 0)
        ax.set_yticks([])


def _draw_band(canvas: Canvas, middle: float, height: float, width: float) -> None:
    from matplotlib.patches import Rectangle

    corner = (0, middle - height / 2)
    canvas.ax.add_patch(Rectangle(corner, width, height, color=BAND, lw=0, zorder=0))


def how_many_fit(heights: Sequence[float], room: float) -> int:
    """Return how many heights, from the first, add up to no more than `room`."""
    return sum(total <= room + 1e-9 for total in accumulate(heights))
