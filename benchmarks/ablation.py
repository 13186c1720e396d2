"""Undo one choice of the defaults at a time, and measure: ``python -m benchmarks.ablation``.

The paper's data sets and folds; each line of the table is the defaults with one
parameter changed, beside the defaults on the same folds. What was measured before is not measured
again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean, stdev

from benchmarks.data import NAMES, WITHOUT_INDEX, load_data_set
from benchmarks.endings import exit_status
from benchmarks.folds import run
from benchmarks.ledger import FoldResult, Ledger, Task
from benchmarks.markdown import table
from benchmarks.places import add_places, places_of
from benchmarks.protocol import N_FOLDS

DEFAULT = "default"
CHANGES = (
    "blend=0",
    "simplicity=0",
    "simplicity=0.5",
    "simplicity=2",
    "evidence=0",
    "min_new_rows=10",
    "smoothing=0",
    "smoothing=5",
    "surrogate=None",
    "surrogate_weight=1.0",
    "joint=False",
    "slack=0",
    "patience=None",
    "beam_width=5",
    "n_candidates=10",
    "max_cuts=30",
    "revise=False",
    "revise=True",
)


def tasks_of(data_sets: Sequence[str], folds: Sequence[int]) -> list[Task]:
    """Return the folds to be measured, those of one data set next to each other.

    Parameters
    ----------
    data_sets : sequence of str
    folds : sequence of int

    Returns
    -------
    list of Task
    """
    return [
        Task(data_set, setting, fold)
        for data_set in data_sets
        for setting in (DEFAULT, *CHANGES)
        for fold in folds
    ]


def ablation_table(results: Iterable[FoldResult]) -> str:
    """Return a line for the defaults and for each change, over the data sets that it has.

    Parameters
    ----------
    results : iterable of FoldResult

    Returns
    -------
    str
        Markdown. Differences are of means over the folds of a data set; ± is their standard error
        over data sets.
    """
    found = {result.task: result for result in results}
    rows = []
    for setting in (DEFAULT, *CHANGES):
        pairs = [
            (result, found[Task(task.data_set, DEFAULT, task.fold)])
            for task, result in found.items()
            if task.setting == setting and Task(task.data_set, DEFAULT, task.fold) in found
        ]
        if pairs:
            rows.append([setting, *_cells(pairs)])
    header = ["setting", "AUC", "difference", "log-loss", "literals", "seconds"]
    return table(header, rows)


def _cells(pairs: Sequence[tuple[FoldResult, FoldResult]]) -> list[str]:
    """Return what stands in the line of a change: pairs of a fold with it and without."""
    names = sorted({changed.data_set for changed, _ in pairs})
    of_set = {name: [pair for pair in pairs if pair[0].data_set == name] for name in names}
    differences = [fmean(new.auc - old.auc for new, old in of_set[name]) for name in names]
    error = stdev(differences) / len(names) ** 0.5 if len(names) > 1 else 0.0

    def mean(measure: str) -> list[float]:
        return [fmean(getattr(new, measure) for new, _ in of_set[name]) for name in names]

    is_changed = any(new is not old for new, old in pairs)
    return [
        f"{fmean(mean('auc')):.4f}",
        f"{fmean(differences):+.4f} ± {error:.4f}" if is_changed else "",
        f"{fmean(mean('log_loss')):.3f}",
        f"{sum(mean('n_literals')):,.0f}",
        f"{sum(mean('fit_seconds')):.1f}",
    ]


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.ablation",
        description="Undo one choice of the defaults at a time, and measure.",
    )
    names = [name for name in NAMES if name != WITHOUT_INDEX]
    folds = range(1, N_FOLDS + 1)
    parser.add_argument("--data-dir", type=Path, help="where the data sets are as CSV files")
    parser.add_argument("--sets", nargs="+", choices=names, default=names, metavar="NAME")
    parser.add_argument(
        "--folds", nargs="+", type=int, choices=folds, default=[*folds], metavar="NUMBER"
    )
    parser.add_argument("--n-jobs", type=int, default=-1, help="threads; -1, the default, is all")
    add_places(parser)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what the command line asks for, and print the table.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the command line if not given.

    Returns
    -------
    int
        Exit status.
    """
    options = _arguments(arguments)
    ledger = Ledger(places_of(options).ablation)

    def measure_and_show() -> None:
        run(
            tasks_of(options.sets, options.folds),
            ledger,
            lambda name: load_data_set(name, options.data_dir),
            n_jobs=options.n_jobs,
        )
        print(ablation_table(ledger.read()), end="")

    return exit_status("benchmarks.ablation", measure_and_show)


if __name__ == "__main__":
    sys.exit(main())
