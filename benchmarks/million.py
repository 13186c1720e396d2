"""A whole fit of a million rows beside gradient boosting: ``python -m benchmarks.million``.

The same table of 30 columns, numbers and levels, for a default `TURSClassifier` and for 100 rounds
of scikit-learn's `HistGradientBoostingClassifier`; each in a process of its own, in turns, so that
the peak of its memory can be told. The quotients carry over to other machines.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from benchmarks.data import DataSet
from benchmarks.generate import Recipe, generate
from benchmarks.ledger import RESULTS
from benchmarks.matrix import as_matrix, is_categorical
from benchmarks.measures import auc, log_loss
from benchmarks.memory import forget_peak, peak_bytes, resident_bytes
from benchmarks.protocol import compile_first, timed_fit
from benchmarks.records import LedgerError, Records
from benchmarks.speed import machine
from turs import TURSClassifier

if TYPE_CHECKING:
    from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
METHODS = ("turs", "boosting")

_TEST_SHARE = 0.1
_MEGABYTE = 1e6


@dataclass(frozen=True)
class Fit:
    """One fit of one method.

    Attributes
    ----------
    method : str
        ``turs`` or ``boosting``.
    n_rows, n_columns, n_classes, n_threads : int
    turn : int
        From 1.
    seconds : float or None
        None if it took longer than it may.
    auc, log_loss : float or None
        On rows that were held out.
    n_rules : int or None
    input_megabytes : float or None
        Of the columns, or of the matrix.
    extra_megabytes : float or None
        Peak of the memory during the fit over what was there before it.
    machine : str
        What the seconds depend on.
    """

    method: str
    n_rows: int
    n_columns: int
    n_classes: int
    n_threads: int
    turn: int
    seconds: float | None = None
    auc: float | None = None
    log_loss: float | None = None
    n_rules: int | None = None
    input_megabytes: float | None = None
    extra_megabytes: float | None = None
    machine: str = ""


@dataclass(frozen=True)
class Outcome:
    """What a method gave.

    Attributes
    ----------
    seconds : float
    probabilities : ndarray of shape (n_rows, n_classes)
        Of the rows that were held out.
    input_bytes, extra_bytes : int
    n_rules : int or None
    """

    seconds: float
    probabilities: NDArray[np.float64]
    input_bytes: int
    extra_bytes: int
    n_rules: int | None = None


def fit_once(task: Fit) -> Fit:
    """Make the table, fit in this process, and measure on other rows of the same kind.

    Parameters
    ----------
    task : Fit
        What to do, without its results.

    Returns
    -------
    Fit
        With them.
    """
    recipe = Recipe(task.n_rows, task.n_columns, task.n_classes)
    test = generate(replace(recipe, n_rows=max(int(_TEST_SHARE * task.n_rows), 1), part=1))
    outcome = _FITTERS[task.method](generate(recipe), test, task.n_threads)
    classes = np.arange(task.n_classes)
    return replace(
        task,
        seconds=round(outcome.seconds, 3),
        auc=round(auc(test.y, outcome.probabilities, classes), 6),
        log_loss=round(log_loss(test.y, outcome.probabilities, classes), 6),
        n_rules=outcome.n_rules,
        input_megabytes=round(outcome.input_bytes / _MEGABYTE, 1),
        extra_megabytes=round(outcome.extra_bytes / _MEGABYTE, 1),
        machine=", ".join(f"{name} {value}" for name, value in machine().items()),
    )


def _fit_turs(training: DataSet, test: DataSet, n_threads: int) -> Outcome:
    compile_first(n_threads)
    # The first fit loads what was compiled for tables of this kind.
    first_rows = training.take(np.arange(min(len(training.y), 2000)))
    timed_fit(TURSClassifier(simplicity=0, n_jobs=n_threads, max_rules=1), first_rows)
    forget_peak()
    before = resident_bytes()
    classifier, seconds = timed_fit(TURSClassifier(n_jobs=n_threads), training)
    extra = max(peak_bytes() - before, 0)
    n_bytes = sum(values.nbytes for values in training.X.values())
    probabilities = classifier.predict_proba(test.X)
    return Outcome(seconds, probabilities, n_bytes, extra, len(classifier.rule_set_))


def _fit_boosting(training: DataSet, test: DataSet, n_threads: int) -> Outcome:
    # The number of threads is that of OpenMP, which the environment of the process says.
    levels = np.array([is_categorical(values) for values in training.X.values()])
    both = {name: np.concatenate([values, test.X[name]]) for name, values in training.X.items()}
    matrix, y = as_matrix(both), training.y
    training.X.clear()
    both.clear()
    n_rows = len(y)
    boosting = HistGradientBoostingClassifier(
        max_iter=100, early_stopping=False, categorical_features=levels
    )
    forget_peak()
    before = resident_bytes()
    begin = time.perf_counter()
    boosting.fit(matrix[:n_rows], y)
    seconds = time.perf_counter() - begin
    extra = max(peak_bytes() - before, 0)
    return Outcome(seconds, boosting.predict_proba(matrix[n_rows:]), matrix[:n_rows].nbytes, extra)


_FITTERS: dict[str, Callable[[DataSet, DataSet, int], Outcome]] = {
    "turs": _fit_turs,
    "boosting": _fit_boosting,
}


def fit_apart(task: Fit, limit: float | None) -> Fit:
    """Fit in a process of its own.

    Parameters
    ----------
    task : Fit
    limit : float, optional
        Seconds after which the process is ended.

    Returns
    -------
    Fit
        Without results if it was ended.
    """
    threads = str(task.n_threads)
    environment = os.environ | {"OMP_NUM_THREADS": threads, "NUMBA_NUM_THREADS": threads}
    command = [sys.executable, "-m", "benchmarks.million", "--one", json.dumps(asdict(task))]
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, timeout=limit, stdout=subprocess.PIPE, check=True
        )
    except subprocess.TimeoutExpired:
        return task
    fields: dict[str, Any] = json.loads(done.stdout)
    return Fit(**fields)


def run(tasks: Sequence[Fit], records: Records[Fit], fit: Callable[[Fit], Fit]) -> Iterator[Fit]:
    """Fit in turns, and write each result when it is there.

    Parameters
    ----------
    tasks : sequence of Fit
    records : Records
        Emptied first.
    fit : callable

    Yields
    ------
    Fit
    """
    records.keep([])
    for task in tasks:
        result = fit(task)
        records.append(result)
        yield result


def ratios(results: Sequence[Fit]) -> Iterator[str]:
    """Say how many times the seconds of boosting a fit takes.

    Parameters
    ----------
    results : sequence of Fit

    Yields
    ------
    str
        A sentence for each number of threads, by the medians of the turns.
    """
    for n_threads in sorted({result.n_threads for result in results}):
        seconds = {
            method: [r.seconds for r in results if (r.method, r.n_threads) == (method, n_threads)]
            for method in METHODS
        }
        finished = {method: [s for s in of if s is not None] for method, of in seconds.items()}
        if all(finished.values()):
            ours, theirs = (median(finished[method]) for method in METHODS)
            yield f"{n_threads} threads: {ours / theirs:.2f} times the seconds of boosting"


def _line(fit: Fit) -> str:
    head = f"{fit.method:<9} {fit.n_threads} threads, turn {fit.turn}: "
    if fit.seconds is None:
        return head + "not finished in time"
    rules = "" if fit.n_rules is None else f", {fit.n_rules} rules"
    return (
        f"{head}{fit.seconds:.2f} s, AUC {fit.auc:.4f}, log-loss {fit.log_loss:.4f}{rules}, "
        f"{fit.extra_megabytes:.0f} MB over {fit.input_megabytes:.0f} MB of input"
    )


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.million", description="Fit a million rows beside boosting."
    )
    n_cores = int(machine()["cores"])
    parser.add_argument("--rows", type=float, default=1e6)
    parser.add_argument("--columns", type=int, default=30)
    parser.add_argument("--classes", type=int, default=3)
    parser.add_argument("--threads", nargs="+", type=int, default=sorted({1, n_cores}))
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--limit", type=float, metavar="SECONDS", help="end longer fits")
    parser.add_argument("--output", type=Path, default=RESULTS / "million.csv")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit both, print a table, and write it.

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
    if options.one:
        print(json.dumps(asdict(fit_once(Fit(**json.loads(options.one))))))
        return 0
    size = int(options.rows), options.columns, options.classes
    tasks = [
        Fit(method, *size, n_threads, turn)
        for n_threads in options.threads
        for turn in range(1, options.turns + 1)
        for method in METHODS
    ]
    records = Records(options.output, Fit)
    try:
        for result in run(tasks, records, lambda task: fit_apart(task, options.limit)):
            print(_line(result), flush=True)
        print(*ratios(records.read()), sep="\n")
    except (LedgerError, subprocess.CalledProcessError) as error:
        print(f"benchmarks.million: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
