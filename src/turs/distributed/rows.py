"""The training rows on a cluster, and the counters made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter

import numpy as np

from turs.binning import BinnedColumn
from turs.counting import Counts, Shape, Workers
from turs.distributed.cluster import Cluster, Parts, Task
from turs.distributed.counter import ClusterCounter
from turs.distributed.described import Described
from turs.distributed.part import Part
from turs.mdl import AnyTicks, FewTicks

# Partitions are put together up to about so many rows.
_ROWS_AT_ONCE = 2**20


class ClusterRows:
    """Codes and classes on the workers of a cluster.

    Parameters
    ----------
    cluster : Cluster
    parts : sequence of distributed.Future
        The partitions, each a :class:`Part`.
    described : Described
        What the codes and classes stand for.
    """

    def __init__(self, cluster: Cluster, parts: Sequence[Task], described: Described) -> None:
        self._cluster = cluster
        self._tasks = list(parts)
        self._described = described
        sizes = cluster.gather(cluster.map("rows", attrgetter("n_rows"), self._tasks))
        self._parts = Parts(cluster, self._tasks, sizes)

    @property
    def columns(self) -> Sequence[BinnedColumn]:
        """What the codes stand for."""
        return self._described.columns

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return self._described.n_rows

    @property
    def n_classes(self) -> int:
        """Number of classes."""
        return len(self._described.classes)

    def code_counts(self) -> Sequence[Counts]:
        """Return, for each column, its rows by code and class."""
        n_codes = max(column.n_codes for column in self.columns)
        counts = self._parts.count("count_all", n_codes=n_codes, n_classes=self.n_classes)
        pairs = zip(self.columns, counts, strict=True)
        return [its_counts[: column.n_codes] for column, its_counts in pairs]

    def in_order(self, order: Sequence[int]) -> ClusterRows:
        """Return the same rows with the columns in another order; these here are given up.

        Otherwise the workers would have to hold them twice. Small partitions of one worker become
        one, which is counted faster.
        """
        groups = self._parts.groups(_ROWS_AT_ONCE)
        tasks = self._cluster.map("order", Part.joined, groups, [list(order)] * len(groups))
        del groups, self._tasks, self._parts
        columns = tuple(self.columns[j] for j in order)
        return ClusterRows(self._cluster, tasks, replace(self._described, columns=columns))

    def ticks(self) -> AnyTicks:
        """Return the lengths of up to all of these rows, in tables that do not grow with them."""
        return FewTicks.for_rows(self.n_rows, self.n_classes).up_to(self.n_rows)

    def counter(
        self, shape: Shape, ticks: AnyTicks, workers: Workers, price: int
    ) -> ClusterCounter:
        """Return a counter of these rows, of which no rule covers any yet."""
        return ClusterCounter(self._parts, self._class_counts(), shape, ticks, price)

    def _class_counts(self) -> Counts:
        total: Counts = np.sum(self.code_counts()[0], axis=0)
        return total
