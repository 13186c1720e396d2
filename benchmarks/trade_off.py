"""AUC against literals: the curve of turs over its dial, and the other learners as points."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import fmean

import numpy as np

from benchmarks.contest import AS_IN_PAPER, TURS, Contest
from benchmarks.dial import FOUND, REVISED, parted
from benchmarks.ledger import FoldResult
from benchmarks.markdown import table


@dataclass(frozen=True)
class Point:
    """A model, or the mean of those of several folds.

    Attributes
    ----------
    label : str
    n_literals, auc : float
    """

    label: str
    n_literals: float
    auc: float


def curve_of(
    results: Iterable[FoldResult], data_set: str, folds: Sequence[int], change: str = ""
) -> list[Point]:
    """Return the models of turs over its dial, the smallest first.

    Parameters
    ----------
    results : iterable of FoldResult
        Of `benchmarks.dial`; of a fold that is there twice the later counts.
    data_set : str
    folds : sequence of int
        A value of the dial that has not all of them is left out.
    change : str, default=""
        What else than the dial is not the default: `benchmarks.dial.FOUND` or `REVISED`.

    Returns
    -------
    list of Point
    """
    of_setting: dict[str, dict[int, FoldResult]] = defaultdict(dict)
    for result in results:
        is_asked = result.data_set == data_set and result.fold in folds
        if is_asked and parted(result.setting)[1] == change:
            of_setting[result.setting][result.fold] = result
    points = [
        Point(
            f"{parted(setting)[0]:g}",
            fmean(result.n_literals for result in found.values()),
            fmean(result.auc for result in found.values()),
        )
        for setting, found in of_setting.items()
        if len(found) == len(folds)
    ]
    return sorted(points, key=lambda point: (point.n_literals, point.auc))


def rivals_of(contest: Contest, data_set: str) -> list[Point]:
    """Return the other learners whose models people can read.

    Parameters
    ----------
    contest : Contest
    data_set : str

    Returns
    -------
    list of Point
    """
    points = []
    for entrant in contest.entrants:
        auc = contest.mean(entrant, data_set, "auc")
        n_literals = contest.mean(entrant, data_set, "n_literals")
        is_rival = not entrant.is_ceiling and entrant not in (TURS, AS_IN_PAPER)
        if is_rival and auc is not None and n_literals is not None:
            points.append(Point(entrant.title, n_literals, auc))
    return points


def reaches(curve: Sequence[Point], rival: Point) -> bool:
    """Tell whether some model of a curve is as good as another model, and not larger.

    Parameters
    ----------
    curve : sequence of Point
    rival : Point

    Returns
    -------
    bool
    """
    return any(p.n_literals <= rival.n_literals and p.auc >= rival.auc for p in curve)


def lies_above(curve: Sequence[Point], rival: Point) -> bool:
    """Tell whether the line that joins the best models of a curve is not below another model.

    Parameters
    ----------
    curve : sequence of Point
        The smallest first.
    rival : Point

    Returns
    -------
    bool
        The line is straight over the logarithm of the literals, goes on level behind the largest
        model, and has no beginning before the smallest.
    """
    sizes = np.log([max(point.n_literals, 1) for point in curve])
    heights = np.maximum.accumulate([point.auc for point in curve])
    place = math.log(max(rival.n_literals, 1))
    return place >= sizes[0] and bool(np.interp(place, sizes, heights) >= rival.auc)


def trade_off_table(contest: Contest, dial: Sequence[FoldResult]) -> str:
    """Return a table of the learners that no model of turs reaches, in Markdown.

    Parameters
    ----------
    contest : Contest
    dial : sequence of FoldResult

    Returns
    -------
    str
        With a sentence that counts the data sets without any.
    """
    rows, n_clear, n_below = [], [0, 0, 0, 0], 0
    for name in contest.papers:
        folds = contest.folds(name)
        curves = [curve_of(dial, name, folds, change) for change in ("", FOUND, REVISED)]
        together = sorted(chain(*curves), key=lambda point: (point.n_literals, point.auc))
        if together:
            rivals = rivals_of(contest, name)
            above = [
                [rival for rival in rivals if not reaches(curve, rival)]
                for curve in (*curves, together)
            ]
            n_clear = [n + (not left) for n, left in zip(n_clear, above, strict=True)]
            n_below += all(lies_above(together, rival) for rival in rivals)
            reached = f"{len(rivals) - len(above[-1])} of {len(rivals)}"
            rows.append([name, reached, _named(above[-1])])
    sentence = (
        f"On {n_clear[3]} of {len(rows)} data sets the dial reaches every learner: some model on "
        "it has at least the learner's AUC\nand at most its literals. With the default of `revise` "
        f"it does so on {n_clear[0]}, with `revise=False` on {n_clear[1]}, with `revise=True` on "
        f"{n_clear[2]}.\nOn {n_below} the line that joins its best models lies above every "
        "learner.\n"
    )
    return f"{sentence}\n{table(['data set', 'reached', 'not reached'], rows)}"


def _named(points: Sequence[Point]) -> str:
    return ", ".join(f"{p.label}: {p.auc:.3f} with {p.n_literals:.0f}" for p in points) or "none"
