"""A check as dumbbells: what each rule said of the training rows, and what new rows say."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from turs.exceptions import InputTypeError
from turs.model.check import Check, RuleCheck
from turs.model.outcome import format_label, format_share
from turs.model.summary import Outcome
from turs.plots.arguments import check_most
from turs.plots.canvas import Canvas, caption_lines, pyplot, rule_off, size_of
from turs.plots.ladder import Ladder
from turs.plots.lettering import Lettering
from turs.plots.marks import draw_interval
from turs.plots.palette import ALERT, FOLDED, INK, QUIET
from turs.table.refusal import shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MAX_RULES = 40

_WIDTH = 10.5
_GAP = 0.15
_ABOVE = 0.24
_BELOW = 0.3
_APART = 0.035  # half the distance between the two lines of a rule
_LEAST_SHARES = 1.3


@dataclass(frozen=True)
class _Plan:
    """Where things stand, in inches."""

    size: tuple[float, float]
    lines: list[RuleCheck]
    ladder: Ladder
    columns: dict[str, list[str]]
    caption: list[str]

    @cached_property
    def edges(self) -> dict[str, tuple[float, float]]:
        """The left edge and the width of each column, that of the shares after the classes."""
        lettering = self.ladder.lettering
        widths = {name: _width(name, texts, lettering) for name, texts in self.columns.items()}
        left = self.ladder.width + _GAP
        named = widths.pop("class")
        shares = self.size[0] - left - named - sum(widths.values()) - _GAP
        edges = {"class": (left, named), "share": (left + named + _GAP / 2, shares)}
        left += named + shares + _GAP * 1.5
        for name, width in widths.items():
            edges[name] = (left, width)
            left += width
        return edges


@dataclass
class CheckDisplay:
    """Draw what each rule said of the training rows beside what new rows say.

    A line a rule, the else rule last: the share of the class to speak of, a hollow dot for training
    and a filled one for the new rows, with Wilson's intervals. Rules that changed stand out.

    Parameters
    ----------
    check : Check
        What new rows say of a rule set.

    Attributes
    ----------
    ax_ : Axes
        What holds the picture.
    axes_ : dict of str to Axes
        Its panel, ``"shares"``.
    figure_ : Figure
        The figure.
    """

    check: Check
    ax_: Axes = field(init=False, repr=False)
    axes_: dict[str, Axes] = field(init=False, repr=False)
    figure_: Figure = field(init=False, repr=False)

    @classmethod
    def from_check(
        cls, check: Check, *, ax: Axes | None = None, max_rules: int = MAX_RULES
    ) -> CheckDisplay:
        """Draw a check.

        Parameters
        ----------
        check : Check
            What `RuleSet.check` returns.
        ax : Axes, optional
            Where to draw; a new figure without.
        max_rules : int, default=40
            How many rules are drawn: those that changed, then the largest.

        Returns
        -------
        CheckDisplay
        """
        if not isinstance(check, Check):
            raise InputTypeError(f"a check is drawn of a Check, not of {shown(check)}")
        return cls(check).plot(ax, max_rules=max_rules)

    def plot(self, ax: Axes | None = None, *, max_rules: int = MAX_RULES) -> CheckDisplay:
        """Draw the check.

        Parameters
        ----------
        ax : Axes, optional
            Where to draw; a new figure without. A small Axes gets the rules it has room for.
        max_rules : int, default=40
            How many rules are drawn: those that changed, then the largest.

        Returns
        -------
        CheckDisplay
            This display, with ``ax_``, ``axes_`` and ``figure_``.
        """
        pyplot()
        plan = self._plan(size_of(ax), check_most("max_rules", max_rules))
        canvas = Canvas.open(ax, plan.size, plan.ladder.lettering, self._heading())
        plan.ladder.draw(canvas, _ABOVE)
        canvas.caption(plan.caption)
        _write_texts(canvas, plan)
        left, width = plan.edges["share"]
        panel = canvas.panel(left, _ABOVE, width, plan.ladder.height)
        _draw_shares(panel, plan)
        self.ax_, self.axes_, self.figure_ = canvas.ax, {"shares": panel}, canvas.figure
        return self

    def _heading(self) -> str:
        n_changed, n_rules = len(self.check.changed), len(self.check.rules) + 1
        verb = "has" if n_changed == 1 else "have"
        changed = f"{n_changed:,} of {n_rules:,} rules {verb}" if n_changed else "No rule has"
        rows = (
            "1 new row" if self.check.n_rows_after == 1 else f"{self.check.n_rows_after:,} new rows"
        )
        return f"{changed} changed, as far as {rows} can tell"

    def _plan(self, size: tuple[float, float] | None, max_rules: int) -> _Plan:
        width = _WIDTH if size is None else size[0]
        everything = [*self.check.rules, self.check.otherwise]
        lettering = Lettering.of(
            [
                *map(format_label, self.check.classes),
                *(p for one in everything for p in _parts(one)),
            ]
        )
        chosen = _most_telling(self.check.rules, max_rules)
        ladder = self._ladder(chosen, lettering, width)
        if size is not None:
            free = size[1] - _ABOVE - _BELOW - 4 * lettering.line - ladder.heights[-1]
            n_fit = min(len(chosen), int(free / max(ladder.heights)))
            chosen = _most_telling(self.check.rules, max(n_fit, 0))
            ladder = self._ladder(chosen, lettering, width)
        lines = [*chosen, self.check.otherwise]
        caption = caption_lines(lettering, self._notes(len(chosen)), width)
        height = _ABOVE + ladder.height + _BELOW + (len(caption) + 0.5) * lettering.line
        columns = _without_the_least(self._columns(lines, lettering, width), ladder, width)
        return _Plan((width, height) if size is None else size, lines, ladder, columns, caption)

    def _ladder(self, rules: list[RuleCheck], lettering: Lettering, width: float) -> Ladder:
        lines = [(one.number, _parts(one)) for one in [*rules, self.check.otherwise]]
        return Ladder.of(lines, lettering, 0.38 * width)

    def _columns(
        self, lines: list[RuleCheck], lettering: Lettering, width: float
    ) -> dict[str, list[str]]:
        names = [format_label(self.check.classes[one.main_class]) for one in lines]
        return {
            "class": [lettering.shorten(name, 0.12 * width) for name in names],
            "training, new": [
                ", ".join(_share(outcome, one.main_class) for outcome in (one.before, one.after))
                for one in lines
            ],
            "rows": [f"{one.before.n_rows:,}, {one.after.n_rows:,}" for one in lines],
            "verdict": [one.verdict for one in lines],
        }

    def _notes(self, n_shown: int) -> list[str]:
        notes = ["Hollow: training rows; filled: new rows; lines: Wilson intervals of 95 %."]
        n_left_out = len(self.check.rules) - n_shown
        if n_left_out:
            changed = sum(one.verdict == "changed" for one in self.check.rules) - n_shown
            which = "1 more rule is" if n_left_out == 1 else f"{n_left_out:,} more rules are"
            of_them = f"{changed:,} of them changed" if changed > 0 else "none of them changed"
            notes.append(f"{which} not drawn; {of_them}.")
        return notes


def _parts(one: RuleCheck) -> tuple[str, ...]:
    return ("else",) if one.rule is None else one.rule.parts or ("always",)


def _share(outcome: Outcome, i: int) -> str:
    return format_share(outcome.frequencies[i]) if outcome.n_rows else "none"


def _most_telling(rules: tuple[RuleCheck, ...], most: int) -> list[RuleCheck]:
    """Choose the rules that changed, then the largest, and give them in their order."""
    order = sorted(range(len(rules)), key=lambda i: (rules[i].verdict != "changed", i))
    return [rules[i] for i in sorted(order[:most])]


def _width(name: str, texts: list[str], lettering: Lettering) -> float:
    return max(map(lettering.width, [name, *texts])) + _GAP


def _without_the_least(
    columns: dict[str, list[str]], ladder: Ladder, width: float
) -> dict[str, list[str]]:
    """Leave out columns where they would leave no room for the picture."""
    free = width - ladder.width - 2 * _GAP
    kept = dict(columns)
    for name in ("rows", "training, new", "verdict"):
        taken = sum(_width(*item, ladder.lettering) for item in kept.items())
        if free - taken < _LEAST_SHARES:
            del kept[name]
    return kept


def _write_texts(canvas: Canvas, plan: _Plan) -> None:
    for name, (left, _) in plan.edges.items():
        canvas.write(left, _ABOVE - 0.1, name, color=QUIET)
    for name, texts in plan.columns.items():
        left, _ = plan.edges[name]
        for one, text, middle in zip(plan.lines, texts, plan.ladder.middles, strict=True):
            canvas.write(left, _ABOVE + middle, text, color=_colour(one))


def _colour(one: RuleCheck) -> str:
    return {"changed": ALERT, "holds": INK, "no rows": QUIET}[one.verdict]


def _draw_shares(ax: Axes, plan: _Plan) -> None:
    ax.set_xlim(0, 1)
    plan.ladder.align(ax)
    ax.set_xticks([0, 0.5, 1], ["0", "0.5", "1"])
    rule_off(ax, [0, 0.25, 0.5, 0.75, 1])
    for one, middle in zip(plan.lines, plan.ladder.middles, strict=True):
        i, colour = one.main_class, _colour(one)
        ends = [
            (outcome, middle + shift, filled)
            for outcome, shift, filled in ((one.before, -_APART, False), (one.after, _APART, True))
            if outcome.n_rows
        ]
        if len(ends) == 2:
            shares = [outcome.frequencies[i] for outcome, _, _ in ends]
            ax.plot(shares, [place for _, place, _ in ends], color=FOLDED, linewidth=1.0, zorder=2)
        for outcome, place, filled in ends:
            draw_interval(ax, place, outcome.intervals[i], colour)
            ax.plot(
                [outcome.frequencies[i]],
                [place],
                "o",
                markersize=5,
                markeredgecolor=colour,
                markerfacecolor=colour if filled else "white",
                clip_on=False,
                zorder=5,
                label="after" if filled else "before",
            )
