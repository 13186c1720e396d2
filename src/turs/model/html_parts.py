"""Pieces of HTML that rules, explanations, checks and rule sets share; none brings a style."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from turs.markup import Markup, element
from turs.model.outcome import Share, fold_shares, format_label, format_share
from turs.model.stylesheet import N_HUES

if TYPE_CHECKING:
    from turs.model.rule import Rule

# A share with a longer label may be broken over lines.
_LONGEST = 40


def condition_html(rule: Rule) -> Markup:
    """Return the literals of a rule as HTML.

    Parameters
    ----------
    rule : Rule
        The rule.

    Returns
    -------
    Markup
    """
    literals = [element("span", part, class_="turs-literal") for part in rule.parts or ("always",)]
    return element("span", " and ", class_="turs-and").join(literals)


def bar_html(probabilities: Sequence[float], classes: Sequence[object]) -> Markup:
    """Return class probabilities as a bar.

    Parameters
    ----------
    probabilities : sequence of float
        One a class.
    classes : sequence
        The class labels.

    Returns
    -------
    Markup
    """
    pieces = [
        element("span", class_=_hue(i), style=f"width:{100 * share:.2f}%")
        for i, share in enumerate(probabilities)
        if share > 0
    ]
    told = ", ".join(
        f"{format_label(label)} {format_share(share)}"
        for label, share in zip(classes, probabilities, strict=True)
        if share > 0
    )
    return element("div", *pieces, class_="turs-bar", title=told)


def shares_html(
    probabilities: Sequence[float],
    counts: Sequence[int],
    classes: Sequence[object],
    interval: tuple[float, float] | None = None,
) -> Markup:
    """Return class probabilities as text with a dot in the colour of each.

    Parameters
    ----------
    probabilities : sequence of float
        One a class.
    counts : sequence of int
        How many rows each class has.
    classes : sequence
        The class labels.
    interval : (float, float), optional
        Of the most probable class.

    Returns
    -------
    Markup
        Classes that hardly matter are folded into one.
    """
    first, *others = map(_share, fold_shares(probabilities, counts, classes))
    if interval is not None:
        ends = f"{format_share(interval[0])} to {format_share(interval[1])}"
        first += element("span", ends, class_="turs-share turs-quiet turs-small")
    return Markup(" ").join([first, *others])


def table_html(
    columns: Sequence[tuple[str, str | None]], rows: Sequence[Markup], titled: bool = True
) -> Markup:
    """Return rows as a table.

    Parameters
    ----------
    columns : sequence of (str, str or None)
        The title of each column, and how wide it is; None takes what is left.
    rows : sequence of Markup
        Its rows.
    titled : bool, default=True
        Whether the titles are shown.

    Returns
    -------
    Markup
    """
    widths = Markup("").join(
        Markup('<col style="width:{}">').format(width) if width else Markup("<col>")
        for _, width in columns
    )
    titles = [element("th", title, class_=_side(title)) for title, _ in columns]
    head = element("thead", row_html(*titles)) if titled else None
    return element(
        "table",
        element("colgroup", widths),
        head,
        element("tbody", *rows),
        class_="turs-table",
    )


def row_html(*cells: Markup, more: str = "") -> Markup:
    """Return cells as a row of a table.

    Parameters
    ----------
    *cells : Markup
        Elements ``td`` or ``th``.
    more : str, default=""
        The name of another class of style.

    Returns
    -------
    Markup
    """
    return element("tr", *cells, class_=f"turs-row {more}".rstrip())


def number_html(number: object) -> Markup:
    """Return a number as a cell of a table; None leaves it empty."""
    return element("td", number, class_="turs-number")


def quiet_html(*children: object) -> Markup:
    """Return what should stand back, on a line of its own."""
    return element("div", *children, class_="turs-quiet turs-small")


def _side(title: str) -> str | None:
    return "turs-number" if title == "rows" else None


def _hue(position: int | None) -> str:
    return "turs-other" if position is None or position >= N_HUES else f"turs-c{position}"


def _share(share: Share) -> Markup:
    dot = element("span", class_=f"turs-dot {_hue(share.position)}")
    wide = " turs-wide" if len(share.label) > _LONGEST else ""
    told = f"{share.count} {'row' if share.count == 1 else 'rows'}"
    return element("span", dot, str(share), class_=f"turs-share{wide}", title=told)
