"""Class counts as a page shows them: the classes that matter, the rest folded, and a bar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from turs.model.outcome import format_share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turs.model.summary import Outcome

DASH = "\N{EN DASH}"
"""What stands between the ends of an interval, and where there is nothing to show."""

_MOST_SHOWN = 3
# A stripe of a bar that is thinner than this cannot be seen.
_LEAST_PERCENT = 0.5


@dataclass(frozen=True)
class Share:
    """One class among some rows.

    Parameters
    ----------
    position : int
        The position of the class among all.
    label : str
        Its label.
    count : int
        How many of the rows are of the class.
    share : str
        Which share of them, with two decimals.
    interval : str
        Wilson's interval of the share.
    """

    position: int
    label: str
    count: int
    share: str
    interval: str


@dataclass(frozen=True)
class Stripe:
    """A part of a bar: the colour of a class, or none for those that are lumped together."""

    position: int | None
    percent: str


@dataclass(frozen=True)
class Shares:
    """The classes of some rows, most frequent first.

    Parameters
    ----------
    n_rows : int
        How many rows there are.
    shown : tuple of Share
        The classes that come first.
    folded : tuple of Share
        Those of the others that have a row.
    folded_share : str
        The share of all that are folded.
    stripes : tuple of Stripe
        The classes as a bar.
    whisker : tuple of (str, str)
        Where the interval of the first class starts, and its width, in percent of the bar.
    """

    n_rows: int
    shown: tuple[Share, ...]
    folded: tuple[Share, ...]
    folded_share: str
    stripes: tuple[Stripe, ...]
    whisker: tuple[str, str]


def list_shares(outcome: Outcome, labels: Sequence[str], most_shown: int = _MOST_SHOWN) -> Shares:
    """Arrange the classes of some rows for showing.

    Parameters
    ----------
    outcome : Outcome
        The class counts, with their shares and intervals.
    labels : sequence of str
        The class labels as text.
    most_shown : int, default=3
        How many classes are shown before the others are folded.

    Returns
    -------
    Shares

    Examples
    --------
    >>> from turs.model.summary import Outcome
    >>> outcome = Outcome((1, 3), (0.25, 0.75), ((0.05, 0.7), (0.3, 0.95)))
    >>> [(one.label, one.share, one.count) for one in list_shares(outcome, "ab").shown]
    [('b', '0.75', 3), ('a', '0.25', 1)]
    """
    shares = outcome.frequencies
    order = sorted(range(len(labels)), key=lambda i: (-shares[i], i))
    present = [i for i in order if shares[i] > 0]
    # Folding one class takes as much room as showing it.
    n_shown = len(present) if len(present) <= most_shown + 1 else most_shown
    listed = [_share(outcome, labels[i], i) for i in present]
    low, high = outcome.intervals[order[0]]
    return Shares(
        n_rows=outcome.n_rows,
        shown=tuple(listed[:n_shown]),
        folded=tuple(listed[n_shown:]),
        folded_share=format_share(sum(shares[i] for i in present[n_shown:])),
        stripes=_stripes([(i, 100 * shares[i]) for i in present]),
        whisker=(percent(100 * low), percent(100 * (high - low))),
    )


def format_interval(low: float, high: float) -> str:
    """Return an interval of a share as text."""
    return f"{low:.2f}{DASH}{high:.2f}"


def percent(value: float) -> str:
    """Return a percentage for a style, short and without a sign.

    Examples
    --------
    >>> percent(100.0), percent(33.3333), percent(0.0)
    ('100', '33.33', '0')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _share(outcome: Outcome, label: str, position: int) -> Share:
    return Share(
        position=position,
        label=label,
        count=outcome.counts[position],
        share=format_share(outcome.frequencies[position]),
        interval=format_interval(*outcome.intervals[position]),
    )


def _stripes(widths: list[tuple[int, float]]) -> tuple[Stripe, ...]:
    wide = [Stripe(i, percent(width)) for i, width in widths if width >= _LEAST_PERCENT]
    rest = sum(width for _, width in widths if width < _LEAST_PERCENT)
    return (*wide, Stripe(None, percent(rest))) if rest >= _LEAST_PERCENT else tuple(wide)
