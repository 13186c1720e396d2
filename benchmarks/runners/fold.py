"""A fold in a directory: read, fitted under a clock, and answered.

``training.npz`` and ``test.npz`` hold the columns and the classes as integers from 0;
``probabilities.npy``, ``answer.json`` and, if it has rules, ``groups.npz`` are what a learner
leaves there.
"""

from __future__ import annotations

import json
import signal
import sys
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from benchmarks.runners.groups import Groups

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Columns = Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class Table:
    """Rows of a fold.

    Attributes
    ----------
    columns : mapping of str to ndarray of shape (n_rows,)
        Numbers or strings, by names that every learner can take.
    y : ndarray of int of shape (n_rows,)
        Classes, from 0.
    n_classes : int
        Of the whole data set.
    """

    columns: Columns
    y: NDArray[np.int64]
    n_classes: int

    def write(self, path: Path) -> None:
        """Write the rows to a file.

        Parameters
        ----------
        path : path
        """
        arrays: dict[str, Any] = {"_y": self.y, "_n_classes": self.n_classes, **self.columns}
        np.savez(path, **arrays)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read rows that were written.

        Parameters
        ----------
        path : path

        Returns
        -------
        Table
        """
        with np.load(path) as file:
            columns = {name: file[name] for name in file.files if not name.startswith("_")}
            return cls(columns, file["_y"], int(file["_n_classes"]))


@dataclass(frozen=True)
class Fitted:
    """What a learner learned.

    Attributes
    ----------
    probabilities : callable
        Turns columns into an array of shape (n_rows, n_classes).
    n_rules, n_literals : int or None
        None if it has nothing of the kind.
    covers : callable, optional
        Of rules that may share rows: turns columns into an array of bool of shape
        (n_rows, n_rules).
    parts : callable, optional
        Of rules that share no row: turns columns into a label, or a vector, for each row, the same
        for the rows of one rule.
    """

    probabilities: Callable[[Columns], NDArray[Any]]
    n_rules: int | None = None
    n_literals: int | None = None
    covers: Callable[[Columns], NDArray[np.bool_]] | None = None
    parts: Callable[[Columns], NDArray[Any]] | None = None

    def groups(self, training: Table, test: Table) -> Groups | None:
        """Count the classes of the rows that each rule speaks for.

        Parameters
        ----------
        training, test : Table

        Returns
        -------
        Groups or None
            None if there is nothing of the kind.
        """
        both, n_classes = (training, test), training.n_classes
        if self.covers is not None:
            covers = [(self.covers(table.columns), table.y) for table in both]
            return Groups.count(*covers, n_classes=n_classes)
        if self.parts is not None:
            parts = [(self.parts(table.columns), table.y) for table in both]
            return Groups.of_labels(*parts, n_classes=n_classes)
        return None


class Clock:
    """Take the time of what is done inside ``with clock:``, and end the process if it is long.

    Parameters
    ----------
    limit : float
        Seconds; longer than that and the process ends by the signal of an alarm, which ends
        compiled code too.
    """

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.seconds = 0.0
        self.cpu_seconds: float | None = 0.0

    def __enter__(self) -> Self:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, self.limit)
        self._begin = time.perf_counter(), time.process_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.seconds = time.perf_counter() - self._begin[0]
        self.cpu_seconds = time.process_time() - self._begin[1]
        signal.setitimer(signal.ITIMER_REAL, 0)

    def set(self, seconds: float) -> None:
        """Take over a time that the learner took itself.

        Parameters
        ----------
        seconds : float
        """
        self.seconds, self.cpu_seconds = seconds, None


class OneHot:
    """Turn strings into columns of 0 and 1, one for each level of the training rows.

    Parameters
    ----------
    columns : mapping of str to ndarray
        Of the training rows.
    """

    def __init__(self, columns: Columns) -> None:
        self.levels = {
            name: np.unique(values).tolist() if values.dtype.kind == "U" else None
            for name, values in columns.items()
        }
        self.names = [
            name if levels is None else f"{name}is{number}"
            for name, levels in self.levels.items()
            for number, _ in enumerate(levels or [None])
        ]

    def matrix(self, columns: Columns) -> NDArray[np.float64]:
        """Return a matrix of numbers.

        Parameters
        ----------
        columns : mapping of str to ndarray

        Returns
        -------
        ndarray of shape (n_rows, n_names)
        """
        parts = [
            columns[name][:, None] if levels is None else columns[name][:, None] == levels
            for name, levels in self.levels.items()
        ]
        return np.concatenate(parts, axis=1).astype(np.float64)


Learner = Callable[[Table, Clock], Fitted]


def answer(
    learners: Mapping[str, Learner], version: str, arguments: Sequence[str] | None = None
) -> int:
    """Fit the fold that the command line names, and leave the answer beside it.

    Parameters
    ----------
    learners : mapping of str to callable
        By the names of methods; each fits a table under a clock.
    version : str
        Of the learner.
    arguments : sequence of str, optional
        Method, directory and limit in seconds; those of the command line if not given.

    Returns
    -------
    int
        Exit status.
    """
    method, place, limit = sys.argv[1:] if arguments is None else arguments
    warnings.simplefilter("ignore")
    training, test = (Table.read(Path(place) / f"{part}.npz") for part in ("training", "test"))
    clock = Clock(float(limit))
    fitted = learners[method](training, clock)
    probabilities = np.asarray(fitted.probabilities(test.columns), dtype=np.float64)
    np.save(Path(place) / "probabilities.npy", probabilities)
    groups = fitted.groups(training, test)
    if groups is not None:
        groups.write(Path(place) / "groups.npz")
    facts = {
        "fit_seconds": clock.seconds,
        "cpu_seconds": clock.cpu_seconds,
        "n_rules": None if fitted.n_rules is None else int(fitted.n_rules),
        "n_literals": None if fitted.n_literals is None else int(fitted.n_literals),
        "overlap": None if groups is None or fitted.covers is None else groups.overlap,
        "version": version,
    }
    (Path(place) / "answer.json").write_text(json.dumps(facts), encoding="utf-8")
    return 0
