"""Measure speed side by side in one run: ``python -m benchmarks.speed``.

A fit with the default settings next to an unpruned decision tree of scikit-learn on the same rows,
and how long importing takes next to numpy and scikit-learn. The quotients carry over to other
machines; the seconds do not.
"""

from __future__ import annotations

import argparse
import csv
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from benchmarks.data import NAMES, WITHOUT_INDEX, DataError, DataSet, load_data_set
from benchmarks.ledger import RESULTS
from benchmarks.protocol import SETTINGS, compile_first, split
from turs import __version__

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FOLD = 1
_ENOUGH_SECONDS = 1.0

_REFERENCE_IMPORT = "import numpy, sklearn"
_IMPORTS = ("import turs", "from turs import load", "from turs import TURSClassifier")


@dataclass(frozen=True)
class Timing:
    """How long something of ours takes, and its reference in the same run.

    Attributes
    ----------
    name : str
        A data set, or a statement.
    n_rows : int
        Training rows; 0 of a statement.
    seconds : float
    reference : str
    reference_seconds : float
    """

    name: str
    n_rows: int
    seconds: float
    reference: str
    reference_seconds: float

    @property
    def ratio(self) -> float:
        """How many times the reference."""
        return self.seconds / self.reference_seconds


def time_fit(data_set: DataSet, n_jobs: int, n_repeats: int) -> Timing:
    """Time a fit of the default settings on one fold, and a decision tree on the same rows.

    Parameters
    ----------
    data_set : DataSet
    n_jobs : int
        Threads of our fit; the tree has one.
    n_repeats : int
        Runs at the most.

    Returns
    -------
    Timing
    """
    training, _ = split(data_set, _FOLD)
    codes = np.column_stack([_ordinal(values) for values in training.X.values()])
    tree = DecisionTreeClassifier(random_state=0)
    ours = SETTINGS["default"](n_jobs=n_jobs)
    return Timing(
        data_set.name,
        len(training.y),
        least_seconds(lambda: ours.fit(training.X, training.y), n_repeats),
        "decision tree",
        least_seconds(lambda: tree.fit(codes, training.y), n_repeats),
    )


def time_imports(n_repeats: int) -> list[Timing]:
    """Time imports in fresh interpreters, whose own start is part of each time.

    Parameters
    ----------
    n_repeats : int
        Rounds; the best time of each statement counts.

    Returns
    -------
    list of Timing
    """
    statements = (_REFERENCE_IMPORT, *_IMPORTS)
    # In rounds, so that whatever else the machine does meets all of them alike.
    rounds = [[_seconds(partial(_run, text)) for text in statements] for _ in range(n_repeats)]
    reference, *ours = map(min, zip(*rounds, strict=True))
    return [
        Timing(text, 0, seconds, _REFERENCE_IMPORT, reference)
        for text, seconds in zip(_IMPORTS, ours, strict=True)
    ]


def least_seconds(function: Callable[[], object], n_repeats: int) -> float:
    """Return the shortest time of several calls, fewer when they take long.

    Parameters
    ----------
    function : callable
    n_repeats : int
        Calls at the most.

    Returns
    -------
    float
    """
    seconds: list[float] = []
    while len(seconds) < n_repeats and sum(seconds) < _ENOUGH_SECONDS:
        seconds.append(_seconds(function))
    return min(seconds)


def _seconds(function: Callable[[], object]) -> float:
    begin = time.perf_counter()
    function()
    return time.perf_counter() - begin


def machine() -> dict[str, str]:
    """Return what the seconds depend on.

    Returns
    -------
    dict of str to str
    """
    n_cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    versions = {name: version(name) for name in ("numpy", "scikit-learn", "numba")}
    return {
        "cores": str(n_cores),
        "processor": platform.machine(),
        "system": platform.system(),
        "python": platform.python_version(),
        **versions,
        "turs": __version__,
    }


def _ordinal(values: NDArray[np.generic]) -> NDArray[np.generic]:
    """Return a column as scikit-learn's trees take it: strings by their place in the alphabet."""
    return np.unique(values, return_inverse=True)[1] if values.dtype.kind == "U" else values


def _run(statement: str) -> None:
    subprocess.run([sys.executable, "-c", statement], check=True)


def _timings(options: argparse.Namespace) -> Iterator[Timing]:
    yield from time_imports(options.repeats)
    compile_first(options.n_jobs)
    for name in options.sets:
        yield time_fit(load_data_set(name, options.data_dir), options.n_jobs, options.repeats)


def _line(timing: Timing) -> str:
    verdict = (
        f"{timing.ratio:>9.1f} times"
        if timing.n_rows
        else f"{timing.seconds - timing.reference_seconds:>+9.3f} s"
    )
    return (
        f"{timing.name:<32} {timing.n_rows or '':>7} {timing.seconds:>9.4f} s   "
        f"{timing.reference:<22} {timing.reference_seconds:>9.4f} s {verdict}"
    )


def _write(timings: Sequence[Timing], n_jobs: int, path: Path) -> None:
    facts = {"n_jobs": n_jobs, **machine()}
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = [_rounded({**asdict(timing), "ratio": timing.ratio}) | facts for timing in timings]
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _rounded(row: dict[str, Any]) -> dict[str, Any]:
    return {
        key: round(value, 5) if isinstance(value, float) else value for key, value in row.items()
    }


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.speed", description="Measure speed, side by side, in one run."
    )
    names = [name for name in NAMES if name != WITHOUT_INDEX]
    parser.add_argument("--data-dir", type=Path, help="where the data sets are as CSV files")
    parser.add_argument("--sets", nargs="+", choices=NAMES, default=names, metavar="NAME")
    parser.add_argument("--n-jobs", type=int, default=-1, help="threads; -1, the default, is all")
    parser.add_argument("--repeats", type=int, default=5, help="runs at the most; the best counts")
    parser.add_argument("--output", type=Path, default=RESULTS / "speed.csv")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print a table, and write it.

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
    print(", ".join(f"{name} {value}" for name, value in machine().items()))
    timings = []
    try:
        for timing in _timings(options):
            print(_line(timing), flush=True)
            timings.append(timing)
    except DataError as error:
        print(f"benchmarks.speed: {error}", file=sys.stderr)
        return 2
    _write(timings, options.n_jobs, options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
