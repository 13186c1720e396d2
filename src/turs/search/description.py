"""What it takes to describe a rule: the choice of its literals among those that could be."""

from __future__ import annotations

import math

import numpy as np

from turs.counting import Counts, Masks, Shape, full_masks, row_kernels


class Description:
    """The price of rules, in ticks: so much for each bound of a number and each set of levels.

    A set costs half as much more for each level beyond the first that it names or that it leaves
    out, whichever are fewer: there are the more sets, and chance has the more to choose from.

    Parameters
    ----------
    shape : Shape
    literal_ticks : int
        Price of one choice.
    """

    def __init__(self, shape: Shape, literal_ticks: int) -> None:
        self.literal_ticks = literal_ticks
        self._full = shape.full
        self._values = _first_codes(shape.n_bins, shape)
        inside = _first_codes(shape.n_bins - 1, shape)
        inside[:, 0] &= ~np.uint64(1)
        # sets of levels have no sides: each of their codes is an end
        self._ends = np.where(shape.ordered[:, None], self._values & ~inside, shape.full)
        n_levels = shape.n_bins + shape.has_missing
        # of up to three levels no more than one is named, or left out
        self._n_levels = np.where(~shape.ordered & (n_levels > 3), n_levels, 0)

    def ticks(self, masks: Masks) -> Counts:
        """Return the price of each of some rules.

        Parameters
        ----------
        masks : uint64 array, shape (n_rules, n_columns, n_words)
        """
        n_halves = np.empty(len(masks), dtype=np.int64)
        row_kernels.count_halves(
            masks, self._full, self._values, self._ends, self._n_levels, n_halves
        )
        ticks: Counts = n_halves * self.literal_ticks // 2
        return ticks


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


def _first_codes(how_many: Counts, shape: Shape) -> Masks:
    """Return masks of so many first codes of each column, with as many words as others."""
    last_word = shape.full.shape[1] - 1
    return full_masks(np.append(how_many, 64 * last_word))[:-1]


def _n_literals(shape: Shape, column: int) -> int:
    n_bins, has_missing = int(shape.n_bins[column]), bool(shape.has_missing[column])
    if shape.ordered[column]:
        return 2 * (1 + has_missing) * max(n_bins - 1, 0) + 2 * has_missing
    n_codes = n_bins + has_missing
    if n_codes > shape.enumerate_levels:
        return 2 * shape.n_classes * (n_codes - 1)
    sizes = range(1, min(n_codes - 1, shape.max_set_size) + 1)
    return sum(math.comb(n_codes, size) for size in sizes)
