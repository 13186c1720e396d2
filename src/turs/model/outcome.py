"""Class probabilities as one short line: the classes that matter, most probable first."""

from __future__ import annotations

from collections.abc import Sequence

from turs.model.notation import quote

_MOST_CLASSES = 3
_LEAST_SHARE = 0.005


def format_outcome(probabilities: Sequence[float], classes: Sequence[object]) -> str:
    """Return class probabilities as text; classes that hardly matter are folded into one.

    Parameters
    ----------
    probabilities : sequence of float
        One a class.
    classes : sequence
        The class labels, in the same order.

    Returns
    -------
    str

    Examples
    --------
    >>> format_outcome([0.05, 0.95, 0.0], ["Adelie", "Gentoo", "Chinstrap"])
    'Gentoo 0.95, Adelie 0.05'
    >>> format_outcome([0.2] * 5, "abcde")
    'a 0.20, b 0.20, c 0.20, 2 others 0.40'
    """
    order = sorted(range(len(classes)), key=lambda i: (-probabilities[i], i))
    present = [i for i in order if probabilities[i] > 0]
    n_shown = min(_MOST_CLASSES, sum(probabilities[i] >= _LEAST_SHARE for i in present)) or 1
    rest = sum(probabilities[i] for i in present[n_shown:])
    # Folding one class takes as much room as showing it.
    if rest >= _LEAST_SHARE and n_shown == len(present) - 1:
        n_shown, rest = len(present), 0.0
    parts = [
        f"{format_label(classes[i])} {format_share(probabilities[i])}" for i in order[:n_shown]
    ]
    if rest >= _LEAST_SHARE:
        parts.append(f"{len(present) - n_shown} others {format_share(rest)}")
    return ", ".join(parts)


def format_share(probability: float) -> str:
    """Return a probability with two decimals, without rounding it to certainty.

    Examples
    --------
    >>> format_share(1.0), format_share(0.999), format_share(0.001), format_share(0.5)
    ('1.00', '>0.99', '<0.01', '0.50')
    """
    if 0.995 <= probability < 1:
        return ">0.99"
    if 0 < probability < _LEAST_SHARE:
        return "<0.01"
    return f"{probability:.2f}"


def format_label(label: object) -> str:
    """Return a class label as text on one line."""
    text = str(label)
    return text if text.strip() == text != "" and text.isprintable() else quote(text)
