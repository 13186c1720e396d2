"""The critical-difference diagram: average ranks, and which of them may be alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmarks.canvas import new_figure
from benchmarks.ranks import Ranking

_TEXT = 9
_ROOM = 2.6


def rank_figure(rankings: Mapping[str, Ranking]) -> Any:
    """Draw a diagram for each ranking, one below the other.

    Parameters
    ----------
    rankings : mapping of str to Ranking
        By title.

    Returns
    -------
    matplotlib.figure.Figure

    Notes
    -----
    The best is on the left. A bar joins learners whose ranks differ by less than the critical
    difference of Nemenyi's test, so that nothing says that they differ.
    """
    heights = [_height(ranking) for ranking in rankings.values()]
    figure = new_figure(8.5, 0.27 * sum(heights) + 0.4 * len(heights))
    panels = figure.subplots(len(rankings), 1, squeeze=False, height_ratios=heights)[:, 0]
    for axes, (title, ranking) in zip(panels, rankings.items(), strict=True):
        _draw(axes, title, ranking)
    return figure


def _height(ranking: Ranking) -> float:
    """Return the height of a diagram in lines of text."""
    n_below = (len(ranking.ranks) + 1) // 2
    return 5 + 0.6 * len(ranking.cliques()) + n_below


def _draw(axes: Any, title: str, ranking: Ranking) -> None:
    n_methods, cliques = len(ranking.ranks), ranking.cliques()
    axes.set(xlim=(1 - _ROOM, n_methods + _ROOM), ylim=(-_height(ranking) + 4, 4))
    axes.axis("off")
    axes.set_title(
        f"{title}: average rank over {ranking.n_sets} data sets "
        f"(Friedman p = {ranking.p_value:.1g})",
        fontsize=_TEXT + 1,
    )
    _draw_scale(axes, n_methods, ranking.critical_difference)
    for number, clique in enumerate(cliques):
        ends = [ranking.ranks[clique[0]] - 0.06, ranking.ranks[clique[-1]] + 0.06]
        axes.plot(ends, [-0.6 * (number + 1)] * 2, color="0.25", linewidth=3.5)
    _draw_names(axes, ranking, top=-0.6 * len(cliques) - 1)


def _draw_scale(axes: Any, n_methods: int, difference: float) -> None:
    axes.plot([1, n_methods], [0, 0], color="black", linewidth=1)
    for place in range(1, n_methods + 1):
        axes.plot([place, place], [0, 0.25], color="black", linewidth=1)
        axes.text(place, 0.4, str(place), ha="center", va="bottom", fontsize=_TEXT)
    axes.plot([1, 1 + difference], [2.1, 2.1], color="black", linewidth=1.5)
    for end in (1, 1 + difference):
        axes.plot([end, end], [1.9, 2.3], color="black", linewidth=1.5)
    label = f"critical difference {difference:.2f}"
    axes.text(1 + difference / 2, 2.4, label, ha="center", va="bottom", fontsize=_TEXT)


def _draw_names(axes: Any, ranking: Ranking, top: float) -> None:
    """Write the better half on the left, the others on the right, each joined to its rank."""
    items = list(ranking.ranks.items())
    n_left = (len(items) + 1) // 2
    sides = [(items[:n_left], 0.8, "right"), (items[n_left:][::-1], len(items) + 0.2, "left")]
    for side, edge, alignment in sides:
        for line, (name, value) in enumerate(side):
            height = top - line
            color = "C0" if name.startswith("turs") else "0.2"
            axes.plot([value, value, edge], [0, height, height], color=color, linewidth=0.8)
            gap = -0.05 if alignment == "right" else 0.05
            text = f"{name}  {value:.2f}" if alignment == "right" else f"{value:.2f}  {name}"
            axes.text(
                edge + gap,
                height,
                text,
                ha=alignment,
                va="center",
                fontsize=_TEXT,
                color=color,
            )
