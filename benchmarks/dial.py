"""Turn the dial of turs, and measure each value: ``python -m benchmarks.dial``.

``simplicity`` is the dial for size against accuracy; it goes through a series of values, on the
paper's data sets and folds: with the default, with rules as they are found, and with rules that are
all looked at again. What was measured before is not measured again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.data import NAMES, load_data_set
from benchmarks.endings import exit_status
from benchmarks.folds import run
from benchmarks.ledger import Ledger, Task
from benchmarks.places import add_places, places_of
from benchmarks.protocol import N_FOLDS

# Four values an octave: a curve has to be drawn, not guessed between its points.
VALUES = tuple(part * 2.0**power for power in range(-4, 7) for part in (0.6, 0.7, 0.85, 1.0))

# Rules as they are found, and all looked at again: two values an octave, and fewer.
FOUND, REVISED = ", revise=False", ", revise=True"
CHANGED_VALUES = (0.25, *(part * 2.0**power for power in range(-1, 6) for part in (0.7, 1.0)))


def tasks_of(
    data_sets: Sequence[str], folds: Sequence[int], values: Sequence[float] = VALUES
) -> list[Task]:
    """Return the folds to be measured, those of one data set next to each other.

    Parameters
    ----------
    data_sets : sequence of str
    folds : sequence of int
    values : sequence of float, optional

    Returns
    -------
    list of Task
    """
    settings = [f"simplicity={value:g}" for value in values]
    for change in (FOUND, REVISED):
        settings += [f"simplicity={value:g}{change}" for value in values if value in CHANGED_VALUES]
    return [
        Task(data_set, setting, fold)
        for data_set in data_sets
        for setting in settings
        for fold in folds
    ]


def parted(setting: str) -> tuple[float, str]:
    """Return the value of the dial of a setting, and what else it changes.

    Examples
    --------
    >>> parted("simplicity=0.7, revise=True"), parted("simplicity=8")
    ((0.7, ', revise=True'), (8.0, ''))
    """
    value, comma, change = setting.removeprefix("simplicity=").partition(",")
    return float(value), comma + change


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.dial",
        description="Measure the dial; what was measured before is not measured again.",
    )
    folds = range(1, N_FOLDS + 1)
    parser.add_argument("--data-dir", type=Path, help="where the data sets are as CSV files")
    parser.add_argument("--sets", nargs="+", choices=NAMES, default=NAMES, metavar="NAME")
    parser.add_argument(
        "--folds", nargs="+", type=int, choices=folds, default=[*folds], metavar="NUMBER"
    )
    parser.add_argument("--values", nargs="+", type=float, default=VALUES, metavar="NUMBER")
    parser.add_argument("--n-jobs", type=int, default=-1, help="threads; -1, the default, is all")
    add_places(parser)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what the command line asks for.

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
    return exit_status(
        "benchmarks.dial",
        lambda: run(
            tasks_of(options.sets, options.folds, options.values),
            Ledger(places_of(options).dial),
            lambda name: load_data_set(name, options.data_dir),
            n_jobs=options.n_jobs,
        ),
    )


if __name__ == "__main__":
    sys.exit(main())
