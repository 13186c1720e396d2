"""Part rows for an honest judgement: a test part, or folds; the same ones every time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from turs.exceptions import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Codes = NDArray[np.intp]

__all__ = ["hold_out", "into_folds"]


def hold_out(codes: Codes, share: float) -> NDArray[np.bool_]:
    """Choose test rows: of each class the same share, but never all.

    Parameters
    ----------
    codes : ndarray of intp of shape (n_rows,)
        The class of each row.
    share : float
        The share of the rows to choose.

    Returns
    -------
    ndarray of bool of shape (n_rows,)
        True for the test rows.

    Raises
    ------
    InputError
        If so small a share of so few rows is none.

    Notes
    -----
    The rows of a class are put in an order that depends on their places in the file alone and has
    nothing to do with the order there, and the first are taken. There is no seed.
    """
    order = _mixed_order(codes)
    sizes = np.bincount(codes)
    wanted = np.minimum(np.round(sizes * share), sizes - 1)
    chosen = np.empty(len(codes), dtype=bool)
    chosen[order] = _place_in_class(codes[order]) < wanted[codes[order]]
    if not chosen.any():
        raise InputError(
            f"a share of {share:g} of {len(codes)} rows leaves no test row; give a larger --test"
        )
    return chosen


def into_folds(codes: Codes, n_folds: int) -> NDArray[np.intp]:
    """Give each row a fold, so that each class is spread evenly over the folds.

    Parameters
    ----------
    codes : ndarray of intp of shape (n_rows,)
        The class of each row.
    n_folds : int
        The number of folds.

    Returns
    -------
    ndarray of intp of shape (n_rows,)
        The fold of each row, from 0.

    Raises
    ------
    InputError
        If there are fewer rows than folds.

    Notes
    -----
    The rows are put in the order of `hold_out`, class after class, and dealt out in turn.
    """
    if len(codes) < n_folds:
        raise InputError(f"{n_folds} folds of {len(codes)} rows are too many; give a smaller --cv")
    if (np.bincount(codes) > 1).sum() < 2:
        raise InputError(
            "with --cv two classes must have 2 rows or more, so that rules can be learned from "
            "every fold's other rows; leave out --cv, or give more rows"
        )
    folds = np.empty(len(codes), dtype=np.intp)
    folds[_mixed_order(codes)] = np.arange(len(codes)) % n_folds
    return folds


def _mixed_order(codes: Codes) -> Codes:
    """Put rows class after class, and within a class by a hash of their places."""
    return np.lexsort((_hashes(len(codes)), codes))


def _hashes(n: int) -> NDArray[np.uint64]:
    """Hash the numbers from 0 (SplitMix64): unlike in every bit, so that no period stays."""
    mixed = np.arange(1, n + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return mixed ^ (mixed >> np.uint64(31))


def _place_in_class(codes: Codes) -> Codes:
    """Count the rows before each that have its class; the rows of a class stand together."""
    starts = np.searchsorted(codes, codes)
    return np.arange(len(codes)) - starts
