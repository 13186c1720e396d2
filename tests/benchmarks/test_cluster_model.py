from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import cluster_model
from benchmarks.cluster import ClusterFit
from benchmarks.cluster_model import (
    Line,
    clustered,
    cores_of,
    forecasts,
    foretell,
)
from benchmarks.records import Records
from tests.benchmarks.test_cluster_cost import CONSTANTS
from tests.benchmarks.test_cluster_cost import measured as without_total


def measured(n_rows: int, n_workers: int) -> ClusterFit:
    fit = without_total(n_rows, n_workers)
    seconds = (fit.summary_seconds, fit.binning_seconds, fit.search_seconds)
    return replace(fit, fit_seconds=sum(seconds), machine="cores 4, system Linux")


FITS = [measured(n_rows, n) for n_rows in (1000, 100_000) for n in (1, 2, 4)]


def test_the_median_turn_of_each_cell_counts() -> None:
    local = ClusterFit("local", 1000, 10, 3, 1, 4, 1, fit_seconds=1.0)
    turns = [replace(FITS[0], turn=turn, fit_seconds=s) for turn, s in ((1, 9.0), (2, 4.0))]
    assert clustered([local, FITS[1], *turns, replace(turns[0], fit_seconds=5.0)]) == [
        replace(turns[0], fit_seconds=5.0),
        FITS[1],
    ]


def test_the_cores_of_a_machine() -> None:
    assert cores_of("system Linux, cores 16") == 16
    assert cores_of("") == 1


def test_fewer_rounds_for_trees_take_less_time() -> None:
    as_it_is, by_machine, fewer, *_ = (foretell(CONSTANTS, of) for of in forecasts(1))
    assert as_it_is.seconds > by_machine.seconds > fewer.seconds
    assert (as_it_is.n_tasks, by_machine.n_tasks) == (1600, 100)
    assert (as_it_is.n_rounds, fewer.n_rounds) == (500, round(50 * (10 - 6 * 0.75)))


def test_fits_are_predicted_and_foretold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given, made = tmp_path / "cluster.csv", tmp_path / "model.csv"
    Records(given, ClusterFit).keep(FITS)
    assert cluster_model.main(["--input", str(given), "--output", str(made)]) == 0
    lines = Records(made, Line).read()
    kinds = [line.kind for line in lines]
    assert kinds[:6] == ["fitted", "checked", "checked", "fitted", "checked", "checked"]
    assert set(kinds[6:]) == {"forecast"}
    for line, fit in zip(lines[:6], FITS, strict=True):
        assert (line.n_rows, line.n_workers) == (fit.n_rows, fit.n_workers)
        assert line.n_rounds == line.measured_rounds == 40
        assert line.bytes_out + line.bytes_in == line.measured_bytes
        assert line.error_percent == pytest.approx(0, abs=0.5)
    printed = capsys.readouterr().out
    assert "| a task | 1.00 ms |" in printed
    assert "| 1 000 | 1 on 4 cores (constants) | 40 | 40 |" in printed
    assert "| a worker for each thread | 500 |" in printed


def test_without_fits_one_sentence_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cluster_model.main(["--input", str(tmp_path / "nothing.csv")]) == 2
    assert (
        "nothing.csv has no fit with one worker; run `make bench-cluster`"
        in capsys.readouterr().err
    )
