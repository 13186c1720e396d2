"""Read cells by what a column was in training, so that they mean what they meant there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from turs.exceptions import ColumnError
from turs.table import Column
from turs.table.refusal import shown
from turs.tablefile.contents import place_of
from turs.tablefile.guessing import TRUTH_VALUES
from turs.tablefile.numbers import NotANumber, Notation, parse_numbers

# Truth values that another program wrote as numbers.
_TRUTH_VALUES = TRUTH_VALUES | {"1": True, "0": False}


def parse_column(
    column: Column,
    cells: Sequence[str],
    notation: Notation,
    lines: Sequence[int] | None,
    where: str,
) -> Any:
    """Read the cells of a column of the training table.

    Parameters
    ----------
    column : Column
        What it was in training.
    cells : sequence of str
        As they stand in the file.
    notation : Notation
        How numbers and missing values are written.
    lines : sequence of int or None
        The line of each cell.
    where : str
        The name of the file, for errors.

    Returns
    -------
    ndarray of float64, or list
        Numbers if it was numeric, or its levels were numbers; else texts or truth values. A level
        comes before a missing marker: where ``NA`` was a level, it is one still.

    Raises
    ------
    ColumnError
        If a cell is no number, or no truth value, where training had those; with its line.

    Examples
    --------
    >>> ward = Column("ward", "categorical", levels=("A", "NA"))
    >>> parse_column(ward, ["A ", "NA", "-", "C"], Notation(".", {"", "NA", "-"}), None, "new.csv")
    ['A', 'NA', None, 'C']
    """
    try:
        if column.kind == "numeric" or _is_number(column):
            return parse_numbers(cells, replace(notation, padded=True))
        if column.levels and isinstance(column.levels[0], bool):
            return _parse_truth(cells, notation)
    except NotANumber as error:
        raise _refusal(
            column, cells[error.position], place_of(error.position, lines), where
        ) from None
    levels = frozenset(column.levels)
    value_of = {cell: _as_text(cell, levels, notation) for cell in set(cells)}
    return [value_of[cell] for cell in cells]


def _is_number(column: Column) -> bool:
    return bool(column.levels) and not isinstance(column.levels[0], str | bool)


def _parse_truth(cells: Sequence[str], notation: Notation) -> list[bool | None]:
    value_of: dict[str, bool | None] = {}
    for cell in set(cells):
        text = cell.strip()
        if text in notation.missing:
            value_of[cell] = None
        elif text.lower() in _TRUTH_VALUES:
            value_of[cell] = _TRUTH_VALUES[text.lower()]
    try:
        return [value_of[cell] for cell in cells]
    except KeyError:
        raise NotANumber(
            next(place for place, cell in enumerate(cells) if cell not in value_of)
        ) from None


def _as_text(cell: str, levels: frozenset[Any], notation: Notation) -> str | None:
    text = cell.strip()
    # A model that was learned elsewhere may have levels with blanks around them.
    if cell in levels:
        return cell
    return None if text in notation.missing and text not in levels else text


def _refusal(column: Column, cell: str, place: str, where: str) -> ColumnError:
    wanted = "a number"
    if column.levels:
        examples = ", ".join(map(shown, column.levels[:3]))
        wanted = f"of the kind of its levels in training ({examples})"
        if isinstance(column.levels[0], bool):
            wanted = "true or false"
    return ColumnError(
        f"{where}, {place}: column {column.name!r} has {shown(cell.strip())}, "
        f"which is not {wanted}; correct it, or make it a missing marker"
    )
