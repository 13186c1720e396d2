"""Turn the columns of a training table into small integer codes."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from turs.binning.binned import BinnedColumn, BinnedTable, Codes, code_dtype
from turs.binning.cuts import find_cuts
from turs.binning.places import find_places
from turs.exceptions import ColumnError, InputError
from turs.table import MISSING, Column, Columns

Result = TypeVar("Result")

# Codes are at most 16 bits wide, and one code may be needed for missing values.
_MOST_BINS = 2**16 - 1


def bin_columns(columns: Columns, max_cuts: int, n_threads: int = 1) -> BinnedTable:
    """Turn the columns of a training table into codes.

    Parameters
    ----------
    columns : Columns
        The table; every level occurs, none is unseen.
    max_cuts : int
        The largest number of cuts of a numeric column.
    n_threads : int, default=1
        The result does not depend on it.

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
    binned = describe_bins(columns.schema.columns, columns.values, max_cuts, n_threads)
    codes = encode_columns(columns.values, binned, columns.n_rows, n_threads)
    return BinnedTable(binned, codes, columns.n_rows)


def describe_bins(
    columns: Sequence[Column],
    values: Sequence[NDArray[Any]],
    max_cuts: int,
    n_threads: int = 1,
) -> tuple[BinnedColumn, ...]:
    """Choose the bins of columns.

    Parameters
    ----------
    columns : sequence of Column
        What the columns are.
    values : sequence of ndarray
        Their values as in `turs.table.Columns`; how often a value occurs does not matter.
    max_cuts : int
        The largest number of cuts of a numeric column.
    n_threads : int, default=1

    Returns
    -------
    tuple of BinnedColumn
        One a column.

    Raises
    ------
    ColumnError
        If a column has too many levels.
    InputError
        If `max_cuts` is out of range.
    """
    if not 0 <= max_cuts < _MOST_BINS:
        raise InputError(f"max_cuts is {max_cuts!r}; it must be from 0 to {_MOST_BINS - 1}")
    pairs = zip(columns, values, strict=True)
    return tuple(_each(lambda pair: _describe(pair[0], pair[1], max_cuts), pairs, n_threads))


def encode_columns(
    values: Sequence[NDArray[Any]],
    columns: Sequence[BinnedColumn],
    n_rows: int,
    n_threads: int = 1,
) -> Codes:
    """Turn columns into the codes of known bins.

    Parameters
    ----------
    values : sequence of ndarray of shape (n_rows,)
        The columns as in `turs.table.Columns`; no level is unseen, and values are missing only
        where the bins know of it.
    columns : sequence of BinnedColumn
        Their bins.
    n_rows : int
        The number of rows.
    n_threads : int, default=1

    Returns
    -------
    ndarray of uint8 or uint16 of shape (n_columns, n_rows)
        As in `BinnedTable`.
    """
    n_codes = max(column.n_codes for column in columns)
    codes: Codes = np.empty((len(columns), n_rows), dtype=code_dtype(n_codes))
    _each(lambda three: _encode(*three), zip(values, columns, codes, strict=True), n_threads)
    return codes


def too_many_levels(name: str, how_many: int | str) -> ColumnError:
    """Make the error for a column with more levels than there are codes.

    Parameters
    ----------
    name : str
        The name of the column.
    how_many : int or str
        The number of its levels, as well as it is known.

    Returns
    -------
    ColumnError
        Ready to be raised.
    """
    return ColumnError(
        f"column {name!r} has {how_many} levels, more than {_MOST_BINS}; "
        "drop it, or put its levels into groups"
    )


def _each(
    function: Callable[[Any], Result], columns: Iterable[Any], n_threads: int
) -> list[Result]:
    """Call a function for each column, some of them at a time."""
    if n_threads == 1:
        return [function(column) for column in columns]
    with ThreadPoolExecutor(n_threads) as pool:
        return list(pool.map(function, columns))


def _describe(column: Column, values: NDArray[Any], max_cuts: int) -> BinnedColumn:
    if column.kind == "numeric":
        cuts = find_cuts(values, max_cuts)
        has_missing = bool(np.isnan(values).any())
        return BinnedColumn(column.name, len(cuts) + 1, True, has_missing, cuts=cuts)
    if len(column.levels) > _MOST_BINS:
        raise too_many_levels(column.name, len(column.levels))
    n_bins = max(1, len(column.levels))
    has_missing = bool((values == MISSING).any())
    return BinnedColumn(column.name, n_bins, column.ordered, has_missing, levels=column.levels)


def _encode(values: NDArray[Any], column: BinnedColumn, out: NDArray[Any]) -> None:
    if column.cuts is None:
        out[:] = np.where(values == MISSING, column.n_bins, values)
    else:
        find_places(column.cuts, values, out)
        if column.has_missing:
            out[np.isnan(values)] = column.n_bins
