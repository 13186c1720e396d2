"""Results of folds in a CSV file that grows: one line a fold, written when it is done.

A run that was cut goes on where it stood; a line that was cut in the middle is dropped.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import NamedTuple, get_type_hints

RESULTS = Path(__file__).resolve().parent / "results"


class LedgerError(ValueError):
    """A file of results is not one that this version can read."""


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

    @property
    def task(self) -> Task:
        """The fold that was measured."""
        return Task(self.data_set, self.setting, self.fold)


_NAMES = [field.name for field in fields(FoldResult)]


class Ledger:
    """A file of results.

    Parameters
    ----------
    path : path
        It need not exist.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> list[FoldResult]:
        """Return the results so far.

        Returns
        -------
        list of FoldResult
        """
        lines = self._whole_lines()
        if not lines:
            return []
        header, *rows = csv.reader(io.StringIO(lines, newline=""))
        if header != _NAMES:
            raise LedgerError(
                f"{self.path} has other columns than {','.join(_NAMES)}; move it away to begin anew"
            )
        return [self._result(row) for row in rows]

    def append(self, result: FoldResult) -> None:
        """Add a result and make sure that it is in the file.

        Parameters
        ----------
        result : FoldResult
        """
        kept = self._whole_lines()
        rows: list[Sequence[object]] = [] if kept else [_NAMES]
        text = io.StringIO(newline="")
        csv.writer(text, lineterminator="\n").writerows([*rows, astuple(result)])
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            file.truncate(len(kept.encode("utf-8")))
            file.write(text.getvalue().encode("utf-8"))

    def _whole_lines(self) -> str:
        """Return the text of the file to its last end of line."""
        if not self.path.exists():
            return ""
        text = self.path.read_bytes().decode("utf-8")
        return text[: text.rfind("\n") + 1]

    def _result(self, row: list[str]) -> FoldResult:
        try:
            cells = zip(_NAMES, row, strict=True)
            return FoldResult(**{name: _KINDS[name](cell) for name, cell in cells})
        except ValueError as error:
            raise LedgerError(
                f"{self.path} has a line that is not a result: {','.join(row)} ({error})"
            ) from None


_KINDS = get_type_hints(FoldResult)
