"""Decide by a summary what the columns and classes of a table are, and code its partitions."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.binning.binned import BinnedColumn, Codes
from turs.binning.bins import describe_bins, encode_columns, too_many_levels
from turs.distributed.column_summary import ColumnSummary, read_summary
from turs.distributed.distinct_numbers import MOST_DISTINCT, DistinctNumbers
from turs.distributed.label_summary import read_classes
from turs.distributed.summary import TableSummary, check_summary
from turs.exceptions import ColumnError
from turs.table import MISSING, UNSEEN, Column, Schema, read_columns
from turs.table.categorical import columns_asked_for
from turs.table.infer import describe_content, refuse_inexact
from turs.table.known_target import codes_of
from turs.table.labels import read_labels
from turs.table.source import open_table


@dataclass(frozen=True, eq=False)
class Described:
    """Describe a table that is in partitions.

    Parameters
    ----------
    schema : Schema
        What the columns are.
    columns : tuple of BinnedColumn
        What their codes stand for.
    classes : ndarray of shape (n_classes,)
        The class labels.
    n_rows : int
        The number of rows of all partitions.
    """

    schema: Schema
    columns: tuple[BinnedColumn, ...]
    classes: NDArray[Any]
    n_rows: int


def describe(
    summary: TableSummary,
    *,
    categorical_features: Any,
    max_integer_levels: int,
    max_cuts: int,
) -> Described:
    """Decide what the columns, their bins and the classes of a table are.

    Parameters
    ----------
    summary : TableSummary
        Of all partitions.
    categorical_features : "from_dtype", None, or array-like of str, int or bool
        As in `turs.table.infer_columns`.
    max_integer_levels : int
        As there; it has no effect on a column with more than 65,536 distinct values.
    max_cuts : int
        The largest number of cuts of a numeric column.

    Returns
    -------
    Described
        What one machine would find in the whole table. The cuts of a column with more than
        65,536 distinct values come from a sample of them: see `DistinctNumbers` for how near
        they are.

    Raises
    ------
    TursError
        As one machine would, with the number of the partition where that helps.

    Examples
    --------
    >>> from turs.distributed.summary import merge, summarize
    >>> parts = [({"age": [31, 40]}, ["ill", "well"]), ({"age": [52]}, ["ill"])]
    >>> whole = merge([summarize(X, y, place) for place, (X, y) in enumerate(parts)])
    >>> found = describe(
    ...     whole, categorical_features="from_dtype", max_integer_levels=0, max_cuts=100
    ... )
    >>> found.columns[0].cuts.tolist(), found.classes.tolist(), found.n_rows
    ([36.0, 46.0], ['ill', 'well'], 3)
    """
    check_summary(summary)
    [layout] = summary.layouts
    asked = columns_asked_for(categorical_features, layout.names)
    pairs = [
        _describe_column(name, column, name in asked, max_integer_levels)
        for name, column in zip(layout.names, summary.columns, strict=True)
    ]
    columns = tuple(column for column, _ in pairs)
    schema = Schema(columns, named=layout.named)
    classes = read_classes(summary.labels)
    _refuse_many_levels(columns, summary.columns)
    bins = describe_bins(columns, [values for _, values in pairs], max_cuts)
    return Described(schema, bins, classes, summary.n_rows)


def encode(X: Any, y: Any, described: Described) -> tuple[Codes, NDArray[np.int32]]:
    """Turn one partition into codes.

    Parameters
    ----------
    X : data frame, array, dict of columns or list of rows
        The rows of the partition, perhaps none, as they were summarised.
    y : array-like of shape (n_rows,) or (n_rows, 1)
        Their class labels.
    described : Described
        The whole table.

    Returns
    -------
    codes : ndarray of uint8 or uint16 of shape (n_columns, n_rows)
        As in `turs.binning.BinnedTable`.
    classes : ndarray of int32 of shape (n_rows,)
        Positions in the classes of the table.

    Raises
    ------
    TursError
        If the partition is no longer the one that was summarised.
    """
    if open_table(X, may_be_empty=True).n_rows == 0:
        read_labels(y, n_rows=0, may_be_empty=True)
        nothing = [np.empty(0)] * len(described.columns)
        return encode_columns(nothing, described.columns, 0), np.empty(0, dtype=np.int32)
    columns = read_columns(X, described.schema)
    for column, values in zip(described.columns, columns.values, strict=True):
        _refuse_new(column, values)
    codes = encode_columns(columns.values, described.columns, columns.n_rows)
    return codes, codes_of(y, described.classes, columns.n_rows).astype(np.int32)


def _describe_column(
    name: str, summary: ColumnSummary, asked: bool, max_integer_levels: int
) -> tuple[Column, NDArray[Any]]:
    content = read_summary(name, summary)
    if isinstance(summary.content, DistinctNumbers) and not summary.complete:
        if asked:
            refuse_inexact(name, summary.content.largest)
        max_integer_levels = 0
    return describe_content(name, content, asked, max_integer_levels)


def _refuse_many_levels(columns: tuple[Column, ...], summaries: tuple[ColumnSummary, ...]) -> None:
    for column, summary in zip(columns, summaries, strict=True):
        if column.kind == "categorical" and not summary.complete:
            raise too_many_levels(column.name, f"over {MOST_DISTINCT}")


def _refuse_new(column: BinnedColumn, values: NDArray[Any]) -> None:
    """Refuse what was not there before, for which there is no code."""
    missing = np.isnan(values) if column.levels is None else values == MISSING
    if (missing.any() and not column.has_missing) or (
        column.levels is not None and (values == UNSEEN).any()
    ):
        raise ColumnError(
            f"column {column.name!r} has values that it did not have when its partition was "
            "summarised; make the partitions the same each time that they are computed"
        )
