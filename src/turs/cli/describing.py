"""Say of a table to learn from what each column was taken for, and which look wrong."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from turs.cli.screen import Table, counted

if TYPE_CHECKING:
    from turs.cli.screen import Screen
    from turs.tablefile import ColumnGuess, Suspect

__all__ = ["Description"]

_MOST_COLUMNS = 50
_LONGEST = 12


@dataclass(frozen=True)
class Description:
    """Hold what a person wants to know of a table before rules are learned from it.

    Parameters
    ----------
    name : str
        What to call the table.
    n_rows : int
        The number of its rows.
    guesses : tuple of ColumnGuess
        What each column was taken for.
    target : str
        The class column.
    suspects : tuple of Suspect
        The columns that tell one row from another.
    n_missing : int, default=0
        The rows without a class, which are left out.
    first_missing : str or None, default=None
        Where the first of them stands.
    layout : str, default=""
        How the table is laid out, as the end of a line.
    more : mapping of str to object
        What else a program may want to know.
    """

    name: str
    n_rows: int
    guesses: tuple[ColumnGuess, ...]
    target: str
    suspects: tuple[Suspect, ...]
    n_missing: int = 0
    first_missing: str | None = None
    layout: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return the description as a dictionary that JSON can hold.

        Returns
        -------
        dict
        """
        reasons = {suspect.name: suspect.reason for suspect in self.suspects}
        return {
            "data": self.name,
            **self.more,
            "target": self.target,
            "n_rows": self.n_rows - self.n_missing,
            "n_rows_without_class": self.n_missing,
            "columns": [
                {
                    "name": guess.name,
                    "taken_for": self._taken_for(guess),
                    "why": guess.why,
                    "n_missing": guess.n_missing,
                    "n_distinct": guess.n_distinct,
                    "suspect": reasons.get(guess.name),
                }
                for guess in self.guesses
            ],
        }

    def show(self, screen: Screen) -> None:
        """Say what each column was taken for, and which look wrong.

        Parameters
        ----------
        screen : Screen
            Where to.
        """
        rows, columns = counted(self.n_rows, "row"), counted(len(self.guesses), "column")
        screen.note(f"{self.name}: {rows}, {columns}{self.layout}")
        screen.note()
        screen.table(self._table())
        hidden = len(self.guesses) - _MOST_COLUMNS
        if hidden > 0:
            screen.note(f"... and {counted(hidden, 'column')} more; --json lists all")
        remarks = self._remarks()
        if remarks:
            screen.note("\n" + "\n".join(f"note: {sentence}" for sentence in remarks))

    def _table(self) -> Table:
        from turs.model.outcome import format_label

        rows = [
            (
                format_label(guess.name),
                self._taken_for(guess),
                ", ".join(map(_short, guess.examples)) + (", ..." if guess.n_distinct > 3 else ""),
                f"{guess.n_missing:,}" if guess.n_missing else "",
                guess.why,
            )
            for guess in self.guesses[:_MOST_COLUMNS]
        ]
        return Table(("column", "taken for", "values", "missing", "because"), rows, frozenset({3}))

    def _taken_for(self, guess: ColumnGuess) -> str:
        if guess.name == self.target:
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
        if self.n_missing:
            remarks.append(
                f"{counted(self.n_missing, 'row')} without a class left out, the first in "
                f"{self.first_missing}"
            )
        return remarks


def _short(example: str) -> str:
    # Imported here, as in the table: who asks for help is not to wait for numpy.
    from turs.model.outcome import format_label

    text = format_label(example)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
