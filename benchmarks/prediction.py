"""Measure prediction side by side in one run: ``python -m benchmarks.prediction``.

The probabilities of one row, as a service is asked for them in several containers, and those of a
million rows: rule sets of 20 and of 100 rules next to a decision tree and to gradient boosting of
scikit-learn, all learned from the same few rows. The quotients carry over to other machines; the
seconds do not.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.tree import DecisionTreeClassifier

from benchmarks.ledger import RESULTS
from benchmarks.speed import least_seconds, machine
from turs import TURSClassifier

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_N_COLUMNS = 30
_TRAINING_ROWS = 3000
_NOISE = 1.0
_REFERENCE = "decision tree"

# A narrow search: what is measured is how rules predict, not how good they are.
_Rules = partial(TURSClassifier, simplicity=0, beam_width=1, n_candidates=1, max_cuts=50)

METHODS: dict[str, Callable[[], Any]] = {
    "20 rules": partial(_Rules, max_rules=20),
    "100 rules": partial(_Rules, max_rules=100),
    _REFERENCE: partial(DecisionTreeClassifier, random_state=0),
    "gradient boosting": partial(HistGradientBoostingClassifier, random_state=0),
}


@dataclass(frozen=True)
class Prediction:
    """How long the probabilities of a table take, and those of a decision tree in the same run.

    Attributes
    ----------
    method : str
    table : str
        The container that the rows come in.
    n_rows : int
    seconds : float
    extra_megabytes : float
        The most memory during the call over what was there before it, the result included.
    reference_seconds : float
        Of a decision tree on the same rows as an array.
    """

    method: str
    table: str
    n_rows: int
    seconds: float
    extra_megabytes: float
    reference_seconds: float

    @property
    def ratio(self) -> float:
        """How many times the reference."""
        return self.seconds / self.reference_seconds


def make_table(n_rows: int, seed: int) -> tuple[Floats, NDArray[np.int64]]:
    """Make numbers, a few of which decide between three classes, not without noise.

    Parameters
    ----------
    n_rows : int
    seed : int

    Returns
    -------
    X : ndarray of float64, shape (n_rows, 30)
    y : ndarray of int64, shape (n_rows,)
    """
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, _N_COLUMNS))
    score = X[:, 0] * X[:, 1] + X[:, 2] + np.abs(X[:, 3]) * X[:, 4]
    return X, np.digitize(score + _NOISE * random.normal(size=n_rows), [-1.0, 1.0])


def as_array(X: Floats) -> Any:
    """Return the table as it is."""
    return X


def as_dict(X: Floats) -> Any:
    """Return a dictionary of lists."""
    return {f"column{index}": values for index, values in enumerate(X.T.tolist())}


def as_pandas(X: Floats) -> Any:
    """Return a pandas frame."""
    import pandas as pd

    return pd.DataFrame(as_dict(X))


def as_polars(X: Floats) -> Any:
    """Return a polars frame."""
    import polars as pl

    return pl.DataFrame(as_dict(X))


CONTAINERS: dict[str, Callable[[Floats], Any]] = {
    "array": as_array,
    "dict": as_dict,
    "pandas": as_pandas,
    "polars": as_polars,
}


def extra_megabytes(function: Callable[[], object]) -> float:
    """Return how much memory a call takes at the most, over what was there before it.

    Parameters
    ----------
    function : callable

    Returns
    -------
    float
    """
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        function()
        return (tracemalloc.get_traced_memory()[1] - before) / 1e6
    finally:
        tracemalloc.stop()


def time_predictions(n_rows: int, table: str, n_repeats: int) -> Iterator[Prediction]:
    """Time the probabilities of one table by all methods that take its container.

    Parameters
    ----------
    n_rows : int
        Rows to predict.
    table : str
        One of `CONTAINERS`, in which the training rows come too.
    n_repeats : int
        Calls at the most; the best counts.

    Yields
    ------
    Prediction
    """
    X, y = make_table(_TRAINING_ROWS, seed=0)
    rows, _ = make_table(n_rows, seed=1)
    tree = METHODS[_REFERENCE]().fit(X, y)
    reference = least_seconds(lambda: tree.predict_proba(rows), n_repeats)
    contained, asked = CONTAINERS[table](X), CONTAINERS[table](rows)
    for method, make in METHODS.items():
        learner = make()
        if table == "dict" and not isinstance(learner, TURSClassifier):
            continue
        predict = partial(learner.fit(contained, y).predict_proba, asked)
        extra = extra_megabytes(predict)  # which also warms it up
        seconds = least_seconds(predict, n_repeats)
        yield Prediction(method, table, n_rows, seconds, extra, reference)


def _predictions(options: argparse.Namespace) -> Iterator[Prediction]:
    for table in CONTAINERS:
        yield from time_predictions(1, table, options.repeats)
    yield from time_predictions(options.rows, "array", options.repeats)


def _line(found: Prediction) -> str:
    seconds = (
        f"{1e6 * found.seconds:>9.1f} us" if found.n_rows == 1 else f"{found.seconds:>9.3f} s "
    )
    return (
        f"{found.n_rows:>9} {found.table:<8} {found.method:<18} {seconds} "
        f"{found.ratio:>8.2f} times a tree {found.extra_megabytes:>8.1f} MB"
    )


def _write(predictions: Sequence[Prediction], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [
        {key: f"{value:.4g}" if isinstance(value, float) else value for key, value in row.items()}
        for row in ({**asdict(one), "ratio": one.ratio, **machine()} for one in predictions)
    ]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.prediction", description="Measure prediction, side by side."
    )
    parser.add_argument("--rows", type=int, default=1_000_000, help="of the large table")
    parser.add_argument(
        "--repeats", type=int, default=5000, help="calls at the most, in a second; the best counts"
    )
    parser.add_argument("--output", type=Path, default=RESULTS / "prediction.csv")
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
    predictions = []
    for found in _predictions(options):
        print(_line(found), flush=True)
        predictions.append(found)
    _write(predictions, options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
