"""Scales: where the values of a column stand on an axis, and what a literal takes of it.

A numeric column has its numbers, and a strip for missing values beside them; a categorical one has
a place a level, and further ones for missing values and for levels that training did not see.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from turs.model.literal import Interval, Levels, Missing
from turs.model.notation import format_level
from turs.table.content import MISSING, UNSEEN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from turs.model.literal import Literal
    from turs.table.schema import Column

    Floats = NDArray[np.float64]
    Span = tuple[float, float]

MAX_LEVELS = 24

_PAD = 0.04  # beyond the least and the largest number, as a share of their distance
_STRIP = 0.07  # for missing values
_HALF = 0.44  # of the place of a level
_SPREAD = 0.34  # of the rows around it


@dataclass(frozen=True)
class Scale:
    """An axis for the values of a column.

    Parameters
    ----------
    column : Column
        The column.
    spans : dict of object to (float, float)
        The place of each code of a categorical column that is shown; of a numeric one that of the
        numbers, ``"numbers"``, and of missing values, ``MISSING``, if there are any.
    """

    column: Column
    spans: dict[Any, Span]

    @classmethod
    def of(cls, column: Column, values: NDArray[Any]) -> Scale:
        """Make an axis for some rows.

        Parameters
        ----------
        column : Column
            What the column is.
        values : ndarray, shape (n_rows,)
            As `turs.table.read_columns` gives them.

        Returns
        -------
        Scale
        """
        spans = _number_spans(values) if column.kind == "numeric" else _level_spans(column, values)
        return cls(column, spans)

    @property
    def is_numeric(self) -> bool:
        """Whether the column is numeric."""
        return self.column.kind == "numeric"

    @property
    def limits(self) -> Span:
        """The ends of the axis."""
        return min(start for start, _ in self.spans.values()), max(
            end for _, end in self.spans.values()
        )

    def places(self, values: NDArray[Any], jitter: Floats) -> Floats:
        """Return where rows stand.

        Parameters
        ----------
        values : ndarray, shape (n_rows,)
            As `turs.table.read_columns` gives them.
        jitter : ndarray of float64, shape (n_rows,)
            From -1 to 1: how far from the middle rows stand that share a place.

        Returns
        -------
        ndarray of float64, shape (n_rows,)
            NaN for rows that have no place.
        """
        places = np.full(len(values), np.nan)
        if self.is_numeric:
            finite = np.isfinite(values)
            places[finite] = values[finite]
        for code, (start, end) in self.spans.items():
            if code == "numbers":
                continue
            here = np.isnan(values) if self.is_numeric else values == code
            places[here] = (start + end) / 2 + jitter[here] * (end - start) / 2 * _SPREAD / _HALF
        return places

    def segments(self, literal: Literal | None) -> list[Span]:
        """Return what a literal takes of the axis.

        Parameters
        ----------
        literal : Interval, Levels, Missing or None
            A literal on the column; None takes all.

        Returns
        -------
        list of (float, float)
            Neighbours are one.
        """
        if literal is None:
            return [self.limits]
        # Between the places of two levels there is nothing.
        gap = 0.0 if self.is_numeric else 1 - 2 * _HALF + 1e-9
        return _joined([self._cut(span, literal) for span in self._taken(literal)], gap)

    def ticks(self) -> tuple[list[float], list[str]]:
        """Return the places and names of the ticks."""
        if self.is_numeric:
            places, names = _number_ticks(self.spans["numbers"])
        else:
            places, names = [], []
        for code, (start, end) in self.spans.items():
            if code != "numbers":
                places.append((start + end) / 2)
                names.append(self._name(code))
        return places, names

    def _name(self, code: int) -> str:
        named = {MISSING: "missing", UNSEEN: "new level"}
        return named[code] if code < 0 else format_level(self.column.levels[code])

    def _taken(self, literal: Literal) -> list[Span]:
        return [span for code, span in self.spans.items() if self._takes(literal, code)]

    def _takes(self, literal: Literal, code: Any) -> bool:
        if isinstance(literal, Missing):
            return bool((code == MISSING) != literal.negated)
        if code == MISSING:
            return literal.missing
        if isinstance(literal, Levels):
            return code != UNSEEN and self.column.levels[code] in literal.levels
        return True

    def _cut(self, span: Span, literal: Literal) -> Span:
        if not isinstance(literal, Interval) or span != self.spans.get("numbers"):
            return span
        low = -math.inf if literal.low is None else literal.low
        high = math.inf if literal.high is None else literal.high
        return max(span[0], low), min(span[1], high)


def jitter_of(n_rows: int) -> tuple[Floats, Floats]:
    """Return two numbers from -1 to 1 for each row, evenly spread and the same each time."""
    # Multiples of the plastic number's inverse powers fill a square without clumps.
    rows = np.arange(1, n_rows + 1, dtype=np.float64)
    return _spread_out(rows * 0.7548776662466927), _spread_out(rows * 0.5698402909980532)


def _spread_out(multiples: Floats) -> Floats:
    fractions: Floats = multiples % 1
    return 2 * fractions - 1


def _number_spans(values: Floats) -> dict[Any, Span]:
    finite = values[np.isfinite(values)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    width = (high - low) or abs(low) or 1.0
    spans: dict[Any, Span] = {"numbers": (low - _PAD * width, high + _PAD * width)}
    if np.isnan(values).any():
        start = low - _PAD * width
        spans[MISSING] = (start - _STRIP * width, start)
    return spans


def _level_spans(column: Column, values: NDArray[np.int32]) -> dict[Any, Span]:
    """Give a place to each level, or to the most frequent where there are too many."""
    n_rows = np.bincount(values[values >= 0], minlength=len(column.levels))
    frequent = sorted(range(len(column.levels)), key=lambda code: (-n_rows[code], code))
    codes = sorted(frequent[:MAX_LEVELS])
    codes += [code for code in (UNSEEN, MISSING) if (values == code).any()]
    return {code: (i - _HALF, i + _HALF) for i, code in enumerate(codes)} or {
        MISSING: (-_HALF, _HALF)
    }


def _number_ticks(span: Span) -> tuple[list[float], list[str]]:
    from matplotlib.ticker import MaxNLocator

    places = [
        tick for tick in MaxNLocator(nbins=6).tick_values(*span) if span[0] <= tick <= span[1]
    ]
    return places, [f"{tick:.10g}" for tick in places]


def _joined(spans: Sequence[Span], gap: float) -> list[Span]:
    joined: list[Span] = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if joined and start <= joined[-1][1] + gap:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
