"""Predict lazily: a rule set and the partitions of a table become a dask collection."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import dask.array as da
import dask.bag as db
import numpy as np
from dask.base import tokenize
from dask.delayed import Delayed, delayed
from dask.highlevelgraph import HighLevelGraph
from numpy.typing import NDArray

from turs.distributed.collections import LazyPart, Opened, Partitions
from turs.exceptions import InputError, TursError
from turs.model import Explanation
from turs.ruleset import RuleSet
from turs.table import read_labels
from turs.table.source import open_table


def predict_lazily(rule_set: RuleSet, table: Opened) -> da.Array:
    """Predict the most probable class of each row.

    Parameters
    ----------
    rule_set : RuleSet
    table : Opened
        The partitions of a table with the columns of training.

    Returns
    -------
    dask Array of shape (n_rows,)
        Of the type of the classes; one chunk a partition, of known size where that is known.
    """
    work = _work("predict", _predict_part, rule_set, table.parts)
    nothing = np.empty(0, dtype=rule_set.classes.dtype)
    return da.Array(work.graph(), work.name, (_sizes(table),), meta=nothing)


def predict_proba_lazily(rule_set: RuleSet, table: Opened) -> da.Array:
    """Estimate the class probabilities of each row.

    Parameters
    ----------
    rule_set : RuleSet
    table : Opened
        The partitions of a table with the columns of training.

    Returns
    -------
    dask Array of float64, shape (n_rows, n_classes)
    """
    # The keys of a chunk have a place in each dimension, and there is one chunk of classes.
    work = _work("predict-proba", _predict_proba_part, rule_set, table.parts, place_of_columns=(0,))
    chunks = _sizes(table), (len(rule_set.classes),)
    return da.Array(work.graph(), work.name, chunks, meta=np.empty((0, 0), dtype=np.float64))


def explain_lazily(rule_set: RuleSet, table: Opened) -> db.Bag:
    """Say why each row has the probabilities that it has.

    Parameters
    ----------
    rule_set : RuleSet
    table : Opened
        The partitions of a table with the columns of training.

    Returns
    -------
    dask Bag of Explanation
        One a row; its ``row`` counts from the start of the partition.
    """
    work = _work("explain", _explain_part, rule_set, table.parts)
    return db.Bag(work.graph(), work.name, len(table.parts))


def score_lazily(rule_set: RuleSet, partitions: Partitions) -> Delayed:
    """Find the share of the rows whose class is predicted.

    Parameters
    ----------
    rule_set : RuleSet
    partitions : Partitions
        A table with the columns of training, and its classes.

    Returns
    -------
    Delayed
        A float.
    """
    work = _work("score", _count_right, rule_set, partitions.X, partitions.y)
    key = work.name.replace("turs-score", "turs-score-sum")
    share: Delayed = delayed(_accuracy)(work.tasks, dask_key_name=key)
    return share


@dataclass(frozen=True, eq=False)
class _Work:
    """One task a partition, all of which share one copy of the rule set.

    Parameters
    ----------
    name : str
        The name of all tasks, which their keys begin with.
    tasks : list of Delayed
    needed : list of Delayed
        What they depend on.
    """

    name: str
    tasks: list[Delayed]
    needed: Sequence[Any]

    def graph(self) -> HighLevelGraph:
        """Return the tasks as the last layer of a graph."""
        layer = {task.key: task.dask[task.key] for task in self.tasks}
        return HighLevelGraph.from_collections(self.name, layer, dependencies=self.needed)


def _work(
    name: str,
    function: Callable[..., Any],
    rule_set: RuleSet,
    *parts: Sequence[LazyPart],
    place_of_columns: tuple[int, ...] = (),
) -> _Work:
    text = rule_set.to_json()
    # Its name is given, or dask would hash it; and dask is not to look for tasks inside.
    rules = delayed(rule_set, name=f"turs-rules-{_token(text)}", traverse=False)
    name = f"turs-{name}-{_token(text, [part.key for some in parts for part in some])}"
    lazy = delayed(function)
    tasks = [
        lazy(rules, place, *group, dask_key_name=(name, place, *place_of_columns))
        for place, group in enumerate(zip(*parts, strict=True))
    ]
    needed = [part for some in parts for part in some if isinstance(part, Delayed)]
    return _Work(name, tasks, [rules, *needed])


def _token(*content: Any) -> str:
    # Begins with a digit, so that dask takes it for no part of the name of a task.
    return f"0{tokenize(*content)}"


def _sizes(table: Opened) -> tuple[float, ...]:
    return tuple(math.nan if size is None else size for size in table.sizes)


def _predict_part(rule_set: RuleSet, place: int, X: Any) -> NDArray[Any]:
    with in_partition(place):
        if _is_empty(X):
            return np.empty(0, dtype=rule_set.classes.dtype)
        return rule_set.predict(X)


def _predict_proba_part(rule_set: RuleSet, place: int, X: Any) -> NDArray[np.float64]:
    with in_partition(place):
        if _is_empty(X):
            return np.empty((0, len(rule_set.classes)), dtype=np.float64)
        return rule_set.predict_proba(X)


def _explain_part(rule_set: RuleSet, place: int, X: Any) -> list[Explanation]:
    with in_partition(place):
        return [] if _is_empty(X) else list(rule_set.explain(X))


def _count_right(rule_set: RuleSet, place: int, X: Any, y: Any) -> tuple[int, int]:
    """Return how many rows are predicted right, and how many there are."""
    predicted = _predict_part(rule_set, place, X)
    with in_partition(place):
        labels = read_labels(
            y, n_rows=len(predicted), classes=rule_set.classes, may_be_empty=True
        ).values
    right = sum(bool(one == other) for one, other in zip(predicted, labels, strict=True))
    return right, len(predicted)


def _accuracy(counts: Sequence[tuple[int, int]]) -> float:
    n_right, n_rows = (sum(of_parts) for of_parts in zip(*counts, strict=True))
    if n_rows == 0:
        raise InputError("X has no rows in any partition; a score needs at least one")
    return float(n_right / n_rows)


def _is_empty(X: Any) -> bool:
    return open_table(X, may_be_empty=True).n_rows == 0


@contextmanager
def in_partition(place: int) -> Iterator[None]:
    """Say in which partition something is wrong."""
    try:
        yield
    except TursError as error:
        raise type(error)(f"in partition {place}: {error}") from None
