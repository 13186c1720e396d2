"""Reliability: how often predictions are right, by how sure they are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from turs.model.outcome import format_measure
from turs.model.quality import Quality, measure
from turs.plots.arguments import data_of
from turs.plots.canvas import Canvas, caption_lines, pyplot, rule_off, size_of
from turs.plots.lettering import Lettering
from turs.plots.marks import draw_interval
from turs.plots.palette import CLASS_COLOURS, FAINT, QUIET
from turs.table.known_target import codes_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from turs.ruleset import RuleSet

_SIZE = (4.8, 6.2)
_LEFT = 0.55
_RIGHT = 0.15
_HISTOGRAM = 0.2  # of what the labels leave
_TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1]


@dataclass
class ReliabilityDisplay:
    """Draw how often predictions are right, by the probability that they give themselves.

    A point a bin of rows, with Wilson's interval; on the line, probabilities mean what they say.
    Below, how many rows each bin has.

    Parameters
    ----------
    quality : Quality
        How well the predictions do.

    Attributes
    ----------
    ax_ : Axes
        What holds the picture.
    axes_ : dict of str to Axes
        Its panels: ``"reliability"`` and ``"rows"``.
    figure_ : Figure
        The figure.
    """

    quality: Quality
    ax_: Axes = field(init=False, repr=False)
    axes_: dict[str, Axes] = field(init=False, repr=False)
    figure_: Figure = field(init=False, repr=False)

    @classmethod
    def from_rule_set(
        cls, rule_set: RuleSet, X: Any, y: Any, *, ax: Axes | None = None
    ) -> ReliabilityDisplay:
        """Draw the reliability of a rule set on rows whose classes are known.

        Parameters
        ----------
        rule_set : RuleSet
            The rule set.
        X : data frame, array or dict of columns
            A table with the columns of training; best of rows that are not from it.
        y : array-like
            The classes of the rows.
        ax : Axes, optional
            Where to draw; a new figure without.

        Returns
        -------
        ReliabilityDisplay
        """
        classes = data_of(rule_set).classes
        probabilities = rule_set.predict_proba(X)
        codes = codes_of(y, classes, n_rows=len(probabilities))
        return cls(measure(probabilities, codes, len(classes))).plot(ax)

    def plot(self, ax: Axes | None = None) -> ReliabilityDisplay:
        """Draw the reliability.

        Parameters
        ----------
        ax : Axes, optional
            Where to draw; a new figure without.

        Returns
        -------
        ReliabilityDisplay
            This display, with ``ax_``, ``axes_`` and ``figure_``.
        """
        pyplot()
        size = size_of(ax) or _SIZE
        lettering = Lettering.of([])
        notes = ["Lines: Wilson intervals of 95 %.", self._measures()]
        caption = caption_lines(lettering, notes, size[0])
        n_rows = self.quality.n_rows
        heading = f"Predictions for {n_rows:,} {'row' if n_rows == 1 else 'rows'}"
        canvas = Canvas.open(ax, size, lettering, heading)
        canvas.caption(caption)
        free = size[1] - (len(caption) + 6) * lettering.line
        width = size[0] - _LEFT - _RIGHT
        above = (1 - _HISTOGRAM) * free
        self.axes_ = {
            "reliability": canvas.panel(_LEFT, 0.05, width, above),
            "rows": canvas.panel(_LEFT, above + 2.2 * lettering.line, width, _HISTOGRAM * free),
        }
        self._draw_points(self.axes_["reliability"], lettering)
        self._draw_rows(self.axes_["rows"], lettering)
        self.ax_, self.figure_ = canvas.ax, canvas.figure
        return self

    def _measures(self) -> str:
        quality = self.quality
        auc = "" if quality.auc is None else f"AUC {format_measure(quality.auc)}, "
        return (
            f"Accuracy {format_measure(quality.accuracy)}, {auc}"
            f"log loss {format_measure(quality.log_loss)}, "
            f"Brier {format_measure(quality.brier)}."
        )

    def _draw_points(self, ax: Axes, lettering: Lettering) -> None:
        ax.set_xlim(0, 1)
        ax.set_ylim(0, 1)
        ax.set_xticks(_TICKS, [])
        ax.set_yticks(_TICKS)
        rule_off(ax, _TICKS)
        rule_off(ax, _TICKS, axis="y")
        ax.plot([0, 1], [0, 1], color=QUIET, linewidth=0.8, linestyle=(0, (4, 2)), zorder=1)
        ax.set_ylabel("share of them that was right", color=QUIET, **lettering.style)
        bins = self.quality.reliability
        for one in bins:
            draw_interval(ax, one.mean_predicted, one.interval, CLASS_COLOURS[0], upright=True)
        places = [one.mean_predicted for one in bins], [one.frequency for one in bins]
        # Unclipped: certain predictions lie on the edge.
        ax.plot(*places, "o", color=CLASS_COLOURS[0], markersize=5, clip_on=False, zorder=5)

    def _draw_rows(self, ax: Axes, lettering: Lettering) -> None:
        bins = self.quality.reliability
        most = max(one.n_rows for one in bins)
        ax.set_xlim(0, 1)
        ax.set_ylim(0, most)
        ax.set_xticks(_TICKS)
        ax.set_yticks([])
        rule_off(ax, [0], axis="y")
        ax.set_xlabel("probability of the predicted class", color=QUIET, **lettering.style)
        ax.set_ylabel("rows", color=QUIET, **lettering.style)
        for one in bins:
            width = one.high - one.low
            ax.bar(one.low, one.n_rows, 0.94 * width, align="edge", color=FAINT)
            place = ((one.low + one.high) / 2, one.n_rows)
            style = {**lettering.style, "fontsize": 0.85 * lettering.size}
            ax.text(*place, f"{one.n_rows:,}", ha="center", va="bottom", color=QUIET, **style)
