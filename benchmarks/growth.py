"""Measure how the time for a rule grows with the table: ``python -m benchmarks.growth``.

Tables of `benchmarks.generate`, larger and larger in one direction at a time; of each the time of
a fit with few rules, beside a plain scan of as many bytes as the table has cells, and beside a
decision tree of scikit-learn. The exponents carry over to other machines; the seconds do not.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from benchmarks.canvas import PictureError
from benchmarks.data import DataSet
from benchmarks.exponents import Exponent, fit_exponent
from benchmarks.generate import Recipe, generate
from benchmarks.ledger import RESULTS
from benchmarks.matrix import as_matrix
from benchmarks.pictures import PICTURES, draw
from benchmarks.protocol import SEARCH_ALONE, compile_first, timed_fit
from benchmarks.records import LedgerError, Records
from benchmarks.speed import least_seconds, machine
from turs import TURSClassifier

Direction = Literal["rows", "columns", "classes", "threads"]
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)

# Of more cells a tree takes minutes, and its exponent is known by then.
_MOST_TREE_CELLS = 10**7
_N_REPEATS = 3
_ENOUGH_SECONDS = 10.0


@dataclass(frozen=True)
class Point:
    """One table to be measured.

    Attributes
    ----------
    direction : str
        What grows: rows, columns, classes or threads.
    n_rows, n_columns, n_classes, n_threads : int
    """

    direction: Direction
    n_rows: int
    n_columns: int = 10
    n_classes: int = 3
    n_threads: int = 1

    @property
    def recipe(self) -> Recipe:
        """What makes the table."""
        return Recipe(self.n_rows, self.n_columns, self.n_classes)


@dataclass(frozen=True)
class Growth:
    """What was measured on one table.

    Attributes
    ----------
    direction : str
    n_rows, n_columns, n_classes, n_threads : int
    n_rules : int
        Rules that the search added.
    fit_seconds : float
        Reading and binning the table, and the search.
    search_seconds : float
        The search alone.
    seconds_a_rule : float
        Of the search.
    scan_seconds : float
        Of adding up one byte a cell.
    tree_seconds : float or None
        Of a decision tree with 64 leaves, where that is affordable.
    model : str
        Digest of the text of the model.
    machine : str
        What the seconds depend on.
    """

    direction: Direction
    n_rows: int
    n_columns: int
    n_classes: int
    n_threads: int
    n_rules: int
    fit_seconds: float
    search_seconds: float
    seconds_a_rule: float
    scan_seconds: float
    tree_seconds: float | None
    model: str
    machine: str

    @property
    def size(self) -> int:
        """How large the table is in its direction."""
        sizes = {
            "rows": self.n_rows,
            "columns": self.n_columns,
            "classes": self.n_classes,
            "threads": self.n_threads,
        }
        return sizes[self.direction]


def points(directions: Sequence[Direction], most_rows: int) -> list[Point]:
    """Return the tables to be measured, small ones first.

    Parameters
    ----------
    directions : sequence of str
    most_rows : int
        Larger tables are left out.

    Returns
    -------
    list of Point
    """
    columns = [(10**4, n) for n in (10, 30, 100, 300)] + [(10**5, n) for n in (10, 30, 100, 300)]
    every = [
        *(Point("rows", n) for n in (10**4, 10**5, 10**6, 10**7)),
        *(Point("columns", rows, n) for rows, n in columns),
        *(Point("classes", 10**5, n_classes=n) for n in (2, 5, 10, 20, 50, 100)),
        *(Point("threads", rows, n_threads=n) for rows in (10**5, 10**6) for n in (1, 2)),
    ]
    return [point for point in every if point.direction in directions and point.n_rows <= most_rows]


def measure(point: Point, n_rules: int) -> Growth:
    """Measure one table.

    Parameters
    ----------
    point : Point
    n_rules : int
        Rules after which the search stops.

    Returns
    -------
    Growth
    """
    table = generate(point.recipe)
    classifier, seconds = _best_fit(table, n_rules, point.n_threads)
    trace = classifier.trace_
    n_steps = max(len(trace.steps), 1)
    return Growth(
        point.direction,
        point.n_rows,
        point.n_columns,
        point.n_classes,
        point.n_threads,
        n_rules=len(trace.steps),
        fit_seconds=round(seconds, 5),
        search_seconds=round(trace.seconds, 5),
        seconds_a_rule=round(trace.seconds / n_steps, 5),
        scan_seconds=round(scan_seconds(point.n_rows * point.n_columns), 7),
        tree_seconds=_tree_seconds(table),
        model=digest(classifier.rule_set_.to_json()),
        machine=", ".join(f"{name} {value}" for name, value in machine().items()),
    )


def digest(text: str) -> str:
    """Return twelve hexadecimal digits that differ when the text does.

    Parameters
    ----------
    text : str

    Returns
    -------
    str
    """
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]


def scan_seconds(n_cells: int) -> float:
    """Time a scan of the memory that the codes of a table take.

    Parameters
    ----------
    n_cells : int
        A byte each.

    Returns
    -------
    float
    """
    codes = np.ones(-(-n_cells // 8), dtype=np.uint64)
    return least_seconds(codes.sum, 5)


def different_models(results: Sequence[Growth]) -> list[Growth]:
    """Return the results on several threads whose model is not that of one thread.

    Parameters
    ----------
    results : sequence of Growth

    Returns
    -------
    list of Growth
    """
    by_threads = [result for result in results if result.direction == "threads"]
    alone = {result.n_rows: result.model for result in by_threads if result.n_threads == 1}
    return [r for r in by_threads if r.model != alone.get(r.n_rows, r.model)]


def exponents(results: Sequence[Growth]) -> dict[str, Exponent]:
    """Return how the seconds a rule grow, for each direction that has enough tables.

    Parameters
    ----------
    results : sequence of Growth

    Returns
    -------
    dict of str to Exponent
        By what grows and what does not.
    """
    curves: dict[str, list[Growth]] = {}
    for result in results:
        if result.direction != "threads":
            at = "" if result.direction == "rows" else f" at {result.n_rows} rows"
            curves.setdefault(result.direction + at, []).append(result)
    return {
        name: fit_exponent([r.size for r in curve], [r.seconds_a_rule for r in curve])
        for name, curve in curves.items()
        if len(curve) > 1
    }


def _best_fit(table: DataSet, n_rules: int, n_threads: int) -> tuple[TURSClassifier, float]:
    """Fit a few times, fewer when it takes long, and return the quickest."""
    best: tuple[TURSClassifier, float] | None = None
    begin = time.perf_counter()
    for _ in range(_N_REPEATS):
        classifier = TURSClassifier(**SEARCH_ALONE, max_rules=n_rules, n_jobs=n_threads)
        fitted = timed_fit(classifier, table)
        best = fitted if best is None or fitted[1] < best[1] else best
        if time.perf_counter() - begin > _ENOUGH_SECONDS:
            break
    assert best is not None
    return best


def _tree_seconds(table: DataSet) -> float | None:
    if len(table.y) * len(table.X) > _MOST_TREE_CELLS:
        return None
    matrix = as_matrix(table.X, np.float32)
    tree = DecisionTreeClassifier(max_leaf_nodes=64, random_state=0)
    return round(least_seconds(lambda: tree.fit(matrix, table.y), _N_REPEATS), 5)


def _line(result: Growth) -> str:
    tree = "" if result.tree_seconds is None else f"  tree {result.tree_seconds:9.3f} s"
    return (
        f"{result.direction:<8} {result.n_rows:>9} rows {result.n_columns:>4} columns "
        f"{result.n_classes:>4} classes {result.n_threads:>2} threads  "
        f"fit {result.fit_seconds:9.3f} s  search {result.search_seconds:9.3f} s  "
        f"a rule {result.seconds_a_rule:9.4f} s  scan {1000 * result.scan_seconds:9.3f} ms{tree}"
    )


def run(
    tables: Sequence[Point],
    records: Records[Growth],
    measured: Callable[[Point], Growth],
) -> Iterator[Growth]:
    """Measure tables; what the file has of the same directions is replaced.

    Parameters
    ----------
    tables : sequence of Point
    records : Records
    measured : callable
        Turns a point into what was measured.

    Yields
    ------
    Growth
    """
    directions = {point.direction for point in tables}
    records.keep([result for result in records.read() if result.direction not in directions])
    for point in tables:
        result = measured(point)
        records.append(result)
        yield result


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.growth", description="Measure how the time for a rule grows."
    )
    parser.add_argument("--directions", nargs="+", choices=DIRECTIONS, default=DIRECTIONS)
    parser.add_argument(
        "--most", type=float, default=1e7, metavar="ROWS", help="leave larger tables out"
    )
    parser.add_argument("--rules", type=int, default=3, help="rules after which a search stops")
    parser.add_argument("--output", type=Path, default=RESULTS / "growth.csv")
    parser.add_argument("--pictures", type=Path, default=PICTURES, help="where the pictures go")
    parser.add_argument("--only-draw", action="store_true", help="draw what was measured before")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, write and draw what the command line asks for.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the command line if not given.

    Returns
    -------
    int
        Exit status; 1 if the number of threads changed a model.
    """
    options = _arguments(arguments)
    records = Records(options.output, Growth)
    try:
        if not options.only_draw:
            compile_first(1)
            tables = points(options.directions, int(options.most))
            for result in run(tables, records, lambda point: measure(point, options.rules)):
                print(_line(result), flush=True)
        results = records.read()
        for name, exponent in exponents(results).items():
            print(f"seconds a rule by {name}: {exponent}")
        for path in draw(results, options.pictures):
            print(f"drawn: {path}")
    except (LedgerError, PictureError) as error:
        print(f"benchmarks.growth: {error}", file=sys.stderr)
        return 2
    changed = different_models(results)
    for result in changed:
        print(f"another model on {result.n_threads} threads and {result.n_rows} rows")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
