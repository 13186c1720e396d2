"""How a time grows with a size: the exponent of the power that fits best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    pass


@dataclass(frozen=True)
class Exponent:
    """The power of a size that a time grows with.

    Attributes
    ----------
    overall : float
        Of the line through all points, by least squares on logarithms.
    last : float
        Of the line through the two largest sizes, where what does not grow weighs least.
    """

    overall: float
    last: float

    def __str__(self) -> str:
        """Say both."""
        return f"exponent {self.overall:.2f} over all, {self.last:.2f} over the last step"


def fit_exponent(sizes: Sequence[float], seconds: Sequence[float]) -> Exponent:
    """Fit ``seconds = factor * size ** exponent``.

    Parameters
    ----------
    sizes, seconds : sequence of float
        Positive, at least two, of different sizes.

    Returns
    -------
    Exponent

    Examples
    --------
    >>> print(fit_exponent([1, 10, 100], [0.5, 5.0, 500.0]))
    exponent 1.50 over all, 2.00 over the last step
    """
    if len(set(sizes)) < 2 or min(*sizes, *seconds) <= 0:
        raise ValueError("an exponent needs two sizes and times, all of them positive")
    order = np.argsort(sizes)
    x, y = np.log(np.asarray(sizes)[order]), np.log(np.asarray(seconds)[order])
    return Exponent(_slope(x, y), _slope(x[-2:], y[-2:]))


def _slope(
    x: np.ndarray[tuple[int], np.dtype[np.float64]], y: np.ndarray[tuple[int], np.dtype[np.float64]]
) -> float:
    centred = x - x.mean()
    return float(centred @ y / (centred @ centred))
