"""Summarise one partition of a table, and merge such summaries into that of the whole table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from itertools import zip_longest
from typing import Any, NamedTuple

from turs.distributed.column_summary import ColumnSummary, merge_columns, summarize_column
from turs.distributed.label_summary import LabelSummary, merge_labels, summarize_labels
from turs.exceptions import ColumnError, TursError
from turs.table.labels import read_labels
from turs.table.reading import read_content
from turs.table.source import Source, open_table, refuse_empty


class Layout(NamedTuple):
    """Say how the columns of a partition are named."""

    names: tuple[str, ...]
    named: bool


class Failure(NamedTuple):
    """Hold what was wrong with a partition, until it is said."""

    place: int
    kind: type[TursError]
    sentence: str

    def error(self) -> TursError:
        """Make the error, ready to be raised."""
        return self.kind(f"in partition {self.place}: {self.sentence}")


@dataclass(frozen=True, eq=False)
class TableSummary:
    """Hold what is known of some partitions of a table.

    Parameters
    ----------
    n_rows : int
        The number of their rows.
    layouts : mapping of Layout to int
        The names of the columns, and the first partition that has them so. If there are several
        layouts, the two of the first partitions.
    columns : tuple of ColumnSummary
        One a column; none if there are no rows, or several layouts.
    labels : LabelSummary
        The class labels.
    empty : tuple of (int, int) or None
        The first partition without rows, and the number of its columns.
    failure : Failure or None
        What was wrong with the first partition that cannot be used; nothing else is known then.
    """

    n_rows: int = 0
    layouts: Mapping[Layout, int] = field(default_factory=dict)
    columns: tuple[ColumnSummary, ...] = ()
    labels: LabelSummary = field(default_factory=lambda: LabelSummary({}, frozenset()))
    empty: tuple[int, int] | None = None
    failure: Failure | None = None


def summarize(X: Any, y: Any, place: int) -> TableSummary:
    """Summarise one partition.

    Parameters
    ----------
    X : data frame, array, dict of columns or list of rows
        The rows of the partition, perhaps none.
    y : array-like of shape (n_rows,) or (n_rows, 1)
        Their class labels.
    place : int
        The number of the partition, for errors.

    Returns
    -------
    TableSummary
        Of this partition. What is wrong with it is held, and not raised.

    Examples
    --------
    >>> summarize({"age": [31, 40]}, ["ill", "well"], 0).n_rows
    2
    >>> summarize({"age": [31, float("inf")]}, ["ill", "well"], 7).failure.kind.__name__
    'ColumnError'
    """
    try:
        return _summarize(X, y, place)
    except TursError as error:
        return TableSummary(failure=Failure(place, type(error), str(error)))


def merge(summaries: Sequence[TableSummary]) -> TableSummary:
    """Merge summaries, in any order and in any groups.

    Parameters
    ----------
    summaries : sequence of TableSummary
        One or more, of different partitions.

    Returns
    -------
    TableSummary
        Of all these partitions.
    """
    failures = [one.failure for one in summaries if one.failure is not None]
    if failures:
        return TableSummary(failure=min(failures, key=lambda failure: failure.place))
    layouts = _merge_layouts(summaries)
    columns = zip(*(one.columns for one in summaries if one.columns), strict=True)
    return TableSummary(
        n_rows=sum(one.n_rows for one in summaries),
        layouts=layouts,
        columns=tuple(map(merge_columns, columns)) if len(layouts) == 1 else (),
        labels=merge_labels([one.labels for one in summaries]),
        empty=min((one.empty for one in summaries if one.empty is not None), default=None),
    )


def check_summary(summary: TableSummary) -> None:
    """Refuse a table that has an unusable partition, no rows, or columns that differ.

    Parameters
    ----------
    summary : TableSummary
        Of all partitions.

    Raises
    ------
    TursError
        With the sentence about the first partition that cannot be used.
    InputError
        If no partition has a row.
    ColumnError
        If two partitions have different columns, or the same in another order.
    """
    if summary.failure is not None:
        raise summary.failure.error()
    if summary.n_rows == 0:
        _, n_columns = summary.empty or (0, 0)
        refuse_empty(0, n_columns)
    if len(summary.layouts) > 1:
        raise _layout_error(summary.layouts)


def _summarize(X: Any, y: Any, place: int) -> TableSummary:
    source = open_table(X, may_be_empty=True)
    if source.n_rows == 0:
        read_labels(y, n_rows=0, may_be_empty=True)
        return TableSummary(empty=(place, len(source.columns)))
    columns = tuple(_summarize_columns(source, place))
    labels = read_labels(y, n_rows=source.n_rows)
    return TableSummary(
        n_rows=source.n_rows,
        layouts={Layout(source.names, source.named): place},
        columns=columns,
        labels=summarize_labels(labels, place),
    )


def _summarize_columns(source: Source, place: int) -> Iterable[ColumnSummary]:
    for name, raw in zip(source.names, source.columns, strict=True):
        yield summarize_column(read_content(name, raw, finite=source.finite), place)


def _merge_layouts(summaries: Sequence[TableSummary]) -> dict[Layout, int]:
    places: dict[Layout, int] = {}
    for one in summaries:
        for layout, place in one.layouts.items():
            places[layout] = min(place, places.get(layout, place))
    # Two are enough to say what is wrong.
    return dict(nsmallest(2, places.items(), key=lambda item: item[1]))


def _layout_error(layouts: Mapping[Layout, int]) -> ColumnError:
    (one, one_place), (other, other_place) = sorted(layouts.items(), key=lambda item: item[1])
    if one.named != other.named:
        found, expected = map(_first_name, (other, one))
    else:
        pairs = zip_longest(other.names, one.names)
        found, expected = map(_shown_name, next(pair for pair in pairs if pair[0] != pair[1]))
    return ColumnError(
        f"partition {other_place} has {found} where partition {one_place} has {expected}; "
        "give all partitions the same columns in the same order"
    )


def _first_name(layout: Layout) -> str:
    return _shown_name(layout.names[0]) if layout.named else "columns without names"


def _shown_name(name: str | None) -> str:
    return "no further column" if name is None else f"the column {name!r}"
