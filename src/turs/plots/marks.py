"""Marks that several pictures share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from turs.plots.palette import INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_HALO = 2.6


def draw_interval(
    ax: Axes,
    place: float,
    interval: tuple[float, float],
    colour: str = INK,
    *,
    upright: bool = False,
) -> None:
    """Draw an interval as a thin line, with a white rim that keeps it visible on any colour.

    Parameters
    ----------
    ax : Axes
        Where to.
    place : float
        Where the line lies on the other axis.
    interval : (float, float)
        Its ends.
    colour : str
        Of the line.
    upright : bool, default=False
        Whether it stands rather than lies.
    """
    # A list of two points: matplotlib may otherwise share the tuple.
    along, across = list(interval), [place, place]
    x, y = (across, along) if upright else (along, across)
    ax.plot(x, y, color="white", linewidth=_HALO, solid_capstyle="butt", zorder=3)
    ax.plot(x, y, color=colour, linewidth=0.9, solid_capstyle="butt", zorder=4, label="interval")


def spread(places: Sequence[float], gap: float) -> list[float]:
    """Move places apart until no two are nearer than `gap`, each as little as that takes.

    Parameters
    ----------
    places : sequence of float
        Where things would stand.
    gap : float
        The least distance.

    Returns
    -------
    list of float
        In the order of `places`.

    Examples
    --------
    >>> spread([1.0, 1.0, 5.0], gap=1.0)
    [0.5, 1.5, 5.0]
    """
    order = sorted(range(len(places)), key=lambda i: (places[i], i))
    # Neighbours that come too near stand evenly around the mean of where they wanted to be.
    heaps: list[list[int]] = []
    for i in order:
        heaps.append([i])
        while len(heaps) > 1 and _end(heaps[-2], places, gap) > _start(heaps[-1], places, gap):
            heaps[-2:] = [heaps[-2] + heaps[-1]]
    moved = list(places)
    for heap in heaps:
        first = _start(heap, places, gap) + gap / 2
        for position, i in enumerate(heap):
            moved[i] = first + position * gap
    return moved


def _start(heap: list[int], places: Sequence[float], gap: float) -> float:
    return sum(places[i] for i in heap) / len(heap) - len(heap) * gap / 2


def _end(heap: list[int], places: Sequence[float], gap: float) -> float:
    return _start(heap, places, gap) + len(heap) * gap
