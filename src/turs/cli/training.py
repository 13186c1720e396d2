"""Read a table to learn from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from turs.cli.describing import Description
from turs.exceptions import ColumnError
from turs.tablefile import (
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

    @cached_property
    def description(self) -> Description:
        """What a person wants to know of it."""
        table, target = self.table, self.target
        return Description(
            table.name,
            table.n_rows,
            table.guesses,
            target.name,
            self.suspects,
            target.n_missing,
            target.first_missing,
            _dialect(table),
        )


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
