"""Summarise one column of one partition, merge such summaries, and read a column out of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from turs.distributed.distinct_levels import (
    DistinctLevels,
    agreed_order,
    distinct_levels,
    merge_levels,
)
from turs.distributed.distinct_numbers import DistinctNumbers, distinct_numbers, merge_numbers
from turs.exceptions import ColumnError
from turs.table import MISSING, Level
from turs.table.content import Content, Numbers
from turs.table.refusal import shown
from turs.table.values import read_values

_WORDS = {
    bool: "booleans",
    str: "strings",
    int: "a category of numbers",
    float: "a category of numbers",
}
_NUMBERS = "numbers"
# Nothing but None, and nothing but NaN, which alone says that a column is numeric.
_NONE, _NAN = "nothing", "nan"


class Sort(NamedTuple):
    """Say what a column is in some partition: of which type, and whether it has an order."""

    words: str
    ordered: bool = False

    @property
    def is_blank(self) -> bool:
        """Whether the column is all missing there, which goes with anything elsewhere."""
        return self.words in (_NONE, _NAN)

    def __str__(self) -> str:
        plain = self.words.removeprefix("a category of ")
        return f"an ordered category of {plain}" if self.ordered else self.words


class Sighting(NamedTuple):
    """Say where a sort was seen first: the partition, and a value as an example."""

    place: int
    example: Level | None = None


@dataclass(frozen=True, eq=False)
class ColumnSummary:
    """Hold what is known of a column of some partitions.

    Parameters
    ----------
    seen : mapping of Sort to Sighting
        What the column is, in one partition or another.
    has_missing : bool
        Whether a value is missing.
    content : DistinctNumbers, DistinctLevels or None
        The distinct values; None if there are none, or if they are of several sorts.
    """

    seen: Mapping[Sort, Sighting]
    has_missing: bool
    content: DistinctNumbers | DistinctLevels | None = None

    @property
    def complete(self) -> bool:
        """Whether all distinct values are held, not the first or a sample of them."""
        return self.content is None or self.content.complete


def summarize_column(content: Content, place: int) -> ColumnSummary:
    """Summarise one column of one partition.

    Parameters
    ----------
    content : Numbers or Coded
        The column as it was read.
    place : int
        The number of the partition.

    Returns
    -------
    ColumnSummary
        Of this partition alone.
    """
    if isinstance(content, Numbers):
        return _summarize_numbers(content, place)
    has_missing = bool((content.codes == MISSING).any())
    if not content.levels:
        return ColumnSummary({Sort(_NONE, content.ordered): Sighting(place)}, has_missing)
    example = content.levels[0]
    sort = Sort(_WORDS[type(example)], content.ordered)
    orders = {} if content.order is None else {content.order: place}
    levels = distinct_levels(content.levels, orders)
    return ColumnSummary({sort: Sighting(place, example)}, has_missing, levels)


def merge_columns(parts: Sequence[ColumnSummary]) -> ColumnSummary:
    """Merge the summaries of one column.

    Parameters
    ----------
    parts : sequence of ColumnSummary
        One or more, of different partitions, in any order.

    Returns
    -------
    ColumnSummary
        Of all these partitions.
    """
    seen: dict[Sort, Sighting] = {}
    for part in parts:
        for sort, sighting in part.seen.items():
            seen[sort] = min(sighting, seen.get(sort, sighting), key=lambda one: one.place)
    has_missing = any(part.has_missing for part in parts)
    if sum(not sort.is_blank for sort in seen) != 1:
        return ColumnSummary(seen, has_missing)
    contents = [part.content for part in parts]
    numbers = [content for content in contents if isinstance(content, DistinctNumbers)]
    levels = [content for content in contents if isinstance(content, DistinctLevels)]
    merged = merge_numbers(numbers) if numbers else merge_levels(levels)
    return ColumnSummary(seen, has_missing, merged)


def read_summary(name: str, summary: ColumnSummary) -> Content:
    """Read a column that has each distinct value once, and a missing one if there are any.

    Parameters
    ----------
    name : str
        The name of the column, for errors.
    summary : ColumnSummary
        Of all partitions.

    Returns
    -------
    Numbers or Coded
        As the whole column would be read, but for how often and where a value occurs.

    Raises
    ------
    ColumnError
        If the column is of several sorts, or partitions do not agree on its order.
    """
    sort = _single_sort(name, summary.seen)
    content = summary.content
    if isinstance(content, DistinctNumbers):
        return Numbers(np.append(content.values, [np.nan] * summary.has_missing))
    if content is None:
        if sort.words == _NAN:
            return Numbers(np.array([np.nan]))
        return read_values(name, [None], order=() if sort.ordered else None)
    order = agreed_order(name, content) if sort.ordered else None
    values = [*content.levels, *[None] * summary.has_missing]
    return read_values(name, values, as_levels=True, order=order)


def _summarize_numbers(content: Numbers, place: int) -> ColumnSummary:
    has_missing = bool(np.isnan(content.values).any())
    numbers = distinct_numbers(content.values)
    if not len(numbers.values):
        return ColumnSummary({Sort(_NAN): Sighting(place)}, has_missing)
    first = float(numbers.values[0])
    example = int(first) if first.is_integer() else first
    return ColumnSummary({Sort(_NUMBERS): Sighting(place, example)}, has_missing, numbers)


def _single_sort(name: str, seen: Mapping[Sort, Sighting]) -> Sort:
    sorts = sorted((sort for sort in seen if not sort.is_blank), key=lambda sort: seen[sort].place)
    if len(sorts) > 1:
        one, other = (
            f"{sort} such as {shown(seen[sort].example)} in partition {seen[sort].place}"
            for sort in sorts[:2]
        )
        raise ColumnError(
            f"column {name!r} is of mixed types between partitions: {one}, and {other}; "
            "make it of one type in all partitions"
        )
    # NaN before None, and an order only if all that is missing has it.
    return sorts[0] if sorts else min(seen)
