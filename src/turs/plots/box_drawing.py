"""Draw rows as points, and rules as boxes or bars, on axes of numbers or levels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from turs.model.outcome import format_label
from turs.plots.palette import FAINT, INK, QUIET

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from turs.plots.box_plan import Box, Points
    from turs.plots.canvas import Canvas
    from turs.plots.ladder import Ladder
    from turs.plots.lettering import Lettering
    from turs.plots.palette import Palette
    from turs.plots.scale import Scale

_TICK_GAP = 0.06
_LONGEST_NAME = 1.3
_LEAST_SLOT = 0.5  # narrower places have their names upright
_DASHED = (0, (4, 2))
_BAR = 0.12
_BADGE = 0.17  # the room of a number on a box
_MOST_BADGES = 4


@dataclass(frozen=True)
class Frame:
    """A place for a panel and the names along its axes, in inches.

    Parameters
    ----------
    canvas : Canvas
        Where it is.
    left, top, width, height : float
        Its place, names included.
    """

    canvas: Canvas
    left: float
    top: float
    width: float
    height: float

    @staticmethod
    def below(scale: Scale, lettering: Lettering, width: float) -> float:
        """Return the height that the names below an axis take, its own among them."""
        names = scale.ticks()[1]
        if _stand_upright(scale, lettering, width):
            widest = min(_LONGEST_NAME, max(map(lettering.width, names)))
            return widest + 2 * _TICK_GAP + 1.3 * lettering.line
        return 2.1 * lettering.line + 2 * _TICK_GAP

    @staticmethod
    def beside(scale: Scale | None, lettering: Lettering) -> float:
        """Return the width that the names left of an axis take, its own among them."""
        if scale is None:
            return 0.0
        widest = max(map(lettering.width, scale.ticks()[1]), default=0.0)
        return min(_LONGEST_NAME, widest) + 2 * _TICK_GAP + 1.3 * lettering.line

    def inner(self, x: Scale, y: Scale | None) -> tuple[float, float]:
        """Return the width and the height of the panel itself."""
        lettering = self.canvas.lettering
        width = self.width - self.beside(y, lettering)
        return width, self.height - self.below(x, lettering, width)

    def panel(self, x: Scale, y: Scale | None) -> Axes:
        """Make the panel.

        Parameters
        ----------
        x : Scale
            Its axis of width.
        y : Scale or None
            Its axis of height; none is drawn without.

        Returns
        -------
        Axes
        """
        lettering = self.canvas.lettering
        width, height = self.inner(x, y)
        left = self.left + self.width - width
        ax = self.canvas.panel(left, self.top, width, height)
        ax.set_xlim(*x.limits)
        upright = _stand_upright(x, lettering, width)
        places, names = _apart(x, lettering.width, width)
        slot = _LONGEST_NAME if upright or x.is_numeric else width / len(places) - _TICK_GAP
        names = [lettering.shorten(name, slot) for name in names]
        ax.set_xticks(places, names, rotation=90 if upright else 0, **lettering.style)
        self.canvas.write(
            left + width / 2,
            self.top + self.height - 0.6 * lettering.line,
            lettering.shorten(format_label(x.column.name), width),
            ha="center",
            color=QUIET,
        )
        if y is not None:
            self._name_height(ax, y, height)
        _mark_missing(ax, x, "x")
        return ax

    def _name_height(self, ax: Axes, y: Scale, height: float) -> None:
        lettering = self.canvas.lettering
        places, names = _apart(y, lambda _: lettering.line, height)
        ax.set_ylim(*y.limits)
        names = [lettering.shorten(name, _LONGEST_NAME) for name in names]
        ax.set_yticks(places, names, **lettering.style)
        self.canvas.write(
            self.left + 0.6 * lettering.line,
            self.top + height / 2,
            lettering.shorten(format_label(y.column.name), height),
            ha="center",
            rotation=90,
            color=QUIET,
        )
        _mark_missing(ax, y, "y")


def _apart(
    scale: Scale, extent: Callable[[str], float], inches: float
) -> tuple[list[float], list[str]]:
    """Return the ticks of an axis without the numbers whose names would touch another."""
    places, names = scale.ticks()
    if not scale.is_numeric:
        return places, names
    low, high = scale.limits
    ends = float("-inf")
    kept = []
    # The strip of missing values comes first: its name stays.
    for place, name in sorted(zip(places, names, strict=True)):
        middle, half = (place - low) / (high - low) * inches, extent(name) / 2
        if middle - half > ends + _TICK_GAP:
            kept.append((place, name))
            ends = middle + half
    return [place for place, _ in kept], [name for _, name in kept]


def _stand_upright(scale: Scale, lettering: Lettering, width: float) -> bool:
    """Tell whether the names of levels are too long to lie below an axis."""
    places, names = scale.ticks()
    slot = width / max(1, len(places)) - _TICK_GAP
    if scale.is_numeric:
        return False
    return slot < _LEAST_SLOT and any(lettering.width(name) > slot for name in names)


def _mark_missing(ax: Axes, scale: Scale, axis: str) -> None:
    """Draw faint lines: at the edge of the strip of missing values, or between levels."""
    draw = ax.axvline if axis == "x" else ax.axhline
    edges = sorted(span[0] for span in scale.spans.values())[1:]
    for edge in edges if scale.is_numeric else [round(edge) - 0.5 for edge in edges]:
        draw(edge, color=FAINT, linewidth=0.6, zorder=0)


def draw_points(
    ax: Axes, places: Sequence[NDArray[np.float64]], codes: NDArray[np.intp], palette: Palette
) -> None:
    """Draw rows as points of the colours of their classes.

    Parameters
    ----------
    ax : Axes
        Where to.
    places : sequence of two ndarray of float64, shape (n_rows,)
        Where they stand.
    codes : ndarray of int, shape (n_rows,)
        Their classes.
    palette : Palette
        The colours.
    """
    for spine in ("left", "bottom"):
        ax.spines[spine].set_visible(True)
        ax.spines[spine].set_color(FAINT)
    size, alpha = (14, 0.75) if len(codes) <= 1000 else (6, 0.5)
    colours = np.array(palette.colours)[codes]
    ax.scatter(
        places[0],
        places[1],
        s=size,
        c=colours.tolist(),
        alpha=alpha,
        linewidths=0,
        zorder=2,
        rasterized=len(codes) > 2000,
    )


def draw_strips(ax: Axes, points: Points, palette: Palette, lettering: Lettering) -> None:
    """Draw rows as points along one axis, a strip a class.

    Parameters
    ----------
    ax : Axes
        Where to.
    points : Points
        The rows.
    palette : Palette
        The classes; those that share a grey share a strip.
    lettering : Lettering
        How their names are written.
    """
    colours = [colour for _, colour in palette.key]
    strip_of = np.array([colours.index(colour) for colour in palette.colours])
    heights = strip_of[points.codes] + 0.33 * points.jitter
    draw_points(ax, (points.places[0], heights), points.codes, palette)
    ax.spines["left"].set_visible(False)
    ax.set_ylim(len(colours) - 0.5, -0.5)
    names = [lettering.shorten(name, 1.8) for name, _ in palette.key]
    ax.set_yticks(range(len(names)), names, **lettering.style)
    for edge in range(len(colours) - 1):
        ax.axhline(edge + 0.5, color=FAINT, linewidth=0.6, zorder=0)


def draw_lanes(
    ax: Axes, boxes: Sequence[Box], ladder: Ladder, palette: Palette, scale: Scale
) -> None:
    """Draw rules as bars along one axis, each beside its condition.

    Parameters
    ----------
    ax : Axes
        Where to.
    boxes : sequence of Box
        The rules.
    ladder : Ladder
        Their conditions.
    palette : Palette
        The colours.
    scale : Scale
        The axis.
    """
    from matplotlib.patches import Rectangle

    ax.set_xlim(*scale.limits)
    ax.set_xticks([])
    ladder.align(ax)
    for box, middle in zip(boxes, ladder.middles, strict=True):
        for start, end in box.segments[0]:
            corner = (start, middle - _BAR / 2)
            ax.add_patch(Rectangle(corner, end - start, _BAR, **_style(box, palette, 0.25)))


def draw_boxes(
    ax: Axes,
    boxes: Sequence[Box],
    palette: Palette,
    lettering: Lettering,
    size: tuple[float, float],
) -> None:
    """Draw rules as numbered boxes.

    Parameters
    ----------
    ax : Axes
        Where to.
    boxes : sequence of Box
        The rules.
    palette : Palette
        The colours.
    lettering : Lettering
        How the numbers are written.
    size : (float, float)
        Of the Axes, in inches.
    """
    from matplotlib.patches import Rectangle

    taken: list[tuple[float, float]] = []
    alpha = min(0.06, 0.25 / max(1, len(boxes)))
    # Largest covers first, so that they do not lie over the others.
    for box in boxes:
        for left, bottom, width, height in box.rectangles:
            style = _style(box, palette, alpha)
            ax.add_patch(Rectangle((left, bottom), width, height, **style))
        largest = sorted(box.rectangles, key=lambda one: -one[2] * one[3])[:_MOST_BADGES]
        for rectangle in largest:
            place = _free_place(_in_inches(ax, rectangle, size), size, taken)
            taken.append(place)
            _write_number(ax, (place[0] / size[0], place[1] / size[1]), box, palette, lettering)


def _write_number(
    ax: Axes, place: tuple[float, float], box: Box, palette: Palette, lettering: Lettering
) -> None:
    frame = {"boxstyle": "round,pad=0.15", "fc": "white", "ec": _edge(box, palette), "lw": 0.8}
    ax.text(
        *place,
        str(box.rule.number),
        transform=ax.transAxes,
        ha="center",
        va="center",
        color=INK,
        zorder=6,
        bbox=frame,
        **lettering.style,
    )


def _edge(box: Box, palette: Palette) -> str:
    outcome = box.rule.outcome
    return palette.colours[outcome.majority] if outcome.n_rows else QUIET


def _style(box: Box, palette: Palette, alpha: float) -> dict[str, Any]:
    from matplotlib.colors import to_rgba

    colour = _edge(box, palette)
    return {
        "facecolor": to_rgba(colour, alpha),
        "edgecolor": colour,
        "linewidth": 1.3,
        "linestyle": _DASHED if box.restricts_others else "-",
        "zorder": 3,
        "label": f"rule {box.rule.number}",
    }


def _free_place(
    rectangle: tuple[float, float, float, float],
    size: tuple[float, float],
    taken: list[tuple[float, float]],
) -> tuple[float, float]:
    """Find a place for a number along the edges of a box, away from other numbers."""
    candidates = _edge_places(rectangle, size)
    for place in candidates:
        if all(abs(place[0] - x) > _BADGE * 1.4 or abs(place[1] - y) > _BADGE for x, y in taken):
            return place
    return candidates[0]


def _in_inches(
    ax: Axes, rectangle: tuple[float, float, float, float], size: tuple[float, float]
) -> tuple[float, float, float, float]:
    (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
    left, bottom, width, height = rectangle
    per_x, per_y = size[0] / (x1 - x0), size[1] / (y1 - y0)
    return (left - x0) * per_x, (bottom - y0) * per_y, width * per_x, height * per_y


def _edge_places(
    rectangle: tuple[float, float, float, float], size: tuple[float, float]
) -> list[tuple[float, float]]:
    left, bottom, width, height = rectangle
    pad = 0.6 * _BADGE
    right, top = left + width - pad, bottom + height - pad
    left, bottom = left + pad, bottom + pad
    steps = np.linspace(0, 1, 9)
    rows = [(left + step * (right - left), y) for y in (top, bottom) for step in steps]
    sides = [(x, top + step * (bottom - top)) for x in (left, right) for step in steps]
    within = [(_between(x, pad, size[0]), _between(y, pad, size[1])) for x, y in rows + sides]
    return within


def _between(place: float, pad: float, end: float) -> float:
    return float(min(max(place, pad), end - pad))
