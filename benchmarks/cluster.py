"""The cluster engine beside the local one: ``python -m benchmarks.cluster``.

The same generated rows for a fit on 1, 2 and 4 workers of this machine, and for a fit in memory,
each in a process of its own: rounds, bytes over the wire, and where the seconds go. Rounds and
bytes carry over to other machines, and so does that the models are equal; seconds do not.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

from benchmarks.generate import Recipe
from benchmarks.ledger import RESULTS
from benchmarks.records import LedgerError, Records
from benchmarks.speed import machine

ROOT = Path(__file__).resolve().parents[1]

Engine = Literal["local", "cluster"]

WIDE = 64
"""Tasks of a round that is timed to tell what a task costs the scheduler."""


@dataclass(frozen=True)
class ClusterFit:
    """One fit, and what it took.

    Attributes
    ----------
    engine : str
        ``local`` or ``cluster``.
    n_rows, n_columns, n_classes : int
    n_workers : int
        Processes of one thread each; of the local engine, threads.
    max_rules : int
        Rules after which the search stops.
    turn : int
        From 1.
    n_partitions, n_codes : int or None
        Blocks of the table, and the most codes of a column.
    n_rules : int or None
        Rules that the search added.
    model : str
        Digest of the text of the model.
    fit_seconds, search_seconds, seconds_a_rule : float or None
        Of all, of the search, and of the search for each rule.
    read_seconds : float or None
        Of making all blocks once, which a fit on the cluster does twice.
    summary_seconds, binning_seconds : float or None
        Of the two times that the partitions are read; of the local engine, all before the search
        is binning.
    n_searched : int or None
        Rules that were added, those of the search for evidence included.
    n_rounds, n_tasks, bytes_out, bytes_in : int or None
        Of the search, as the engine counts them.
    beam_rounds, tree_rounds, beam_bytes_in, tree_bytes_in : int or None
        Those of growing rules by literals, and those of growing trees by levels.
    loopback_bytes : int or None
        What the machine sent to itself during the search: messages of dask included, and whatever
        else ran.
    summary_bytes : int or None
        The merged summary, pickled.
    rounds_seconds : float or None
        From questions to answers, all rounds together; what is left of the search is the driver.
    counting_seconds : float or None
        The slowest task of each round, all rounds together.
    busy_seconds : float or None
        All tasks of all rounds together.
    empty_round_seconds : float or None
        A round of one task for each worker, in which no worker has a row; the median.
    wide_round_seconds : float or None
        The same of `WIDE` tasks.
    machine : str
        What the seconds depend on.
    """

    engine: Engine
    n_rows: int
    n_columns: int
    n_classes: int
    n_workers: int
    max_rules: int
    turn: int
    n_partitions: int | None = None
    n_codes: int | None = None
    n_rules: int | None = None
    model: str = ""
    fit_seconds: float | None = None
    search_seconds: float | None = None
    seconds_a_rule: float | None = None
    read_seconds: float | None = None
    summary_seconds: float | None = None
    binning_seconds: float | None = None
    n_searched: int | None = None
    n_rounds: int | None = None
    n_tasks: int | None = None
    bytes_out: int | None = None
    bytes_in: int | None = None
    beam_rounds: int | None = None
    tree_rounds: int | None = None
    beam_bytes_in: int | None = None
    tree_bytes_in: int | None = None
    loopback_bytes: int | None = None
    summary_bytes: int | None = None
    rounds_seconds: float | None = None
    counting_seconds: float | None = None
    busy_seconds: float | None = None
    empty_round_seconds: float | None = None
    wide_round_seconds: float | None = None
    machine: str = ""

    @property
    def cell(self) -> tuple[object, ...]:
        """What the fit is known by."""
        size = self.n_rows, self.n_columns, self.n_classes
        return self.engine, *size, self.n_workers, self.max_rules, self.turn

    @property
    def recipe(self) -> Recipe:
        """What makes the table."""
        return Recipe(self.n_rows, self.n_columns, self.n_classes)


def cells(options: argparse.Namespace) -> list[ClusterFit]:
    """Return the fits to be made, small tables first, and the local engine first of each.

    Parameters
    ----------
    options : namespace
        Of the command line.

    Returns
    -------
    list of ClusterFit
        Without results.
    """
    n_workers: dict[Engine, Sequence[int]] = {"local": options.threads, "cluster": options.workers}
    return [
        ClusterFit(engine, int(rows), options.columns, options.classes, n, options.rules, turn)
        for rows in options.rows
        for turn in range(1, options.turns + 1)
        for engine, numbers in n_workers.items()
        for n in numbers
    ]


def fit_apart(task: ClusterFit, block_rows: int) -> ClusterFit:
    """Fit in a process of its own, which starts workers if need be.

    Parameters
    ----------
    task : ClusterFit
    block_rows : int
        Rows of a partition, at the most.

    Returns
    -------
    ClusterFit
        With results.
    """
    threads = str(task.n_workers) if task.engine == "local" else "1"
    environment = os.environ | {"OMP_NUM_THREADS": threads, "NUMBA_NUM_THREADS": threads}
    given = json.dumps({"task": asdict(task), "block_rows": block_rows})
    command = [sys.executable, "-m", "benchmarks.cluster_fit", given]
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True)
    # whatever the libraries print comes before
    fields: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return ClusterFit(**fields)


def run(
    tasks: Sequence[ClusterFit],
    records: Records[ClusterFit],
    fit: Callable[[ClusterFit], ClusterFit],
) -> Iterator[ClusterFit]:
    """Fit what is not in the file yet, and write each result when it is there.

    Parameters
    ----------
    tasks : sequence of ClusterFit
    records : Records
    fit : callable

    Yields
    ------
    ClusterFit
        Of all tasks, those in the file included.
    """
    done = {result.cell: result for result in records.read()}
    for task in tasks:
        if task.cell not in done:
            result = fit(task)
            records.append(result)
            done[task.cell] = result
        yield done[task.cell]


def different_models(results: Sequence[ClusterFit]) -> list[ClusterFit]:
    """Return the fits whose model is not that of the first local fit of the same rows.

    Parameters
    ----------
    results : sequence of ClusterFit

    Returns
    -------
    list of ClusterFit
    """
    expected: dict[tuple[int, ...], str] = {}
    for result in results:
        if result.engine == "local":
            expected.setdefault(_problem(result), result.model)
    return [r for r in results if r.model != expected.get(_problem(r), r.model)]


def versions() -> str:
    """Return what the seconds depend on, dask included.

    Returns
    -------
    str
    """
    facts = machine() | {name: version(name) for name in ("dask", "distributed")}
    return ", ".join(f"{name} {value}" for name, value in facts.items())


def _problem(result: ClusterFit) -> tuple[int, ...]:
    return result.n_rows, result.n_columns, result.n_classes, result.max_rules


def line(result: ClusterFit) -> str:
    """Say in a line what a fit took.

    Parameters
    ----------
    result : ClusterFit

    Returns
    -------
    str
    """
    unit = "threads" if result.engine == "local" else "workers"
    head = (
        f"{result.engine:<8}{result.n_rows:>10} rows {result.n_workers:>2} {unit}  "
        f"fit {result.fit_seconds:8.2f} s  a rule {result.seconds_a_rule:7.3f} s  "
        f"model {result.model}"
    )
    if result.n_rounds is None or result.n_searched is None:
        return head
    a_rule = 1 / max(result.n_searched, 1)
    return (
        f"{head}  a rule: {result.n_rounds * a_rule:.1f} rounds, "
        f"{(result.bytes_out or 0) * a_rule / 1e6:.2f} MB out, "
        f"{(result.bytes_in or 0) * a_rule / 1e6:.2f} MB in; "
        f"summary {result.summary_seconds:.2f} s, binning {result.binning_seconds:.2f} s, "
        f"counting {result.counting_seconds:.2f} of {result.search_seconds:.2f} s, "
        f"empty round {1000 * (result.empty_round_seconds or 0):.1f} ms, "
        f"of {WIDE} tasks {1000 * (result.wide_round_seconds or 0):.1f} ms"
    )


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.cluster",
        description="Fit on workers of this machine, beside a fit in memory.",
    )
    n_cores = int(machine()["cores"])
    parser.add_argument("--rows", nargs="+", type=float, default=[1e6, 1e7])
    parser.add_argument("--columns", type=int, default=10)
    parser.add_argument("--classes", type=int, default=3)
    parser.add_argument("--workers", nargs="+", type=int, default=[1, 2, 4])
    parser.add_argument(
        "--threads", nargs="+", type=int, default=sorted({1, n_cores}), help="of the local engine"
    )
    parser.add_argument("--rules", type=int, default=10, help="rules after which a search stops")
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument(
        "--partition", type=float, default=125_000, metavar="ROWS", help="rows of a partition"
    )
    parser.add_argument("--output", type=Path, default=RESULTS / "cluster.csv")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit, print and write what the command line asks for.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the command line if not given.

    Returns
    -------
    int
        Exit status; 1 if a cluster gave another model than one machine.
    """
    options = _arguments(arguments)
    records = Records(options.output, ClusterFit)
    results = []
    try:
        for result in run(
            cells(options), records, lambda task: fit_apart(task, int(options.partition))
        ):
            print(line(result), flush=True)
            results.append(result)
    except (LedgerError, subprocess.CalledProcessError) as error:
        print(f"benchmarks.cluster: {error}", file=sys.stderr)
        return 2
    changed = different_models(results)
    for result in changed:
        print(f"another model on {result.n_workers} {result.engine} and {result.n_rows} rows")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
