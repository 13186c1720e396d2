"""A fold into a result, by a learner in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.data import DataSet
from benchmarks.gaps import Gap, gap_of_groups, gap_of_regions
from benchmarks.measures import score
from benchmarks.methods import METHODS, PeerResult, PeerTask
from benchmarks.protocol import split
from benchmarks.runners.fold import Table
from benchmarks.runners.groups import Groups

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
    return measure_rows(task, training, test, python, limit)


def measure_rows(
    task: PeerTask, training: DataSet, test: DataSet, python: str, limit: float
) -> PeerResult:
    """Fit some rows in a process of its own, and measure on others.

    Parameters
    ----------
    task : PeerTask
    training, test : DataSet
        All classes occur in both of them together.
    python : str
    limit : float

    Returns
    -------
    PeerResult
    """
    classes = np.unique(np.concatenate([training.y, test.y]))
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
        try:
            return scored(blank, Answer.read(place), test.y, classes)
        except (OSError, ValueError, KeyError) as error:
            return _ended(blank, f"failed: {' '.join(str(error).split())}")


@dataclass(frozen=True)
class Answer:
    """What a learner leaves in the directory of a fold.

    Attributes
    ----------
    facts : mapping
        Its seconds and sizes.
    probabilities : ndarray of shape (n_rows, n_classes)
        Of the test rows.
    groups : Groups or None
        None if it has no rules that can be had.
    """

    facts: Mapping[str, Any]
    probabilities: NDArray[np.float64]
    groups: Groups | None = None

    @classmethod
    def read(cls, place: Path) -> Answer:
        """Read what lies in a directory.

        Parameters
        ----------
        place : path

        Returns
        -------
        Answer
        """
        facts = json.loads((place / "answer.json").read_text(encoding="utf-8"))
        path = place / "groups.npz"
        groups = Groups.read(path) if path.exists() else None
        return cls(facts, np.load(place / "probabilities.npy"), groups)


def scored(blank: PeerResult, answer: Answer, y: NDArray[Any], classes: NDArray[Any]) -> PeerResult:
    """Return a result with what a learner said and how well it predicts.

    Parameters
    ----------
    blank : PeerResult
    answer : Answer
    y : ndarray of shape (n_rows,)
        The classes of the test rows.
    classes : ndarray of shape (n_classes,)

    Returns
    -------
    PeerResult
    """
    facts, probabilities = answer.facts, answer.probabilities
    if probabilities.shape != (len(y), len(classes)) or not np.isfinite(probabilities).all():
        return _ended(blank, "failed: its probabilities are none")
    probabilities = probabilities / probabilities.sum(axis=1, keepdims=True)
    said = gap_of_regions(probabilities, np.searchsorted(classes, y))
    found = Gap(None, None) if answer.groups is None else gap_of_groups(answer.groups)
    return replace(
        blank,
        fit_seconds=_rounded(facts["fit_seconds"], 4),
        cpu_seconds=_rounded(facts["cpu_seconds"], 4),
        **vars(score(y, probabilities, classes)),
        n_rules=facts["n_rules"],
        n_literals=facts["n_literals"],
        version=facts["version"],
        overlap=_rounded(facts["overlap"], 6),
        region_gap=said.found,
        region_chance=said.by_chance,
        rule_gap=found.found,
        rule_chance=found.by_chance,
    )


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


def _ended(blank: PeerResult, status: str) -> PeerResult:
    return replace(blank, status=status)


def _rounded(value: float | None, n_digits: int) -> float | None:
    return None if value is None else round(value, n_digits)
