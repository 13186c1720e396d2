"""Counts that travel: what partitions answer, how it is made short, and how it is added up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.counting import Counts


@dataclass(frozen=True, eq=False)
class FewCounts:
    """Counts of which most are 0, by key.

    Parameters
    ----------
    steps : int array
        From each key to the next, the first from 0.
    values : int array
        How much there is at each.
    """

    steps: NDArray[np.integer[Any]]
    values: NDArray[np.integer[Any]]

    @classmethod
    def of(cls, keys: NDArray[np.int64], values: Counts) -> FewCounts:
        """Return what is at some keys, which are in order."""
        return cls(narrow(np.diff(keys, prepend=0)), narrow(values))

    @classmethod
    def of_all(cls, counts: Counts) -> FewCounts:
        """Return the counts of an array, by their place in it, that are not 0."""
        flat = counts.ravel()
        keys = np.flatnonzero(flat)
        return cls.of(keys, flat[keys])

    @property
    def keys(self) -> NDArray[np.int64]:
        """Where there is something, in order."""
        return np.cumsum(self.steps, dtype=np.int64)

    @property
    def nbytes(self) -> int:
        """Size, in bytes."""
        return int(self.steps.nbytes + self.values.nbytes)

    def spread(self, shape: tuple[int, ...]) -> Counts:
        """Return all counts, also those that are 0."""
        counts = np.zeros(shape, dtype=np.int64)
        counts.reshape(-1)[self.keys] = self.values
        return counts

    def __sizeof__(self) -> int:
        return self.nbytes


def narrow(counts: NDArray[Any]) -> NDArray[np.integer[Any]]:
    """Return counts, none below 0, as the shortest integers that hold them.

    Examples
    --------
    >>> narrow(np.array([1, 300])).dtype
    dtype('uint16')
    """
    largest = int(counts.max(initial=0))
    # numpy adds no unsigned integers of 64 bits to signed ones
    return counts.astype(np.min_scalar_type(largest) if largest < 2**32 else np.int64)


def add_counts(answers: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Return the sum of the answers of several partitions to one question.

    Examples
    --------
    >>> add_counts([np.array([1, 2]), np.array([10, 300])])
    array([ 11, 302], dtype=uint16)
    """
    total = answers[0].astype(np.int64)
    for other in answers[1:]:
        total += other
    return narrow(total)


def add_few_counts(answers: Sequence[FewCounts]) -> FewCounts:
    """Return the sum of answers of which most are 0.

    Examples
    --------
    >>> one = FewCounts.of(np.array([3, 7]), np.array([1, 2]))
    >>> other = FewCounts.of(np.array([7, 9]), np.array([10, 20]))
    >>> total = add_few_counts([one, other])
    >>> total.keys.tolist(), total.values.tolist()
    ([3, 7, 9], [1, 12, 20])
    """
    if len(answers) == 1:
        return answers[0]
    keys = np.concatenate([answer.keys for answer in answers])
    values = np.concatenate([answer.values.astype(np.int64) for answer in answers])
    order = np.argsort(keys, kind="stable")
    keys, values = keys[order], values[order]
    begins = np.flatnonzero(np.diff(keys, prepend=-1))
    # numpy cannot add up nothing
    totals = np.add.reduceat(values, begins) if len(begins) else values
    return FewCounts.of(keys[begins], totals)
