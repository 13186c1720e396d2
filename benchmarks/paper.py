"""Run the paper's experiments, fold by fold, and write what comes out as it comes.

``python -m benchmarks.paper`` measures turs and writes the page and the pictures;
``python -m benchmarks.paper --peers`` measures the other learners too. A run that was cut goes on.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks import dial, peers, tables, traces
from benchmarks.contest import METHODS_OF_THE_PAPER
from benchmarks.data import NAMES, WITHOUT_INDEX, DataSet, load_data_set
from benchmarks.endings import exit_status
from benchmarks.folds import run
from benchmarks.ledger import Ledger, Task
from benchmarks.methods import PeerResult
from benchmarks.places import Places, add_places, places_of
from benchmarks.protocol import N_FOLDS, SETTINGS
from benchmarks.records import Records

_ALL_FOLDS = tuple(range(1, N_FOLDS + 1))


def measure_ours(options: argparse.Namespace, places: Places) -> None:
    """Measure turs: the folds, two searches rule by rule, and its dial.

    Parameters
    ----------
    options : Namespace
        Of the command line.
    places : Places
    """

    def load(name: str) -> DataSet:
        return load_data_set(name, options.data_dir)

    tasks = [
        Task(data_set, setting, fold)
        for data_set in options.sets
        for setting in options.settings
        for fold in options.folds or _ALL_FOLDS
    ]
    run(tasks, Ledger(places.ours), load, n_jobs=options.n_jobs)
    traced = [name for name in traces.DATA_SETS if name in options.sets]
    records = Records(places.traces, traces.TracePoint)
    traces.run(traced, records, load, options.n_jobs, sys.stderr)
    usual = [name for name in options.sets if name in _usual()]
    turned = dial.tasks_of(usual, options.folds or _ALL_FOLDS)
    run(turned, Ledger(places.dial), load, n_jobs=options.n_jobs)


def measure_others(options: argparse.Namespace, places: Places) -> None:
    """Measure the other learners.

    Parameters
    ----------
    options : Namespace
        Of the command line.
    places : Places
    """
    plan = peers.Plan(
        data_sets=tuple(name for name in options.sets if name in _usual()),
        methods=tuple(options.methods),
        # they take long
        folds=tuple(options.folds or (1,)),
        limit=options.limit,
        data_dir=options.data_dir,
    )
    peers.measure_all(plan, Records(places.peers, PeerResult))


def _usual() -> tuple[str, ...]:
    return tuple(name for name in NAMES if name != WITHOUT_INDEX)


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.paper",
        description="Run the paper's experiments; what was measured before is not measured again.",
    )
    parser.add_argument("--data-dir", type=Path, help="where the data sets are as CSV files")
    parser.add_argument("--sets", nargs="+", choices=NAMES, default=NAMES, metavar="NAME")
    parser.add_argument(
        "--folds",
        nargs="+",
        type=int,
        choices=_ALL_FOLDS,
        metavar="NUMBER",
        help="all ten for turs, the first for the other learners, if not given",
    )
    parser.add_argument("--settings", nargs="+", choices=SETTINGS, default=list(SETTINGS))
    parser.add_argument("--n-jobs", type=int, default=-1, help="threads; -1, the default, is all")
    parser.add_argument("--peers", action="store_true", help="measure the other learners too")
    parser.add_argument(
        "--methods", nargs="+", choices=METHODS_OF_THE_PAPER, default=METHODS_OF_THE_PAPER
    )
    parser.add_argument(
        "--limit", type=float, default=120, metavar="SECONDS", help="of a fit of another learner"
    )
    parser.add_argument("--only-show", action="store_true", help="measure nothing")
    add_places(parser)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for.

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
    places = places_of(options)

    def measure() -> None:
        if not options.only_show:
            measure_ours(options, places)
        if options.peers and not options.only_show:
            measure_others(options, places)

    if status := exit_status("benchmarks.paper", measure):
        return status
    return tables.main(["--results", str(places.results), "--docs", str(places.docs)])


if __name__ == "__main__":
    sys.exit(main())
