"""Find columns that tell one row from another instead of telling about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.tablefile.contents import TableFile

_FEWEST_ROWS = 20
_FEWEST_ROWS_OF_NUMBERS = 100
_SHARE = 0.95


@dataclass(frozen=True)
class Suspect:
    """Name a column that looks like an identifier or a row number.

    Parameters
    ----------
    name : str
        The name of the column.
    reason : str
        What makes it suspect, as the end of a sentence that begins with its name.
    """

    name: str
    reason: str


def find_suspects(table: TableFile) -> tuple[Suspect, ...]:
    """Find columns that look like an identifier or a row number.

    Parameters
    ----------
    table : TableFile
        The table.

    Returns
    -------
    tuple of Suspect
        In the order of the file. In a table of fewer than 20 rows nothing is suspect.

    Notes
    -----
    Whole numbers that follow one another count the rows. Texts, and in a table of 100 rows also
    whole numbers, are suspect if more than 95 of 100 rows have one of their own. Other numbers
    are not: measurements are often all different.
    """
    if table.n_rows < _FEWEST_ROWS:
        return ()
    reasons = ((name, _reason(values)) for name, values in table.columns.items())
    return tuple(Suspect(name, reason) for name, reason in reasons if reason is not None)


def _reason(values: Any) -> str | None:
    if isinstance(values, np.ndarray):
        return _reason_of_numbers(values)
    present = [value for value in values if isinstance(value, str)]
    return _many(len(set(present)), len(values), "text")


def _reason_of_numbers(values: NDArray[np.float64]) -> str | None:
    present = values[~np.isnan(values)]
    if not np.array_equal(present, np.floor(present)):
        return None
    distinct = np.unique(present)
    if distinct.size == values.size and distinct[-1] - distinct[0] == values.size - 1:
        how = "counts the rows" if np.array_equal(present, distinct) else "numbers the rows"
        return f"{how}, from {distinct[0]:.0f} to {distinct[-1]:.0f}"
    if len(values) < _FEWEST_ROWS_OF_NUMBERS:
        return None
    return _many(distinct.size, len(values), "whole number")


def _many(n_distinct: int, n_rows: int, noun: str) -> str | None:
    if n_distinct == n_rows:
        return f"has another {noun} in each of the {n_rows} rows"
    if n_distinct > _SHARE * n_rows:
        return f"has {n_distinct} different {noun}s in {n_rows} rows"
    return None
