"""Workers to learn on: processes of this machine for as long as they are needed, or a cluster."""

from __future__ import annotations

import gc
import logging
import re
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from multiprocessing import resource_tracker
from typing import Any, TypeVar

import dask.config
from dask.delayed import Delayed, delayed
from dask.system import CPU_COUNT
from distributed import Client, LocalCluster, Security, as_completed

from turs import __version__
from turs.distributed.cluster import Cluster, Task
from turs.distributed.collections import Partitions
from turs.distributed.estimator import DaskTURSClassifier
from turs.distributed.summary import TableSummary
from turs.exceptions import ClusterError, InputError

Result = TypeVar("Result")

_SECONDS_TO_ANSWER = 10
_ADDRESS = re.compile(r"inproc://.+|((tcp|tls|ws|wss|ucx)://)?[^/\s]+:[0-9]+")
_ENVIRONMENT = "distributed.nanny.pre-spawn-environ"


class Engine:
    """Learn from partitions that functions read where the workers are.

    Parameters
    ----------
    client : distributed.Client
        The workers.

    Attributes
    ----------
    n_workers : int
        How many there are.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._cluster = Cluster(client)
        self.n_workers = len(client.nthreads())

    def look(
        self,
        function: Callable[..., Result],
        items: Sequence[Any],
        shared: Any,
        add: Callable[[Sequence[Result]], Result],
        told: Callable[[int, int], None] | None = None,
    ) -> Result:
        """Run a function on each partition, and add up what it finds.

        Parameters
        ----------
        function : callable
            Takes an item, its place, and what is shared.
        items : sequence
            The partitions: what it takes to read them.
        shared : object
            What is the same for all of them; it is sent once.
        add : callable
            Makes one result of several, given in the order of the items.
        told : callable, optional
            Called with how many are done, and how many there are.

        Returns
        -------
        object
            The sum.
        """
        once = self._cluster.hold("sources", shared)
        places = range(len(items))
        tasks = self._cluster.map("look", function, items, places, [once] * len(items))
        self._wait(tasks, told)
        return self._cluster.add_up("look", add, tasks)

    def fit(
        self,
        classifier: SummarizedClassifier,
        read: Callable[..., tuple[Any, Any]],
        items: Sequence[Any],
        shared: Any,
        fit: Callable[[SummarizedClassifier, Any, Any], Any],
    ) -> Any:
        """Fit a classifier to partitions.

        Parameters
        ----------
        classifier : SummarizedClassifier
            With the summary of these partitions.
        read : callable
            Takes an item and what is shared, and returns the rows and the classes.
        items : sequence
            The partitions: what it takes to read them.
        shared : object
            What is the same for all of them.
        fit : callable
            Fits a classifier to a list of lazy tables and one of lazy classes.

        Returns
        -------
        object
            What `fit` returns.
        """
        once: Delayed = delayed(shared, traverse=False)
        lazy = delayed(read, pure=False)
        parts = [lazy(item, once) for item in items]
        classifier.client = self._client
        return fit(classifier, [part[0] for part in parts], [part[1] for part in parts])

    def _wait(self, tasks: Sequence[Task], told: Callable[[int, int], None] | None) -> None:
        if told is not None:
            for done, _ in enumerate(as_completed(tasks, loop=self._client.loop), 1):
                told(done, len(tasks))


class SummarizedClassifier(DaskTURSClassifier):
    """A classifier that is told the summary of its partitions, and need not read them for it.

    All else is as of `DaskTURSClassifier`.
    """

    summary: TableSummary | None = None

    def _summarize(self, cluster: Cluster, partitions: Partitions) -> TableSummary:
        if self.summary is None:
            return super()._summarize(cluster, partitions)
        return self.summary


@contextmanager
def own_workers(n_workers: int | None, memory: int | None, most_workers: int) -> Iterator[Engine]:
    """Start processes of this machine to learn on, and end them afterwards.

    Parameters
    ----------
    n_workers : int or None
        How many; None is one a core.
    memory : int or None
        The bytes that each may take; None is a fair share of the machine's.
    most_workers : int
        More are of no use.

    Yields
    ------
    Engine

    Notes
    -----
    They are reached from this machine only, each has one thread, and what does not fit into its
    memory is written to a temporary directory, which is removed. Ctrl-C does not reach them: this
    process decides what becomes of it.
    """
    n_workers = min(CPU_COUNT if n_workers is None else n_workers, most_workers)
    with _without_last_words(), ExitStack() as stack:
        space = stack.enter_context(
            tempfile.TemporaryDirectory(prefix="turs-", ignore_cleanup_errors=True)
        )
        with _without_interrupts(), _settings(space):
            workers = stack.enter_context(
                LocalCluster(
                    n_workers=n_workers,
                    threads_per_worker=1,
                    processes=True,
                    host="127.0.0.1",
                    # without the dashboard there is still a server, on any free port
                    dashboard_address="127.0.0.1:0",
                    scheduler_kwargs={"dashboard": False},
                    local_directory=space,
                    memory_limit="auto" if memory is None else memory,
                    silence_logs=logging.CRITICAL,
                )
            )
            client = stack.enter_context(Client(workers, set_as_default=False))
        yield Engine(client)


@contextmanager
def running_workers(address: str) -> Iterator[Engine]:
    """Connect to the workers of a scheduler that runs already.

    Parameters
    ----------
    address : str
        Of the scheduler, such as ``"tcp://10.0.0.7:8786"``.

    Yields
    ------
    Engine

    Raises
    ------
    ClusterError
        If nobody answers there, there are no workers, or they have another version of turs.
    InputError
        If that is no address.
    """
    _check_address(address)
    try:
        client = Client(address, set_as_default=False, timeout=_SECONDS_TO_ANSWER)
    except (OSError, ValueError) as error:
        why = str(error).partition("\n")[0].rstrip(".")
        raise ClusterError(
            f"no dask scheduler answers at {address!r} ({why}); give its address, such as "
            "tcp://10.0.0.7:8786"
        ) from None
    with _without_last_words(), client:
        _check_versions(client, address)
        yield Engine(client)


def _check_address(address: str) -> None:
    """Refuse what dask would choke on: a client that is half made is not cleared away quietly."""
    if not _ADDRESS.fullmatch(address):
        raise InputError(
            f"{address!r} is no address of a dask scheduler; give one such as tcp://10.0.0.7:8786"
        )
    if address.startswith("tls:") and not Security().get_connection_args("client")["ssl_context"]:
        raise ClusterError(
            f"the scheduler at {address!r} wants certificates, and there are none in dask's "
            "configuration; name them there, under distributed.comm.tls"
        )


def _check_versions(client: Client, address: str) -> None:
    found = client.run(version, "turs", on_error="return")
    if not found:
        raise ClusterError(f"the scheduler at {address!r} has no workers; start some")
    for worker, answer in found.items():
        if answer != __version__:
            has = f"turs {answer}" if isinstance(answer, str) else "no turs"
            raise ClusterError(
                f"the worker {worker} has {has}, and here is turs {__version__}; install the same "
                "version everywhere"
            )


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Let Ctrl-C wait, and let threads and processes that are started never hear of it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    # It would be started by the first process, and lets signals through again when it is.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _settings(space: str) -> Iterator[None]:
    """Let who is started keep files in one directory, and workers their logs to themselves."""
    environment = dask.config.get(_ENVIRONMENT)
    quiet = {**environment, "DASK_LOGGING__DISTRIBUTED": "critical"}
    with dask.config.set({_ENVIRONMENT: quiet, "temporary-directory": space}):
        yield


@contextmanager
def _without_last_words() -> Iterator[None]:
    """Let questions that were interrupted end without a word, when the client is closed."""
    logger = logging.getLogger("asyncio")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        gc.collect()  # it is when they are cleared away that they complain
        logger.setLevel(before)
