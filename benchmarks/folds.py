"""Folds of turs that were not measured yet, into a ledger."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TextIO

from benchmarks.data import DataSet
from benchmarks.ledger import FoldResult, Ledger, Task
from benchmarks.protocol import compile_first, measure


def run(
    tasks: Sequence[Task],
    ledger: Ledger,
    load: Callable[[str], DataSet],
    *,
    n_jobs: int = -1,
    progress: TextIO | None = None,
) -> int:
    """Measure the folds that the ledger does not have yet, or not with all measures.

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
    done = {result.task for result in ledger.read() if result.is_complete}
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
