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
    Cuts are midpoints, each rounded as far as it still cuts the values in the same place
    (`short_cut`), so that rules are short to read and what is printed is what is computed. If
    there are more gaps than `max_cuts`, the cuts are evenly spaced over the distinct values.

    Examples
    --------
    >>> import numpy as np
    >>> find_cuts(np.array([0.1234, 0.5678, 0.5678, 2.0]), max_cuts=100).tolist()
    [0.3, 1.0]
    >>> find_cuts(np.array([1.0, 2.0, 3.0, 10.0, 3725.0, 3750.0]), max_cuts=100).tolist()
    [1.0, 2.0, 6.0, 2000.0, 3740.0]
    """
    distinct = np.unique(values)
    distinct = distinct[~np.isnan(distinct)]
    gaps = _choose_gaps(len(distinct), max_cuts)
    below, above = distinct[gaps], distinct[gaps + 1]
    pairs = zip(below.tolist(), above.tolist(), strict=True)
    return np.array([short_cut(low, high) for low, high in pairs], dtype=np.float64)


def short_cut(below: float, above: float) -> float:
    """Find the number with the fewest decimal digits in a gap.

    Parameters
    ----------
    below, above : float
        Two finite numbers, the first the smaller.

    Returns
    -------
    float
        At least `below` and less than `above`; of several the nearest to the midpoint. A whole
        number may end in zeros, as many as leave it in the middle half of the gap: there a
        rounder number would cost more of the margin than it is worth.

    Examples
    --------
    >>> short_cut(5.43, 5.52), short_cut(42.3, 42.4), short_cut(1e-9, 3e-9), short_cut(-2.5, 3.5)
    (5.5, 42.3, 2e-09, 0.0)
    >>> short_cut(3725, 3750), short_cut(999, 1600), short_cut(123456, 234567)
    (3740.0, 1300.0, 200000.0)
    """
    # Halves are taken before adding: the sum of two large numbers may overflow.
    middle = below / 2 + above / 2
    for digits in range(_MOST_DIGITS):
        # Adding zero turns a negative zero into zero.
        cut = round(middle, digits) + 0.0
        if below <= cut < above:
            whole = digits == 0 and abs(cut) < _MOST_WHOLE
            return _rounder(cut, middle, (above - below) / 4) if whole else cut
        if round(below, digits) == below:
            return below + 0.0
    return middle if below <= middle < above else below


# The smallest float above zero has its first decimal digit here.
_MOST_DIGITS = 325

# Beyond, floats are too far apart to be counted.
_MOST_WHOLE = 1e15


def _rounder(cut: float, middle: float, most_away: float) -> float:
    """Return the number with the most zeros at its end that is near enough to the middle."""
    for digits in range(1, 16):
        other = round(middle, -digits) + 0.0
        if abs(other - middle) > most_away:
            break
        cut = other
    return cut


def _choose_gaps(n_distinct: int, max_cuts: int) -> NDArray[np.intp]:
    """Choose the gaps to cut by the position of the value below, evenly if they are many."""
    if n_distinct - 1 <= max_cuts:
        return np.arange(max(n_distinct - 1, 0))
    # So that the bins have equal numbers of distinct values, or nearly so.
    return np.arange(1, max_cuts + 1) * n_distinct // (max_cuts + 1) - 1
