"""What a worker does with a partition of a table: look at it, and read what is learned from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from turs.distributed.summary import Failure, TableSummary, merge, summarize
from turs.exceptions import TursError
from turs.tablefile import find_suspects
from turs.tablefile.contents import place_of
from turs.tablefile.facts import (
    ColumnFacts,
    TargetFacts,
    column_facts,
    merge_facts,
    merge_targets,
    split_labels,
    target_facts,
)
from turs.tablefile.partitions import PartedTable, Partition

__all__ = ["Looked", "Source", "look", "merge_looked", "read_rows"]

# In fewer rows it may be chance that no two are alike.
_FEWEST_ROWS = 100


@dataclass(frozen=True, eq=False)
class Source:
    """Hold where the rows and their classes come from.

    Parameters
    ----------
    table : PartedTable
        The table.
    target : str
        The class column.
    """

    table: PartedTable
    target: str


@dataclass(frozen=True, eq=False)
class Looked:
    """Hold what is known of some partitions.

    Parameters
    ----------
    summary : TableSummary
        What the learner needs to know of the rows that have a class.
    columns : mapping of str to ColumnFacts
        What a person wants to know of each column.
    target : TargetFacts
        The classes.
    suspects : mapping of str to str, or None
        The columns that tell one row from another in each of these partitions, and how; None if
        there are too few rows to say.
    failure : Failure or None
        Why the first partition that cannot be read cannot be; nothing else is known then.
    """

    summary: TableSummary = field(default_factory=TableSummary)
    columns: Mapping[str, ColumnFacts] = field(default_factory=dict)
    target: TargetFacts = field(default_factory=TargetFacts)
    suspects: Mapping[str, str] | None = None
    failure: Failure | None = None


def look(partition: Partition, place: int, source: Source) -> Looked:
    """Look at one partition.

    Parameters
    ----------
    partition : Partition
        The partition.
    place : int
        Its number.
    source : Source
        The table.

    Returns
    -------
    Looked
        What is wrong with the partition is held, and not raised.
    """
    try:
        table = source.table.read(partition)
    except TursError as error:
        return Looked(failure=Failure(place, type(error), str(error)))
    values = table.columns[source.target]
    present, labels = split_labels(values)
    absent = np.flatnonzero(~present)
    first = _where(partition, int(absent[0]), source) if absent.size else None
    suspects = {one.name: one.reason for one in find_suspects(table)}
    few = table.n_rows < _FEWEST_ROWS and not partition.whole
    return Looked(
        summarize(table.select(present, without=[source.target]), labels, place),
        {name: column_facts(column) for name, column in table.columns.items()},
        target_facts(values, present, first),
        None if few else suspects,
    )


def merge_looked(parts: Sequence[Looked]) -> Looked:
    """Put together what is known of partitions.

    Parameters
    ----------
    parts : sequence of Looked
        One at the least, in the order of the rows.

    Returns
    -------
    Looked
    """
    failures = [part.failure for part in parts if part.failure is not None]
    if failures:
        return Looked(failure=min(failures, key=lambda failure: failure.place))
    return Looked(
        merge([part.summary for part in parts]),
        {name: merge_facts([part.columns[name] for part in parts]) for name in parts[0].columns},
        merge_targets([part.target for part in parts]),
        _shared([part.suspects for part in parts if part.suspects is not None]),
    )


def read_rows(partition: Partition, source: Source) -> tuple[dict[str, Any], list[Any]]:
    """Read the rows of a partition that have a class, and their classes.

    Parameters
    ----------
    partition : Partition
        The partition.
    source : Source
        The table.

    Returns
    -------
    X : dict of str to ndarray or list
    y : list
    """
    table = source.table.read(partition)
    present, labels = split_labels(table.columns[source.target])
    return table.select(present, without=[source.target]), labels


def _where(partition: Partition, row: int, source: Source) -> str:
    place = place_of(partition.first_row + row, None)
    return place if len(source.table.files) == 1 else f"{place} of {partition.file}"


def _shared(suspects: Sequence[Mapping[str, str]]) -> Mapping[str, str] | None:
    if len(suspects) < 2:
        return suspects[0] if suspects else None
    names = [name for name in suspects[0] if all(name in others for others in suspects)]
    return dict.fromkeys(names, "has another value in nearly every row of each partition")
