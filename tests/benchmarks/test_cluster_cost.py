import math
from dataclasses import replace

import pytest

from benchmarks.cluster import ClusterFit
from benchmarks.cluster_cost import (
    Constants,
    Machines,
    Problem,
    fit_constants,
    least_gain_bits,
    overhead_seconds,
    predict,
    sums_of,
)
from turs.mdl import Ticks

CONSTANTS = Constants(
    rounds_a_rule=10,
    tree_rounds_a_rule=6,
    round_seconds=0.01,
    task_seconds=0.001,
    byte_seconds=1e-6,
    rule_seconds=0.5,
    cell_seconds=1e-6,
    driver_seconds=0.25,
    summary_seconds=1e-7,
    binning_seconds=3e-7,
    question_bytes=100,
    answer_bytes=1000,
    histogram=30,
)
PROBLEM = Problem(n_rows=1000, n_columns=10, n_classes=3, n_codes=1, n_rules=2)


def measured(n_rows: int, n_workers: int) -> ClusterFit:
    """A fit that took just what `CONSTANTS` say, with four rules."""
    counting = 4 * (0.5 + 1e-6 * 10 * n_rows / n_workers)
    empty = 0.01 + 0.001 * n_workers
    rounds = counting + 40 * (empty + 1e-6 * 1100 * n_workers)
    return ClusterFit(
        "cluster",
        n_rows,
        n_columns=10,
        n_classes=3,
        n_workers=n_workers,
        max_rules=4,
        turn=1,
        n_codes=1,
        n_searched=4,
        n_rounds=40,
        n_tasks=40 * n_workers,
        bytes_out=4000 * n_workers,
        bytes_in=40_000 * n_workers,
        tree_rounds=24,
        read_seconds=0.125,
        summary_seconds=0.125 + 1e-6 * n_rows / n_workers,
        binning_seconds=0.125 + 3e-6 * n_rows / n_workers,
        search_seconds=rounds + 1.0,
        rounds_seconds=rounds,
        counting_seconds=counting,
        empty_round_seconds=empty,
        wide_round_seconds=0.01 + 0.001 * (64 + 8),
    )


def test_constants_are_found_again() -> None:
    found = fit_constants([measured(1000, 1), measured(100_000, 1)])
    for name, value in vars(CONSTANTS).items():
        assert getattr(found, name) == pytest.approx(value), name


def test_of_one_table_all_counting_is_by_rows() -> None:
    found = fit_constants([measured(1000, 1)])
    assert (found.rule_seconds, found.cell_seconds) == (0.0, pytest.approx(0.51 / 10_000))


def test_no_constant_is_negative() -> None:
    one, other = measured(1000, 1), measured(100_000, 1)
    quicker = replace(other, counting_seconds=other.counting_seconds / 1000)
    found = fit_constants([one, quicker])
    assert (found.cell_seconds, found.rule_seconds) == (0.0, pytest.approx(0.25575))
    slower = replace(other, counting_seconds=other.counting_seconds * 1000)
    assert fit_constants([one, slower]).rule_seconds == 0.0
    assert fit_constants([one, slower]).byte_seconds == 0.0


def test_the_overhead_is_what_is_not_counting() -> None:
    assert overhead_seconds(measured(1000, 2)) == pytest.approx(0.012 + 0.0022)


def test_a_fit_of_the_local_engine_has_no_rounds() -> None:
    local = ClusterFit("local", 1000, 10, 3, 1, 4, 1)
    with pytest.raises(ValueError, match="a fit of local with 1000 rows has no n_rounds"):
        fit_constants([local])


def test_on_one_machine_a_cost_is_a_sum() -> None:
    cost = predict(CONSTANTS, PROBLEM, Machines(2, 1, n_tasks=2, read_seconds=1e-7))
    assert cost.n_rounds == 20
    assert cost.latency_seconds == pytest.approx(20 * 0.012)
    assert cost.wire_seconds == pytest.approx(20 * 2200 * 1e-6)
    assert cost.counting_seconds == pytest.approx(2 * (0.5 + 0.005))
    assert cost.driver_seconds == 0.5
    # both times the rows are read, and there are two threads
    assert cost.reading_seconds == pytest.approx(10_000 * 6e-7 / 2)
    assert cost.seconds == pytest.approx(0.24 + 0.044 + 1.01 + 0.5 + 0.003)
    assert (cost.bytes_out, cost.bytes_in) == (20 * 2 * 100, 20 * 2 * 1000)


def test_many_tasks_are_added_up_in_levels() -> None:
    machines = Machines(100, 16, n_tasks=1600, latency=0.001, bandwidth=1e6)
    cost = predict(CONSTANTS, PROBLEM, machines)
    assert cost.latency_seconds == pytest.approx(20 * (4 * 0.011 + (1600 + 229) * 0.001))
    assert cost.wire_seconds == pytest.approx(20 * (160_000 + 4 * 8000) * 2e-6)
    assert cost.bytes_in == 20 * 8 * 1000


def test_answers_grow_with_the_histogram() -> None:
    wide = replace(PROBLEM, n_columns=20, n_classes=6)
    one, other = (predict(CONSTANTS, p, Machines(1, 1, 1)) for p in (PROBLEM, wide))
    assert other.bytes_in == 4 * one.bytes_in
    assert other.driver_seconds == 4 * one.driver_seconds
    assert other.worker_bytes == 1000 * (20 + 24)


def test_the_driver_does_not_grow_with_rows() -> None:
    more = replace(PROBLEM, n_rows=10**10)
    one, other = (predict(CONSTANTS, p, Machines(1, 1, 1)) for p in (PROBLEM, more))
    assert other.driver_bytes == one.driver_bytes


@pytest.mark.parametrize(
    ("n_tasks", "expected"), [(1, (0, 0)), (9, (2, 1)), (64, (8, 1)), (65, (11, 2))]
)
def test_sums_of_so_many_tasks(n_tasks: int, expected: tuple[int, int]) -> None:
    assert sums_of(n_tasks) == expected


@pytest.mark.parametrize(("n_rows", "n_classes"), [(1, 2), (1000, 3), (100_000, 50)])
def test_the_least_gain_is_that_of_ticks(n_rows: int, n_classes: int) -> None:
    ticks = Ticks.for_rows(n_rows, n_classes)
    assert least_gain_bits(n_rows, n_classes) == ticks.least_gain / 2.0**ticks.scale


def test_with_many_rows_small_gains_are_not_seen() -> None:
    # 62 - 45 bits are left for what is behind the point
    assert least_gain_bits(10**10, 3) == 2e10 / 2**17
    assert math.isclose(least_gain_bits(10**6, 3), 2e6 / 2**31)
