"""Where numbers lie among cuts."""

import numpy as np
from numpy.typing import NDArray

# Of fewer numbers it takes longer to prepare the cells than to look for each of them.
_MANY = 50_000
_N_CELLS = 16_384


def find_places(
    cuts: NDArray[np.float64], values: NDArray[np.float64], out: NDArray[np.unsignedinteger]
) -> None:
    """Write how many cuts are below each number.

    Parameters
    ----------
    cuts : float64 array, shape (n_cuts,)
        Rising.
    values : float64 array, shape (n_values,)
        NaN is above all cuts.
    out : unsigned integer array, shape (n_values,)

    Notes
    -----
    The same as ``np.searchsorted``, and of many numbers several times as fast: they are put into
    cells of one width, and only those in the cell of a cut are looked for. Putting them there
    keeps their order, however it is rounded, so that a number in another cell than that of a cut
    is on the same side of it as its cell.

    Examples
    --------
    >>> out = np.empty(4, dtype=np.uint8)
    >>> find_places(np.array([1.5, 3.0]), np.array([3.0, 0.0, 7.0, np.nan]), out)
    >>> out
    array([1, 0, 2, 2], dtype=uint8)
    """
    scale = _scale(cuts) if len(values) > _MANY else 0.0
    if scale == 0.0:
        out[:] = np.searchsorted(cuts, values)
        return
    n_cuts = np.bincount(_cells(cuts, cuts[0], scale), minlength=_N_CELLS + 3)
    cells = _cells(values, cuts[0], scale)
    np.take((np.cumsum(n_cuts) - n_cuts).astype(out.dtype), cells, out=out, mode="clip")
    unsure = np.flatnonzero((n_cuts > 0)[cells])
    out[unsure] = np.searchsorted(cuts, values[unsure])


def _scale(cuts: NDArray[np.float64]) -> float:
    """Return how many cells there are in a width of one, 0 if that is no number."""
    with np.errstate(over="ignore", divide="ignore"):
        width = cuts[-1] - cuts[0] if len(cuts) else np.float64(0.0)
        scale = float(_N_CELLS / width)
    return scale if np.isfinite(scale) else 0.0


def _cells(values: NDArray[np.float64], low: np.float64, scale: float) -> NDArray[np.int16]:
    """Return the cell of each number: 0 below the first cut, the last above the last and of NaN."""
    with np.errstate(over="ignore"):
        cells = values - low
        cells *= scale
    np.fmin(cells, _N_CELLS + 1, out=cells)
    np.fmax(cells, -1.0, out=cells)
    cells += 1.0
    return cells.astype(np.int16)
