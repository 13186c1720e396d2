"""Learn from shuffled classes, where there is nothing to learn: ``python -m benchmarks.shuffled``.

The classes of each of the paper's data sets are permuted, several times, and the literals counted
that are learned all the same. What was measured before is not measured again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np

from benchmarks.data import NAMES, WITHOUT_INDEX, DataSet, load_data_set
from benchmarks.endings import exit_status
from benchmarks.markdown import table
from benchmarks.places import add_places, places_of
from benchmarks.records import Records
from turs import TURSClassifier, __version__


@dataclass(frozen=True)
class Shuffled:
    """What was learned of shuffled classes.

    Attributes
    ----------
    data_set : str
    seed : int
        Of the permutation.
    n_rules, n_literals : int
    version : str
        Of turs.
    """

    data_set: str
    seed: int
    n_rules: int
    n_literals: int
    version: str


def measure(data_set: DataSet, seed: int, n_jobs: int) -> Shuffled:
    """Learn from all rows of a data set, with its classes permuted.

    Parameters
    ----------
    data_set : DataSet
    seed : int
    n_jobs : int

    Returns
    -------
    Shuffled
    """
    y = np.random.default_rng(seed).permutation(np.asarray(data_set.y))
    rules = TURSClassifier(n_jobs=n_jobs).fit(data_set.X, y).rule_set_
    return Shuffled(data_set.name, seed, len(rules), rules.n_literals, __version__)


def shuffled_table(results: Iterable[Shuffled]) -> str:
    """Return a line a data set, and one for all.

    Parameters
    ----------
    results : iterable of Shuffled

    Returns
    -------
    str
        Markdown.
    """
    found = list(results)
    names = sorted({result.data_set for result in found})
    groups = [(name, [one for one in found if one.data_set == name]) for name in names]
    rows = [
        [
            name,
            str(len(group)),
            f"{100 * sum(one.n_rules == 0 for one in group) / len(group):.0f} %",
            str(max(one.n_literals for one in group)),
        ]
        for name, group in [*groups, ("**all**", found)]
        if group
    ]
    return table(["data set", "fits", "nothing learned", "most literals"], rows)


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.shuffled", description="Learn from shuffled classes."
    )
    names = [name for name in NAMES if name != WITHOUT_INDEX]
    parser.add_argument("--data-dir", type=Path, help="where the data sets are as CSV files")
    parser.add_argument("--sets", nargs="+", choices=names, default=names, metavar="NAME")
    parser.add_argument("--times", type=int, default=10, help="permutations of each; default 10")
    parser.add_argument("--n-jobs", type=int, default=-1, help="threads; -1, the default, is all")
    add_places(parser)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what the command line asks for, and print the table.

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
    records = Records(places_of(options).shuffled, Shuffled)

    def measure_and_show() -> None:
        done = {(result.data_set, result.seed) for result in records.read()}
        for name in options.sets:
            left = [seed for seed in range(options.times) if (name, seed) not in done]
            data_sets = [load_data_set(name, options.data_dir)] if left else []
            for data_set, seed in product(data_sets, left):
                result = measure(data_set, seed, options.n_jobs)
                records.append(result)
                print(f"{name} {seed}: {result.n_literals} literals", file=sys.stderr, flush=True)
        print(shuffled_table(records.read()), end="")

    return exit_status("benchmarks.shuffled", measure_and_show)


if __name__ == "__main__":
    sys.exit(main())
