"""What was read from a table file: its columns, and what each was taken for and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from turs.tablefile.options import ReadOptions

ColumnKind: TypeAlias = Literal["number", "text", "truth value", "empty"]

DISTINCT_CAP = 1000
"""So many different values are counted in a column, and no more."""


@dataclass(frozen=True)
class ColumnGuess:
    """Say what a column was taken for.

    Parameters
    ----------
    name : str
        The name of the column.
    kind : {"number", "text", "truth value", "empty"}
        What it was taken for.
    why : str
        The reason, as the end of a sentence that begins with the kind.
    n_missing : int
        The rows without a value.
    n_distinct : int
        The different values, counted up to `DISTINCT_CAP`.
    examples : tuple of str, default=()
        The first few different values, as they stand in the file.
    markers : tuple of str, default=()
        What stood for a missing value, beside the empty cell.
    obstacle : Obstacle or None, default=None
        For a text column that is nearly all numbers, the first value that is none.
    categorical : bool, default=False
        For a number column, whether its values are to be levels, because that was asked, or
        because the file says so.
    """

    name: str
    kind: ColumnKind
    why: str
    n_missing: int
    n_distinct: int
    examples: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()
    obstacle: Obstacle | None = None
    categorical: bool = False


@dataclass(frozen=True)
class Obstacle:
    """Name the value that keeps a column from being numeric.

    Parameters
    ----------
    value : str
        As it stands in the file.
    place : str
        Where it stands first: ``"line 17"``, or ``"row 15"`` in a file without lines.
    """

    value: str
    place: str


@dataclass(frozen=True, eq=False)
class TableFile:
    """Hold a table that was read from a file.

    Parameters
    ----------
    name : str
        What to call the file in messages.
    columns : dict of str to ndarray or list
        The columns, as `turs.table.infer_columns` takes them: numbers as float64 with NaN where
        missing, texts and truth values as lists with None where missing.
    guesses : tuple of ColumnGuess
        What each of them was taken for, in the same order.
    n_rows : int
        The number of rows.
    options : ReadOptions
        How the file was read; nothing is None but in a file that is not text.
    remembered : ReadOptions
        How another file of the same kind should be read: for a model to keep.
    lines : ndarray of int64 of shape (n_rows,) or None, default=None
        The line on which each row ends, from 1; None in a file without lines.
    """

    name: str
    columns: Mapping[str, Any]
    guesses: tuple[ColumnGuess, ...]
    n_rows: int
    options: ReadOptions
    remembered: ReadOptions = field(default_factory=ReadOptions)
    lines: NDArray[np.int64] | None = field(default=None, repr=False)

    @property
    def categorical(self) -> list[str]:
        """The number columns whose values are levels, for ``categorical_features``."""
        return [guess.name for guess in self.guesses if guess.categorical]

    def guess(self, name: str) -> ColumnGuess:
        """Return what a column was taken for.

        Parameters
        ----------
        name : str
            The name of a column that was read.

        Returns
        -------
        ColumnGuess
        """
        return next(guess for guess in self.guesses if guess.name == name)

    def select(
        self, rows: NDArray[np.bool_] | None = None, without: Iterable[str] = ()
    ) -> dict[str, Any]:
        """Return some of the columns, with some of the rows.

        Parameters
        ----------
        rows : ndarray of bool of shape (n_rows,), optional
            True for the rows that are kept; all of them if not given.
        without : iterable of str
            The columns that are left out, such as the target.

        Returns
        -------
        dict of str to ndarray or list
            In the order of the file.
        """
        left_out = set(without)
        kept = {name: values for name, values in self.columns.items() if name not in left_out}
        if rows is None or rows.all():
            return kept
        return {name: _chosen(values, rows) for name, values in kept.items()}

    def place(self, row: int) -> str:
        """Say where a row stands in the file.

        Parameters
        ----------
        row : int
            Its number, from 0.

        Returns
        -------
        str
            Such as ``"line 17"``.
        """
        return place_of(row, self.lines)


def place_of(row: int, lines: Sequence[int] | NDArray[np.int64] | None) -> str:
    """Say where a row stands: by its line, or in a file without lines by its number from 1.

    Parameters
    ----------
    row : int
        Its number, from 0.
    lines : sequence of int or None
        The lines of the rows.

    Returns
    -------
    str
    """
    return f"row {row + 1}" if lines is None else f"line {lines[row]}"


def count_distinct(values: NDArray[np.float64]) -> int:
    """Count different numbers up to `DISTINCT_CAP`, missing ones left out.

    Parameters
    ----------
    values : ndarray of float64
        Numbers, NaN where missing.

    Returns
    -------
    int
    """
    # Most columns show enough different values at a glance, and sorting all takes long.
    for part in (values[: 5 * DISTINCT_CAP], values):
        distinct = np.unique(part[~np.isnan(part)]).size
        if distinct >= DISTINCT_CAP:
            break
    return min(distinct, DISTINCT_CAP)


def _chosen(values: Any, rows: NDArray[np.bool_]) -> Any:
    if isinstance(values, list):
        return list(compress(values, rows.tolist()))
    # What pyarrow holds is chosen by a method of its own.
    return values[rows] if isinstance(values, np.ndarray) else values.filter(rows)
