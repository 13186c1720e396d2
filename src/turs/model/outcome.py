"""Class probabilities as one short line: the classes that matter, most probable first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from turs.model.notation import quote

_MOST_CLASSES = 3
_LEAST_SHARE = 0.005


@dataclass(frozen=True)
class Share:
    """A part of an outcome: one class, or what is left of the others.

    Parameters
    ----------
    position : int or None
        The position of the class; None for the others.
    label : str
        The class as text, or as in ``97 others``.
    probability : float
        Its probability, or that of the others together.
    count : int
        Its rows, or those of the others together.
    """

    position: int | None
    label: str
    probability: float
    count: int

    def __str__(self) -> str:
        """Return the part as text, as in ``Adelie 0.57``."""
        return f"{self.label} {format_share(self.probability)}"


def fold_shares(
    probabilities: Sequence[float], counts: Sequence[int], classes: Sequence[object]
) -> list[Share]:
    """Return the classes that matter, most probable first, and the others as one.

    Parameters
    ----------
    probabilities : sequence of float
        One a class.
    counts : sequence of int
        How many rows each class has.
    classes : sequence
        The class labels.

    Returns
    -------
    list of Share
        Their texts, joined by commas, are `format_outcome`.

    Examples
    --------
    >>> [str(share) for share in fold_shares([0.2] * 5, [1] * 5, "abcde")]
    ['a 0.20', 'b 0.20', 'c 0.20', '2 others 0.40']
    """
    order = sorted(range(len(classes)), key=lambda i: (-probabilities[i], i))
    present = [i for i in order if probabilities[i] > 0]
    n_shown = min(_MOST_CLASSES, sum(probabilities[i] >= _LEAST_SHARE for i in present)) or 1
    folded = present[n_shown:]
    rest = sum(probabilities[i] for i in folded)
    # Folding one class takes as much room as showing it.
    if rest >= _LEAST_SHARE and len(folded) == 1:
        n_shown, folded = len(present), []
    shares = [
        Share(i, format_label(classes[i]), probabilities[i], counts[i]) for i in order[:n_shown]
    ]
    if folded and rest >= _LEAST_SHARE:
        n_rows = sum(counts[i] for i in folded)
        shares.append(Share(None, f"{len(folded)} others", rest, n_rows))
    return shares


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
    return ", ".join(map(str, fold_shares(probabilities, [0] * len(classes), classes)))


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


def format_measure(value: float) -> str:
    """Return a measure of quality with three decimals, without rounding it to perfection.

    Examples
    --------
    >>> format_measure(1.0), format_measure(0.99999), format_measure(0.0001), format_measure(0.7524)
    ('1.000', '>0.999', '<0.001', '0.752')
    """
    if 0.9995 <= value < 1:
        return ">0.999"
    return "<0.001" if 0 < value < 0.0005 else f"{value:.3f}"


def format_label(label: object) -> str:
    """Return a class label as text on one line."""
    text = str(label)
    return text if text.strip() == text != "" and text.isprintable() else quote(text)
