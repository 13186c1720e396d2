"""Columns of 0 and 1 for learners that take nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from benchmarks.runners.fold import Columns

_DECILES = np.arange(1, 10) / 10


class Deciles:
    """Turn columns into columns of 0 and 1: is a level, is at most a decile.

    Parameters
    ----------
    columns : mapping of str to ndarray
        Of the training rows.
    """

    def __init__(self, columns: Columns) -> None:
        self.tests: list[tuple[str, Any]] = [
            (name, value) for name, values in columns.items() for value in _values(values)
        ]
        self.names = [f"t{number}" for number, _ in enumerate(self.tests)]

    def matrix(self, columns: Columns) -> NDArray[np.float64]:
        """Return a matrix of 0 and 1.

        Parameters
        ----------
        columns : mapping of str to ndarray

        Returns
        -------
        ndarray of shape (n_rows, n_names)
        """
        parts = [
            columns[name] == value if isinstance(value, str) else columns[name] <= value
            for name, value in self.tests
        ]
        return np.column_stack(parts).astype(np.float64)


def _values(values: NDArray[Any]) -> list[Any]:
    if values.dtype.kind == "U":
        levels: list[Any] = np.unique(values).tolist()
        return levels
    cuts: list[Any] = np.unique(np.quantile(values, _DECILES)).tolist()
    return cuts
