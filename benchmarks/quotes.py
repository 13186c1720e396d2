"""What the paper prints, for all of its methods.

The figures are those of Tables 1 and 2 of Lincen Yang and Matthijs van Leeuwen, *Truly Unordered
Probabilistic Rule Sets for Multi-class Classification*, ECML PKDD 2022: means over ten folds.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from benchmarks.summary import PAPER_FIGURES


@dataclass(frozen=True)
class Quote:
    """What the paper prints for a method on a data set.

    Attributes
    ----------
    auc : float
    n_literals : int
    overlap : float or None
        Of TURS alone.
    """

    auc: float
    n_literals: int
    overlap: float | None = None


def read_quotes(path: Path = PAPER_FIGURES) -> dict[tuple[str, str], Quote]:
    """Return the paper's figures, by its name of the method and by data set.

    Parameters
    ----------
    path : path, optional

    Returns
    -------
    dict of (str, str) to Quote
        Without those that the paper leaves open.
    """
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["auc"]]
    return {
        (row["method"], row["data_set"]): Quote(
            auc=float(row["auc"]),
            n_literals=int(row["n_literals"]),
            overlap=float(row["overlap"]) if row["overlap"] else None,
        )
        for row in rows
    }
