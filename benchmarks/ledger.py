"""Results of folds in a CSV file that grows: one line a fold, written when it is done."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from benchmarks.records import LedgerError, Records

__all__ = ["RESULTS", "FoldResult", "Ledger", "LedgerError", "Task"]

RESULTS = Path(__file__).resolve().parent / "results"


class Task(NamedTuple):
    """One fold to be measured; what a result is known by."""

    data_set: str
    setting: str
    fold: int


@dataclass(frozen=True)
class FoldResult:
    """What was measured on one fold.

    Attributes
    ----------
    data_set, setting : str
    fold : int
        From 1.
    n_rows, n_variables, n_classes : int
        Of the training rows.
    auc, log_loss : float
        On the test rows.
    n_rules, n_literals : int
    overlap : float
        Share of the training rows that more than one rule covers.
    real_bits : float
        L(M) on the training rows.
    fit_seconds : float
    n_jobs : int
        Threads asked for.
    version : str
        Of turs.
    brier, balanced_accuracy, calibration_error : float or None
        On the test rows; None in results from before these were measured, and so below.
    region_gap, region_chance, rule_gap, rule_chance : float or None
        How far what is said is from the test rows, and how far it would be by chance:
        `benchmarks.gaps`.
    """

    data_set: str
    setting: str
    fold: int
    n_rows: int
    n_variables: int
    n_classes: int
    auc: float
    log_loss: float
    n_rules: int
    n_literals: int
    overlap: float
    real_bits: float
    fit_seconds: float
    n_jobs: int
    version: str
    brier: float | None = None
    balanced_accuracy: float | None = None
    calibration_error: float | None = None
    region_gap: float | None = None
    region_chance: float | None = None
    rule_gap: float | None = None
    rule_chance: float | None = None

    @property
    def task(self) -> Task:
        """The fold that was measured."""
        return Task(self.data_set, self.setting, self.fold)

    @property
    def is_complete(self) -> bool:
        """Whether it has all measures, and need not be measured again."""
        return self.rule_gap is not None


class Ledger(Records[FoldResult]):
    """A file of results of folds.

    Parameters
    ----------
    path : path
        It need not exist.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path, FoldResult)
