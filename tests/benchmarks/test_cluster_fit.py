import pytest

pytest.importorskip("distributed", reason="dask is not installed; `pip install turs[dask]` has it")

from benchmarks.cluster import ClusterFit
from benchmarks.cluster_fit import _with_rounds, fit_once
from benchmarks.rounds import Round, WatchedCluster

TASK = ClusterFit("local", 400, 4, 3, 1, 2, 1)


def test_blocks_are_fitted_in_memory() -> None:
    fitted = fit_once(TASK, 150)
    assert (fitted.n_partitions, fitted.n_rules) == (3, 2)
    assert fitted.fit_seconds >= fitted.search_seconds > fitted.seconds_a_rule > 0
    assert fitted.binning_seconds == pytest.approx(
        fitted.fit_seconds - fitted.search_seconds, abs=1e-4
    )
    assert fitted.n_rounds is None
    assert len(fitted.model) == 12
    assert "distributed " in fitted.machine
    # cut otherwise, these are other rows
    assert fit_once(TASK, 150).model == fitted.model != fit_once(TASK, 400).model


def test_rounds_are_told_apart_by_what_they_are_for() -> None:
    cluster = WatchedCluster(object())
    cluster.rounds = [
        Round("count-all", ["a"], 0.0, 1.0, bytes_in=1, loopback=(1000, 1100)),
        Round("count-codes", ["b"], 1.0, 3.0, bytes_in=20, loopback=(1100, 1200)),
        Round("count-shared", ["c"], 3.0, 4.0, bytes_in=300, loopback=(1200, 1300)),
        Round("count-nodes", ["d"], 5.0, 6.0, bytes_in=4000, loopback=(1300, 1500)),
    ]
    found = _with_rounds(TASK, cluster, {"b": 0.5, "d": 0.25})
    assert (found.beam_rounds, found.tree_rounds) == (2, 1)
    assert (found.beam_bytes_in, found.tree_bytes_in) == (320, 4000)
    assert found.loopback_bytes == 500
    assert (found.rounds_seconds, found.counting_seconds) == (5.0, 0.75)
