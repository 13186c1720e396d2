"""One fit of `benchmarks.cluster`, in this process: ``python -m benchmarks.cluster_fit JSON``."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import Any

import dask.config
from dask.delayed import Delayed, delayed
from distributed import Client, LocalCluster

from benchmarks.blocks import blocks_of, make_block, make_whole
from benchmarks.cluster import WIDE, ClusterFit, versions
from benchmarks.data import DataSet
from benchmarks.generate import Recipe
from benchmarks.growth import digest
from benchmarks.protocol import SEARCH_ALONE, compile_first, timed_fit
from benchmarks.rounds import (
    WatchedCluster,
    busy_seconds,
    compute_seconds,
    counting_seconds,
    empty_round_seconds,
    watched,
)
from turs import TURSClassifier
from turs.dask import DaskTURSClassifier

# Enough rows that the splits of trees are chosen by a sample, for which there are kernels as well.
_WARM_ROWS = 120_000

_BEAM = ("count-codes", "count-shared")
_TREE = ("count-sample", "count-nodes")


def fit_once(task: ClusterFit, block_rows: int) -> ClusterFit:
    """Fit, and measure.

    Parameters
    ----------
    task : ClusterFit
        What to do, without its results.
    block_rows : int
        Rows of a partition, at the most.

    Returns
    -------
    ClusterFit
        With them.
    """
    blocks = blocks_of(task.recipe, block_rows)
    fitted = _fit_local(task, blocks) if task.engine == "local" else _fit_on_cluster(task, blocks)
    rounded: dict[str, Any] = {
        name: round(value, 5) for name, value in asdict(fitted).items() if isinstance(value, float)
    }
    return replace(fitted, n_partitions=len(blocks), machine=versions(), **rounded)


@contextmanager
def local_cluster(n_workers: int, memory_limit: int = 0) -> Iterator[Client]:
    """Start workers of one thread each on this machine, without a dashboard.

    Parameters
    ----------
    n_workers : int
    memory_limit : int
        Bytes that each may have; 0 is no limit.

    Yields
    ------
    distributed.Client
    """
    # the last so many tasks are remembered
    settings = {"distributed.scheduler.dashboard.tasks.task-stream-length": 10**6}
    with (
        dask.config.set(settings),
        LocalCluster(
            n_workers=n_workers,
            threads_per_worker=1,
            processes=True,
            memory_limit=memory_limit,
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


def _fit_local(task: ClusterFit, blocks: Sequence[Recipe]) -> ClusterFit:
    table = make_whole(blocks)
    compile_first(task.n_workers)
    # where rules cost nothing, the search ends with so many
    classifier = TURSClassifier(**SEARCH_ALONE, max_rules=task.max_rules, n_jobs=task.n_workers)
    classifier, seconds = timed_fit(classifier, table)
    fitted = _with_model(task, classifier, seconds)
    return replace(fitted, binning_seconds=seconds - classifier.trace_.seconds)


def _fit_on_cluster(task: ClusterFit, blocks: Sequence[Recipe]) -> ClusterFit:
    with local_cluster(task.n_workers) as client, watched() as seen:
        warm = blocks_of(replace(task.recipe, n_rows=_WARM_ROWS), _WARM_ROWS // 8 // task.n_workers)
        _timed(DaskTURSClassifier(**SEARCH_ALONE, max_rules=1, client=client), _lazily(warm))
        table = _lazily(blocks)
        read_seconds = _read(client, table)
        client.get_task_stream(count=0)
        classifier = DaskTURSClassifier(**SEARCH_ALONE, max_rules=task.max_rules, client=client)
        seconds = _timed(classifier, table)
        computed = compute_seconds(client.get_task_stream())
        fitted = _with_rounds(_with_model(task, classifier, seconds), seen[-1], computed)
        return replace(
            fitted,
            read_seconds=read_seconds,
            summary_seconds=seen[-1].summary_seconds,
            binning_seconds=seconds - classifier.trace_.seconds - seen[-1].summary_seconds,
            empty_round_seconds=empty_round_seconds(client, task.n_workers),
            wide_round_seconds=empty_round_seconds(client, WIDE, n_rounds=30),
        )


def _lazily(blocks: Sequence[Recipe]) -> list[Delayed]:
    """Return tables that are made where they are needed."""
    make = delayed(make_block, pure=False)
    return [make(block) for block in blocks]


def _timed(classifier: DaskTURSClassifier, table: Sequence[Delayed]) -> float:
    X, y = [block.X for block in table], [block.y for block in table]
    begin = time.perf_counter()
    classifier.fit(X, y)
    return time.perf_counter() - begin


def _read(client: Client, table: Sequence[Delayed]) -> float:
    """Time making all blocks once."""
    begin = time.perf_counter()
    client.gather(client.compute([delayed(_n_rows)(block) for block in table]))
    return time.perf_counter() - begin


def _n_rows(block: DataSet) -> int:
    return len(block.y)


def _with_model(task: ClusterFit, classifier: TURSClassifier, seconds: float) -> ClusterFit:
    trace = classifier.trace_
    return replace(
        task,
        n_rules=len(trace.steps),
        model=digest(classifier.rule_set_.to_json()),
        fit_seconds=seconds,
        search_seconds=trace.seconds,
        seconds_a_rule=trace.seconds / max(len(trace.steps), 1),
    )


def _with_rounds(
    task: ClusterFit, cluster: WatchedCluster, computed: dict[str, float]
) -> ClusterFit:
    rounds, traffic, described = cluster.rounds, cluster.traffic, cluster.described
    beam = [asked for asked in rounds if asked.name in _BEAM]
    tree = [asked for asked in rounds if asked.name in _TREE]
    return replace(
        task,
        n_codes=max(column.n_codes for column in described.columns) if described else None,
        n_searched=cluster.n_searched,
        n_rounds=traffic.n_rounds,
        n_tasks=traffic.n_tasks,
        bytes_out=traffic.bytes_out,
        bytes_in=traffic.bytes_in,
        beam_rounds=len(beam),
        tree_rounds=len(tree),
        beam_bytes_in=sum(asked.bytes_in for asked in beam),
        tree_bytes_in=sum(asked.bytes_in for asked in tree),
        loopback_bytes=rounds[-1].loopback[1] - rounds[0].loopback[0],
        summary_bytes=cluster.summary_bytes,
        rounds_seconds=sum(asked.seconds for asked in rounds),
        counting_seconds=counting_seconds(rounds, computed),
        busy_seconds=busy_seconds(rounds, computed),
    )


if __name__ == "__main__":
    given = json.loads(sys.argv[1])
    print(json.dumps(asdict(fit_once(ClusterFit(**given["task"]), given["block_rows"]))))
