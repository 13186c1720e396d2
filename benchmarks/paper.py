"""Run the paper's experiments, fold by fold, and write what comes out as it comes.

``python -m benchmarks.paper --help`` says how.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TextIO

from benchmarks.data import NAMES, DataError, DataSet, load_data_set
from benchmarks.ledger import RESULTS, FoldResult, Ledger, LedgerError, Task
from benchmarks.protocol import N_FOLDS, SETTINGS, compile_first, measure
from turs.exceptions import SearchStoppedWarning


def run(
    tasks: Sequence[Task],
    ledger: Ledger,
    load: Callable[[str], DataSet],
    *,
    n_jobs: int = -1,
    progress: TextIO | None = None,
) -> int:
    """Measure the folds that the ledger does not have yet.

    Parameters
    ----------
    tasks : sequence of Task
        Those of one data set next to each other, so that it is read once.
    ledger : Ledger
        Gets each result when it is there.
    load : callable
        Turns the name of a data set into the data set.
    n_jobs : int, default=-1
        Threads; -1 is all cores.
    progress : text file, optional
        Gets a line a fold; standard error if not given.

    Returns
    -------
    int
        How many folds were measured.
    """
    out = progress or sys.stderr
    done = {result.task for result in ledger.read()}
    left = [task for task in tasks if task not in done]
    print(f"{len(tasks)} folds, {len(tasks) - len(left)} of them done before", file=out)
    for number, result in enumerate(_measured(left, load, n_jobs), 1):
        ledger.append(result)
        print(f"[{number}/{len(left)}] {_line(result)}", file=out, flush=True)
    return len(left)


def _measured(
    tasks: Sequence[Task], load: Callable[[str], DataSet], n_jobs: int
) -> Iterator[FoldResult]:
    if tasks:
        compile_first(n_jobs)
    data_set: DataSet | None = None
    for task in tasks:
        if data_set is None or data_set.name != task.data_set:
            data_set = load(task.data_set)
        yield measure(data_set, task, n_jobs)


def _line(result: FoldResult) -> str:
    return (
        f"{result.data_set} {result.setting} fold {result.fold}: AUC {result.auc:.3f}, "
        f"{result.n_literals} literals in {result.n_rules} rules, overlap {result.overlap:.3f}, "
        f"{result.fit_seconds:.2f} s"
    )


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.paper",
        description="Run the paper's experiments; what was measured before is not measured again.",
    )
    parser.add_argument("--data-dir", type=Path, help="where the data sets are as CSV files")
    parser.add_argument("--sets", nargs="+", choices=NAMES, default=NAMES, metavar="NAME")
    folds = range(1, N_FOLDS + 1)
    parser.add_argument(
        "--folds", nargs="+", type=int, choices=folds, default=folds, metavar="NUMBER"
    )
    parser.add_argument("--settings", nargs="+", choices=SETTINGS, default=list(SETTINGS))
    parser.add_argument("--n-jobs", type=int, default=-1, help="threads; -1, the default, is all")
    parser.add_argument(
        "--output", type=Path, default=RESULTS / "paper.csv", help="the results, old and new"
    )
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
    tasks = [
        Task(data_set, setting, fold)
        for data_set in options.sets
        for setting in options.settings
        for fold in options.folds
    ]
    try:
        run(
            tasks,
            Ledger(options.output),
            lambda name: load_data_set(name, options.data_dir),
            n_jobs=options.n_jobs,
        )
    except (DataError, LedgerError) as error:
        print(f"benchmarks.paper: {error}", file=sys.stderr)
        return 2
    except (KeyboardInterrupt, SearchStoppedWarning):
        print("benchmarks.paper: interrupted; the same command goes on from here", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
