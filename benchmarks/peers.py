"""Fit the paper's data sets with every rule learner that installs: ``python -m benchmarks.peers``.

Each learner runs in an environment and a process of its own, with its defaults and one thread, on
the same folds; each result is written when it is there, and a run that was cut goes on. At the end
come tables of all results in the file, old and new.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.apart import measure
from benchmarks.data import NAMES, WITHOUT_INDEX, DataSet, load_data_set
from benchmarks.endings import exit_status
from benchmarks.ledger import RESULTS
from benchmarks.methods import METHODS, PeerResult, PeerTask, latest, pythons
from benchmarks.peer_tables import tables
from benchmarks.protocol import N_FOLDS
from benchmarks.records import Records


@dataclass(frozen=True)
class Plan:
    """What is to be measured.

    Attributes
    ----------
    data_sets, methods : tuple of str
    folds : tuple of int
    limit : float
        Seconds of a fit at the most.
    data_dir : path or None
        Where the data sets are.
    """

    data_sets: tuple[str, ...]
    methods: tuple[str, ...]
    folds: tuple[int, ...]
    limit: float
    data_dir: Path | None = None


def run(
    tasks: Iterable[PeerTask],
    records: Records[PeerResult],
    measured: Callable[[PeerTask], PeerResult],
    say: Callable[[str], None],
) -> int:
    """Measure what the file does not have yet, or not with all measures.

    Parameters
    ----------
    tasks : iterable of PeerTask
    records : Records
        Gets each result when it is there.
    measured : callable
        Turns a task into a result.
    say : callable
        Gets a line a result.

    Returns
    -------
    int
        How many were measured.

    Notes
    -----
    Who took too long on one fold of a data set is not asked for another: these end alike.
    """
    before = records.read()
    done = {result.task for result in before if result.is_complete}
    ended = {result.task for result in before if result.status == "ok"}
    too_long = {result.task[:2]: result for result in before if result.took_too_long}
    left = [task for task in tasks if task not in done]
    for number, task in enumerate(left, 1):
        known = None if task in ended else too_long.get(task[:2])
        result = measured(task) if known is None else replace(known, fold=task.fold)
        if result.took_too_long:
            too_long[task[:2]] = result
        records.append(result)
        say(f"[{number}/{len(left)}] {_line(result)}")
    return len(left)


def forget(records: Records[PeerResult], methods: Sequence[str], data_sets: Sequence[str]) -> None:
    """Drop results, so that they are measured again.

    Parameters
    ----------
    records : Records
    methods, data_sets : sequence of str
        Those of both are dropped.
    """
    results = records.read()
    kept = [r for r in results if r.method not in methods or r.data_set not in data_sets]
    if len(kept) < len(results):
        records.keep(kept)


def _line(result: PeerResult) -> str:
    head = f"{result.method} {result.data_set} fold {result.fold}: "
    if result.fit_seconds is None:
        return head + result.status
    size = "" if result.n_literals is None else f", {result.n_literals} literals"
    return f"{head}{result.fit_seconds:.3f} s, AUC {result.auc:.3f}{size}"


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.peers",
        description="Fit with every rule learner; what was measured before is not measured again.",
    )
    sets = [name for name in NAMES if name != WITHOUT_INDEX]
    parser.add_argument("--data-dir", type=Path, help="where the data sets are as CSV files")
    parser.add_argument("--sets", nargs="+", choices=NAMES, default=sets, metavar="NAME")
    parser.add_argument("--methods", nargs="+", choices=METHODS, default=list(METHODS))
    folds = range(1, N_FOLDS + 1)
    parser.add_argument(
        "--folds", nargs="+", type=int, choices=folds, default=[1], metavar="NUMBER"
    )
    parser.add_argument("--limit", type=float, default=300, metavar="SECONDS", help="of a fit")
    parser.add_argument(
        "--again", nargs="+", choices=METHODS, default=[], help="measure these anew"
    )
    parser.add_argument("--only-show", action="store_true", help="show what was measured before")
    parser.add_argument("--output", type=Path, default=RESULTS / "peers.csv")
    return parser.parse_args(arguments)


def measure_all(plan: Plan, records: Records[PeerResult]) -> None:
    """Measure what a plan asks for and the file does not have yet.

    Parameters
    ----------
    plan : Plan
    records : Records
        Gets each result when it is there.
    """

    def say(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    found = pythons(list(plan.methods), say)
    loaded: dict[str, DataSet] = {}

    def measured(task: PeerTask) -> PeerResult:
        if task.data_set not in loaded:
            loaded.clear()
            loaded[task.data_set] = load_data_set(task.data_set, plan.data_dir)
        return measure(task, loaded[task.data_set], found[task.method], plan.limit)

    tasks = [
        PeerTask(method, data_set, fold)
        for data_set in plan.data_sets
        for fold in plan.folds
        for method in found
    ]
    run(tasks, records, measured, say)


def _plan(options: argparse.Namespace) -> Plan:
    return Plan(
        data_sets=tuple(options.sets),
        methods=tuple(options.methods),
        folds=tuple(options.folds),
        limit=options.limit,
        data_dir=options.data_dir,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what the command line asks for, and print tables.

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
    records = Records(options.output, PeerResult)

    def measure_and_show() -> None:
        if not options.only_show:
            forget(records, options.again, options.sets)
            measure_all(_plan(options), records)
        print(tables(latest(records.read())))

    return exit_status("benchmarks.peers", measure_and_show)


if __name__ == "__main__":
    sys.exit(main())
