"""Where the parts of a picture of overlaps stand, and what of them is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from turs.plots.canvas import caption_lines
from turs.plots.key import Key
from turs.plots.ladder import Ladder
from turs.plots.lettering import Lettering

if TYPE_CHECKING:
    from turs.model.summary import Summary
    from turs.plots.palette import Palette

GAP = 0.12
FOOT = 0.2
SIZES = 0.8  # the bars of the rules

_PITCH = 0.3  # from one cell to the next
_LABELS = 3.6
_LEAST_WIDTH = 7.0
_BARS = 1.6
_LEAST_BARS = 0.5
_ROW = 0.26
_CAPTION_LINES = 4


@dataclass(frozen=True)
class Cell:
    """Rows that exactly the same rules cover.

    Parameters
    ----------
    rules : frozenset of int
        The numbers of the rules that cover them; none where the else rule speaks.
    speaking : frozenset of int
        Those of them that speak.
    counts : tuple of int
        How many rows of each class there are.
    """

    rules: frozenset[int]
    speaking: frozenset[int]
    counts: tuple[int, ...]

    @property
    def n_rows(self) -> int:
        """How many rows there are."""
        return sum(self.counts)


@dataclass(frozen=True)
class Selection:
    """The cells and rules that are drawn.

    Parameters
    ----------
    cells : tuple of Cell
        Most rows first.
    numbers : tuple of int
        The numbers of the rules that have a line of their own.
    n_others : int
        How many other rules are in these cells.
    """

    cells: tuple[Cell, ...]
    numbers: tuple[int, ...]
    n_others: int

    @classmethod
    def of(cls, cells: Sequence[Cell], max_cells: int, max_rules: int) -> Selection:
        """Take the largest cells, and the rules with most rows in them.

        Parameters
        ----------
        cells : sequence of Cell
            Most rows first.
        max_cells, max_rules : int
            How many at most.

        Returns
        -------
        Selection
        """
        chosen = tuple(cells[:max_cells])
        rows: Counter[int] = Counter()
        for cell in chosen:
            rows.update(dict.fromkeys(cell.rules, cell.n_rows))
        by_rows = sorted(rows, key=lambda number: (-rows[number], number))
        numbers = tuple(sorted(by_rows[:max_rules]))
        return cls(chosen, numbers, len(rows) - len(numbers))

    def n_unlisted(self, cell: Cell) -> int:
        """Return how many rules of a cell have no line of their own."""
        return len(cell.rules - frozenset(self.numbers))


@dataclass(frozen=True)
class OverlapPlan:
    """A picture of overlaps as it is laid out, in inches.

    Parameters
    ----------
    size : (float, float)
        Its width and height.
    selection : Selection
        What is drawn.
    ladder : Ladder
        The lines of the matrix.
    sizes : tuple of str
        How many rows the rules of the lines cover.
    key : Key
        The colours.
    caption : tuple of str
        Its lines.
    """

    size: tuple[float, float]
    selection: Selection
    ladder: Ladder
    sizes: tuple[str, ...]
    key: Key
    caption: tuple[str, ...]

    @classmethod
    def of(
        cls,
        summary: Summary,
        cells: Sequence[Cell],
        size: tuple[float, float] | None,
        limits: tuple[int, int],
        palette: Palette,
    ) -> OverlapPlan:
        """Lay out a picture.

        Parameters
        ----------
        summary : Summary
            The rule set.
        cells : sequence of Cell
            Most rows first.
        size : (float, float) or None
            The room that there is; as much as it takes if None.
        limits : (int, int)
            How many cells and how many rules are drawn at most.
        palette : Palette
            The classes.

        Returns
        -------
        OverlapPlan
        """
        selection = Selection.of(cells, *(limits if size is None else _fitting(size, limits)))
        shown = [summary.rules[number - 1] for number in selection.numbers]
        lettering = Lettering.of([*palette.names, *(p for rule in shown for p in rule.rule.parts)])
        lines: list[tuple[int | None, tuple[str, ...]]] = [
            (rule.number, rule.rule.parts) for rule in shown
        ]
        if selection.n_others:
            lines.append((None, (_counted(selection.n_others, "other rule"),)))
        labels = _LABELS if size is None else 0.35 * size[0]
        ladder = Ladder.of(lines, lettering, labels, most_lines=1)
        sizes = tuple(f"{rule.n_rows:,}" for rule in shown)
        needed = _left(ladder, sizes) + _PITCH * len(selection.cells)
        width = max(_LEAST_WIDTH, needed) if size is None else size[0]
        key = Key.of(palette.key, lettering, width)
        notes = _notes(summary, cells, selection)
        caption = tuple(caption_lines(lettering, [*notes, *palette.notes], width))
        below = FOOT + (len(caption) + 0.5) * lettering.line
        height = key.height + FOOT + _BARS + GAP + ladder.height + below
        whole = (width, height) if size is None else size
        return cls(whole, selection, ladder, sizes, key, caption)

    @property
    def lettering(self) -> Lettering:
        """How its texts are written."""
        return self.ladder.lettering

    @property
    def left(self) -> float:
        """The left edge of the cells."""
        return _left(self.ladder, self.sizes)

    @property
    def pitch(self) -> float:
        """From one cell to the next."""
        return min(_PITCH, (self.size[0] - self.left) / len(self.selection.cells))

    @property
    def width(self) -> float:
        """The width of all cells."""
        return self.pitch * len(self.selection.cells)

    @property
    def bars(self) -> float:
        """The height of the bars: what the matrix, the key and the caption leave."""
        below = FOOT + (len(self.caption) + 0.5) * self.lettering.line
        rest = self.size[1] - self.key.height - FOOT - GAP - self.ladder.height - below
        return max(_LEAST_BARS, min(_BARS, rest))

    @property
    def top(self) -> float:
        """The upper edge of the matrix."""
        return self.key.height + FOOT + self.bars + GAP


def _left(ladder: Ladder, sizes: Sequence[str]) -> float:
    numbers = max(map(ladder.lettering.width, sizes), default=0.0)
    return ladder.width + GAP + SIZES + numbers + 2 * GAP


def _fitting(size: tuple[float, float], limits: tuple[int, int]) -> tuple[int, int]:
    """Return how many cells and rules there is room for."""
    width, height = size
    n_cells = int((0.65 * width - SIZES - 0.5 - 3 * GAP) / (0.8 * _PITCH))
    lettering = Lettering(8.0, ())
    around = 2 * lettering.line + 2 * FOOT + GAP + _LEAST_BARS + _CAPTION_LINES * lettering.line
    n_rules = int((height - around) / _ROW) - 1
    return max(1, min(limits[0], n_cells)), max(1, min(limits[1], n_rules))


def _notes(summary: Summary, cells: Sequence[Cell], selection: Selection) -> list[str]:
    notes = []
    if selection.numbers:
        notes.append(
            "Filled dots: rules that speak. Hollow dots: rules that are silent, because their rows "
            "contain those of another rule of the cell."
        )
    left_out = cells[len(selection.cells) :]
    if left_out:
        n_rows = sum(cell.n_rows for cell in left_out)
        notes.append(f"Not drawn: {_counted(len(left_out), 'smaller cell')} with {n_rows:,} rows.")
    n_absent = len(summary.rules) - len(selection.numbers) - selection.n_others
    if n_absent:
        verb = "is" if n_absent == 1 else "are"
        notes.append(f"{_counted(n_absent, 'rule')} {verb} in none of the cells drawn.")
    return notes


def _counted(n: int, thing: str) -> str:
    return f"{n:,} {thing}{'' if n == 1 else 's'}"
