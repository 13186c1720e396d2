"""The pictures of the page of the paper's experiments, from what was measured."""

from __future__ import annotations

from pathlib import Path

from benchmarks.canvas import save
from benchmarks.contest import Contest
from benchmarks.contest_tables import figures_of
from benchmarks.dial import FOUND, REVISED
from benchmarks.dial_picture import Panel, dial_figure
from benchmarks.findings import Findings
from benchmarks.rank_picture import rank_figure
from benchmarks.ranks import Ranking, rank
from benchmarks.surrogate_picture import auc_figure, bits_figure, improvements
from benchmarks.trade_off import curve_of, rivals_of
from benchmarks.yardsticks import AUC, LOG_LOSS


def draw_all(findings: Findings, directory: Path) -> list[Path]:
    """Draw each picture that there are results for.

    Parameters
    ----------
    findings : Findings
    directory : path

    Returns
    -------
    list of path
        Those that were drawn.
    """
    drawn = []
    if rankings := rankings_of(findings.contest):
        drawn.append(save(rank_figure(rankings), directory / "ranks.svg"))
    if panels := panels_of(findings):
        drawn.append(save(dial_figure(panels), directory / "auc_literals.svg"))
    if found := improvements(findings.ours):
        drawn.append(save(auc_figure(found), directory / "surrogate_auc.svg"))
    if findings.traces:
        drawn.append(save(bits_figure(findings.traces), directory / "surrogate_bits.svg"))
    return drawn


def rankings_of(contest: Contest) -> dict[str, Ranking]:
    """Return the rankings that are drawn.

    Parameters
    ----------
    contest : Contest

    Returns
    -------
    dict of str to Ranking
        By title; without those of fewer than three learners.
    """
    rankings = {}
    for title, measure in (("AUC", AUC), ("Log-loss", LOG_LOSS)):
        figures = figures_of(contest, measure)
        if len(figures) > 2:
            rankings[title] = rank(figures, larger_is_better=measure.larger_is_better)
    return rankings


def panels_of(findings: Findings) -> dict[str, Panel]:
    """Return what is drawn of each data set of the paper that the dial was measured on.

    Parameters
    ----------
    findings : Findings

    Returns
    -------
    dict of str to Panel
    """
    panels = {}
    for name in findings.contest.papers:
        folds = findings.contest.folds(name)
        curve, found, revised = (
            curve_of(findings.dial, name, folds, change) for change in ("", FOUND, REVISED)
        )
        if curve or found or revised:
            is_default = set(found) <= set(curve)  # in small tables
            rivals = rivals_of(findings.contest, name)
            panels[name] = Panel(curve, rivals, () if is_default else found, revised)
    return panels
