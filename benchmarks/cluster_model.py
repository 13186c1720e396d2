"""What a cluster would take, on paper: ``python -m benchmarks.cluster_model``.

Constants come from the fits of `benchmarks.cluster` with one worker. With them those with more are
predicted, beside what was measured; and then fits that were never made, on 100 machines of 16
threads and 10 000 000 000 rows. It prints tables in Markdown.

Of machines with 16 threads it is assumed that each thread counts as quickly as the one that was
measured, that they are 10 Gbit/s and half a millisecond apart, and that each thread reads 100 MB a
second from storage. That nobody is late is assumed as well: a round waits for the slowest of all.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from benchmarks.cluster import ClusterFit
from benchmarks.cluster_cost import (
    Constants,
    Cost,
    Machines,
    Problem,
    fit_constants,
    predict,
)
from benchmarks.ledger import RESULTS
from benchmarks.markdown import table
from benchmarks.records import LedgerError, Records

_NETWORK = {"latency": 0.0005, "bandwidth": 1.25e9, "read_seconds": 8 / 100e6}
_N_MACHINES, _N_THREADS = 100, 16
_N_RULES = 50


@dataclass(frozen=True)
class Line:
    """A fit on paper.

    Attributes
    ----------
    kind : str
        ``fitted`` if the constants come from it, ``checked`` if it was measured and does not
        enter them, ``forecast`` if it was never made.
    name : str
    n_rows, n_columns, n_classes, n_workers, n_tasks, n_rules : int
        Tasks are those of a round.
    seconds : float
        Of all; it is the sum of the five below.
    measured_seconds, error_percent : float or None
    reading_seconds, latency_seconds, wire_seconds, counting_seconds, driver_seconds : float
    n_rounds : int
    measured_rounds : int or None
    bytes_out, bytes_in : int
    measured_bytes : int or None
        Out and in together.
    worker_bytes, driver_bytes : int
        Memory.
    least_gain_bits : float
        A smaller gain is not seen.
    """

    kind: str
    name: str
    n_rows: int
    n_columns: int
    n_classes: int
    n_workers: int
    n_tasks: int
    n_rules: int
    seconds: float
    measured_seconds: float | None
    error_percent: float | None
    reading_seconds: float
    latency_seconds: float
    wire_seconds: float
    counting_seconds: float
    driver_seconds: float
    n_rounds: int
    measured_rounds: int | None
    bytes_out: int
    bytes_in: int
    measured_bytes: int | None
    worker_bytes: int
    driver_bytes: int
    least_gain_bits: float


@dataclass(frozen=True)
class Forecast:
    """A fit that was never made.

    Attributes
    ----------
    name : str
    problem : Problem
    machines : Machines
    tree_rounds : float
        The share of the rounds of trees that are left.
    """

    name: str
    problem: Problem
    machines: Machines
    tree_rounds: float = 1.0


def clustered(results: Sequence[ClusterFit]) -> list[ClusterFit]:
    """Return the fits on a cluster, the median turn of each.

    Parameters
    ----------
    results : sequence of ClusterFit

    Returns
    -------
    list of ClusterFit
        By length of the table and number of workers.
    """
    turns: dict[tuple[int, int], list[ClusterFit]] = {}
    for fit in results:
        if fit.engine == "cluster" and fit.fit_seconds is not None:
            turns.setdefault((fit.n_rows, fit.n_workers), []).append(fit)
    return [_median_turn(turns[place]) for place in sorted(turns)]


def checks(fits: Sequence[ClusterFit], constants: Constants) -> Iterator[Line]:
    """Predict the fits that were measured.

    Parameters
    ----------
    fits : sequence of ClusterFit
        Of `clustered`.
    constants : Constants
        From those of one worker.

    Yields
    ------
    Line
    """
    for fit in fits:
        n_cores = cores_of(fit.machine)
        cells = fit.n_rows * fit.n_columns
        slots = min(fit.n_workers, n_cores)
        # making the rows is not what is predicted
        read = (fit.read_seconds or 0.0) * slots / cells
        machines = Machines(slots, 1, fit.n_workers, read_seconds=read)
        size = fit.n_rows, fit.n_columns, fit.n_classes
        problem = Problem(*size, fit.n_codes or 0, fit.n_searched or 0)
        cost = predict(constants, problem, machines)
        line = _line_of("fitted" if fit.n_workers == 1 else "checked", "", problem, machines, cost)
        measured = fit.fit_seconds or math.nan
        yield replace(
            line,
            name=f"{fit.n_workers} on {n_cores} cores",
            n_workers=fit.n_workers,
            measured_seconds=measured,
            error_percent=round(100 * (cost.seconds / measured - 1), 1),
            measured_rounds=fit.n_rounds,
            measured_bytes=(fit.bytes_out or 0) + (fit.bytes_in or 0),
        )


def forecasts(n_codes: int) -> list[Forecast]:
    """Return the fits that were never made: larger tables, and what would have to change.

    Parameters
    ----------
    n_codes : int
        The most codes of a column.

    Returns
    -------
    list of Forecast
    """
    many = Machines(_N_MACHINES, _N_THREADS, _N_MACHINES * _N_THREADS, **_NETWORK)
    few = replace(many, n_tasks=_N_MACHINES)
    rows = Problem(10**10, 10, 3, n_codes, _N_RULES)
    wide = replace(rows, n_columns=100, n_classes=10)
    return [
        Forecast("a worker for each thread", rows, many),
        Forecast("a worker for each machine", rows, few),
        Forecast("and trees in a quarter of the rounds", rows, few, tree_rounds=0.25),
        Forecast("100 columns, 10 classes", wide, many),
        Forecast("100 columns, 10 classes, a worker for each machine", wide, few),
        Forecast("10 machines, 10^9 rows", replace(rows, n_rows=10**9), _tenth(many)),
    ]


def foretell(constants: Constants, forecast: Forecast) -> Line:
    """Predict a fit that was never made.

    Parameters
    ----------
    constants : Constants
    forecast : Forecast

    Returns
    -------
    Line
    """
    spared = constants.tree_rounds_a_rule * (1 - forecast.tree_rounds)
    constants = replace(constants, rounds_a_rule=constants.rounds_a_rule - spared)
    cost = predict(constants, forecast.problem, forecast.machines)
    return _line_of("forecast", forecast.name, forecast.problem, forecast.machines, cost)


def cores_of(machine: str) -> int:
    """Return the number of cores in the description of a machine.

    Parameters
    ----------
    machine : str

    Returns
    -------
    int
        1 if it does not say.

    Examples
    --------
    >>> cores_of("cores 2, processor x86_64")
    2
    """
    found = re.search(r"\bcores (\d+)", machine)
    return int(found[1]) if found else 1


def pages(constants: Constants, lines: Sequence[Line]) -> Iterator[str]:
    """Write the constants, the checks and the forecasts as tables in Markdown.

    Parameters
    ----------
    constants : Constants
    lines : sequence of Line

    Yields
    ------
    str
        A table each.
    """
    yield table(["constant", "measured"], list(_constant_rows(constants)))
    head = ["rows", "workers", "rounds", "measured", "MB", "measured", "s", "measured", "error"]
    yield table(head, [_check_row(line) for line in lines if line.kind != "forecast"])
    head = ["", "rounds", "hours", "read", "latency", "wire", "count", "driver"]
    head += ["GB out", "GB in", "GB a worker", "MB driver", "bits unseen"]
    yield table(head, [_forecast_row(line) for line in lines if line.kind == "forecast"])


def _constant_rows(constants: Constants) -> Iterator[list[str]]:
    yield ["rounds a rule", f"{constants.rounds_a_rule:.0f}"]
    yield ["of these for trees", f"{constants.tree_rounds_a_rule:.0f}"]
    yield ["a round", f"{1e3 * constants.round_seconds:.1f} ms"]
    yield ["a task", f"{1e3 * constants.task_seconds:.2f} ms"]
    yield ["a megabyte", f"{1e9 * constants.byte_seconds:.1f} ms"]
    yield ["counting for a rule", f"{1e3 * constants.rule_seconds:.0f} ms"]
    yield ["and for each row and column", f"{1e9 * constants.cell_seconds:.1f} ns"]
    yield ["the driver, for a rule", f"{1e3 * constants.driver_seconds:.0f} ms"]
    yield ["summary, for each row and column", f"{1e9 * constants.summary_seconds:.0f} ns"]
    yield ["codes, for each row and column", f"{1e9 * constants.binning_seconds:.0f} ns"]
    yield ["a question", f"{constants.question_bytes / 1e3:.1f} kB"]
    yield ["an answer", f"{constants.answer_bytes / 1e3:.1f} kB"]


def _check_row(line: Line) -> list[str]:
    kind = "" if line.kind == "checked" else " (constants)"
    sent = line.bytes_out + line.bytes_in
    return [
        f"{line.n_rows:,}".replace(",", " "),
        f"{line.name}{kind}",
        f"{line.n_rounds}",
        f"{line.measured_rounds}",
        f"{sent / 1e6:.0f}",
        f"{(line.measured_bytes or 0) / 1e6:.0f}",
        f"{line.seconds:.1f}",
        f"{line.measured_seconds:.1f}",
        f"{line.error_percent:+.0f} %",
    ]


def _forecast_row(line: Line) -> list[str]:
    seconds = line.reading_seconds, line.latency_seconds, line.wire_seconds
    hours = [f"{of / 3600:.2f}" for of in (*seconds, line.counting_seconds, line.driver_seconds)]
    return [
        line.name,
        f"{line.n_rounds}",
        f"{line.seconds / 3600:.1f}",
        *hours,
        f"{line.bytes_out / 1e9:.1f}",
        f"{line.bytes_in / 1e9:.1f}",
        f"{line.worker_bytes / 1e9:.1f}",
        f"{line.driver_bytes / 1e6:.0f}",
        f"{line.least_gain_bits:.0f}",
    ]


def _line_of(kind: str, name: str, problem: Problem, machines: Machines, cost: Cost) -> Line:
    size = problem.n_rows, problem.n_columns, problem.n_classes
    return Line(
        kind,
        name,
        *size,
        n_workers=machines.n_workers,
        n_tasks=machines.n_tasks,
        n_rules=problem.n_rules,
        seconds=round(cost.seconds, 2),
        measured_seconds=None,
        error_percent=None,
        reading_seconds=round(cost.reading_seconds, 2),
        latency_seconds=round(cost.latency_seconds, 2),
        wire_seconds=round(cost.wire_seconds, 2),
        counting_seconds=round(cost.counting_seconds, 2),
        driver_seconds=round(cost.driver_seconds, 2),
        n_rounds=round(cost.n_rounds),
        measured_rounds=None,
        bytes_out=round(cost.bytes_out),
        bytes_in=round(cost.bytes_in),
        measured_bytes=None,
        worker_bytes=round(cost.worker_bytes),
        driver_bytes=round(cost.driver_bytes),
        least_gain_bits=round(cost.least_gain_bits, 6),
    )


def _tenth(machines: Machines) -> Machines:
    return replace(machines, n_workers=machines.n_workers // 10, n_tasks=machines.n_tasks // 10)


def _median_turn(turns: Sequence[ClusterFit]) -> ClusterFit:
    middle = median(fit.fit_seconds or 0.0 for fit in turns)
    return min(turns, key=lambda fit: abs((fit.fit_seconds or 0.0) - middle))


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.cluster_model",
        description="Work out what a cluster would take, from what was measured.",
    )
    parser.add_argument("--input", type=Path, default=RESULTS / "cluster.csv")
    parser.add_argument("--output", type=Path, default=RESULTS / "cluster_model.csv")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Work out, print and write what a cluster would take.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the command line if not given.

    Returns
    -------
    int
        Exit status.
    """
    options = _arguments(arguments)
    try:
        fits = clustered(Records(options.input, ClusterFit).read())
    except LedgerError as error:
        print(f"benchmarks.cluster_model: {error}", file=sys.stderr)
        return 2
    alone = [fit for fit in fits if fit.n_workers == 1]
    if not alone:
        sentence = f"{options.input} has no fit with one worker; run `make bench-cluster` first"
        print(f"benchmarks.cluster_model: {sentence}", file=sys.stderr)
        return 2
    constants = fit_constants(alone)
    n_codes = max(fit.n_codes or 0 for fit in fits)
    lines = list(checks(fits, constants))
    lines += [foretell(constants, forecast) for forecast in forecasts(n_codes)]
    Records(options.output, Line).keep(lines)
    print(*pages(constants, lines), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
