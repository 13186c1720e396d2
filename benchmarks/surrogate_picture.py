"""The effect of the surrogate: in AUC, and on the length of a set while rules are added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from benchmarks.canvas import new_figure
from benchmarks.data import FACTS
from benchmarks.ledger import FoldResult
from benchmarks.traces import TracePoint


@dataclass(frozen=True)
class Improvement:
    """How much AUC is better with the surrogate than without, over the same folds.

    Attributes
    ----------
    mean, error : float
        The error is that of the mean; 0 of one fold.
    n_folds : int
    """

    mean: float
    error: float
    n_folds: int


def improvements(results: Sequence[FoldResult]) -> dict[str, Improvement]:
    """Return what the surrogate adds to AUC, by data set of the paper.

    Parameters
    ----------
    results : sequence of FoldResult

    Returns
    -------
    dict of str to Improvement
        The largest first; without data sets that have no fold with both.
    """
    auc_of = {result.task: result.auc for result in results}
    found: dict[str, list[float]] = {}
    for task, auc in auc_of.items():
        without = auc_of.get(task._replace(setting="no surrogate"))
        if task.setting == "paper" and task.data_set in FACTS and without is not None:
            found.setdefault(task.data_set, []).append(auc - without)
    made = {name: _improvement(values) for name, values in found.items()}
    return dict(sorted(made.items(), key=lambda item: -item[1].mean))


def _improvement(values: list[float]) -> Improvement:
    error = stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return Improvement(fmean(values), error, len(values))


def auc_figure(found: Mapping[str, Improvement]) -> Any:
    """Draw what the surrogate adds to AUC, as in the paper's figure.

    Parameters
    ----------
    found : mapping of str to Improvement

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = new_figure(7.5, 3.6)
    axes = figure.add_subplot()
    means = [improvement.mean for improvement in found.values()]
    errors = [improvement.error for improvement in found.values()]
    places = range(len(found))
    axes.bar(places, means, yerr=errors, color="C0", ecolor="0.3", capsize=3)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xticks(places, list(found), rotation=40, ha="right", fontsize=9)
    axes.set_ylabel("AUC with minus without")
    axes.set_title("What the surrogate adds to AUC (bars: standard error over folds)", fontsize=10)
    axes.grid(axis="y", alpha=0.3)
    return figure


def bits_figure(points: Sequence[TracePoint]) -> Any:
    """Draw the lengths of a set while rules are added, a panel a data set.

    Parameters
    ----------
    points : sequence of TracePoint

    Returns
    -------
    matplotlib.figure.Figure
    """
    names = list(dict.fromkeys(point.data_set for point in points))
    figure = new_figure(4.6 * len(names), 3.9)
    panels = figure.subplots(1, len(names), squeeze=False)[0]
    for axes, name in zip(panels, names, strict=True):
        _draw_lengths(axes, [point for point in points if point.data_set == name])
        axes.set(title=name, xlabel="rules added", ylim=(0, None))
        axes.grid(alpha=0.3)
    panels[0].set_ylabel("bits")
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=2, fontsize=9, frameon=False)
    return figure


def _draw_lengths(axes: Any, points: Sequence[TracePoint]) -> None:
    with_it = [point for point in points if point.setting == "paper"]
    without = [point for point in points if point.setting == "no surrogate"]
    surrogate = [point.surrogate_bits for point in with_it]
    axes.plot([p.n_rules for p in with_it], surrogate, "C1--", label="surrogate score")
    for group, style, label in ((with_it, "C0-", "with"), (without, "C7-", "without")):
        lengths = [point.real_bits for point in group]
        axes.plot([p.n_rules for p in group], lengths, style, label=f"length, {label} surrogate")
    kept = [point for point in points if point.is_kept]
    places, lengths = [p.n_rules for p in kept], [p.real_bits for p in kept]
    axes.plot(places, lengths, "ko", markersize=5, label="the set that is kept")
