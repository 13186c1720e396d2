"""Matrix products of counts and of zeros and ones.

Numpy leaves them to the fast library that it was built with. Some such libraries compute with more
lanes than there are numbers, and what is in the others may raise a flag that means nothing: here
no warning comes of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]


def meet(first: Bools, second: Bools) -> Bools:
    """Tell which rows of one matrix have a true entry where a row of the other has one.

    Parameters
    ----------
    first : ndarray of bool, shape (n, k)
    second : ndarray of bool, shape (m, k)

    Returns
    -------
    ndarray of bool, shape (n, m)

    Notes
    -----
    In float32: a sum of zeros and ones that are not all zero never rounds to zero.

    Examples
    --------
    >>> meet(np.array([[True, False], [True, True]]), np.array([[False, True]])).tolist()
    [[False], [True]]
    """
    with np.errstate(all="ignore"):
        met: Bools = first.astype(np.float32) @ second.T.astype(np.float32) > 0
    return met


def add_up(chosen: NDArray[Any], counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Add up the rows of a matrix that are chosen, several times over.

    Parameters
    ----------
    chosen : ndarray of bool or float64, shape (n, k)
        Which rows, or how much of each.
    counts : ndarray of float64, shape (k, m)
        Whole numbers, for which float64 is exact, and integer products would be slow.

    Returns
    -------
    ndarray of float64, shape (n, m)

    Examples
    --------
    >>> add_up(np.array([[True, True], [False, True]]), np.array([[1.0, 2.0], [9.0, 8.0]])).tolist()
    [[10.0, 10.0], [9.0, 8.0]]
    """
    with np.errstate(all="ignore"):
        summed: NDArray[np.float64] = chosen.astype(np.float64) @ counts
    return summed
