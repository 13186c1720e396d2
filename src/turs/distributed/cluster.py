"""Tasks on a cluster: named, retried where a worker is lost, and failing in one sentence."""

from __future__ import annotations

import asyncio
import concurrent.futures
import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar
from uuid import uuid4

import numpy as np
from dask.delayed import Delayed, delayed
from distributed import Client, Future, KilledWorker, get_worker
from distributed.comm.core import CommClosedError

from turs.counting import Counts
from turs.distributed.counts import FewCounts, add_counts, add_few_counts
from turs.exceptions import ClusterError

Result = TypeVar("Result")
Task: TypeAlias = "Future[Any]"

# So many results are added up by one task, or brought here.
_FAN_IN = 8

_CANCELLED = (asyncio.CancelledError, concurrent.futures.CancelledError)


@dataclass
class Traffic:
    """What went over the wire for a fit.

    Attributes
    ----------
    n_rounds : int
        Questions that were asked of all partitions, one after another.
    n_tasks : int
        Tasks that were run for them.
    bytes_out : int
        Bytes of questions: once for each task.
    bytes_in : int
        Bytes of answers that came back, each sum of a worker's partitions once.
    """

    n_rounds: int = 0
    n_tasks: int = 0
    bytes_out: int = 0
    bytes_in: int = 0


class Cluster:
    """The workers behind a dask client.

    Parameters
    ----------
    client : distributed.Client

    Attributes
    ----------
    traffic : Traffic
        What was sent and received so far.

    Notes
    -----
    A task says all that it takes to run it again, and so do the tasks that it depends on: when a
    worker is lost, dask makes what it had once more, somewhere else.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        # begins with a digit, so that dask takes it for no part of a task's name
        self._token = f"0{uuid4().hex}"
        self._n_keys = 0
        self.traffic = Traffic()

    def map(self, name: str, function: Callable[..., Any], *lists: Sequence[Any]) -> list[Task]:
        """Run a function on each item of some lists, and leave the results where they are.

        Parameters
        ----------
        name : str
            What dask's dashboard shows, after ``turs-``.
        function : callable
        *lists : sequence
            Its arguments, all of one length; futures and delayed objects among them are worked
            out first.

        Returns
        -------
        list of distributed.Future
        """
        keys = self._keys(name, len(lists[0]))
        with self._in_one_sentence():
            if any(isinstance(item, Delayed) for items in lists for item in items):
                lazy = delayed(function)
                calls = zip(keys, *lists, strict=True)
                # what is read is not kept: only the results are
                return list(
                    self._client.compute([lazy(*items, dask_key_name=key) for key, *items in calls])
                )
            return list(self._client.map(function, *lists, key=keys))

    def run(self, name: str, function: Callable[..., Any], *arguments: Any) -> Task:
        """Run a function once, and leave the result where it is."""
        with self._in_one_sentence():
            [key] = self._keys(name, 1)
            return self._client.submit(function, *arguments, key=key)

    def hold(self, name: str, value: Any) -> Task:
        """Put a value on the cluster, once for all tasks that will need it.

        A task makes it, which can be run again if the worker that has it is lost.
        """
        return self.run(name, _itself, value)

    def add_up(
        self, name: str, add: Callable[[Sequence[Result]], Result], tasks: Sequence[Task]
    ) -> Result:
        """Add results up where they are, few at a time, and bring the sum here.

        Parameters
        ----------
        name : str
        add : callable
            Makes one of several, in any grouping.
        tasks : sequence of distributed.Future
        """
        with self._in_one_sentence():
            while len(tasks) > _FAN_IN:
                parts = [tasks[i : i + _FAN_IN] for i in range(0, len(tasks), _FAN_IN)]
                tasks = self._client.map(add, parts, key=self._keys(f"{name}-sum", len(parts)))
            answers = self._client.gather(list(tasks))
        self.traffic.bytes_in += sum(getattr(answer, "nbytes", 0) for answer in answers)
        return add(answers)

    def gather(self, tasks: Sequence[Task]) -> list[Any]:
        """Bring results here."""
        with self._in_one_sentence():
            return list(self._client.gather(list(tasks)))

    def homes(self, tasks: Sequence[Task]) -> list[str]:
        """Return the worker of each result, or its own key if no worker has it just now."""
        with self._in_one_sentence():
            holders = self._client.who_has(list(tasks))
        found = (sorted(holders.get(task.key, ())) for task in tasks)
        return [
            where[0] if where else str(task.key) for where, task in zip(found, tasks, strict=True)
        ]

    def n_threads(self) -> dict[str, int]:
        """Return the number of threads of each worker."""
        with self._in_one_sentence():
            return dict(self._client.nthreads())

    @contextmanager
    def _in_one_sentence(self) -> Iterator[None]:
        """Tell in one sentence what went wrong with the cluster."""
        try:
            yield
        except KilledWorker as error:
            raise ClusterError(
                f"the task {error.task} was lost, with {error.allowed_failures + 1} workers one "
                "after another; they may have too little memory for a partition: give them more, "
                "or make the partitions smaller"
            ) from error
        except (*_CANCELLED, CommClosedError) as error:
            raise _lost(error) from error
        except Exception as error:
            # a task may have trouble with a file or a network of its own
            if self._client.status == "running":
                raise
            raise _lost(error) from error

    def _keys(self, name: str, n: int) -> list[str]:
        first = self._n_keys
        self._n_keys += n
        return [f"turs-{name}-{self._token}-{number}" for number in range(first, first + n)]


class Parts:
    """The partitions of a table on a cluster; those of one worker are asked by one task.

    Parameters
    ----------
    cluster : Cluster
    tasks : sequence of distributed.Future
        The partitions.
    sizes : sequence of int
        Their numbers of rows.
    """

    def __init__(self, cluster: Cluster, tasks: Sequence[Task], sizes: Sequence[int]) -> None:
        self.cluster = cluster
        self.tasks = list(tasks)
        self._sizes = {task.key: size for task, size in zip(tasks, sizes, strict=True)}
        self.settle()

    def groups(self, most_rows: int) -> list[list[Task]]:
        """Return the partitions in groups of one worker each, of no more rows than so many.

        A partition may have more alone; and there are as many groups as a worker has threads.
        """
        n_threads = self.cluster.n_threads()
        groups: list[list[Task]] = []
        for home, tasks in self._homes.items():
            of_home = sum(self._sizes[task.key] for task in tasks)
            most = min(most_rows, -(-of_home // n_threads.get(home, 1)))
            group: list[Task] = []
            for task in tasks:
                n_rows = sum(self._sizes[other.key] for other in [*group, task])
                if not group or n_rows > most:
                    group = []
                    groups.append(group)
                group.append(task)
        return groups

    def settle(self) -> None:
        """Look where the partitions are, and put those of one worker together.

        To be called now and then: workers come and go.
        """
        self._homes: dict[str, list[Task]] = {}
        for task, home in zip(self.tasks, self.cluster.homes(self.tasks), strict=True):
            self._homes.setdefault(home, []).append(task)

    def count(self, question: str, **asked: Any) -> Counts:
        """Return the sum of the answers of all partitions to a question.

        Parameters
        ----------
        question : str
            The name of the method of :class:`turs.distributed.part.Part` that answers it.
        **asked
            The arguments of that method; futures among them are worked out first.
        """
        return self._ask(question, add_counts, asked).astype(np.int64)

    def count_few(self, question: str, **asked: Any) -> FewCounts:
        """Return the same of answers of which most are 0."""
        return self._ask(question, add_few_counts, asked)

    def _ask(
        self, question: str, add: Callable[[Sequence[Result]], Result], asked: dict[str, Any]
    ) -> Result:
        traffic, n = self.cluster.traffic, len(self._homes)
        traffic.n_rounds += 1
        traffic.n_tasks += n
        plain = {name: value for name, value in asked.items() if not isinstance(value, Future)}
        traffic.bytes_out += n * len(pickle.dumps(plain, protocol=5))
        name = question.replace("_", "-")
        asking = [question] * n, [add] * n, [asked] * n
        answers = self.cluster.map(name, _answer, list(self._homes.values()), *asking)
        return self.cluster.add_up(name, add, answers)


def _itself(value: Any) -> Any:
    return value


def _answer(
    parts: Sequence[Any],
    question: str,
    add: Callable[[Sequence[Result]], Result],
    asked: dict[str, Any],
) -> Result:
    """Return the sum of the answers of the partitions of a worker, in all its threads."""
    n_threads = min(get_worker().state.nthreads, len(parts))

    def answer_some(some: Sequence[Any]) -> Result:
        return add([getattr(part, question)(**asked) for part in some])

    if n_threads == 1:
        return answer_some(parts)
    with ThreadPoolExecutor(n_threads) as pool:
        return add(list(pool.map(answer_some, _shared_out(parts, n_threads))))


def _shared_out(parts: Sequence[Any], n: int) -> list[list[Any]]:
    """Share partitions out among so many threads: the largest first, to who has the fewest rows."""
    groups: list[list[Any]] = [[] for _ in range(n)]
    loads = [0] * n
    for part in sorted(parts, key=lambda part: -part.n_rows):
        lightest = loads.index(min(loads))
        groups[lightest].append(part)
        loads[lightest] += part.n_rows + 1
    return groups


def _lost(error: BaseException) -> ClusterError:
    return ClusterError(
        f"the cluster was lost ({type(error).__name__}): the scheduler or the client has been "
        "restarted or closed, or cannot be reached, or a partition was cancelled; nothing is "
        "fitted: connect, and fit again"
    )
