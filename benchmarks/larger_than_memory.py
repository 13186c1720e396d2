"""Fit a table that no worker could hold: ``python -m benchmarks.larger_than_memory``.

A table of numbers is written to Parquet files, and its first million rows, its first five, and all
of it are fitted on workers with a limit of memory that the whole table exceeds. Of each fit the
most memory that the driver had, dask's scheduler included, and the most that a worker had.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from benchmarks.blocks import blocks_of, make_block
from benchmarks.cluster import ROOT, versions
from benchmarks.generate import Recipe
from benchmarks.ledger import RESULTS
from benchmarks.matrix import as_matrix
from benchmarks.memory import forget_peak, resident_bytes
from benchmarks.protocol import SEARCH_ALONE
from benchmarks.records import LedgerError, Records
from benchmarks.speed import machine

_MEGABYTE = 1e6
_TARGET = "class"


@dataclass(frozen=True)
class MemoryFit:
    """One fit, and the memory that it took.

    Attributes
    ----------
    n_rows, n_columns, n_classes : int
    n_workers : int
        Processes of one thread each.
    limit_megabytes : float
        What each of them may have.
    max_rules : int
        Rules after which the search stops.
    n_files : int or None
        Parquet files, each a partition.
    table_megabytes, file_megabytes : float or None
        The table as float64 in memory, and as Parquet on disk.
    fit_seconds, search_seconds : float or None
    n_rules : int or None
        Rules that the search added.
    driver_megabytes : float or None
        The most that the driver had during the fit; dask's scheduler runs in the same process.
    driver_extra_megabytes : float or None
        That over what it had before the fit.
    worker_megabytes, worker_extra_megabytes : float or None
        Of the worker that had the most, likewise.
    n_lost : int or None
        Workers that were lost, because they took more than they may.
    machine : str
        What the seconds depend on.
    """

    n_rows: int
    n_columns: int
    n_classes: int
    n_workers: int
    limit_megabytes: float
    max_rules: int
    n_files: int | None = None
    table_megabytes: float | None = None
    file_megabytes: float | None = None
    fit_seconds: float | None = None
    search_seconds: float | None = None
    n_rules: int | None = None
    driver_megabytes: float | None = None
    driver_extra_megabytes: float | None = None
    worker_megabytes: float | None = None
    worker_extra_megabytes: float | None = None
    n_lost: int | None = None
    machine: str = ""

    @property
    def cell(self) -> tuple[object, ...]:
        """What the fit is known by."""
        size = self.n_rows, self.n_columns, self.n_classes
        return *size, self.n_workers, self.limit_megabytes, self.max_rules


def write_blocks(blocks: Sequence[Recipe], folder: Path, n_processes: int) -> None:
    """Write a table to Parquet, a file for each of its blocks.

    Parameters
    ----------
    blocks : sequence of Recipe
        Of `benchmarks.blocks.blocks_of`.
    folder : path
    n_processes : int
        So many blocks are in memory at once.
    """
    paths = [block_path(folder, place) for place in range(len(blocks))]
    with ProcessPoolExecutor(n_processes, mp_context=get_context("spawn")) as pool:
        list(pool.map(write_block, blocks, paths))


def write_block(block: Recipe, path: Path) -> None:
    """Write a block to a Parquet file: numbers, levels as numbers, and the class.

    Parameters
    ----------
    block : Recipe
    path : path
    """
    import pyarrow
    import pyarrow.parquet

    made = make_block(block)
    matrix = as_matrix(made.X)
    columns = {name: matrix[:, place] for place, name in enumerate(made.X)}
    table = pyarrow.table({**columns, _TARGET: made.y})
    # Each column has several row groups, as files of other programs have.
    pyarrow.parquet.write_table(table, path, row_group_size=-(-block.n_rows // 4))


def block_path(folder: Path, place: int) -> Path:
    """Return the file of a block.

    Parameters
    ----------
    folder : path
    place : int
        From 0.

    Returns
    -------
    path
    """
    return folder / f"{place:05}.parquet"


def fit_once(task: MemoryFit, paths: Sequence[Path]) -> MemoryFit:
    """Fit files in this process and its workers, and measure.

    Parameters
    ----------
    task : MemoryFit
        What to do, without its results.
    paths : sequence of path

    Returns
    -------
    MemoryFit
        With them.
    """
    import dask.dataframe

    from benchmarks.cluster_fit import local_cluster
    from benchmarks.high_water import high_water_bytes
    from turs.dask import DaskTURSClassifier

    with local_cluster(task.n_workers, int(task.limit_megabytes * _MEGABYTE)) as client:
        table = dask.dataframe.read_parquet([str(path) for path in paths])
        X, y = table.drop(columns=_TARGET), table[_TARGET]
        classifier = DaskTURSClassifier(**SEARCH_ALONE, max_rules=task.max_rules, client=client)
        processes, before = client.run(os.getpid), client.run(resident_bytes)
        forget_peak()
        own_before, begin = resident_bytes(), time.perf_counter()
        classifier.fit(X, y)
        seconds, own_peak = time.perf_counter() - begin, high_water_bytes()
        peaks = client.run(high_water_bytes)
        lost = set(processes.values()) - set(client.run(os.getpid).values())
    return replace(
        task,
        n_files=len(paths),
        table_megabytes=task.n_rows * task.n_columns * 8 / _MEGABYTE,
        file_megabytes=_megabytes(sum(path.stat().st_size for path in paths)),
        fit_seconds=round(seconds, 2),
        search_seconds=round(classifier.trace_.seconds, 2),
        n_rules=len(classifier.trace_.steps),
        driver_megabytes=_megabytes(own_peak),
        driver_extra_megabytes=_megabytes(own_peak - own_before),
        worker_megabytes=_megabytes(max(peaks.values())),
        worker_extra_megabytes=_megabytes(max(peaks.values()) - min(before.values())),
        n_lost=len(lost),
        machine=versions(),
    )


def fit_apart(task: MemoryFit, paths: Sequence[Path]) -> MemoryFit:
    """Fit in a process of its own.

    Parameters
    ----------
    task : MemoryFit
    paths : sequence of path

    Returns
    -------
    MemoryFit
        With results.
    """
    given = json.dumps({"task": asdict(task), "paths": [str(path) for path in paths]})
    command = [sys.executable, "-m", "benchmarks.larger_than_memory", "--one", "-"]
    done = subprocess.run(
        command, cwd=ROOT, input=given.encode(), stdout=subprocess.PIPE, check=True
    )
    # whatever the libraries print comes before
    fields: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return MemoryFit(**fields)


def run(
    tasks: Sequence[MemoryFit],
    records: Records[MemoryFit],
    fit: Callable[[MemoryFit], MemoryFit],
) -> Iterator[MemoryFit]:
    """Fit what is not in the file yet, and write each result when it is there.

    Parameters
    ----------
    tasks : sequence of MemoryFit
    records : Records
    fit : callable

    Yields
    ------
    MemoryFit
    """
    done = {result.cell: result for result in records.read()}
    for task in tasks:
        if task.cell not in done:
            done[task.cell] = fit(task)
            records.append(done[task.cell])
        yield done[task.cell]


def line(result: MemoryFit) -> str:
    """Say in a line what a fit took.

    Parameters
    ----------
    result : MemoryFit

    Returns
    -------
    str
    """
    return (
        f"{result.n_rows:>10} rows, {result.table_megabytes:6.0f} MB in memory, "
        f"{result.file_megabytes:6.0f} MB in {result.n_files} files; "
        f"{result.n_workers} workers of {result.limit_megabytes:.0f} MB: "
        f"fit {result.fit_seconds:.1f} s, driver {result.driver_megabytes:.0f} MB "
        f"({result.driver_extra_megabytes:+.0f}), a worker {result.worker_megabytes:.0f} MB "
        f"({result.worker_extra_megabytes:+.0f}), {result.n_lost} lost"
    )


def _megabytes(n_bytes: int) -> float:
    return round(n_bytes / _MEGABYTE, 1)


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.larger_than_memory",
        description="Fit a table from Parquet that is larger than the memory of a worker.",
    )
    parser.add_argument("--rows", nargs="+", type=float, default=[1e6, 5e6, 25e6])
    parser.add_argument("--columns", type=int, default=20)
    parser.add_argument("--classes", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--limit", type=float, default=2e9, metavar="BYTES", help="of each worker")
    parser.add_argument("--rules", type=int, default=5, help="rules after which a search stops")
    parser.add_argument("--file", type=float, default=250_000, metavar="ROWS", help="of each file")
    parser.add_argument("--folder", type=Path, help="where the files go for the time of the run")
    parser.add_argument("--output", type=Path, default=RESULTS / "larger_than_memory.csv")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def _tasks(options: argparse.Namespace) -> list[MemoryFit]:
    # whole files only
    sizes = [max(int(rows // options.file), 1) * int(options.file) for rows in options.rows]
    given = options.columns, options.classes, options.workers, options.limit / _MEGABYTE
    return [MemoryFit(n_rows, *given, options.rules) for n_rows in sizes]


def _fit_all(options: argparse.Namespace, tasks: Sequence[MemoryFit], folder: Path) -> None:
    records, file_rows = Records(options.output, MemoryFit), int(options.file)
    done = {result.cell for result in records.read()}
    most = max((task.n_rows for task in tasks if task.cell not in done), default=0)
    if most:
        recipe = Recipe(most, options.columns, options.classes)
        write_blocks(blocks_of(recipe, file_rows), folder, int(machine()["cores"]))

    def fit(task: MemoryFit) -> MemoryFit:
        # the rows of the first files are a smaller table of the same kind
        return fit_apart(
            task, [block_path(folder, place) for place in range(task.n_rows // file_rows)]
        )

    for result in run(tasks, records, fit):
        print(line(result), flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write, fit, print and record what the command line asks for.

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
    if options.one:
        given = json.load(sys.stdin)
        task, paths = MemoryFit(**given["task"]), [Path(path) for path in given["paths"]]
        print(json.dumps(asdict(fit_once(task, paths))))
        return 0
    try:
        with tempfile.TemporaryDirectory(prefix="turs-", dir=options.folder) as folder:
            _fit_all(options, _tasks(options), Path(folder))
    except (LedgerError, subprocess.CalledProcessError) as error:
        print(f"benchmarks.larger_than_memory: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
