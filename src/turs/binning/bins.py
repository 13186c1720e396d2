"""Turn the columns of a training table into small integer codes."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.binning.binned import BinnedColumn, BinnedTable, code_dtype
from turs.binning.cuts import find_cuts
from turs.exceptions import ColumnError, InputError
from turs.table import MISSING, Column, Columns

# Codes are at most 16 bits wide, and one code may be needed for missing values.
_MOST_BINS = 2**16 - 1


def bin_columns(columns: Columns, max_cuts: int) -> BinnedTable:
    """Turn the columns of a training table into codes.

    Parameters
    ----------
    columns : Columns
        The table; every level occurs, none is unseen.
    max_cuts : int
        The largest number of cuts of a numeric column.

    Returns
    -------
    BinnedTable
        Numeric columns are cut into intervals; a categorical column has one bin a level.

    Raises
    ------
    ColumnError
        If a column has too many levels.
    InputError
        If `max_cuts` is out of range.

    Examples
    --------
    >>> from turs.table import infer_columns
    >>> columns = infer_columns({"age": [31, 40, None, 31], "ward": ["B", "A", "B", "C"]})
    >>> bin_columns(columns, max_cuts=100).codes
    array([[0, 1, 2, 0],
           [1, 0, 1, 2]], dtype=uint8)
    """
    if not 0 <= max_cuts < _MOST_BINS:
        raise InputError(f"max_cuts is {max_cuts!r}; it must be from 0 to {_MOST_BINS - 1}")
    pairs = list(zip(columns.schema.columns, columns.values, strict=True))
    binned = tuple(_describe(column, values, max_cuts) for column, values in pairs)
    n_codes = max(column.n_codes for column in binned)
    codes = np.empty((len(binned), columns.n_rows), dtype=code_dtype(n_codes))
    for out, column, (_, values) in zip(codes, binned, pairs, strict=True):
        _encode(values, column, out)
    return BinnedTable(binned, codes, columns.n_rows)


def _describe(column: Column, values: NDArray[Any], max_cuts: int) -> BinnedColumn:
    if column.kind == "numeric":
        cuts = find_cuts(values, max_cuts)
        has_missing = bool(np.isnan(values).any())
        return BinnedColumn(column.name, len(cuts) + 1, True, has_missing, cuts=cuts)
    if len(column.levels) > _MOST_BINS:
        raise ColumnError(
            f"column {column.name!r} has {len(column.levels)} levels, more than {_MOST_BINS}; "
            "drop it, or put its levels into groups"
        )
    n_bins = max(1, len(column.levels))
    has_missing = bool((values == MISSING).any())
    return BinnedColumn(column.name, n_bins, column.ordered, has_missing, levels=column.levels)


def _encode(values: NDArray[Any], column: BinnedColumn, out: NDArray[Any]) -> None:
    if column.cuts is None:
        out[:] = np.where(values == MISSING, column.n_bins, values)
    else:
        out[:] = np.searchsorted(column.cuts, values, side="left")
        if column.has_missing:
            out[np.isnan(values)] = column.n_bins
