"""Read a table to learn from, and say what each column was taken for."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from turs.cli.screen import Table, counted
from turs.exceptions import ColumnError
from turs.model.outcome import format_label
from turs.tablefile import (
    ColumnGuess,
    Suspect,
    TableFile,
    TargetColumn,
    check_target,
    find_suspects,
    read_table,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from turs.cli.options import Asked
    from turs.cli.screen import Screen

    Rows = NDArray[np.bool_]

__all__ = ["Training", "read_training"]

_MOST_COLUMNS = 50
_LONGEST = 12
_SPOKEN = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}


@dataclass(frozen=True, eq=False)
class Training:
    """Hold a table to learn from.

    Parameters
    ----------
    table : TableFile
        The table.
    target : TargetColumn
        The classes of its rows.
    suspects : tuple of Suspect
        The columns that tell one row from another.
    """

    table: TableFile
    target: TargetColumn
    suspects: tuple[Suspect, ...]

    @property
    def categorical(self) -> list[str]:
        """The columns of numbers that are levels."""
        return [name for name in self.table.categorical if name != self.target.name]

    @cached_property
    def classes(self) -> list[Any]:
        """The classes, sorted."""
        return sorted(set(self.target.labels))

    @cached_property
    def codes(self) -> NDArray[np.intp]:
        """The class of each row that has one, as a position in `classes`."""
        code_of = {label: code for code, label in enumerate(self.classes)}
        return np.array([code_of[label] for label in self.target.labels], dtype=np.intp)

    def rows(self, chosen: Rows | None = None) -> tuple[dict[str, Any], list[Any]]:
        """Return the columns and the classes of some rows.

        Parameters
        ----------
        chosen : ndarray of bool, optional
            For each row that has a class, whether it is wanted; all if not given.

        Returns
        -------
        X : dict of str to ndarray or list
        y : list
        """
        wanted = self.target.present.copy()
        if chosen is None:
            chosen = np.ones(len(self.target.labels), dtype=bool)
        wanted[wanted] = chosen
        labels = [self.target.labels[row] for row in np.flatnonzero(chosen)]
        return self.table.select(wanted, without=[self.target.name]), labels

    def to_dict(self) -> dict[str, Any]:
        """Return what was read as a dictionary that JSON can hold.

        Returns
        -------
        dict
        """
        reasons = {suspect.name: suspect.reason for suspect in self.suspects}
        return {
            "data": self.table.name,
            "target": self.target.name,
            "n_rows": len(self.target.labels),
            "n_rows_without_class": self.target.n_missing,
            "columns": [
                {
                    "name": guess.name,
                    "taken_for": self._taken_for(guess),
                    "why": guess.why,
                    "n_missing": guess.n_missing,
                    "n_distinct": guess.n_distinct,
                    "suspect": reasons.get(guess.name),
                }
                for guess in self.table.guesses
            ],
        }

    def describe(self, screen: Screen) -> None:
        """Say what each column was taken for, and which look wrong.

        Parameters
        ----------
        screen : Screen
            Where to.
        """
        table = self.table
        screen.note(
            f"{table.name}: {counted(table.n_rows, 'row')}, "
            f"{counted(len(table.guesses), 'column')}{_dialect(table)}"
        )
        screen.note()
        screen.table(self._table())
        hidden = len(table.guesses) - _MOST_COLUMNS
        if hidden > 0:
            screen.note(f"... and {counted(hidden, 'column')} more; --json lists all")
        remarks = self._remarks()
        if remarks:
            screen.note("\n" + "\n".join(f"note: {sentence}" for sentence in remarks))

    def _table(self) -> Table:
        rows = [
            (
                format_label(guess.name),
                self._taken_for(guess),
                ", ".join(map(_short, guess.examples)) + (", ..." if guess.n_distinct > 3 else ""),
                f"{guess.n_missing:,}" if guess.n_missing else "",
                guess.why,
            )
            for guess in self.table.guesses[:_MOST_COLUMNS]
        ]
        return Table(("column", "taken for", "values", "missing", "because"), rows, frozenset({3}))

    def _taken_for(self, guess: ColumnGuess) -> str:
        if guess.name == self.target.name:
            return "target"
        if guess.kind == "empty":
            return "nothing"
        return "numeric" if guess.kind == "number" and not guess.categorical else "categorical"

    def _remarks(self) -> list[str]:
        remarks = [
            f"{suspect.name!r} {suspect.reason}; if that tells nothing about a new row, leave it "
            f"out: --drop {shlex.quote(suspect.name)}"
            for suspect in self.suspects
        ]
        if self.target.n_missing:
            remarks.append(
                f"{counted(self.target.n_missing, 'row')} without a class left out, the first in "
                f"{self.target.first_missing}"
            )
        return remarks


def read_training(
    data: str, target: str, asked: Asked, columns: Mapping[str, tuple[str, ...]], screen: Screen
) -> Training:
    """Read a table to learn from.

    Parameters
    ----------
    data : str
        The file; ``"-"`` is standard input.
    target : str
        The class column.
    asked : Asked
        How to read it.
    columns : mapping of str to tuple of str
        What is asked of the columns: ``categorical``, ``numeric`` and ``drop``.
    screen : Screen
        Where the progress is shown.

    Returns
    -------
    Training

    Raises
    ------
    InputError
        If the file is no table, or there is nothing in it to learn from.
    OSError
        If it cannot be read.
    """
    with screen.bar(f"reading {data}") as told:
        table = read_table(data, asked.over(), **columns, progress=told)
    checked = check_target(table, target)
    if len(table.columns) == 1:
        raise ColumnError(
            f"{table.name} has no column beside the target {target!r}; there is nothing to learn "
            "from"
        )
    suspects = tuple(one for one in find_suspects(table) if one.name != target)
    return Training(table, checked, suspects)


def _dialect(table: TableFile) -> str:
    options = table.options
    if options.delimiter is None:
        return ""
    marks = _SPOKEN.get(options.delimiter, repr(options.delimiter))
    comma = ", decimal comma" if options.decimal == "," else ""
    return f" ({marks} between values, {options.encoding}{comma})"


def _short(example: str) -> str:
    text = format_label(example)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
