"""What a fit on a cluster costs, on paper: constants that were measured, and a table's size.

A fit reads the partitions twice, once for their summary and once for their codes. Then each rule
takes so many rounds. A round costs a constant, something for each task that the scheduler handles
and for each byte that is written, sent and read, and the counting, which the threads of the workers
share.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from benchmarks.cluster import WIDE, ClusterFit

# As the engine has them.
_FAN_IN = 8
_MOST_DISTINCT = 2**16
_TICKS_HEADROOM = 64
_TICKS_TABLES_BYTES = 3 * 8 * 2**20

# Of each row a worker holds its class, cell, label, place among the uncovered rows, leaf, and
# while a tree grows its place and node there.
_ROW_BYTES = 2 + 4 + 2 + 4 + 4 + 8


@dataclass(frozen=True)
class Constants:
    """What was measured.

    Attributes
    ----------
    rounds_a_rule, tree_rounds_a_rule : float
        All rounds of a rule, and those of them that grow trees.
    round_seconds, task_seconds : float
        Of a round that asks for nothing, and of each of its tasks.
    byte_seconds : float
        Of a byte of questions and answers, on the loopback interface.
    rule_seconds : float
        Of counting for a rule, whatever the number of rows.
    cell_seconds : float
        Of counting for a rule, for each row and column.
    driver_seconds : float
        Of the driver alone, for a rule.
    summary_seconds, binning_seconds : float
        For each row and column, without reading it.
    question_bytes, answer_bytes : float
        Of a task.
    histogram : int
        Columns times codes times classes, of which the bytes of an answer are a multiple.
    """

    rounds_a_rule: float
    tree_rounds_a_rule: float
    round_seconds: float
    task_seconds: float
    byte_seconds: float
    rule_seconds: float
    cell_seconds: float
    driver_seconds: float
    summary_seconds: float
    binning_seconds: float
    question_bytes: float
    answer_bytes: float
    histogram: int


@dataclass(frozen=True)
class Machines:
    """Where a fit runs.

    Attributes
    ----------
    n_workers, n_threads : int
        Machines, and the threads of each.
    n_tasks : int
        Of a round.
    latency : float
        Seconds that the network adds to a round.
    bandwidth : float
        Bytes a second of each machine; infinite on the loopback interface, where the wire is part
        of what was measured.
    read_seconds : float
        Of reading the value of a row and a column, of one thread.
    """

    n_workers: int
    n_threads: int
    n_tasks: int
    latency: float = 0.0
    bandwidth: float = math.inf
    read_seconds: float = 0.0

    @property
    def n_slots(self) -> int:
        """Threads that count at once."""
        return self.n_workers * self.n_threads


@dataclass(frozen=True)
class Problem:
    """What is fitted.

    Attributes
    ----------
    n_rows, n_columns, n_classes : int
    n_codes : int
        The most codes of a column.
    n_rules : int
        Rules that are added, those of the search for evidence included.
    """

    n_rows: int
    n_columns: int
    n_classes: int
    n_codes: int
    n_rules: int


@dataclass(frozen=True)
class Cost:
    """What a fit costs.

    Attributes
    ----------
    n_rounds : float
    reading_seconds : float
        Of the summary and the codes.
    latency_seconds : float
        Of rounds that ask for nothing: the network, the scheduler and its tasks.
    wire_seconds : float
        Of bytes.
    counting_seconds : float
    driver_seconds : float
    bytes_out, bytes_in : float
        What leaves the scheduler for the workers, and what comes back to the driver.
    worker_bytes, driver_bytes : float
        Memory of a worker for its rows, and of the driver for answers and the summary.
    least_gain_bits : float
        A gain of fewer bits may be rounding, and is not seen.
    """

    n_rounds: float
    reading_seconds: float
    latency_seconds: float
    wire_seconds: float
    counting_seconds: float
    driver_seconds: float
    bytes_out: float
    bytes_in: float
    worker_bytes: float
    driver_bytes: float
    least_gain_bits: float

    @property
    def seconds(self) -> float:
        """All of them."""
        search = self.latency_seconds + self.wire_seconds + self.counting_seconds
        return self.reading_seconds + search + self.driver_seconds


def fit_constants(alone: Sequence[ClusterFit]) -> Constants:
    """Take the constants from measured fits.

    Parameters
    ----------
    alone : sequence of ClusterFit
        With one worker, best on tables of different length.

    Returns
    -------
    Constants
        Those of the largest table where they do not depend on its length.
    """
    largest = max(alone, key=lambda fit: fit.n_rows)
    rounds, tasks = _of(largest, "n_rounds"), _of(largest, "n_tasks")
    searched = _of(largest, "n_searched")
    cells = largest.n_rows * largest.n_columns
    read = _of(largest, "read_seconds")
    task_seconds = median(map(_task_seconds, alone))
    empty = median(_of(fit, "empty_round_seconds") for fit in alone)
    sent = _of(largest, "bytes_out") + _of(largest, "bytes_in")
    rule_seconds, cell_seconds = _line(
        [fit.n_rows * fit.n_columns for fit in alone],
        [_of(fit, "counting_seconds") / _of(fit, "n_searched") for fit in alone],
    )
    return Constants(
        rounds_a_rule=rounds / searched,
        tree_rounds_a_rule=_of(largest, "tree_rounds") / searched,
        round_seconds=max(empty - task_seconds, 0),
        task_seconds=task_seconds,
        byte_seconds=max(overhead_seconds(largest) - empty, 0) * rounds / sent,
        rule_seconds=rule_seconds,
        cell_seconds=cell_seconds,
        driver_seconds=(_of(largest, "search_seconds") - _of(largest, "rounds_seconds")) / searched,
        summary_seconds=max(_of(largest, "summary_seconds") - read, 0) / cells,
        binning_seconds=max(_of(largest, "binning_seconds") - read, 0) / cells,
        question_bytes=_of(largest, "bytes_out") / tasks,
        answer_bytes=_of(largest, "bytes_in") / tasks,
        histogram=largest.n_columns * int(_of(largest, "n_codes")) * largest.n_classes,
    )


def overhead_seconds(fit: ClusterFit) -> float:
    """Return what a round of a fit took beside its slowest task.

    Parameters
    ----------
    fit : ClusterFit

    Returns
    -------
    float
    """
    waited = _of(fit, "rounds_seconds") - _of(fit, "counting_seconds")
    return waited / _of(fit, "n_rounds")


def predict(constants: Constants, problem: Problem, machines: Machines) -> Cost:
    """Work out what a fit costs.

    Parameters
    ----------
    constants : Constants
    problem : Problem
    machines : Machines

    Returns
    -------
    Cost
    """
    cells = problem.n_rows * problem.n_columns
    n_rounds = problem.n_rules * constants.rounds_a_rule
    n_sums, depth = sums_of(machines.n_tasks)
    histogram = problem.n_columns * problem.n_codes * problem.n_classes
    answer = constants.answer_bytes * histogram / constants.histogram
    question = constants.question_bytes * machines.n_tasks
    arriving = min(machines.n_tasks, _FAN_IN) * answer
    handled = (machines.n_tasks + n_sums) * constants.task_seconds
    # each level of sums waits for the one before it, and receives as much as the driver does
    latency = (1 + depth) * (constants.round_seconds + machines.latency) + handled
    wire = (question + (1 + depth) * arriving) * (constants.byte_seconds + 1 / machines.bandwidth)
    per_cell = constants.summary_seconds + constants.binning_seconds + 2 * machines.read_seconds
    counting = constants.rule_seconds + constants.cell_seconds * cells / machines.n_slots
    return Cost(
        n_rounds=n_rounds,
        reading_seconds=per_cell * cells / machines.n_slots,
        latency_seconds=n_rounds * latency,
        wire_seconds=n_rounds * wire,
        counting_seconds=problem.n_rules * counting,
        driver_seconds=problem.n_rules * constants.driver_seconds * histogram / constants.histogram,
        bytes_out=n_rounds * question,
        bytes_in=n_rounds * arriving,
        worker_bytes=problem.n_rows / machines.n_workers * (problem.n_columns + _ROW_BYTES),
        driver_bytes=_driver_bytes(problem.n_columns, answer),
        least_gain_bits=least_gain_bits(problem.n_rows, problem.n_classes),
    )


def sums_of(n_tasks: int) -> tuple[int, int]:
    """Return how many tasks add the answers of a round up, and in how many levels.

    Parameters
    ----------
    n_tasks : int

    Returns
    -------
    n_sums, depth : int

    Examples
    --------
    >>> sums_of(8), sums_of(100), sums_of(1600)
    ((0, 0), (15, 2), (229, 3))
    """
    n_sums = depth = 0
    while n_tasks > _FAN_IN:
        n_tasks = -(-n_tasks // _FAN_IN)
        n_sums, depth = n_sums + n_tasks, depth + 1
    return n_sums, depth


def least_gain_bits(n_rows: int, n_classes: int) -> float:
    """Return the gain, in bits, below which lengths in 64-bit ticks cannot be told apart.

    Parameters
    ----------
    n_rows, n_classes : int

    Returns
    -------
    float
        As :class:`turs.mdl.Ticks` has it, without its tables.
    """
    largest = _TICKS_HEADROOM * (n_rows + 1) * math.log2(max(n_rows, n_classes, 2) + 1)
    scale = 62 - math.ceil(math.log2(largest))
    return max(2.0**-20, 2.0 * n_rows * 2.0**-scale)


def _driver_bytes(n_columns: int, answer: float) -> float:
    """Return the most that the driver has of answers, or of summaries, and what it looks up."""
    summary = n_columns * _MOST_DISTINCT * 8
    return _TICKS_TABLES_BYTES + (1 + _FAN_IN) * max(answer, summary)


def _task_seconds(fit: ClusterFit) -> float:
    """Return what a task adds to a round, by one that has many of them, sums included."""
    more = WIDE + sums_of(WIDE)[0] - fit.n_workers
    return (_of(fit, "wide_round_seconds") - _of(fit, "empty_round_seconds")) / more


def _line(sizes: Sequence[float], seconds: Sequence[float]) -> tuple[float, float]:
    """Return a constant and a slope, neither of them negative; the slope alone of one size."""
    if len(set(sizes)) < 2:
        return 0.0, float(np.mean(seconds)) / sizes[0]
    slope, constant = np.polyfit(sizes, seconds, 1)
    if slope < 0:
        return float(np.mean(seconds)), 0.0
    if constant < 0:
        return 0.0, float(np.dot(sizes, seconds) / np.dot(sizes, sizes))
    return float(constant), float(slope)


def _of(fit: ClusterFit, name: str) -> float:
    """Return a figure that fits on a cluster have."""
    value: float | None = getattr(fit, name)
    if value is None:
        raise ValueError(f"a fit of {fit.engine} with {fit.n_rows} rows has no {name}")
    return value
