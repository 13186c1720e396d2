"""Which rows of two boolean matrices have an entry in common: a matrix product of 0 and 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    In float32, whose products numpy leaves to the fast library that it was built with; sums of
    zeros and ones that are not all zero never round to zero. Some such libraries compute with more
    lanes than there are numbers, and what is in the others may raise a flag that means nothing.

    Examples
    --------
    >>> meet(np.array([[True, False], [True, True]]), np.array([[False, True]])).tolist()
    [[False], [True]]
    """
    with np.errstate(all="ignore"):
        product = first.astype(np.float32) @ second.T.astype(np.float32)
    met: Bools = product > 0
    return met
