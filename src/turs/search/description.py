"""What it takes to describe a rule: the choice of its literals among those that could be."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from turs.counting import Counts, Masks, Shape, full_masks


class Description:
    """The price of rules, in ticks: so much for each bound of a number and each set of levels.

    Parameters
    ----------
    shape : Shape
    literal_ticks : int
        Price of one choice.
    """

    def __init__(self, shape: Shape, literal_ticks: int) -> None:
        self.literal_ticks = literal_ticks
        self._full = shape.full
        self._columns = np.flatnonzero(shape.ordered)
        self._last = shape.n_bins[self._columns] - 1
        last_word = self._full.shape[1] - 1
        n_values = np.append(shape.n_bins[self._columns], 64 * last_word)
        self._values = full_masks(n_values)[:-1]

    def ticks(self, masks: Masks) -> Counts:
        """Return the price of each of some rules.

        Parameters
        ----------
        masks : uint64 array, shape (n_rules, n_columns, n_words)
        """
        restricted = (masks != self._full).any(axis=2)
        n_choices = restricted.sum(axis=1) + self._two_sided(masks, restricted).sum(axis=1)
        ticks: Counts = n_choices * self.literal_ticks
        return ticks

    def _two_sided(self, masks: Masks, restricted: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which numbers are bounded on both sides: neither end is in, but something is."""
        columns, last = self._columns, self._last
        first_is_in = masks[:, columns, 0] & np.uint64(1)
        last_is_in = masks[:, columns, last // 64] >> (last % 64).astype(np.uint64) & np.uint64(1)
        some = (masks[:, columns] & self._values).any(axis=2)
        two_sided: NDArray[np.bool_] = (
            restricted[:, columns] & some & (first_is_in == 0) & (last_is_in == 0)
        )
        return two_sided


def n_literals(shape: Shape) -> int:
    """Return how many literals a rule could begin with, at the most.

    Examples
    --------
    >>> from turs.counting import full_masks
    >>> codes = np.array([4, 3])
    >>> shape = Shape(
    ...     codes,
    ...     np.array([True, False]),
    ...     np.zeros(2, dtype=bool),
    ...     4,
    ...     2,
    ...     8,
    ...     8,
    ...     1,
    ...     full_masks(codes),
    ... )
    >>> n_literals(shape)  # below and above 3 cuts; 3 levels, and 3 pairs of them
    12
    """
    return sum(_n_literals(shape, j) for j in range(len(shape.n_bins)))


def n_telling_literals(shape: Shape, class_counts: Counts) -> int:
    """Return how many of them chance has to choose from, at the most.

    Of two cuts with nothing but rows of the most frequent class between them, one is as good as
    the other. So no more count than lie next to the other rows: both sides of a cut before and
    of one behind each of these.
    """
    most = 4 * int(class_counts.sum() - class_counts.max())
    return sum(
        min(_n_literals(shape, j), most) if shape.ordered[j] else _n_literals(shape, j)
        for j in range(len(shape.n_bins))
    )


def _n_literals(shape: Shape, column: int) -> int:
    n_bins, has_missing = int(shape.n_bins[column]), bool(shape.has_missing[column])
    if shape.ordered[column]:
        return 2 * (1 + has_missing) * max(n_bins - 1, 0) + 2 * has_missing
    n_codes = n_bins + has_missing
    if n_codes > shape.enumerate_levels:
        return 2 * shape.n_classes * (n_codes - 1)
    sizes = range(1, min(n_codes - 1, shape.max_set_size) + 1)
    return sum(math.comb(n_codes, size) for size in sizes)
