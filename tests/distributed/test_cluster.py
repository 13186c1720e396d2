"""Tasks on a cluster: shared out, added up, and run again where a worker is lost."""

import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

da = pytest.importorskip(
    "dask.array", reason="dask is not installed; `pip install turs[dask]` has it"
)
distributed = pytest.importorskip("distributed", reason="distributed is not installed")

from turs import TURSClassifier  # noqa: E402
from turs.dask import DaskTURSClassifier  # noqa: E402
from turs.distributed import cluster as cluster_module  # noqa: E402
from turs.distributed.cluster import Cluster, Parts, _shared_out  # noqa: E402
from turs.distributed.counts import add_counts  # noqa: E402
from turs.exceptions import ClusterError  # noqa: E402


def table(n_rows: int = 2000) -> tuple[np.ndarray, np.ndarray]:
    """Make a table with one rule in it."""
    random = np.random.RandomState(0)
    X = random.random_sample((n_rows, 3)).round(2)
    y = np.where((X[:, 0] > 0.7) ^ (random.random_sample(n_rows) < 0.1), "yes", "no")
    return X, y


class Numbered:
    """A partition of one number."""

    def __init__(self, number: int, n_rows: int = 1) -> None:
        self.number = number
        self.n_rows = n_rows

    def times(self, factor: int, more: int) -> np.ndarray:
        return np.array([factor * self.number + more])


def test_partitions_are_shared_out_by_their_rows() -> None:
    parts = [Numbered(place, n) for place, n in enumerate([10, 70, 20, 40, 30])]
    groups = _shared_out(parts, 2)
    assert [[part.number for part in group] for group in groups] == [[1, 2], [3, 4, 0]]


def test_results_are_added_up_few_at_a_time(client: Any) -> None:
    cluster = Cluster(client)
    tasks = cluster.map("square", lambda n: np.array([n, n * n]), list(range(100)))
    total = cluster.add_up("square", add_counts, tasks)
    assert total.tolist() == [sum(range(100)), sum(n * n for n in range(100))]


def test_names_of_tasks(client: Any) -> None:
    from dask.utils import key_split

    cluster = Cluster(client)
    [task] = cluster.map("count-codes", len, [[1, 2]])
    assert key_split(task.key) == "turs-count-codes"
    other = Cluster(client).map("count-codes", len, [[1, 2, 3]])
    assert cluster.gather([task]) + cluster.gather(other) == [2, 3]


def test_a_question_to_all_partitions(client: Any) -> None:
    cluster = Cluster(client)
    tasks = cluster.map("part", Numbered, list(range(10)))
    cluster.gather(tasks)
    parts = Parts(cluster, tasks, [1] * 10)
    more = cluster.run("more", int, "5")
    assert parts.count("times", factor=2, more=more).tolist() == [2 * 45 + 10 * 5]
    assert cluster.traffic.n_rounds == 1
    assert cluster.traffic.n_tasks == 2  # one a worker
    assert cluster.traffic.bytes_in == 2  # sums below 256
    assert cluster.traffic.bytes_out > 0


def test_a_worker_asks_its_partitions_in_all_its_threads() -> None:
    options = {"processes": False, "dashboard_address": ":0", "silence_logs": logging.CRITICAL}
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=3, **options) as local,
        distributed.Client(local, set_as_default=False) as client,
    ):
        cluster = Cluster(client)
        tasks = cluster.map("part", Numbered, list(range(10)))
        cluster.gather(tasks)
        parts = Parts(cluster, tasks, [1] * 10)
        assert parts.count("times", factor=2, more=1).tolist() == [2 * 45 + 10]
        assert cluster.traffic.n_tasks == 1
        # as many groups as threads, or more where they would be too large
        assert [len(group) for group in parts.groups(100)] == [4, 4, 2]
        assert [len(group) for group in parts.groups(2)] == [2] * 5
        nothing = Parts(cluster, tasks, [0] * 10)
        assert [len(group) for group in nothing.groups(2)] == [10]


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    """The client of two workers in processes of their own, which are started again when lost."""
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            dashboard_address=":0",
            silence_logs=logging.CRITICAL,
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        yield client


class AtRound:
    """Do something before a round of a fit."""

    def __init__(self, number: int, action: Callable[[], None], patch: pytest.MonkeyPatch) -> None:
        self.n_rounds = 0
        ask = Parts._ask

        def counted(parts: Parts, *arguments: Any) -> Any:
            self.n_rounds += 1
            if self.n_rounds == number:
                action()
            return ask(parts, *arguments)

        patch.setattr(cluster_module.Parts, "_ask", counted)


@pytest.mark.slow
def test_a_worker_that_dies_in_the_middle_of_a_fit(
    workers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    X, y = table()
    expected = TURSClassifier().fit(X, y).rule_set_.to_json()
    [pid, *_] = workers.run(os.getpid).values()
    rounds = AtRound(12, lambda: os.kill(pid, signal.SIGKILL), monkeypatch)
    # partitions of very different size
    chunks = ((3, 1200, 1, 0, 596, 200), 3)
    lazy = da.from_array(X, chunks=chunks), da.from_array(y, chunks=chunks[0])
    found = DaskTURSClassifier(client=workers).fit(*lazy)
    assert rounds.n_rounds > 12
    assert found.rule_set_.to_json() == expected
    assert pid not in workers.run(os.getpid).values()


@pytest.mark.slow
def test_a_scheduler_that_restarts(workers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = table()
    lazy = da.from_array(X, chunks=(500, 3)), da.from_array(y, chunks=500)
    # not every worker comes back each time; that is dask's affair, and one is enough here
    restart = threading.Thread(target=workers.restart, kwargs={"wait_for_workers": False})
    AtRound(5, restart.start, monkeypatch)
    clf = DaskTURSClassifier(client=workers)
    with pytest.raises(ClusterError, match=r"the cluster was lost .*; nothing is fitted"):
        clf.fit(*lazy)
    restart.join()
    assert not hasattr(clf, "rule_set_")
    monkeypatch.undo()
    workers.wait_for_workers(1, timeout=120)
    assert len(clf.fit(*lazy).rule_set_) > 0


def test_a_client_that_is_closed_in_the_middle_of_a_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = table()
    options = {"processes": False, "dashboard_address": ":0", "silence_logs": logging.CRITICAL}
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, **options) as cluster:
        client = distributed.Client(cluster, set_as_default=False)
        AtRound(5, client.close, monkeypatch)
        clf = DaskTURSClassifier(client=client)
        with pytest.raises(ClusterError, match="the cluster was lost"):
            clf.fit(da.from_array(X, chunks=(500, 3)), da.from_array(y, chunks=500))
        assert not hasattr(clf, "rule_set_")


def test_workers_that_die_one_after_another(client: Any) -> None:
    def lost() -> None:
        raise distributed.KilledWorker("turs-bin-01-3", SimpleNamespace(address="tcp://one"), 3)

    with pytest.raises(ClusterError, match=r"01-3 was lost, with 4 workers .*too little memory"):
        Cluster(client).gather([client.submit(lost, pure=False)])


def test_an_error_of_a_task_is_its_own(client: Any) -> None:
    def unreachable() -> None:
        raise ConnectionError("the bucket cannot be reached")

    with pytest.raises(ConnectionError, match="the bucket cannot be reached"):
        Cluster(client).gather([client.submit(unreachable, pure=False)])
