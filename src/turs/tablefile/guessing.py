"""Take one column of text cells for numbers, truth values or texts, and say why."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.exceptions import ColumnError
from turs.table.refusal import shown
from turs.tablefile.contents import (
    DISTINCT_CAP,
    ColumnGuess,
    ColumnKind,
    Obstacle,
    count_distinct,
    place_of,
)
from turs.tablefile.numbers import SEPARATOR, NotANumber, Notation, parse_numbers
from turs.tablefile.reasons import text_reason

TRUTH_VALUES = {"true": True, "false": False}
"""The words of truth values, in small letters; capitals mean the same."""

_N_EXAMPLES = 3
_GLANCE = 1000

# From here on, neighbouring integers are one and the same float64.
_LARGEST_EXACT = 2.0**53


class ColumnGuesser:
    """Collect a column block by block, taking it for the narrowest kind that holds all values.

    Parameters
    ----------
    name : str
        The name of the column.
    notation : Notation
        How numbers and missing values are written.
    asked : {"numeric", "categorical"}, optional
        What the user wants it to be.
    """

    def __init__(self, name: str, notation: Notation, asked: str | None = None) -> None:
        self._name = name
        self._asked = asked
        self._notation = notation
        self._kind: ColumnKind = "number" if asked == "numeric" else "empty"
        self._numbers: list[NDArray[np.float64]] = []
        self._values: list[Any] = []
        # The cells so far, joined, for as long as they may turn out to be texts.
        self._joined: list[str] = []
        self._value_of: dict[str, Any] = {}
        self._texts: dict[str, str] = {}

    def add(self, cells: Sequence[str], lines: Sequence[int] | None, where: str) -> None:
        """Add a block of cells.

        Parameters
        ----------
        cells : sequence of str
            As they stand in the file; at least one.
        lines : sequence of int or None
            The line of each.
        where : str
            The name of the file, for errors.

        Raises
        ------
        ColumnError
            If a number was asked for and one cell is none.
        """
        if self._kind == "empty":
            self._kind = self._first_kind(cells)
        if self._kind != "text":
            joined = SEPARATOR.join(cells)
            try:
                self._add_narrow(cells, joined)
            except NotANumber as error:
                if self._asked == "numeric":
                    raise self._refusal(cells, error.position, lines, where) from None
                self._become_text()
            else:
                self._joined.append(joined)
                return
        self._add_texts(cells)

    def finish(self, lines: NDArray[np.int64] | None) -> tuple[Any, ColumnGuess]:
        """Return the column and what it was taken for.

        Parameters
        ----------
        lines : ndarray of int64 or None
            The line of each row of the table.

        Returns
        -------
        values : ndarray of float64, or list
            The column.
        guess : ColumnGuess
            What it is.
        """
        if self._kind == "number":
            values = np.concatenate(self._numbers)
            if self._asked != "categorical" or _all_exact(values):
                return values, self._number_guess(values)
            self._become_text()
        if self._kind == "text":
            return self._values, self._text_guess(lines)
        return self._values, self._other_guess()

    def _first_kind(self, cells: Sequence[str]) -> ColumnKind:
        """Find the kind of the first value that is there."""
        stripped = (cell.strip() for cell in cells)
        missing = self._notation.missing
        first = next((text for text in stripped if text not in missing), None)
        if first is None:
            return "empty"
        if self._notation.is_number(first):
            kind: ColumnKind = "number"
        else:
            kind = "truth value" if first.lower() in TRUTH_VALUES else "text"
        if kind == "number" and self._values:
            self._numbers.append(np.full(len(self._values), np.nan))
            self._values = []
        return kind

    def _add_narrow(self, cells: Sequence[str], joined: str) -> None:
        if self._kind == "number":
            self._numbers.append(parse_numbers(cells, self._notation, joined))
            return
        for cell in set(cells) - self._value_of.keys():
            text = cell.strip()
            missing = text in self._notation.missing
            if not missing and text.lower() not in TRUTH_VALUES:
                raise NotANumber(0)
            self._value_of[cell] = None if missing else TRUTH_VALUES[text.lower()]
        self._values.extend(map(self._value_of.__getitem__, cells))

    def _become_text(self) -> None:
        joined, self._joined = self._joined, []
        self._kind, self._numbers, self._values, self._value_of = "text", [], [], {}
        for block in joined:
            self._add_texts(block.split(SEPARATOR))

    def _add_texts(self, cells: Sequence[str]) -> None:
        # Each different text is kept once, however many rows have it.
        for cell in dict.fromkeys(cells):
            if cell not in self._value_of:
                text = cell.strip()
                missing = text in self._notation.missing
                self._value_of[cell] = None if missing else self._texts.setdefault(text, text)
        self._values.extend(map(self._value_of.__getitem__, cells))

    def _refusal(
        self, cells: Sequence[str], position: int, lines: Sequence[int] | None, where: str
    ) -> ColumnError:
        value = cells[position].strip()
        return ColumnError(
            f"{where}, {place_of(position, lines)}: column {self._name!r} has {shown(value)}, "
            f"which is not a number; correct it, or make it a missing marker"
        )

    def _number_guess(self, values: NDArray[np.float64]) -> ColumnGuess:
        n_missing = int(np.isnan(values).sum())
        why = "every value is a number"
        if self._asked == "numeric":
            why = "asked for"
        elif self._asked == "categorical":
            why = "every value is a number; taken as levels, as asked for"
        return ColumnGuess(
            self._name,
            "number",
            why if n_missing < len(values) else "asked for, without any value",
            n_missing,
            count_distinct(values),
            self._examples(),
            self._markers() if n_missing else (),
            categorical=self._asked == "categorical",
        )

    def _text_guess(self, lines: NDArray[np.int64] | None) -> ColumnGuess:
        reason = text_reason(self._telling_texts(), self._notation)
        obstacle = None
        if reason.bars is not None:
            row = next(row for row, text in enumerate(self._values) if reason.is_bar(text))
            obstacle = Obstacle(self._values[row], place_of(row, lines))
        return ColumnGuess(
            self._name,
            "text",
            reason.sentence(obstacle),
            self._values.count(None),
            min(len(self._texts), DISTINCT_CAP),
            tuple(islice(self._texts, _N_EXAMPLES)),
            _sorted_markers(set(map(str.strip, self._value_of)) & self._notation.missing),
            obstacle,
        )

    def _telling_texts(self) -> list[str]:
        """Return enough of the texts to see why they are not all numbers."""
        glance = list(islice(self._texts, _GLANCE))
        return list(self._texts) if all(map(self._notation.is_number, glance)) else glance

    def _other_guess(self) -> ColumnGuess:
        truth = self._kind == "truth value"
        return ColumnGuess(
            self._name,
            self._kind,
            "every value is true or false" if truth else "no row has a value",
            self._values.count(None),
            len({*self._values} - {None}),
            self._examples(),
            self._markers(),
        )

    def _examples(self) -> tuple[str, ...]:
        cells = self._joined[0].split(SEPARATOR)[:_GLANCE] if self._joined else []
        different = dict.fromkeys(cell.strip() for cell in cells)
        present = (text for text in different if text not in self._notation.missing)
        return tuple(islice(present, _N_EXAMPLES))

    def _markers(self) -> tuple[str, ...]:
        """Find the missing markers of a column that is not text."""
        found: set[str] = set()
        for joined in self._joined:
            found.update(map(str.strip, set(joined.split(SEPARATOR))))
        return _sorted_markers(found & self._notation.missing)


def _sorted_markers(found: set[str]) -> tuple[str, ...]:
    return tuple(sorted(found - {""}))


def _all_exact(values: NDArray[np.float64]) -> bool:
    return not bool((np.abs(values) >= _LARGEST_EXACT).any())
