"""AUC against literals, a panel a data set: turs over its dial, the other learners as marks."""

from __future__ import annotations

import importlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.canvas import new_figure
from benchmarks.trade_off import Point

_COLUMNS = 4
_MARKS = "s^vDPX<>*"
_DEFAULT = "1"
_FOUND = "the same, revise=False"
_REVISED = "the same, revise=True"


@dataclass(frozen=True)
class Panel:
    """What is drawn of a data set.

    Attributes
    ----------
    curve : sequence of Point
        turs over its dial.
    rivals : sequence of Point
    found, revised : sequence of Point
        The dial with rules as they are found, where that is not the default, and with all of them
        looked at again.
    """

    curve: Sequence[Point]
    rivals: Sequence[Point]
    found: Sequence[Point] = ()
    revised: Sequence[Point] = ()


def dial_figure(panels: Mapping[str, Panel]) -> Any:
    """Draw the panels and a legend.

    Parameters
    ----------
    panels : mapping of str to Panel
        By data set.

    Returns
    -------
    matplotlib.figure.Figure
    """
    labels = dict.fromkeys(rival.label for panel in panels.values() for rival in panel.rivals)
    style_of = {label: (_MARKS[n % len(_MARKS)], f"C{n + 1}") for n, label in enumerate(labels)}
    # One place more than panels, for the legend.
    n_rows = math.ceil((len(panels) + 1) / _COLUMNS)
    figure = new_figure(11, 2.6 * n_rows)
    places = figure.subplots(n_rows, _COLUMNS, squeeze=False).ravel()
    for axes, (name, panel) in zip(places, panels.items(), strict=False):
        _draw(axes, name, panel, style_of)
    for axes in places[len(panels) :]:
        axes.axis("off")
    handles = dict(_handles(places[: len(panels)]))
    order = ["turs over its dial", _FOUND, _REVISED, "turs, default", *labels]
    shown = [label for label in order if label in handles]
    places[len(panels)].legend(
        [handles[label] for label in shown], shown, loc="center left", fontsize=9, frameon=False
    )
    figure.supxlabel("literals", fontsize=10)
    figure.supylabel("AUC", fontsize=10)
    return figure


def _draw(axes: Any, name: str, panel: Panel, style_of: Mapping[str, tuple[str, str]]) -> None:
    # A set without rules has no literal, and a logarithm no place for it.
    lines = {
        "turs over its dial": (panel.curve, "C0", "."),
        _FOUND: (panel.found, "0.6", ""),
        _REVISED: (panel.revised, "black", "."),
    }
    for label, (points, color, mark) in lines.items():
        if points:
            sizes = [max(point.n_literals, 1) for point in points]
            aucs = [point.auc for point in points]
            axes.plot(sizes, aucs, color=color, marker=mark, label=label, zorder=3, lw=1)
    for point in panel.curve:
        if point.label == _DEFAULT:
            ring = {"markerfacecolor": "none", "markersize": 9, "markeredgewidth": 1.5}
            size = max(point.n_literals, 1)
            axes.plot(size, point.auc, "C0o", label="turs, default", zorder=4, **ring)
    for rival in panel.rivals:
        mark, color = style_of[rival.label]
        size = max(rival.n_literals, 1)
        axes.plot(size, rival.auc, mark, color=color, label=rival.label, markersize=6, alpha=0.85)
    axes.set_xscale("log")
    _plain_ticks(axes.xaxis)
    axes.set_title(name, fontsize=10)
    axes.tick_params(labelsize=8)
    axes.grid(alpha=0.3)


def _plain_ticks(axis: Any) -> None:
    """Write 1, 3, 10, 30 and so on, or powers of ten alone where these would touch."""
    ticker = importlib.import_module("matplotlib.ticker")
    least, most = axis.get_view_interval()
    subs = (1.0, 3.0) if most < 300 * least else (1.0,)
    axis.set_major_locator(ticker.LogLocator(subs=subs))
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_formatter(ticker.NullFormatter())


def _handles(places: Sequence[Any]) -> list[tuple[str, Any]]:
    return [
        (label, handle)
        for axes in places
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True)
    ]
