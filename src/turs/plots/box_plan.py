"""What a picture of boxes shows: the rows and rules on one or two axes, and where they stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from turs.exceptions import InputError, InputTypeError
from turs.model.outcome import format_share
from turs.plots.ladder import Ladder, Rung, how_many_fit
from turs.plots.scale import Scale, jitter_of
from turs.table.refusal import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from turs.model.summary import RuleSummary, Summary
    from turs.plots.lettering import Lettering
    from turs.plots.palette import Palette
    from turs.table.columns import Columns

    Floats = NDArray[np.float64]

MAX_ROWS = 5000


@dataclass(frozen=True)
class Box:
    """A rule on one or two axes.

    Parameters
    ----------
    rule : RuleSummary
        The rule.
    segments : tuple of list of (float, float)
        For each axis, what the rule takes of it.
    restricts_others : bool
        Whether it also restricts variables that are not shown.
    """

    rule: RuleSummary
    segments: tuple[list[tuple[float, float]], ...]
    restricts_others: bool

    @property
    def rectangles(self) -> list[tuple[float, float, float, float]]:
        """Its left, bottom, width and height on two axes."""
        return [
            (left, bottom, right - left, top - bottom)
            for left, right in self.segments[0]
            for bottom, top in self.segments[1]
        ]


@dataclass(frozen=True)
class Points:
    """Rows on one or two axes.

    Parameters
    ----------
    places : tuple of ndarray of float64, shape (n_rows,)
        For each axis, where the rows stand.
    codes : ndarray of int, shape (n_rows,)
        Their classes.
    jitter : ndarray of float64, shape (n_rows,)
        From -1 to 1.
    n_rows : int
        How many rows there are, drawn or not.
    n_thinned : int
        How many of them were left out, because there are too many to draw.
    n_placeless : int
        How many rows of those looked at have no place: a level that is not shown, or infinity.
    """

    places: tuple[Floats, ...]
    codes: NDArray[np.intp]
    jitter: Floats
    n_rows: int
    n_thinned: int
    n_placeless: int

    @classmethod
    def of(
        cls, scales: Sequence[Scale], values: Sequence[NDArray[Any]], codes: NDArray[np.intp]
    ) -> Points:
        """Find the places of rows.

        Parameters
        ----------
        scales : sequence of Scale
            The axes.
        values : sequence of ndarray, shape (n_rows,)
            The columns.
        codes : ndarray of int, shape (n_rows,)
            The classes.

        Returns
        -------
        Points
        """
        n_rows = len(codes)
        # Evenly from the first row to the last, whatever their order means.
        chosen = np.linspace(0, n_rows - 1, min(n_rows, MAX_ROWS)).round().astype(np.intp)
        jitter = jitter_of(len(chosen))
        places = [
            scale.places(column[chosen], jitter[i])
            for i, (scale, column) in enumerate(zip(scales, values, strict=True))
        ]
        placed = ~np.any([np.isnan(one) for one in places], axis=0)
        return cls(
            places=tuple(one[placed] for one in places),
            codes=codes[chosen][placed],
            jitter=jitter[1][placed],
            n_rows=n_rows,
            n_thinned=n_rows - len(chosen),
            n_placeless=int((~placed).sum()),
        )

    @property
    def notes(self) -> list[str]:
        """What a caption says of rows that are not drawn."""
        notes = []
        if self.n_thinned:
            n_taken = self.n_rows - self.n_thinned
            notes.append(f"{n_taken:,} of {self.n_rows:,} rows are drawn, evenly chosen.")
        if self.n_placeless:
            rows = "1 row has" if self.n_placeless == 1 else f"{self.n_placeless:,} rows have"
            notes.append(f"{rows} a value that is not on the axes.")
        return notes


def check_variables(variables: object, columns: Columns) -> tuple[int, ...]:
    """Return the positions of one or two columns.

    Parameters
    ----------
    variables : str or iterable of str
        Their names.
    columns : Columns
        The table.

    Returns
    -------
    tuple of int

    Raises
    ------
    InputError
        When there are not one or two, or one is given twice.
    ColumnError
        When one is not a column.
    """
    if isinstance(variables, str):
        variables = [variables]
    if not isinstance(variables, Iterable):
        raise InputTypeError(
            f"variables must be the name of a column or two names, not {shown(variables)}"
        )
    names = list(variables)
    wrong = next((name for name in names if not isinstance(name, str)), None)
    if wrong is not None:
        raise InputTypeError(f"the name of a column must be a text, not {shown(wrong)}")
    if not 1 <= len(names) <= 2:
        raise InputError(f"a picture has one or two variables, not {len(names)}; choose among them")
    if len(set(names)) < len(names):
        raise InputError(f"the variables are {names[0]!r} twice; give two that differ, or one")
    return tuple(columns.schema.index(name) for name in names)


def boxes_of(summary: Summary, scales: Sequence[Scale]) -> list[Box]:
    """Return the rules that restrict one of the axes and have a place on them.

    Parameters
    ----------
    summary : Summary
        The rule set.
    scales : sequence of Scale
        The axes.

    Returns
    -------
    list of Box
        Largest cover first.
    """
    names = [scale.column.name for scale in scales]
    boxes = []
    for rule in summary.rules:
        literals = {literal.variable: literal for literal in rule.rule.literals}
        if literals.keys().isdisjoint(names):
            continue
        segments = tuple(
            scale.segments(literals.get(name)) for scale, name in zip(scales, names, strict=True)
        )
        if all(segments):
            boxes.append(Box(rule, segments, not literals.keys() <= set(names)))
    return boxes


def ladder_of(
    boxes: Sequence[Box], palette: Palette, lettering: Lettering, room: tuple[float, float | None]
) -> Ladder:
    """Lay out the conditions of boxes, each with what the rule says, as many as there is room for.

    Parameters
    ----------
    boxes : sequence of Box
        The rules.
    palette : Palette
        The classes.
    lettering : Lettering
        How they are written.
    room : (float, float or None)
        The width and the height that there is, in inches.

    Returns
    -------
    Ladder
    """
    width, height = room
    parts = [(box.rule.number, box.rule.rule.parts) for box in boxes]
    bare = Ladder.of(parts, lettering, width)
    said = [_said(box, palette, lettering, width - bare.number_width) for box in boxes]
    rungs = [
        Rung(rung.number, (*rung.lines, line)) for rung, line in zip(bare.rungs, said, strict=True)
    ]
    ladder = Ladder(tuple(rungs), lettering)
    if height is None:
        return ladder
    return Ladder(ladder.rungs[: how_many_fit(ladder.heights, height)], lettering)


def _said(box: Box, palette: Palette, lettering: Lettering, room: float) -> str:
    outcome = box.rule.outcome
    if not outcome.n_rows:
        return "no training row"
    rest = f" {format_share(outcome.frequencies[outcome.majority])} of {outcome.n_rows:,}"
    name = lettering.shorten(palette.names[outcome.majority], room - lettering.width(rest))
    return f"{name}{rest}"
