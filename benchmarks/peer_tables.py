"""Tables of what `benchmarks.peers` measured: a line a learner, a column a data set."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean

from benchmarks.data import NAMES
from benchmarks.methods import METHODS, PeerResult

_MEASURES = {
    "fit_seconds": ("Seconds of a fit", "{:.3g}"),
    "cpu_seconds": ("Seconds of the processor in a fit", "{:.3g}"),
    "auc": ("AUC", "{:.3f}"),
    "log_loss": ("Log-loss", "{:.3f}"),
    "brier": ("Brier score", "{:.3f}"),
    "balanced_accuracy": ("Balanced accuracy", "{:.3f}"),
    "calibration_error": ("Expected calibration error", "{:.3f}"),
    "rule_gap": ("Gap between training and test rows of rules", "{:.3f}"),
    "region_gap": ("Gap between predictions and test rows", "{:.3f}"),
    "overlap": ("Overlap", "{:.3f}"),
    "n_rules": ("Rules", "{:.0f}"),
    "n_literals": ("Literals", "{:.0f}"),
}


def tables(results: Sequence[PeerResult]) -> str:
    """Return a table for each measure, in Markdown.

    Parameters
    ----------
    results : sequence of PeerResult

    Returns
    -------
    str
    """
    if not results:
        return "There are no results yet."
    return "\n\n".join(_table(results, measure) for measure in _MEASURES)


def cell(results: Sequence[PeerResult], measure: str, n_folds: int) -> str:
    """Return what a table says of the folds of one learner on one data set.

    Parameters
    ----------
    results : sequence of PeerResult
    measure : str
        An attribute of a result.
    n_folds : int
        Folds that the table is about.

    Returns
    -------
    str
        The mean over folds, marked ``^k`` when they are only k; what ended the first fit that did
        not come to its end; ``—`` if the learner has nothing of the kind.
    """
    if not results:
        return "·"
    ended = next((result.status for result in results if result.status != "ok"), None)
    if ended is not None:
        return f"{ended} s" if ended.startswith(">") else ended.partition(":")[0]
    values = [getattr(result, measure) for result in results]
    known = [value for value in values if value is not None]
    if not known:
        return "—"
    mark = "" if len(known) == n_folds else f" ^{len(known)}"
    return _MEASURES[measure][1].format(mean(known)) + mark


def _table(results: Sequence[PeerResult], measure: str) -> str:
    folds = {result.fold for result in results}
    sets = [name for name in NAMES if any(result.data_set == name for result in results)]
    lines = [["method", *sets], ["---"] * (len(sets) + 1)]
    for method in METHODS:
        of_method = [result for result in results if result.method == method]
        if of_method:
            by_set = [[r for r in of_method if r.data_set == name] for name in sets]
            cells = [cell(group, measure, len(folds)) for group in by_set]
            lines.append([METHODS[method].title, *cells])
    which = f"fold {min(folds)}" if len(folds) == 1 else f"mean of {len(folds)} folds"
    title = f"## {_MEASURES[measure][0]} ({which})"
    return "\n".join([title, "", *(f"| {' | '.join(line)} |" for line in lines)])
