"""Counts that travel: what partitions answer, and how answers are added up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turs.counting import Counts


@dataclass(frozen=True, eq=False)
class FewCounts:
    """Counts of which most are 0, by key.

    Parameters
    ----------
    keys : int64 array
        Where there is something, in order.
    values : int64 array
        How much.
    """

    keys: NDArray[np.int64]
    values: Counts

    @property
    def nbytes(self) -> int:
        """Size, in bytes."""
        return int(self.keys.nbytes + self.values.nbytes)

    def __sizeof__(self) -> int:
        return self.nbytes


def add_counts(answers: Sequence[Counts]) -> Counts:
    """Return the sum of the answers of several partitions to one question.

    Examples
    --------
    >>> add_counts([np.array([1, 2]), np.array([10, 20])])
    array([11, 22])
    """
    total = np.array(answers[0])
    for other in answers[1:]:
        total += other
    return total


def add_few_counts(answers: Sequence[FewCounts]) -> FewCounts:
    """Return the sum of answers of which most are 0.

    Examples
    --------
    >>> one, other = (
    ...     FewCounts(np.array([3, 7]), np.array([1, 2])),
    ...     FewCounts(np.array([7, 9]), np.array([10, 20])),
    ... )
    >>> total = add_few_counts([one, other])
    >>> total.keys.tolist(), total.values.tolist()
    ([3, 7, 9], [1, 12, 20])
    """
    keys = np.concatenate([answer.keys for answer in answers])
    values = np.concatenate([answer.values for answer in answers])
    order = np.argsort(keys, kind="stable")
    keys, values = keys[order], values[order]
    begins = np.flatnonzero(np.diff(keys, prepend=-1))
    # numpy cannot add up nothing
    totals = np.add.reduceat(values, begins) if len(begins) else values
    return FewCounts(keys[begins], totals)
