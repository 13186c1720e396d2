from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed", reason="dask is not installed; `pip install turs[dask]` has it")

from benchmarks import rounds
from benchmarks.rounds import (
    Round,
    WatchedCluster,
    busy_seconds,
    compute_seconds,
    counting_seconds,
    loopback_bytes,
    watched,
)
from turs.distributed import estimator
from turs.distributed.cluster import Cluster

LOOPBACK = """\
Inter-|   Receive                            |  Transmit
 face |bytes packets errs drop fifo frame compressed multicast|bytes packets errs
  eth0: 1 2 3 4 5 6 7 8 9 10
    lo: 11 12 13 14 15 16 17 18 1900 20
"""


def task(key: str, *actions: tuple[str, float, float]) -> dict[str, Any]:
    names = ("action", "start", "stop")
    return {"key": key, "startstops": [dict(zip(names, action, strict=True)) for action in actions]}


def test_rounds_wait_for_their_slowest_task() -> None:
    computed = compute_seconds(
        [
            task("a", ("transfer", 0.0, 9.0), ("compute", 1.0, 1.5)),
            task("b", ("compute", 1.0, 3.0)),
            task("c", ("compute", 1.0, 2.0)),
        ]
    )
    assert computed == {"a": 0.5, "b": 2.0, "c": 1.0}
    asked = [Round("count-codes", ["a", "b"], 0.0), Round("count-nodes", ["c", "lost"], 3.0)]
    assert counting_seconds(asked, computed) == 3.0
    assert busy_seconds(asked, computed) == 3.5


def test_what_the_machine_sent_to_itself(tmp_path: Path) -> None:
    counters = tmp_path / "dev"
    counters.write_text(LOOPBACK)
    assert loopback_bytes(counters) == 1900
    counters.write_text(LOOPBACK.replace("lo:", "wlan0:"))
    assert loopback_bytes(counters) == loopback_bytes(tmp_path / "nothing") == 0


def test_a_cluster_is_watched_and_then_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "WatchedCluster", lambda client: client)
    with watched() as seen:
        estimator.Cluster("one")
        estimator.Cluster("two")
    assert seen == ["one", "two"]
    assert estimator.Cluster is Cluster


class FakeClient:
    """A client that works at once, and whose futures are the results."""

    class Done(int):
        key = "turs-key"

    def map(self, function: Any, *lists: Any, key: Any) -> list[Any]:
        return [self.Done(function(*items)) for items in zip(*lists, strict=True)]

    def submit(self, function: Any, *arguments: Any, key: str) -> Any:
        return function(*arguments)

    def gather(self, tasks: list[Any]) -> list[Any]:
        return tasks


def test_rounds_are_noted() -> None:
    cluster = WatchedCluster(FakeClient())
    for name in ("summary", "count-codes", "rows"):
        tasks = cluster.map(name, abs, [-1, -2])
        assert cluster.add_up(name, sum, tasks) == 3
    cluster.run("rules", abs, -1)
    (asked,) = cluster.rounds
    assert (asked.name, asked.keys) == ("count-codes", ["turs-key", "turs-key"])
    assert asked.seconds > 0
    assert cluster.summary_seconds > 0
    assert cluster.summary_bytes > 0
    assert cluster.n_searched == 0
