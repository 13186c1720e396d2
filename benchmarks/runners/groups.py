"""Which classes the rows of each rule have: covers into counts.

A *group* is the rows that a rule speaks for. Of unordered rules these are all rows that the rule
covers, and groups may share rows; of a list or a tree, each row belongs to one group.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Covered = tuple[NDArray[np.bool_], NDArray[Any]]
    Labelled = tuple[NDArray[Any], NDArray[Any]]


@dataclass(frozen=True)
class Groups:
    """Class counts of groups.

    Attributes
    ----------
    training, test : ndarray of int of shape (n_groups, n_classes)
    overlap : float
        Share of the training rows that more than one rule covers.
    """

    training: NDArray[np.int64]
    test: NDArray[np.int64]
    overlap: float

    @classmethod
    def count(cls, training: Covered, test: Covered, *, n_classes: int) -> Self:
        """Count the classes of the rows of each rule, and of those without a rule.

        Parameters
        ----------
        training, test : tuple of ndarray
            Which row each rule covers, of shape (n_rows, n_rules), and the classes from 0.
        n_classes : int

        Returns
        -------
        Groups
            The last is of the rows that no rule covers.
        """
        overlap = float(np.mean(training[0].sum(axis=1) > 1))
        counts = [_counts(covers, y, n_classes) for covers, y in (training, test)]
        return cls(counts[0], counts[1], overlap)

    @classmethod
    def of_labels(cls, training: Labelled, test: Labelled, *, n_classes: int) -> Self:
        """Count the classes of the rows of each part of a partition.

        Parameters
        ----------
        training, test : tuple of ndarray
            A label a row, or a vector of numbers that is the same for rows of one part; and the
            classes from 0.
        n_classes : int

        Returns
        -------
        Groups
        """
        labels = rounded(np.concatenate([training[0], test[0]]))
        of_part, parts = np.unique(labels, axis=0, return_inverse=True)
        sides = np.split(parts.reshape(-1), [len(training[1])])
        counts = np.zeros((2, len(of_part), n_classes), dtype=np.int64)
        for count, side, (_, y) in zip(counts, sides, (training, test), strict=True):
            np.add.at(count, (side, y), 1)
        return cls(counts[0], counts[1], 0.0)

    def write(self, path: Path) -> None:
        """Write the counts to a file.

        Parameters
        ----------
        path : path
        """
        np.savez(path, training=self.training, test=self.test, overlap=self.overlap)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read counts that were written.

        Parameters
        ----------
        path : path

        Returns
        -------
        Groups
        """
        with np.load(path) as file:
            return cls(file["training"], file["test"], float(file["overlap"]))


def rounded(values: NDArray[Any]) -> NDArray[Any]:
    """Return numbers to nine digits, so that what is the same but for rounding is the same.

    Parameters
    ----------
    values : ndarray

    Returns
    -------
    ndarray
    """
    # Adding 0 makes -0 and 0 alike.
    return np.round(values, 9) + 0.0 if values.dtype.kind == "f" else values


def _counts(covers: NDArray[np.bool_], y: NDArray[Any], n_classes: int) -> NDArray[np.int64]:
    without = ~covers.any(axis=1, keepdims=True)
    groups = np.concatenate([covers, without], axis=1)
    counts = [np.bincount(y[rows], minlength=n_classes) for rows in groups.T]
    return np.array(counts, dtype=np.int64)
