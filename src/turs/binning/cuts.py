"""Choose where a numeric column may be cut: between neighbouring values, at short numbers."""

import numpy as np
from numpy.typing import NDArray


def find_cuts(values: NDArray[np.float64], max_cuts: int) -> NDArray[np.float64]:
    """Choose the cuts of a numeric column.

    Parameters
    ----------
    values : ndarray of float64 of shape (n_rows,)
        The values, NaN where missing, none of them infinite.
    max_cuts : int
        The largest number of cuts, 0 or more.

    Returns
    -------
    ndarray of float64 of shape (n_cuts,)
        Increasing. Each lies between two neighbouring distinct values, ``a <= cut < b``.

    Notes
    -----
    Cuts are midpoints, each moved to the number with the fewest decimal digits in the middle
    half of its gap, so that rules are short to read and what is printed is what is computed.
    Where all values are integral, so are the cuts: the midpoint, rounded down. If there are more
    gaps than `max_cuts`, the cuts are evenly spaced over the distinct values.

    Examples
    --------
    >>> import numpy as np
    >>> find_cuts(np.array([0.1234, 0.5678, 0.5678, 2.0]), max_cuts=100).tolist()
    [0.3, 1.0]
    >>> find_cuts(np.array([1.0, 2.0, 3.0, 10.0]), max_cuts=100).tolist()
    [1.0, 2.0, 6.0]
    """
    distinct = np.unique(values)
    distinct = distinct[~np.isnan(distinct)]
    gaps = _choose_gaps(len(distinct), max_cuts)
    below, above = distinct[gaps], distinct[gaps + 1]
    if (distinct == np.floor(distinct)).all():
        return _integral_cuts(below, above)
    pairs = zip(below.tolist(), above.tolist(), strict=True)
    return np.array([short_cut(low, high) for low, high in pairs], dtype=np.float64)


def short_cut(below: float, above: float) -> float:
    """Find the number with the fewest decimal digits in the middle half of a gap.

    Parameters
    ----------
    below, above : float
        Two finite numbers, the first the smaller.

    Returns
    -------
    float
        At least `below` and less than `above`; of several the nearest to the midpoint. Where no
        float lies in the middle half, the midpoint, or `below` between neighbouring floats.

    Examples
    --------
    >>> short_cut(5.43, 5.51), short_cut(1e-9, 3e-9), short_cut(-2.5, 3.5)
    (5.47, 2e-09, 0.0)
    """
    # Halves and quarters are taken before adding: the sum of two large numbers may overflow.
    middle = below / 2 + above / 2
    low, high = below * 0.75 + above * 0.25, below * 0.25 + above * 0.75
    for digits in range(_MOST_DIGITS):
        # Adding zero turns a negative zero into zero.
        cut = round(middle, digits) + 0.0
        if low <= cut <= high and below <= cut < above:
            return cut
        if cut == middle:
            break
    return middle if below <= middle < above else below


# The smallest float above zero has its first decimal digit here.
_MOST_DIGITS = 325


def _choose_gaps(n_distinct: int, max_cuts: int) -> NDArray[np.intp]:
    """Choose the gaps to cut by the position of the value below, evenly if they are many."""
    if n_distinct - 1 <= max_cuts:
        return np.arange(max(n_distinct - 1, 0))
    # So that the bins have equal numbers of distinct values, or nearly so.
    return np.arange(1, max_cuts + 1) * n_distinct // (max_cuts + 1) - 1


def _integral_cuts(below: NDArray[np.float64], above: NDArray[np.float64]) -> NDArray[np.float64]:
    middle = np.floor(below / 2 + above / 2) + 0.0
    # Beyond 2**53 the midpoint of neighbouring floats may be rounded up to the upper one.
    return np.where((below <= middle) & (middle < above), middle, below)
