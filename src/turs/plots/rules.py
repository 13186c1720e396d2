"""Rules as bars: what each says of the classes, and how many rows it covers."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from turs.model.outcome import format_share
from turs.model.summary import Outcome, RuleSummary, Summary
from turs.plots.arguments import check_most, data_of
from turs.plots.canvas import Canvas, caption_lines, pyplot, rule_off, size_of
from turs.plots.key import Key
from turs.plots.ladder import Ladder, how_many_fit
from turs.plots.lettering import Lettering
from turs.plots.marks import draw_interval
from turs.plots.palette import FAINT, QUIET, Palette

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from turs.ruleset import RuleSet

MAX_RULES = 40

_WIDTH = 10.5
_GAP = 0.15
_ABOVE = 0.34  # the headings of the columns
_BELOW = 0.3  # the numbers of the axis
_BAR = 0.14


@dataclass(frozen=True)
class _Line:
    """One rung: what is drawn of a rule, or of the else rule."""

    number: int | None
    parts: tuple[str, ...]
    outcome: Outcome
    n_rows: int
    n_alone: int


@dataclass(frozen=True)
class _Plan:
    """Where things stand, in inches."""

    width: float
    height: float
    ladder: Ladder
    key: Key
    caption: list[str]
    said: list[str]
    counted: list[str]

    @property
    def lettering(self) -> Lettering:
        return self.ladder.lettering

    @property
    def top(self) -> float:
        return self.key.height + _ABOVE

    @cached_property
    def columns(self) -> dict[str, tuple[float, float]]:
        """The left edge and the width of each column."""
        left = self.ladder.width + _GAP
        said, counted = (
            max(map(self.lettering.width, texts)) for texts in (self.said, self.counted)
        )
        free = self.width - left - said - counted - 2 * _GAP
        shares, coverage = 0.75 * free, 0.25 * free
        return {
            "shares": (left, shares),
            "said": (left + shares + _GAP / 2, said),
            "coverage": (left + shares + said + _GAP * 1.5, coverage),
            "counted": (left + shares + said + coverage + 2 * _GAP, counted),
        }


@dataclass
class RulesDisplay:
    """Draw what each rule says of the classes, and how many rows it covers.

    A bar a rule, largest cover first and the else rule last: the shares of the classes, that of the
    most frequent one at the left with Wilson's interval of it; beside it the rows that the rule
    covers, dark those that no other rule covers.

    Parameters
    ----------
    summary : Summary
        The rule set as people look at it.

    Attributes
    ----------
    ax_ : Axes
        What holds the picture.
    axes_ : dict of str to Axes
        Its panels: ``"shares"`` and ``"coverage"``.
    figure_ : Figure
        The figure.

    Examples
    --------
    >>> from turs import RuleSet
    >>> X = {"age": [25, 30, 41, 52, 67, 70], "ward": ["A", "B", "A", "A", "B", "B"]}
    >>> y = ["home", "home", "home", "stay", "stay", "stay"]
    >>> rule_set = RuleSet.from_rules(["age > 50", "ward = B"], X, y)
    >>> display = RulesDisplay.from_rule_set(rule_set)  # doctest: +SKIP
    >>> display.figure_.savefig("rules.png")  # doctest: +SKIP
    """

    summary: Summary
    ax_: Axes = field(init=False, repr=False)
    axes_: dict[str, Axes] = field(init=False, repr=False)
    figure_: Figure = field(init=False, repr=False)

    @classmethod
    def from_rule_set(
        cls, rule_set: RuleSet, *, ax: Axes | None = None, max_rules: int = MAX_RULES
    ) -> RulesDisplay:
        """Draw a rule set.

        Parameters
        ----------
        rule_set : RuleSet
            The rule set.
        ax : Axes, optional
            Where to draw; a new figure without.
        max_rules : int, default=40
            How many rules are drawn, the largest first; the caption counts the others.

        Returns
        -------
        RulesDisplay
        """
        return cls(Summary(data_of(rule_set))).plot(ax, max_rules=max_rules)

    def plot(self, ax: Axes | None = None, *, max_rules: int = MAX_RULES) -> RulesDisplay:
        """Draw the rules.

        Parameters
        ----------
        ax : Axes, optional
            Where to draw; a new figure without. Of an Axes too small for all rules, the largest
            are drawn.
        max_rules : int, default=40
            How many rules are drawn, the largest first; the caption counts the others.

        Returns
        -------
        RulesDisplay
            This display, with ``ax_``, ``axes_`` and ``figure_``.
        """
        pyplot()
        check_most("max_rules", max_rules)
        palette = Palette.of(self.summary.classes, self.summary.total.counts)
        lines, plan = self._plan(size_of(ax), max_rules, palette)
        canvas = Canvas.open(ax, (plan.width, plan.height), plan.lettering, self._heading())
        plan.key.draw(canvas, plan.columns["shares"][0], 0)
        plan.ladder.draw(canvas, plan.top)
        canvas.caption(plan.caption)
        self.axes_ = {
            name: canvas.panel(*_place(plan, name), plan.ladder.height)
            for name in ("shares", "coverage")
        }
        _draw_shares(canvas, self.axes_["shares"], plan, lines, palette)
        _draw_coverage(canvas, self.axes_["coverage"], plan, lines)
        self.ax_, self.figure_ = canvas.ax, canvas.figure
        return self

    def _heading(self) -> str:
        n_rules = len(self.summary.rules)
        counted = "1 rule" if n_rules == 1 else f"{n_rules:,} rules" if n_rules else "No rules"
        return f"{counted} for {len(self.summary.classes)} classes, {self.summary.n_rows:,} rows"

    def _plan(
        self, size: tuple[float, float] | None, max_rules: int, palette: Palette
    ) -> tuple[list[_Line], _Plan]:
        rules = [_line(rule) for rule in self.summary.rules[:max_rules]]
        otherwise = self._otherwise()
        parts = [(line.number, line.parts) for line in [*rules, otherwise]]
        lettering = Lettering.of([*palette.names, *(text for _, texts in parts for text in texts)])
        width = _WIDTH if size is None else size[0]
        ladder = Ladder.of(parts, lettering, 0.42 * width)
        key = Key.of(palette.key, lettering, width - ladder.width - _GAP)
        taken = key.height + _ABOVE + _BELOW
        if size is not None:
            # Three lines of caption are kept free; the else rule always has its place.
            free = size[1] - taken - 3 * lettering.line - ladder.heights[-1]
            rules = rules[: how_many_fit(ladder.heights[:-1], free)]
            ladder = Ladder((*ladder.rungs[: len(rules)], ladder.rungs[-1]), lettering)
        caption = caption_lines(lettering, self._notes(len(rules), palette), width)
        height = taken + ladder.height + (len(caption) + 0.5) * lettering.line
        lines = [*rules, otherwise]
        free = width - ladder.width
        return lines, _Plan(
            width=width,
            height=height if size is None else size[1],
            ladder=ladder,
            key=key,
            caption=caption,
            said=[_said(line, palette, lettering, 0.3 * free) for line in lines],
            counted=_counted(lines, self.summary.n_rows, lettering, 0.2 * free),
        )

    def _otherwise(self) -> _Line:
        outcome = self.summary.otherwise
        if self.summary.has_else_rows:
            return _Line(None, ("else",), outcome, outcome.n_rows, outcome.n_rows)
        return _Line(None, ("else (all rows)",), outcome, 0, 0)

    def _notes(self, n_shown: int, palette: Palette) -> list[str]:
        notes = ["Black lines: Wilson intervals of 95 %.", "Dark: rows that no other rule covers."]
        left_out = self.summary.rules[n_shown:]
        if left_out:
            which = (
                "1 more rule is not drawn: it covers"
                if len(left_out) == 1
                else f"{len(left_out):,} more rules are not drawn: they cover"
            )
            few, many = left_out[-1].n_rows, left_out[0].n_rows
            notes.append(f"{which} {few:,}{'' if few == many else f' to {many:,}'} rows.")
        if not self.summary.has_else_rows:
            notes.append("Every row is covered: the else rule uses the counts of all rows.")
        return [*notes, *palette.notes]


def _line(rule: RuleSummary) -> _Line:
    parts = rule.rule.parts or ("always",)
    return _Line(rule.number, parts, rule.outcome, rule.n_rows, rule.n_alone)


def _place(plan: _Plan, column: str) -> tuple[float, float, float]:
    left, width = plan.columns[column]
    return left, plan.top, width


def _draw_shares(
    canvas: Canvas, ax: Axes, plan: _Plan, lines: list[_Line], palette: Palette
) -> None:
    ax.set_xlim(0, 1)
    plan.ladder.align(ax)
    ax.set_xticks([0, 0.5, 1], ["0", "0.5", "1"])
    rule_off(ax, [0, 0.25, 0.5, 0.75, 1])
    _head(canvas, plan, "shares", "share of each class")
    left, _ = plan.columns["said"]
    for line, said, middle in zip(lines, plan.said, plan.ladder.middles, strict=True):
        canvas.write(left, plan.top + middle, said)
        if line.outcome.n_rows:
            _stack(ax, middle, line.outcome, palette)


def _stack(ax: Axes, middle: float, outcome: Outcome, palette: Palette) -> None:
    first = outcome.majority
    order = [first, *(i for i in range(len(outcome.counts)) if i != first)]
    begin = 0.0
    for i in order:
        if outcome.counts[i]:
            share = outcome.frequencies[i]
            ax.barh(
                middle,
                share,
                _BAR,
                left=begin,
                color=palette.colours[i],
                edgecolor="white",
                linewidth=0.4,
            )
            begin += share
    draw_interval(ax, middle, outcome.intervals[first])


def _said(line: _Line, palette: Palette, lettering: Lettering, room: float) -> str:
    """Write the most frequent class and its share, the name shortened where it must be."""
    if not line.outcome.n_rows:
        return lettering.shorten("no row", room)
    first = line.outcome.majority
    share = " " + format_share(line.outcome.frequencies[first])
    name = lettering.shorten(palette.names[first], room - lettering.width(share))
    return f"{name}{share}"


def _draw_coverage(canvas: Canvas, ax: Axes, plan: _Plan, lines: list[_Line]) -> None:
    ax.set_xlim(0, max(1, *(line.n_rows for line in lines)))
    plan.ladder.align(ax)
    ax.set_xticks([])
    room = plan.width - plan.columns["coverage"][0]
    fits = plan.lettering.width("rows covered") <= room
    _head(canvas, plan, "coverage", "rows covered" if fits else "rows")
    left, _ = plan.columns["counted"]
    for line, counted, middle in zip(lines, plan.counted, plan.ladder.middles, strict=True):
        ax.barh(middle, line.n_rows, _BAR, color=FAINT)
        ax.barh(middle, line.n_alone, _BAR, color=QUIET)
        canvas.write(left, plan.top + middle, counted)


def _counted(lines: list[_Line], of: int, lettering: Lettering, room: float) -> list[str]:
    """Write how many rows there are, with their share of all where there is room."""
    texts = [f"{line.n_rows:,} ({100 * line.n_rows / of:.0f} %)" for line in lines]
    if max(map(lettering.width, texts)) <= room:
        return texts
    return [f"{line.n_rows:,}" for line in lines]


def _head(canvas: Canvas, plan: _Plan, column: str, text: str) -> None:
    canvas.write(plan.columns[column][0], plan.top - 0.1, text, color=QUIET)
