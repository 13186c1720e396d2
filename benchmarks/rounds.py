"""Watch the cluster engine at work: its rounds, how long each took, and what the workers did.

Nothing of the engine is changed: `watched` puts a cluster in place that notes the time, and dask's
own stream of tasks says what the workers did in the meantime.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

import numpy as np
from distributed import Client, Future

from turs.distributed import estimator
from turs.distributed.cluster import Cluster, Parts
from turs.distributed.described import Described
from turs.distributed.part import Part, RulesSoFar

_COUNTERS = Path("/proc/net/dev")


@dataclass
class Round:
    """One question and its answer.

    Attributes
    ----------
    name : str
        Of the question, such as ``count-codes``.
    keys : list of str
        Of its tasks.
    begin, end : float
        Seconds of a clock.
    bytes_in : int
        Of the answers.
    loopback : tuple of int
        What the loopback interface has sent before and after; zeros where nobody says.
    """

    name: str
    keys: list[str]
    begin: float
    end: float = 0.0
    bytes_in: int = 0
    loopback: tuple[int, int] = (0, 0)

    @property
    def seconds(self) -> float:
        """From the question to the answer."""
        return self.end - self.begin


class WatchedCluster(Cluster):
    """A cluster that remembers when what was asked.

    Parameters
    ----------
    client : distributed.Client

    Attributes
    ----------
    rounds : list of Round
        Of the search.
    summary_seconds : float
        From the first summary to the merged one.
    summary_bytes : int
        Size of the merged one, pickled.
    described : Described or None
        The table.
    n_searched : int
        Rules that the searches added, those of the trial included.
    """

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self.rounds: list[Round] = []
        self.summary_seconds = 0.0
        self.summary_bytes = 0
        self.described: Described | None = None
        self.n_searched = 0
        self._begin = 0.0

    def map(self, name: str, function: Callable[..., Any], *lists: Sequence[Any]) -> list[Any]:
        """Run a function on each item of some lists, and note when."""
        begin, sent = time.perf_counter(), loopback_bytes()
        tasks = super().map(name, function, *lists)
        if name == "summary":
            self._begin = begin
        if name.startswith("count-"):
            keys = [str(task.key) for task in tasks]
            self.rounds.append(Round(name, keys, begin, loopback=(sent, sent)))
        return tasks

    def run(self, name: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Run a function once, and note what it says of the table and the rules."""
        if name == "description":
            [self.described] = arguments
        self.n_searched += function is RulesSoFar.with_rule
        return super().run(name, function, *arguments)

    def add_up(self, name: str, add: Callable[[Any], Any], tasks: Sequence[Any]) -> Any:
        """Add results up, and note when they were here."""
        before = self.traffic.bytes_in
        total = super().add_up(name, add, tasks)
        if name == "summary":
            self.summary_seconds = time.perf_counter() - self._begin
            self.summary_bytes = len(pickle.dumps(total, protocol=5))
        elif name.startswith("count-"):
            asked = self.rounds[-1]
            asked.end = time.perf_counter()
            asked.bytes_in = self.traffic.bytes_in - before
            asked.loopback = asked.loopback[0], loopback_bytes()
        return total


@contextmanager
def watched() -> Iterator[list[WatchedCluster]]:
    """Let fits be watched.

    Yields
    ------
    list of WatchedCluster
        One for each fit, when it has begun.
    """
    seen: list[WatchedCluster] = []

    def make(client: Client) -> WatchedCluster:
        seen.append(WatchedCluster(client))
        return seen[-1]

    with patch.object(estimator, "Cluster", make):
        yield seen


def compute_seconds(stream: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """Return how long each task ran on its worker.

    Parameters
    ----------
    stream : sequence of mapping
        What ``Client.get_task_stream`` gives. A task that was run again is there again: its last
        run counts.

    Returns
    -------
    dict of str to float
        By the key of the task.
    """
    return {
        str(task["key"]): sum(
            part["stop"] - part["start"]
            for part in task["startstops"]
            if part["action"] == "compute"
        )
        for task in stream
    }


def counting_seconds(rounds: Sequence[Round], computed: Mapping[str, float]) -> float:
    """Return how long the rounds waited for the slowest task of each.

    Parameters
    ----------
    rounds : sequence of Round
    computed : mapping of str to float
        Of `compute_seconds`.

    Returns
    -------
    float
    """
    return sum(max(computed.get(key, 0.0) for key in asked.keys) for asked in rounds)


def busy_seconds(rounds: Sequence[Round], computed: Mapping[str, float]) -> float:
    """Return how long all tasks of some rounds ran, on all workers together.

    Parameters
    ----------
    rounds : sequence of Round
    computed : mapping of str to float
        Of `compute_seconds`.

    Returns
    -------
    float
    """
    return sum(computed.get(key, 0.0) for asked in rounds for key in asked.keys)


class _PartsAlone(Parts):
    """Partitions that do not share a task with others of their worker."""

    def settle(self) -> None:
        self._homes = {str(task.key): [task] for task in self.tasks}


def empty_round_seconds(client: Client, n_tasks: int, n_rounds: int = 100) -> float:
    """Time a round in which no task has a row.

    Parameters
    ----------
    client : distributed.Client
    n_tasks : int
        Of the round; workers take turns.
    n_rounds : int

    Returns
    -------
    float
        The median.
    """
    workers = list(client.nthreads())
    tasks: list[Future[Any]] = [
        client.submit(
            _empty_part, workers=[workers[place % len(workers)]], key=f"empty-{n_tasks}-{place}"
        )
        for place in range(n_tasks)
    ]
    client.gather(tasks)
    parts = _PartsAlone(Cluster(client), tasks, [0] * n_tasks)
    seconds = []
    for _ in range(n_rounds):
        begin = time.perf_counter()
        parts.count("count_all", n_codes=1, n_classes=1)
        seconds.append(time.perf_counter() - begin)
    return median(seconds)


def loopback_bytes(path: Path = _COUNTERS) -> int:
    """Return how many bytes this machine has sent to itself.

    Parameters
    ----------
    path : path
        Where Linux counts them.

    Returns
    -------
    int
        0 on systems that do not say.
    """
    if not path.exists():
        return 0
    for line in path.read_text().splitlines():
        name, _, numbers = line.partition(":")
        if name.strip() == "lo":
            # eight numbers of what was received come first
            return int(numbers.split()[8])
    return 0


def _empty_part() -> Part:
    return Part.of_rows(np.zeros((1, 0), dtype=np.uint8), np.zeros(0, dtype=np.int32))
