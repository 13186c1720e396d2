"""Fit one data set once, and print what came out as JSON.

Run by `benchmarks.compare` with one version of the package or another, so of the package it uses
only what every version has.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import turs
from benchmarks.data import DataSet, load_data_set
from turs import TURSClassifier


def fit(data_set: DataSet, setting: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """Fit a data set, and measure the fit.

    Parameters
    ----------
    data_set : DataSet
    setting : str
        ``paper`` or ``default``.
    parameters : dict
        Of the classifier.

    Returns
    -------
    dict
        The directory of the package, seconds, and the size of the model.
    """
    make = TURSClassifier.as_in_paper if setting == "paper" else TURSClassifier
    # Whatever is compiled or loaded for this table is so before time is taken.
    make(**{**parameters, "simplicity": 0.0, "max_rules": 1}).fit(data_set.X, data_set.y)
    begin = time.perf_counter()
    classifier = make(**parameters).fit(data_set.X, data_set.y)
    seconds = time.perf_counter() - begin
    rule_set = classifier.rule_set_
    return {
        "source": str(Path(turs.__file__).resolve().parents[1]),
        "seconds": seconds,
        "n_rules": len(rule_set),
        "n_literals": rule_set.n_literals,
        "bits": rule_set.description_length().total_bits,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit what the command line names.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the command line if not given.

    Returns
    -------
    int
        Exit status.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks.one_fit")
    parser.add_argument("data_set")
    parser.add_argument("--setting", choices=("paper", "default"), default="default")
    parser.add_argument("--max-rules", type=int)
    parser.add_argument("--n-jobs", type=int, default=1)
    parser.add_argument("--data-dir", type=Path)
    options = parser.parse_args(arguments)
    parameters = {"n_jobs": options.n_jobs, "max_rules": options.max_rules}
    data_set = load_data_set(options.data_set, options.data_dir)
    print(json.dumps(fit(data_set, options.setting, parameters)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
