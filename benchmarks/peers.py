"""Fit the paper's data sets with every rule learner that installs: ``python -m benchmarks.peers``.

Each learner runs in an environment and a process of its own, with its defaults and one thread, on
the same folds; each result is written when it is there, and a run that was cut goes on. At the end
come tables of all results in the file, old and new.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.data import NAMES, WITHOUT_INDEX, DataError, DataSet, load_data_set
from benchmarks.ledger import RESULTS
from benchmarks.methods import METHODS, PeerResult, PeerTask, pythons
from benchmarks.peer_tables import tables
from benchmarks.protocol import N_FOLDS, auc, brier, log_loss, split
from benchmarks.records import LedgerError, Records
from benchmarks.runners.fold import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]

_THREADS = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "NUMBA_NUM_THREADS",
    "LOKY_MAX_CPU_COUNT",
)


def measure(task: PeerTask, data_set: DataSet, python: str, limit: float) -> PeerResult:
    """Fit a fold in a process of its own, and measure on its test rows.

    Parameters
    ----------
    task : PeerTask
    data_set : DataSet
    python : str
        The one that has the learner.
    limit : float
        Seconds of a fit at the most; as many again for reading and predicting.

    Returns
    -------
    PeerResult
    """
    training, test = split(data_set, task.fold)
    classes = np.unique(data_set.y)
    blank = PeerResult(*task, len(training.y), len(training.X), len(classes), "ok")
    if METHODS[task.method].binary and len(classes) > 2:
        return _ended(blank, "n/a: takes two classes only")
    with tempfile.TemporaryDirectory(prefix="turs-peers-") as scratch:
        place = Path(scratch)
        for name, rows in (("training", training), ("test", test)):
            as_table(rows, classes).write(place / f"{name}.npz")
        status = run_apart(command(task.method, python, place, limit), 2 * limit + 60)
        if status == f"signal {signal.SIGALRM}":
            return _ended(blank, f">{limit:g}")
        if status != "ok":
            return _ended(blank, f"failed: {status}")
        facts = json.loads((place / "answer.json").read_text(encoding="utf-8"))
        return scored(blank, facts, np.load(place / "probabilities.npy"), test.y, classes)


def scored(
    blank: PeerResult,
    facts: Mapping[str, Any],
    probabilities: NDArray[np.float64],
    y: NDArray[Any],
    classes: NDArray[Any],
) -> PeerResult:
    """Return a result with what a learner said and how well it predicts.

    Parameters
    ----------
    blank : PeerResult
    facts : mapping
        Its seconds and sizes.
    probabilities : ndarray of shape (n_rows, n_classes)
    y : ndarray of shape (n_rows,)
        The classes of the test rows.
    classes : ndarray of shape (n_classes,)

    Returns
    -------
    PeerResult
    """
    if probabilities.shape != (len(y), len(classes)) or not np.isfinite(probabilities).all():
        return _ended(blank, "failed: its probabilities are none")
    probabilities = probabilities / probabilities.sum(axis=1, keepdims=True)
    fields = vars(blank) | {
        "fit_seconds": _rounded(facts["fit_seconds"], 4),
        "cpu_seconds": _rounded(facts["cpu_seconds"], 4),
        "auc": round(auc(y, probabilities, classes), 6),
        "log_loss": round(log_loss(y, probabilities, classes), 6),
        "brier": round(brier(y, probabilities, classes), 6),
        "n_rules": facts["n_rules"],
        "n_literals": facts["n_literals"],
        "version": facts["version"],
    }
    return PeerResult(**fields)


def as_table(rows: DataSet, classes: NDArray[Any]) -> Table:
    """Return rows with names and classes that every learner can take.

    Parameters
    ----------
    rows : DataSet
    classes : ndarray
        Of the whole data set, in order.

    Returns
    -------
    Table
    """
    columns = {f"c{number}": values for number, values in enumerate(rows.X.values())}
    return Table(columns, np.searchsorted(classes, rows.y).astype(np.int64), len(classes))


def command(method: str, python: str, place: Path, limit: float) -> list[str]:
    """Return the command that fits the fold in a directory.

    Parameters
    ----------
    method : str
    python : str
    place : path
    limit : float

    Returns
    -------
    list of str
    """
    module = f"benchmarks.runners.{METHODS[method].runner}"
    return [python, "-m", module, method, str(place), f"{limit:g}"]


def run_apart(words: Sequence[str], limit: float) -> str:
    """Run a command on one thread, and whatever it starts with it.

    Parameters
    ----------
    words : sequence of str
    limit : float
        Seconds after which all of it is ended.

    Returns
    -------
    str
        ``ok``, ``signal`` and its number, or the last line that it said.
    """
    environment = os.environ | dict.fromkeys(_THREADS, "1") | {"PYTHONWARNINGS": "ignore"}
    process = subprocess.Popen(
        words,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        said = process.communicate(timeout=limit)[1].strip()
    except subprocess.TimeoutExpired:
        return f"all of it took more than {limit:g} s"
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    if process.returncode < 0:
        return f"signal {-process.returncode}"
    return "ok" if process.returncode == 0 else (said.splitlines() or ["no reason given"])[-1]


def run(
    tasks: Iterable[PeerTask],
    records: Records[PeerResult],
    measured: Callable[[PeerTask], PeerResult],
    say: Callable[[str], None],
) -> int:
    """Measure what the file does not have yet.

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
    """
    done = {result.task for result in records.read()}
    left = [task for task in tasks if task not in done]
    for number, task in enumerate(left, 1):
        result = measured(task)
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


def _ended(blank: PeerResult, status: str) -> PeerResult:
    return PeerResult(**(vars(blank) | {"status": status}))


def _rounded(value: float | None, n_digits: int) -> float | None:
    return None if value is None else round(value, n_digits)


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


def _measure_all(options: argparse.Namespace, records: Records[PeerResult]) -> None:
    def say(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    forget(records, options.again, options.sets)
    found = pythons(options.methods, say)
    loaded: dict[str, DataSet] = {}

    def measured(task: PeerTask) -> PeerResult:
        if task.data_set not in loaded:
            loaded.clear()
            loaded[task.data_set] = load_data_set(task.data_set, options.data_dir)
        return measure(task, loaded[task.data_set], found[task.method], options.limit)

    tasks = [
        PeerTask(method, data_set, fold)
        for data_set in options.sets
        for fold in options.folds
        for method in found
    ]
    run(tasks, records, measured, say)


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
    try:
        if not options.only_show:
            _measure_all(options, records)
        print(tables(records.read()))
    except (DataError, LedgerError) as error:
        print(f"benchmarks.peers: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("benchmarks.peers: interrupted; the same command goes on from here", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
