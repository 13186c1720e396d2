"""A cluster without dask: the partitions are here, and every round goes through all of them."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from turs.binning import BinnedTable
from turs.counting.forest import NOTHING_BLENDED, Blend
from turs.distributed.counts import add_counts, add_few_counts
from turs.distributed.described import Described
from turs.distributed.part import Part
from turs.distributed.rows import ClusterRows
from turs.table import Schema


class ClusterHere:
    """Do at once what a cluster would do, and keep the names of what was done."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def hold(self, name: str, value: Any) -> Any:
        return value

    def run(self, name: str, function: Callable[..., Any], *arguments: Any) -> Any:
        self.names.append(name)
        return function(*arguments)

    def map(self, name: str, function: Callable[..., Any], *lists: Sequence[Any]) -> list[Any]:
        return [self.run(name, function, *items) for items in zip(*lists, strict=True)]

    def gather(self, tasks: Sequence[Any]) -> list[Any]:
        return list(tasks)


class PartsHere:
    """Partitions that are here."""

    def __init__(self, cluster: ClusterHere, parts: Sequence[Part]) -> None:
        self.cluster = cluster
        self.parts = list(parts)

    def settle(self) -> None:
        """Nothing moves."""

    def count(self, question: str, **asked: Any) -> Any:
        return add_counts(self._answers(question, asked)).astype(np.int64)

    def count_few(self, question: str, **asked: Any) -> Any:
        return add_few_counts(self._answers(question, asked))

    def _answers(self, question: str, asked: dict[str, Any]) -> list[Any]:
        self.cluster.names.append(question)
        return [getattr(part, question)(**asked) for part in self.parts]


class RowsHere(ClusterRows):
    """Rows in partitions that are here."""

    def __init__(
        self,
        cluster: ClusterHere,
        parts: Sequence[Part],
        described: Described,
        blend: Blend = NOTHING_BLENDED,
        shares: int = 1,
    ) -> None:
        self._described = described
        self._cluster = self.cluster = cluster
        self._tasks = list(parts)
        self._parts = PartsHere(cluster, parts)
        self.blend = blend
        self.shares = shares

    def in_order(self, order: Sequence[int]) -> "RowsHere":
        columns = tuple(self.columns[j] for j in order)
        described = Described(self._described.schema, columns, self._described.classes, self.n_rows)
        parts = [Part.joined([part], order) for part in self._tasks]
        return RowsHere(self.cluster, parts, described)


def rows_here(
    table: BinnedTable, classes: np.ndarray, n_classes: int, places: Sequence[np.ndarray]
) -> RowsHere:
    """Cut a table into partitions: the rows of each."""
    parts = [
        Part.of_rows(np.ascontiguousarray(table.codes[:, rows]), classes[rows]) for rows in places
    ]
    described = Described(Schema(()), table.columns, np.arange(n_classes), table.n_rows)
    return RowsHere(ClusterHere(), parts, described)
