"""Results of folds into one line a data set, beside what the paper prints."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from statistics import fmean, stdev

from benchmarks.ledger import FoldResult

PAPER_FIGURES = Path(__file__).resolve().parent / "paper_figures.csv"


@dataclass(frozen=True)
class Printed:
    """What the paper prints for a data set.

    Attributes
    ----------
    auc, overlap : float
    n_literals : int
    """

    auc: float
    n_literals: int
    overlap: float


@dataclass(frozen=True)
class Summary:
    """Means over the folds of a data set in a setting.

    Attributes
    ----------
    n_folds : int
    auc, n_literals, overlap, log_loss, n_rules, real_bits, fit_seconds : float
    auc_sd : float
        Standard deviation over the folds; 0 of one fold.
    brier, balanced_accuracy, calibration_error : float or None
        None if a fold has no such figure, and so below.
    region_gap, region_chance, rule_gap, rule_chance : float or None
    """

    n_folds: int
    auc: float
    auc_sd: float
    n_literals: float
    overlap: float
    log_loss: float
    n_rules: float
    real_bits: float
    fit_seconds: float
    brier: float | None
    balanced_accuracy: float | None
    calibration_error: float | None
    region_gap: float | None
    region_chance: float | None
    rule_gap: float | None
    rule_chance: float | None


def read_printed(method: str = "TURS", path: Path = PAPER_FIGURES) -> dict[str, Printed]:
    """Return the paper's figures for a method, by data set.

    Parameters
    ----------
    method : str, default="TURS"
        One that has all three figures.
    path : path, optional

    Returns
    -------
    dict of str to Printed
    """
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["method"] == method]
    return {
        row["data_set"]: Printed(float(row["auc"]), int(row["n_literals"]), float(row["overlap"]))
        for row in rows
    }


def summarize(results: Iterable[FoldResult]) -> dict[tuple[str, str], Summary]:
    """Return means over folds, by data set and setting.

    Parameters
    ----------
    results : iterable of FoldResult
        Of a fold that is there twice the later counts.

    Returns
    -------
    dict of (str, str) to Summary
    """
    latest = {result.task: result for result in results}
    groups: dict[tuple[str, str], list[FoldResult]] = defaultdict(list)
    for task, result in latest.items():
        groups[task.data_set, task.setting].append(result)
    return {key: _summary(group) for key, group in groups.items()}


def _summary(folds: list[FoldResult]) -> Summary:
    aucs = [fold.auc for fold in folds]
    spread = stdev(aucs) if len(aucs) > 1 else 0.0
    names = [f.name for f in fields(Summary) if f.name not in {"n_folds", "auc_sd"}]
    means = {name: _mean([getattr(fold, name) for fold in folds]) for name in names}
    return Summary(n_folds=len(folds), auc_sd=spread, **means)  # type: ignore[arg-type]


def _mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if len(known) == len(values) else None
