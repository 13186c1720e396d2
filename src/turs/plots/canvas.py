"""A canvas: an Axes measured in inches, on which text and panels have their places."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any

from turs.exceptions import InputTypeError
from turs.plots.lettering import Lettering
from turs.plots.palette import FAINT, INK, QUIET
from turs.table.refusal import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MARGIN = 0.15
HEADING = 0.3

_LEAST = 0.1  # of a panel, where an Axes is far too small for the picture


def pyplot() -> ModuleType:
    """Return matplotlib's pyplot.

    Returns
    -------
    module

    Raises
    ------
    ImportError
        When matplotlib is not installed.
    """
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError(
            "pictures need matplotlib, which is not installed; `pip install turs[plot]` installs it"
        ) from error
    return plt


def size_of(ax: Axes | None) -> tuple[float, float] | None:
    """Return the width and height of an Axes in inches, or None without one."""
    plt = pyplot()
    if ax is None:
        return None
    if not isinstance(ax, plt.Axes):
        raise InputTypeError(f"ax must be an Axes of matplotlib, not {shown(ax)}")
    figure = ax.figure.canvas.figure
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.execute(figure)
    box = ax.get_window_extent()
    return box.width / figure.dpi, box.height / figure.dpi


@dataclass(frozen=True)
class Canvas:
    """An Axes whose coordinates are inches from its upper left corner.

    Parameters
    ----------
    ax : Axes
        Itself invisible.
    width, height : float
        In inches.
    lettering : Lettering
        How its texts are written.
    """

    ax: Axes
    width: float
    height: float
    lettering: Lettering

    @classmethod
    def open(
        cls,
        ax: Axes | None,
        size: tuple[float, float],
        lettering: Lettering,
        heading: str = "",
    ) -> Canvas:
        """Turn an Axes into a canvas, or make a figure that is one.

        Parameters
        ----------
        ax : Axes or None
            The Axes to draw on.
        size : (float, float)
            Its width and height, in inches.
        lettering : Lettering
            How its texts are written.
        heading : str, default=""
            What stands above a new figure.

        Returns
        -------
        Canvas
        """
        width, height = size
        if ax is None:
            ax = _new_axes(width, height)
            ax.set_title(heading, loc="left", pad=8, color=INK, **_larger(lettering))
        ax.set_axis_off()
        ax.set_xlim(0, width)
        ax.set_ylim(height, 0)
        return cls(ax, width, height, lettering)

    @property
    def figure(self) -> Figure:
        """The figure that it is on."""
        return self.ax.figure.canvas.figure

    def panel(self, left: float, top: float, width: float, height: float, **options: Any) -> Axes:
        """Make an Axes within the canvas.

        Parameters
        ----------
        left, top, width, height : float
            Its place, in inches.
        **options
            For matplotlib, as in ``sharex``.

        Returns
        -------
        Axes
            Without a frame.
        """
        width, height = max(width, _LEAST), max(height, _LEAST)
        bounds = (
            left / self.width,
            1 - (top + height) / self.height,
            width / self.width,
            height / self.height,
        )
        panel = self.ax.inset_axes(bounds, transform=self.ax.transAxes, **options)
        quieten(panel, self.lettering)
        return panel

    def write(self, x: float, y: float, text: str, **options: Any) -> None:
        """Write a text at a place in inches, its middle at `y`.

        Parameters
        ----------
        x, y : float
            The place.
        text : str
            The text; `Lettering.shorten` makes it fit beforehand.
        **options
            For matplotlib, as in ``ha="right"``.
        """
        options = {"color": INK, "va": "center", **self.lettering.style, **options}
        self.ax.text(x, y, text, **options)

    def caption(self, lines: Sequence[str]) -> None:
        """Write the lines of a caption at the bottom."""
        top = self.height - len(lines) * self.lettering.line
        for i, line in enumerate(lines):
            self.write(0, top + (i + 0.5) * self.lettering.line, line, color=QUIET)


def caption_lines(lettering: Lettering, notes: Sequence[str], room: float) -> list[str]:
    """Break the sentences of a caption into lines no wider than `room`, in inches."""
    return lettering.wrap(" ".join(notes), room) if notes else []


def quieten(ax: Axes, lettering: Lettering) -> None:
    """Take from an Axes what is not data: its frame, and the ticks that stick out."""
    for spine in ax.spines.values():
        spine.set_visible(False)
    ax.patch.set_visible(False)
    ax.tick_params(length=0, labelsize=lettering.size, labelcolor=QUIET, pad=2)


def rule_off(ax: Axes, places: Sequence[float], axis: str = "x") -> None:
    """Draw faint lines across an Axes."""
    draw = ax.axvline if axis == "x" else ax.axhline
    for place in places:
        draw(place, color=FAINT, linewidth=0.6, zorder=0)


def _new_axes(width: float, height: float) -> Axes:
    whole = (width + 2 * MARGIN, height + 2 * MARGIN + HEADING)
    figure = pyplot().figure(figsize=whole)
    place = (MARGIN / whole[0], MARGIN / whole[1], width / whole[0], height / whole[1])
    axes: Axes = figure.add_axes(place)
    return axes


def _larger(lettering: Lettering) -> dict[str, Any]:
    return {**lettering.style, "fontsize": 1.15 * lettering.size}
