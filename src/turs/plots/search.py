"""The search as lines: how many bits the rule set takes as rules are added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from turs.exceptions import InputTypeError
from turs.plots.canvas import pyplot, quieten, size_of
from turs.plots.lettering import Lettering
from turs.plots.marks import spread
from turs.plots.palette import CLASS_COLOURS, FAINT, INK, QUIET
from turs.table.refusal import shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SIZE = (7.5, 4.2)
_LABEL_GAP = 0.08
# Lines closer than this share of the least total are one line to the eye.
_SAME = 1e-9


@runtime_checkable
class SearchTrace(Protocol):
    """What is drawn of a search: `TURSClassifier.trace_` has it."""

    @property
    def blended_bits(self) -> Sequence[float]:
        """The bits of the data as the search sees it, without rules and after each rule."""

    @property
    def surrogate_bits(self) -> Sequence[float]:
        """The same, with the uncovered rows described by the surrogate."""

    @property
    def total_bits(self) -> Sequence[float]:
        """The bits of the data and of the rules."""

    @property
    def n_kept(self) -> int:
        """How many of the rules were kept."""


@dataclass(frozen=True)
class _Curve:
    """A line of the picture."""

    name: str
    bits: tuple[float, ...]
    colour: str
    dashed: bool = False

    def draw(self, ax: Axes) -> None:
        ax.plot(
            range(len(self.bits)),
            self.bits,
            label=self.name,
            color=self.colour,
            linewidth=1.4,
            linestyle=(0, (4, 2)) if self.dashed else "-",
            # A search that found nothing is one point, which a line does not show.
            marker="o" if len(self.bits) == 1 else "",
        )


@dataclass
class SearchDisplay:
    """Draw how many bits the rule set takes as rules are added.

    Parameters
    ----------
    data_bits, surrogate_bits, total_bits : tuple of float
        Without rules, and after each rule.
    n_kept : int
        How many rules were kept.

    Attributes
    ----------
    ax_ : Axes
        The picture.
    figure_ : Figure
        The figure.
    """

    data_bits: tuple[float, ...]
    surrogate_bits: tuple[float, ...]
    total_bits: tuple[float, ...]
    n_kept: int
    ax_: Axes = field(init=False, repr=False)
    figure_: Figure = field(init=False, repr=False)

    @classmethod
    def from_trace(cls, trace: SearchTrace, *, ax: Axes | None = None) -> SearchDisplay:
        """Draw a search.

        Parameters
        ----------
        trace : Trace
            What the search did: ``trace_`` of a fitted `TURSClassifier`.
        ax : Axes, optional
            Where to draw; a new figure without.

        Returns
        -------
        SearchDisplay
        """
        _check_trace(trace)
        display = cls(
            data_bits=tuple(trace.blended_bits),
            surrogate_bits=tuple(trace.surrogate_bits),
            total_bits=tuple(trace.total_bits),
            n_kept=trace.n_kept,
        )
        return display.plot(ax)

    def plot(self, ax: Axes | None = None) -> SearchDisplay:
        """Draw the search.

        Parameters
        ----------
        ax : Axes, optional
            Where to draw; a new figure without.

        Returns
        -------
        SearchDisplay
            This display, with ``ax_`` and ``figure_``.
        """
        ax, size = _opened(ax)
        lettering = Lettering.of([])
        quieten(ax, lettering)
        curves = self._curves()
        for curve in curves:
            curve.draw(ax)
        per_inch = self._set_width(ax, lettering, curves, size[0])
        _write_names(ax, lettering, curves, (per_inch, size[1]))
        self._mark_kept(ax, lettering, size[0])
        ax.grid(axis="y", color=FAINT, linewidth=0.6)
        ax.set_axisbelow(True)
        ax.set_xlabel("rules added", color=QUIET, **lettering.style)
        ax.set_ylabel("bits", color=QUIET, **lettering.style)
        self.ax_, self.figure_ = ax, ax.figure.canvas.figure
        return self

    def _curves(self) -> list[_Curve]:
        curves = [_Curve("data", self.data_bits, CLASS_COLOURS[0])]
        if _differ(self.surrogate_bits, self.data_bits):
            name = "data, with surrogate"
            curves.append(_Curve(name, self.surrogate_bits, CLASS_COLOURS[1], dashed=True))
        if _differ(self.total_bits, self.data_bits):
            curves.append(_Curve("data and rules", self.total_bits, INK))
        return curves

    def _set_width(
        self, ax: Axes, lettering: Lettering, curves: list[_Curve], inches: float
    ) -> float:
        """Make room for the names at the right, and return how many rules an inch has."""
        from matplotlib.ticker import MaxNLocator

        n_steps = max(1, len(self.total_bits) - 1)
        names = max(lettering.width(curve.name) for curve in curves) + 2 * _LABEL_GAP
        per_inch = n_steps / max(0.4 * inches, inches - names)
        ticks = MaxNLocator(integer=True, nbins=8).tick_values(0, n_steps)
        ax.set_xticks([tick for tick in ticks if 0 <= tick <= n_steps])
        ax.set_xlim(-0.01 * n_steps, n_steps + names * per_inch)
        return per_inch

    def _mark_kept(self, ax: Axes, lettering: Lettering, inches: float) -> None:
        least = self.total_bits[self.n_kept]
        ax.axvline(self.n_kept, color=FAINT, linewidth=1.0, zorder=0)
        ax.plot([self.n_kept], [least], "o", color=INK, markersize=5, zorder=5, label="kept")
        text = f"{self._kept_words()}, {least:,.1f} bits (without rules {self.total_bits[0]:,.1f})"
        low, high = ax.get_xlim()
        width = lettering.width(text) * (high - low) / inches
        # Above the point if it can be, and within the picture.
        left = max(low, min(self.n_kept - width / 2, high - width))
        ax.annotate(
            text,
            xy=(left, 1),
            xycoords=("data", "axes fraction"),
            xytext=(0, 5),
            textcoords="offset points",
            va="bottom",
            color=INK,
            **lettering.style,
        )

    def _kept_words(self) -> str:
        n_found = len(self.total_bits) - 1
        if not n_found:
            return "no rule was found"
        if not self.n_kept:
            return f"none of {n_found:,} rules kept" if n_found > 1 else "the rule was not kept"
        rules = "1 rule" if n_found == 1 else f"{self.n_kept:,} of {n_found:,} rules"
        return f"{rules} kept"


def _differ(first: Sequence[float], second: Sequence[float]) -> bool:
    return any(abs(a - b) > _SAME * max(1.0, abs(b)) for a, b in zip(first, second, strict=True))


def _check_trace(trace: object) -> None:
    if not isinstance(trace, SearchTrace):
        hint = "; use its trace_" if hasattr(trace, "trace_") else ""
        raise InputTypeError(f"a search is drawn of a trace, not of {shown(trace)}{hint}")


def _write_names(
    ax: Axes, lettering: Lettering, curves: list[_Curve], scale: tuple[float, float]
) -> None:
    """Write the name of each line at its right end, moved where two would overlap."""
    per_inch, inches = scale
    low, high = ax.get_ylim()
    ax.set_ylim(low, high)
    gap = lettering.line * (high - low) / inches
    ends = spread([curve.bits[-1] for curve in curves], gap)
    for curve, end in zip(curves, ends, strict=True):
        place = (len(curve.bits) - 1 + _LABEL_GAP * per_inch, end)
        ax.text(*place, curve.name, va="center", color=curve.colour, **lettering.style)


def _opened(ax: Axes | None) -> tuple[Axes, tuple[float, float]]:
    if ax is None:
        _, made = pyplot().subplots(figsize=_SIZE, layout="constrained")
        return made, (_SIZE[0] - 0.8, _SIZE[1] - 0.8)
    return ax, size_of(ax) or _SIZE
