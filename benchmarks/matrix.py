"""A table as a matrix of numbers, for learners that take nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray


def is_categorical(values: NDArray[Any]) -> bool:
    """Tell whether a column holds levels.

    Parameters
    ----------
    values : ndarray

    Returns
    -------
    bool
    """
    return values.dtype.kind in "OU"


def as_matrix(
    X: Mapping[str, NDArray[Any]], dtype: type[np.floating[Any]] = np.float64
) -> NDArray[np.floating[Any]]:
    """Return numbers as they are, and strings as their place in the alphabet.

    Parameters
    ----------
    X : mapping of str to ndarray of shape (n_rows,)
        Of the training and the test rows together, or they may count differently.
    dtype : type, default=numpy.float64

    Returns
    -------
    ndarray of shape (n_rows, n_columns)
        In the order of Fortran; NaN where missing.
    """
    n_rows = len(next(iter(X.values())))
    matrix = np.empty((n_rows, len(X)), dtype=dtype, order="F")
    for column, values in enumerate(X.values()):
        matrix[:, column] = ordinal(values) if is_categorical(values) else values
    return matrix


def ordinal(values: NDArray[Any]) -> NDArray[np.float64]:
    """Return the place of each string in the alphabet of the column.

    Parameters
    ----------
    values : ndarray of str
        Or of objects, None where missing.

    Returns
    -------
    ndarray of float
        NaN where missing.
    """
    cells = values.tolist()
    levels = sorted(set(cells) - {None})
    code_of: dict[str | None, float] = {level: float(code) for code, level in enumerate(levels)}
    code_of[None] = np.nan
    return np.fromiter(map(code_of.__getitem__, cells), dtype=np.float64, count=len(cells))
