"""Boxes: what the rules take of one or two variables, over the rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from turs.model.outcome import format_label
from turs.model.summary import Summary
from turs.plots.arguments import check_most, data_of
from turs.plots.box_drawing import Frame, draw_boxes, draw_lanes, draw_points, draw_strips
from turs.plots.box_plan import Box, Points, boxes_of, check_variables, ladder_of
from turs.plots.canvas import Canvas, caption_lines, pyplot, size_of
from turs.plots.key import Key
from turs.plots.lettering import Lettering
from turs.plots.palette import Palette
from turs.plots.scale import Scale
from turs.table import read_columns
from turs.table.known_target import codes_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from turs.plots.ladder import Ladder
    from turs.ruleset import RuleSet

MAX_RULES = 12

_WIDTH = 10.0
_PLOT = 4.8  # the height of a picture of two variables
_STRIP = 0.32  # the height of the rows of a class
_GAP = 0.2


@dataclass
class BoxesDisplay:
    """Draw what the rules take of one or two variables, over the rows.

    With two variables a rule is a box, with one it is a bar above the rows. The numbers are those
    of the list at the left. A box is dashed where the rule restricts other variables too, so that
    not all rows inside are covered.

    Parameters
    ----------
    summary : Summary
        The rule set as people look at it.
    scales : tuple of Scale
        One or two axes.
    points : Points
        The rows.
    boxes : tuple of Box
        The rules that restrict one of the variables, largest cover first.

    Attributes
    ----------
    ax_ : Axes
        What holds the picture.
    axes_ : dict of str to Axes
        Its panels: ``"rows"``, and with one variable also ``"rules"``.
    figure_ : Figure
        The figure.
    """

    summary: Summary
    scales: tuple[Scale, ...]
    points: Points
    boxes: tuple[Box, ...]
    ax_: Axes = field(init=False, repr=False)
    axes_: dict[str, Axes] = field(init=False, repr=False)
    figure_: Figure = field(init=False, repr=False)

    @classmethod
    def from_rule_set(
        cls,
        rule_set: RuleSet,
        X: Any,
        y: Any,
        variables: Any,
        *,
        ax: Axes | None = None,
        max_rules: int = MAX_RULES,
    ) -> BoxesDisplay:
        """Draw the rules of a rule set over rows.

        Parameters
        ----------
        rule_set : RuleSet
            The rule set.
        X : data frame, array or dict of columns
            A table with the columns of training.
        y : array-like
            The classes of the rows.
        variables : str or sequence of str
            One or two columns.
        ax : Axes, optional
            Where to draw; a new figure without.
        max_rules : int, default=12
            How many rules are drawn, the largest first; the caption counts the others.

        Returns
        -------
        BoxesDisplay
        """
        data = data_of(rule_set)
        columns = read_columns(X, data.schema)
        codes = codes_of(y, data.classes, n_rows=columns.n_rows)
        positions = check_variables(variables, columns)
        values = [columns.values[i] for i in positions]
        scales = tuple(
            Scale.of(data.schema.columns[i], column)
            for i, column in zip(positions, values, strict=True)
        )
        summary = Summary(data)
        boxes = tuple(boxes_of(summary, scales))
        display = cls(summary, scales, Points.of(scales, values, codes), boxes)
        return display.plot(ax, max_rules=max_rules)

    def plot(self, ax: Axes | None = None, *, max_rules: int = MAX_RULES) -> BoxesDisplay:
        """Draw the rules over the rows.

        Parameters
        ----------
        ax : Axes, optional
            Where to draw; a new figure without. A small Axes gets the rules it has room for.
        max_rules : int, default=12
            How many rules are drawn, the largest first; the caption counts the others.

        Returns
        -------
        BoxesDisplay
            This display, with ``ax_``, ``axes_`` and ``figure_``.
        """
        pyplot()
        size = size_of(ax)
        palette = Palette.of(self.summary.classes, self.summary.total.counts)
        boxes = self.boxes[: check_most("max_rules", max_rules)]
        lettering = self._lettering(boxes, palette)
        draw = self._plot_two if len(self.scales) == 2 else self._plot_one
        draw(ax, size, boxes, palette, lettering)
        return self

    def _plot_two(
        self,
        ax: Axes | None,
        size: tuple[float, float] | None,
        boxes: tuple[Box, ...],
        palette: Palette,
        lettering: Lettering,
    ) -> None:
        width = _WIDTH if size is None else size[0]
        key = Key.of(palette.key, lettering, width)
        top = key.height + 0.1
        reserve = top + 4 * lettering.line
        room = None if size is None else size[1] - reserve
        ladder = ladder_of(boxes, palette, lettering, (0.36 * width, room))
        boxes = boxes[: len(ladder.rungs)]
        caption = self._caption(boxes, palette, lettering, width)
        below = (len(caption) + 0.5) * lettering.line
        height = top + max(_PLOT, ladder.height) + below if size is None else size[1]
        canvas = self._open(ax, (width, height), lettering)
        key.draw(canvas, 0, 0)
        ladder.draw(canvas, top, ladder.width)
        canvas.caption(caption)
        left = ladder.width + _GAP if boxes else 0.0
        frame = Frame(canvas, left, top, width - left, height - top - below)
        panel = frame.panel(self.scales[0], self.scales[1])
        draw_points(panel, self.points.places, self.points.codes, palette)
        draw_boxes(panel, boxes, palette, lettering, frame.inner(self.scales[0], self.scales[1]))
        self.axes_ = {"rows": panel}

    def _plot_one(
        self,
        ax: Axes | None,
        size: tuple[float, float] | None,
        boxes: tuple[Box, ...],
        palette: Palette,
        lettering: Lettering,
    ) -> None:
        width = _WIDTH if size is None else size[0]
        strips = _STRIP * len(palette.key)
        if size is not None:
            strips = min(strips, 0.4 * size[1])
        rest = strips + _GAP + Frame.below(self.scales[0], lettering, width) + 3 * lettering.line
        room = None if size is None else size[1] - rest
        ladder = ladder_of(boxes, palette, lettering, (0.36 * width, room))
        boxes = boxes[: len(ladder.rungs)]
        caption = self._caption(boxes, palette, lettering, width)
        left = self._left(ladder, palette, lettering)
        below = Frame.below(self.scales[0], lettering, width - left)
        height = ladder.height + _GAP + strips + below + (len(caption) + 0.5) * lettering.line
        canvas = self._open(ax, (width, height) if size is None else size, lettering)
        ladder.draw(canvas, 0)
        canvas.caption(caption)
        lanes = canvas.panel(left, 0, width - left, ladder.height)
        draw_lanes(lanes, boxes, ladder, palette, self.scales[0])
        frame = Frame(canvas, left, ladder.height + _GAP, width - left, strips + below)
        panel = frame.panel(self.scales[0], None)
        draw_strips(panel, self.points, palette, lettering)
        self.axes_ = {"rows": panel, "rules": lanes}

    def _open(self, ax: Axes | None, size: tuple[float, float], lettering: Lettering) -> Canvas:
        n_rows = self.points.n_rows
        names = " and ".join(format_label(scale.column.name) for scale in self.scales)
        rows = "1 row" if n_rows == 1 else f"{n_rows:,} rows"
        heading = lettering.shorten(f"{rows} by {names}", size[0] / 1.2)
        canvas = Canvas.open(ax, size, lettering, heading)
        self.ax_, self.figure_ = canvas.ax, canvas.figure
        return canvas

    def _lettering(self, boxes: tuple[Box, ...], palette: Palette) -> Lettering:
        parts = [part for box in boxes for part in box.rule.rule.parts]
        ticks = [name for scale in self.scales for name in scale.ticks()[1]]
        names = [scale.column.name for scale in self.scales]
        return Lettering.of([*parts, *ticks, *names, *palette.names])

    def _left(self, ladder: Ladder, palette: Palette, lettering: Lettering) -> float:
        names = max(lettering.width(name) for name, _ in palette.key)
        return max(ladder.width if ladder.rungs else 0.0, min(names, 1.8)) + _GAP

    def _caption(
        self, boxes: tuple[Box, ...], palette: Palette, lettering: Lettering, width: float
    ) -> list[str]:
        notes = []
        if any(box.restricts_others for box in boxes):
            notes.append("Dashed: the rule restricts other variables too.")
        n_left_out = len(self.boxes) - len(boxes)
        if n_left_out:
            which = "1 smaller rule is" if n_left_out == 1 else f"{n_left_out:,} smaller rules are"
            notes.append(f"{which} not drawn.")
        notes += self._notes_on_absent_rules()
        return caption_lines(lettering, [*notes, *self.points.notes, *palette.notes], width)

    def _notes_on_absent_rules(self) -> list[str]:
        names = {scale.column.name for scale in self.scales}
        n_apart = sum(names.isdisjoint(rule.rule.variables) for rule in self.summary.rules)
        n_beyond = len(self.summary.rules) - len(self.boxes) - n_apart
        notes = []
        if n_apart:
            verb = "1 rule restricts" if n_apart == 1 else f"{n_apart:,} rules restrict"
            notes.append(f"{verb} other variables only.")
        if n_beyond:
            verb = "1 rule lies" if n_beyond == 1 else f"{n_beyond:,} rules lie"
            notes.append(f"{verb} beyond these rows.")
        return notes
