"""Overlaps as a matrix: which rules cover rows together, and how many rows of each class."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from turs.model.groups import Groups
from turs.model.summary import Summary
from turs.plots.arguments import check_most, data_of
from turs.plots.canvas import Canvas, pyplot, rule_off, size_of
from turs.plots.overlap_plan import FOOT, GAP, SIZES, Cell, OverlapPlan
from turs.plots.palette import FAINT, INK, QUIET, Palette

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from turs.model.contents import RuleSetData
    from turs.ruleset import RuleSet

__all__ = ["Cell", "OverlapsDisplay"]

MAX_CELLS = 30
MAX_RULES = 30

_DOT = 20.0
_SMALL = 7.0


@dataclass
class OverlapsDisplay:
    """Draw which rules cover rows together.

    A column is a cell: the rows that exactly the same rules cover. Dots say which rules these are,
    filled for those that speak; the bar above has the rows, by class. At the left are the rules
    with all the rows that each covers.

    Parameters
    ----------
    summary : Summary
        The rule set as people look at it.
    cells : tuple of Cell
        Most rows first.

    Attributes
    ----------
    ax_ : Axes
        What holds the picture.
    axes_ : dict of str to Axes
        Its panels: ``"rows"``, ``"sizes"`` and ``"members"``.
    figure_ : Figure
        The figure.
    """

    summary: Summary
    cells: tuple[Cell, ...]
    ax_: Axes = field(init=False, repr=False)
    axes_: dict[str, Axes] = field(init=False, repr=False)
    figure_: Figure = field(init=False, repr=False)

    @classmethod
    def from_rule_set(
        cls,
        rule_set: RuleSet,
        *,
        ax: Axes | None = None,
        max_cells: int = MAX_CELLS,
        max_rules: int = MAX_RULES,
    ) -> OverlapsDisplay:
        """Draw the overlaps of a rule set.

        Parameters
        ----------
        rule_set : RuleSet
            The rule set.
        ax : Axes, optional
            Where to draw; a new figure without.
        max_cells, max_rules : int, default=30
            How many are drawn, the largest first; the caption counts the others.

        Returns
        -------
        OverlapsDisplay
        """
        data = data_of(rule_set)
        summary = Summary(data)
        display = cls(summary, _cells(data, summary))
        return display.plot(ax, max_cells=max_cells, max_rules=max_rules)

    def plot(
        self, ax: Axes | None = None, *, max_cells: int = MAX_CELLS, max_rules: int = MAX_RULES
    ) -> OverlapsDisplay:
        """Draw the overlaps.

        Parameters
        ----------
        ax : Axes, optional
            Where to draw; a new figure without. A small Axes gets as many as it has room for.
        max_cells, max_rules : int, default=30
            How many are drawn, the largest first; the caption counts the others.

        Returns
        -------
        OverlapsDisplay
            This display, with ``ax_``, ``axes_`` and ``figure_``.
        """
        pyplot()
        limits = check_most("max_cells", max_cells), check_most("max_rules", max_rules)
        palette = Palette.of(self.summary.classes, self.summary.total.counts)
        plan = OverlapPlan.of(self.summary, self.cells, size_of(ax), limits, palette)
        canvas = Canvas.open(ax, plan.size, plan.lettering, self._heading())
        plan.key.draw(canvas, 0, 0)
        plan.ladder.draw(canvas, plan.top)
        canvas.caption(plan.caption)
        self.axes_ = {
            "rows": _draw_rows(canvas, plan, palette),
            "sizes": _draw_sizes(canvas, plan, self.summary),
            "members": _draw_members(canvas, plan),
        }
        self.ax_, self.figure_ = canvas.ax, canvas.figure
        return self

    def _heading(self) -> str:
        n_rules, n_cells = len(self.summary.rules), len(self.cells)
        rules = "1 rule cuts" if n_rules == 1 else f"{n_rules:,} rules cut"
        cells = "1 cell" if n_cells == 1 else f"{n_cells:,} cells"
        return f"{rules if n_rules else 'No rules cut'} {self.summary.n_rows:,} rows into {cells}"


def _cells(data: RuleSetData, summary: Summary) -> tuple[Cell, ...]:
    table = data.cells
    speaking = Groups(table, data.rules).speaking(table.members)
    numbers = np.empty(len(data.rules), dtype=np.int64)
    numbers[[rule.position for rule in summary.rules]] = [rule.number for rule in summary.rules]
    cells = [
        Cell(_chosen(numbers, table.members[i]), _chosen(numbers, speaking[i]), tuple(counts))
        for i, counts in enumerate(table.counts.tolist())
    ]
    return tuple(sorted(cells, key=lambda cell: (-cell.n_rows, sorted(cell.rules))))


def _chosen(numbers: NDArray[np.int64], members: NDArray[np.bool_]) -> frozenset[int]:
    return frozenset(numbers[members].tolist())


def _draw_rows(canvas: Canvas, plan: OverlapPlan, palette: Palette) -> Axes:
    top = plan.key.height + FOOT
    ax = canvas.panel(plan.left, top, plan.width, plan.bars)
    cells = plan.selection.cells
    ax.set_xlim(-0.5, len(cells) - 0.5)
    ax.set_ylim(0, 1.05 * cells[0].n_rows)
    ax.set_xticks([])
    ax.set_yticks([])
    rule_off(ax, [0], axis="y")
    floor = np.zeros(len(cells))
    for i, colour in enumerate(palette.colours):
        counts = np.array([cell.counts[i] for cell in cells])
        drawn = np.flatnonzero(counts)
        ax.bar(drawn, counts[drawn], 0.7, bottom=floor[drawn], color=colour, linewidth=0)
        floor += counts
    for x, cell in enumerate(cells):
        text = _short(cell.n_rows)
        style = {**plan.lettering.style, "fontsize": _SMALL}
        ax.text(x, cell.n_rows, text, ha="center", va="bottom", color=QUIET, **style)
    return ax


def _short(n: int) -> str:
    """Write a number in at most four characters.

    Examples
    --------
    >>> _short(999), _short(1234), _short(56789), _short(1234567)
    ('999', '1.2k', '57k', '1.2M')
    """
    for unit, name in ((1, ""), (1_000, "k"), (1_000_000, "M"), (1_000_000_000, "G")):
        if n < 9.95 * unit and unit > 1:
            return f"{n / unit:.1f}{name}"
        if n < 999.5 * unit:
            return f"{n / unit:.0f}{name}"
    return f"{n:.0e}"


def _draw_sizes(canvas: Canvas, plan: OverlapPlan, summary: Summary) -> Axes:
    left = plan.ladder.width + GAP
    ax = canvas.panel(left, plan.top, SIZES, plan.ladder.height or FOOT)
    shown = [summary.rules[number - 1] for number in plan.selection.numbers]
    ax.set_xlim(0, max([1, *(rule.n_rows for rule in shown)]))
    ax.set_xticks([])
    plan.ladder.align(ax)
    if shown:
        canvas.write(left, plan.top - GAP, "rows covered", color=QUIET)
    for rule, text, middle in zip(shown, plan.sizes, plan.ladder.middles, strict=False):
        ax.barh(middle, rule.n_rows, 0.1, color=FAINT)
        canvas.write(left + SIZES + GAP / 2, plan.top + middle, text, color=QUIET)
    return ax


def _draw_members(canvas: Canvas, plan: OverlapPlan) -> Axes:
    ax = canvas.panel(plan.left, plan.top, plan.width, plan.ladder.height or FOOT)
    cells, numbers = plan.selection.cells, plan.selection.numbers
    ax.set_xlim(-0.5, len(cells) - 0.5)
    ax.set_xticks([])
    plan.ladder.align(ax)
    middle_of = dict(zip(numbers, plan.ladder.middles, strict=False))
    for x, cell in enumerate(cells):
        _draw_cell(ax, x, cell, middle_of)
        n_unlisted = plan.selection.n_unlisted(cell)
        if n_unlisted:
            style = {**plan.lettering.style, "fontsize": _SMALL}
            last = plan.ladder.middles[-1]
            ax.text(x, last, f"+{n_unlisted}", ha="center", va="center", color=INK, **style)
        if not cell.rules:
            place = (plan.left + (x + 0.5) * plan.pitch, plan.top + plan.ladder.height + FOOT / 2)
            canvas.write(*place, "else", ha="center", color=QUIET)
    return ax


def _draw_cell(ax: Axes, x: int, cell: Cell, middle_of: dict[int, float]) -> None:
    inside = [middle_of[number] for number in sorted(cell.rules & middle_of.keys())]
    speaking = {middle_of[number] for number in cell.speaking & middle_of.keys()}
    outside = [middle for middle in middle_of.values() if middle not in inside]
    ax.scatter([x] * len(outside), outside, s=_DOT / 3, color=FAINT, linewidths=0)
    if len(inside) > 1:
        ax.plot([x, x], [inside[0], inside[-1]], color=INK, linewidth=0.9, zorder=2)
    colours = [INK if middle in speaking else "white" for middle in inside]
    ax.scatter(
        [x] * len(inside), inside, s=_DOT, c=colours, edgecolors=INK, linewidths=0.9, zorder=3
    )
