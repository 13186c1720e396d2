"""Classes, blended with what rows that are alike say: so that chance has less to offer.

The best of thousands of rules looks better on the rows that it was found on than on others, because
some of them have their class by chance. What a forest says of a row that its trees have not seen is
free of that chance. So a row counts several shares, of which most fall to its own class and the
others to the classes that the forest gives it. It also tells whether there is anything to learn,
and how much.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from turs.counting import forest_kernels, growing_kernels
from turs.counting.forest_kernels import Grove
from turs.counting.workers import Workers
from turs.mdl import Ticks

SHARES = 16
"""How often a row counts."""

# How they were chosen, and on which data: docs/decisions/009-blended-classes.md and 010.
_TREES = 100
_TREES_OF_SAMPLE = 25
_SAMPLE_ROWS = 7_500
_LEAST_PART = 1 / 32
_TRIES = 1.5
_LEAST = 6
# Forests are too cautious where classes are easy to tell, and too bold where they are not: powers
# of their probabilities, of which the one is taken that gives the rows' own classes the most.
_POWERS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0)

# No code is so large.
_FIRST_KEY = 0xBF58476D1CE4E5B9

# Votes are counted in integers, so that threads may count them in any order.
_SCALE = 2.0**20


class Blend(NamedTuple):
    """What a forest says of the classes, and what becomes of them.

    Attributes
    ----------
    part : float
        The part of a row that falls to what the forest says.
    shares : uint8 array, shape (n_rows, n_classes), or None
        How many of the shares of a row fall to each class. They add up to `SHARES`; its own class
        has what is left by the others. None: all of them.
    saved_bits : float
        How many bits shorter the classes are by what the forest says of them than by their
        frequencies, of all rows or of a sample.
    unsaid : float or None
        The share of those bits that it leaves: 0 where it knows the classes, 1 where it knows
        nothing of them. None: it was not asked.
    """

    part: float = 0.0
    shares: NDArray[np.uint8] | None = None
    saved_bits: float = 0.0
    unsaid: float | None = None


NOTHING_BLENDED = Blend()


def blend_classes(
    codes: NDArray[Any],
    ordered: NDArray[np.bool_],
    classes: NDArray[np.integer],
    n_classes: int,
    most: float,
    workers: Workers,
) -> Blend:
    """Return the classes of rows, blended with what a forest says of them.

    No more is blended than the forest leaves unsaid: where it knows the classes, there is little
    chance in them. Where nothing may be blended, it is asked about a sample alone.

    Parameters
    ----------
    codes : uint8 or uint16 array, shape (n_columns, n_rows)
    ordered : bool array, shape (n_columns,)
    classes : int array, shape (n_rows,)
    n_classes : int
    most : float
        The part of a row that may fall to what the forest says, at the most.
    workers : Workers
        The result does not depend on them.

    Returns
    -------
    Blend
    """
    if blends_nothing(most):
        sample = sample_rows(codes, classes, classes.size)
        return ask_sample(*sample, ordered, n_classes, classes.size, workers)
    said = forest_says(codes, ordered, classes, n_classes, workers)
    said, saved_bits, unsaid = _what_it_knows(said, classes, workers)
    part = min(most, unsaid)
    if blends_nothing(part):
        return Blend(saved_bits=saved_bits, unsaid=unsaid)
    shares = _shares(part * SHARES * said, part * SHARES, classes)
    return Blend(part, shares, saved_bits, unsaid)


def blends_nothing(most: float) -> bool:
    """Tell whether so small a part of a row makes no difference.

    Examples
    --------
    >>> blends_nothing(0.03), blends_nothing(0.04)
    (True, False)
    """
    return most < _LEAST_PART


def sample_rows(
    codes: NDArray[Any], classes: NDArray[np.integer], n_all: int
) -> tuple[NDArray[Any], NDArray[np.integer]]:
    """Return the codes and classes of the rows that are asked about, of so many in all.

    Some of the rows may be given, or all: what is in a row decides, not where it is.
    """
    if n_all <= _SAMPLE_ROWS:
        return codes, classes
    marks = np.empty(classes.size, dtype=np.bool_)
    growing_kernels.mark_sample(codes, _SAMPLE_ROWS / n_all, marks)
    return np.ascontiguousarray(codes[:, marks]), classes[marks]


def ask_sample(
    codes: NDArray[Any],
    classes: NDArray[np.integer],
    ordered: NDArray[np.bool_],
    n_classes: int,
    n_all: int,
    workers: Workers,
) -> Blend:
    """Return what a forest says of a sample of so many rows in all; nothing is blended.

    Equal rows are all in a sample or none: of a table of few different ones, too many may be, or
    too few to ask.
    """
    if not 0.5 <= classes.size / min(_SAMPLE_ROWS, n_all) <= 2.0:
        return NOTHING_BLENDED
    said = forest_says(codes, ordered, classes, n_classes, workers, _TREES_OF_SAMPLE)
    _, saved_bits, unsaid = _what_it_knows(said, classes, workers)
    return Blend(saved_bits=saved_bits, unsaid=unsaid)


def _what_it_knows(
    said: NDArray[np.float64], classes: NDArray[np.integer], workers: Workers
) -> tuple[NDArray[np.float64], float, float]:
    """Return what is said, sharpened, the bits that it saves, and the share that it leaves."""
    said, length = _sharpened(said, classes, workers)
    frequencies = np.bincount(classes) / len(classes)
    without = _length(frequencies[classes])
    return said, (without - length) / _SCALE, round(length / max(without, 1), 3)


def _shares(
    wanted: NDArray[np.float64], most: float, classes: NDArray[np.integer]
) -> NDArray[np.uint8]:
    """Round what the classes want of each row; its own has the rest.

    Where the others would have more than there is to blend, they are rounded down.
    """
    rows = np.arange(len(classes))
    others = wanted.copy()
    others[rows, classes] = 0.0
    shares = np.floor(others + 0.5)
    too_many = shares.sum(axis=1) > most
    shares[too_many] = np.floor(others[too_many])
    shares[rows, classes] = SHARES - shares.sum(axis=1)
    return shares.astype(np.uint8)


def blended_caution(part: float) -> float:
    """Return how much regret counts where that part of a row is blended.

    Of its class chance decides no more than the rest. What chance pretends to gain is quadratic in
    that, and so is what is paid in order not to be taken in.

    Examples
    --------
    >>> blended_caution(0.5)
    0.25
    """
    return (1.0 - part) ** 2


def forest_says(
    codes: NDArray[Any],
    ordered: NDArray[np.bool_],
    classes: NDArray[np.integer],
    n_classes: int,
    workers: Workers,
    n_trees: int | None = None,
) -> NDArray[np.float64]:
    """Return what the trees say of each row that they were not grown of, shape (n_rows, n_classes).

    Each tree is grown of about half of the rows. A node is split by the best of a few splits that
    look random, down to few rows; a leaf says its frequencies, drawn toward those above it.
    """
    n_columns, n_rows = codes.shape
    prior = np.bincount(classes, minlength=n_classes) / n_rows
    grove = Grove(
        codes=codes,
        ordered=ordered,
        n_codes=codes.max(axis=1).astype(np.int64) + 1,
        classes=classes.astype(np.uint16),
        keys=_keys(codes, classes),
        prior=prior,
        n_tries=math.ceil(_TRIES * math.sqrt(n_columns)),
        least=_LEAST,
    )
    ticks = Ticks.for_rows(n_rows, n_classes)

    def grow(trees: tuple[int, int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        votes = np.zeros((n_rows, n_classes), dtype=np.int64)
        n_votes = np.zeros(n_rows, dtype=np.int64)
        forest_kernels.grow_trees(grove, *trees, _SCALE, ticks, votes, n_votes)
        return votes, n_votes

    parts = workers.map(grow, _parts(n_trees or _TREES, workers.n_threads))
    votes, n_votes = (sum(part) for part in zip(*parts, strict=True))
    # one vote more, for the overall frequencies: a row may have been drawn for every tree
    says: NDArray[np.float64] = (votes / _SCALE + prior) / (n_votes[:, None] + 1.0)
    return says


def _parts(n: int, n_parts: int) -> Iterator[tuple[int, int]]:
    """Give the first and the last number but one of each part of n things."""
    ends = [n * part // n_parts for part in range(n_parts + 1)]
    return pairwise(ends)


def _keys(codes: NDArray[Any], classes: NDArray[np.integer]) -> NDArray[np.uint64]:
    """Return a number for each row that follows from what is in it, not from where it stands.

    Classes are known by their rows, so that their order does not matter either. Rows that are the
    same are told apart by counting them: which of them is which does not matter. No two rows have
    the same number but by accident: were rows of several classes drawn together, a tree would tell
    which class is left.
    """
    # not 0, of which a row of zeros would leave nothing for its class to be known by
    keys: NDArray[np.uint64] = np.full(len(classes), _FIRST_KEY, dtype=np.uint64)
    forest_kernels.row_keys(codes, keys)
    of_class = np.zeros(int(classes.max()) + 1, dtype=np.uint64)
    np.add.at(of_class, classes, keys)
    keys = of_class[classes]
    forest_kernels.row_keys(codes, keys)
    # where two classes have the same rows, only their order tells them apart
    order = np.lexsort((classes, keys))
    is_first = np.ones(len(order), dtype=np.bool_)
    is_first[1:] = np.diff(keys[order]) != 0
    places = np.arange(len(order))
    which = np.empty((1, len(order)), dtype=np.int64)
    which[0, order] = places - np.maximum.accumulate(np.where(is_first, places, 0))
    forest_kernels.row_keys(which, keys)
    return keys


def _sharpened(
    said: NDArray[np.float64], classes: NDArray[np.integer], workers: Workers
) -> tuple[NDArray[np.float64], int]:
    """Return probabilities to the power by which the classes are shortest, and their length."""
    logs = np.log2(np.maximum(said, 2.0**-20))
    rows = np.arange(len(classes))

    def powered(power: float) -> NDArray[np.float64]:
        parts = np.exp2(power * (logs - logs.max(axis=1, keepdims=True)))
        # smallest first: a sum must not depend on the order of the classes; that of two does not
        addends = parts if parts.shape[1] == 2 else np.sort(parts, axis=1)
        return np.asarray(parts / addends.sum(axis=1, keepdims=True))

    lengths = workers.map(lambda power: _length(powered(power)[rows, classes]), _POWERS)
    least = min(lengths)
    return powered(_POWERS[lengths.index(least)]), least


def _length(probabilities: NDArray[np.float64]) -> int:
    """Return how long rows are whose classes have these probabilities: bits times a scale.

    In integers: it must not depend on the order of the rows.
    """
    return int(np.rint(-np.log2(probabilities) * _SCALE).sum())
