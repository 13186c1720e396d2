"""The training rows on a cluster, and the counters made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from turs.binning import BinnedColumn
from turs.counting import Blend, Counts, Shape, Workers, forest, n_cores
from turs.counting.forest import (
    NOTHING_BLENDED,
    ask_sample,
    blend_classes,
    blended_caution,
    blends_nothing,
    sample_rows,
)
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
    blend : Blend
        How classes are blended, without the shares of the rows: the partitions have them.
    shares : int
        How often a row counts.
    """

    def __init__(
        self,
        cluster: Cluster,
        parts: Sequence[Task],
        described: Described,
        blend: Blend = NOTHING_BLENDED,
        shares: int = 1,
    ) -> None:
        self._cluster = cluster
        self._tasks = list(parts)
        self._described = described
        self.blend = blend
        self.shares = shares
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

    def with_blend(self, most: float, workers: Workers) -> Self:
        """Return the same rows with their classes blended, by no more than that part of a row.

        For that all coded rows come to one worker: there are few of them where anything is
        blended. Where nothing is, a sample of them comes.
        """
        ordered = np.array([column.ordered for column in self.columns], dtype=np.bool_)
        run = self._cluster.run
        if blends_nothing(most):
            n_all = [self.n_rows] * len(self._tasks)
            sample = self._cluster.map("sample", _sample_rows, self._tasks, n_all)
            asked = run("ask", _ask_sample, sample, ordered, self.n_classes, self.n_rows)
            [known] = self._cluster.gather([asked])
            return self._with(self._tasks, known, 1)
        blend = run("blend", _blend, self._tasks, ordered, self.n_classes, most)
        [(known, is_blended)] = self._cluster.gather([run("said", _without_rows, blend)])
        if not is_blended:
            return self._with(self._tasks, known, 1)
        numbers, same = range(len(self._tasks)), [blend] * len(self._tasks)
        return self._with(
            self._cluster.map("blended", _blended, self._tasks, same, numbers), known, forest.SHARES
        )

    def _with(self, tasks: Sequence[Task], blend: Blend, shares: int) -> Self:
        """Return the same rows in other partitions."""
        return type(self)(self._cluster, tasks, self._described, blend, shares)

    def ticks(self) -> AnyTicks:
        """Return the lengths of up to all of these rows, in tables that do not grow with them."""
        caution = blended_caution(self.blend.part)
        ticks = FewTicks.for_rows(self.n_rows, self.n_classes, shares=self.shares, caution=caution)
        return ticks.up_to(self.n_rows * self.shares)

    def counter(
        self, shape: Shape, ticks: AnyTicks, workers: Workers, price: int
    ) -> ClusterCounter:
        """Return a counter of these rows, of which no rule covers any yet."""
        return ClusterCounter(self._parts, self.class_counts(), shape, ticks, price)

    def class_counts(self) -> Counts:
        """Return the rows by class, or their shares where classes are blended."""
        total: Counts = np.sum(self.code_counts()[0], axis=0)
        return total


def _blend(
    parts: Sequence[Part], ordered: NDArray[np.bool_], n_classes: int, most: float
) -> tuple[Blend, NDArray[np.int64]]:
    """Blend the classes of all rows; return that, and where the rows of each partition end."""
    codes, classes = zip(*(part.rows for part in parts), strict=True)
    together = np.concatenate(codes, axis=1), ordered, np.concatenate(classes), n_classes
    with Workers(n_cores()) as workers:
        blend = blend_classes(*together, most, workers)
    return blend, np.cumsum([part.n_rows for part in parts])


def _sample_rows(part: Part, n_all: int) -> tuple[NDArray[Any], NDArray[np.integer]]:
    """Return the rows of a partition that are asked about, of so many in all."""
    return sample_rows(*part.rows, n_all)


def _ask_sample(
    samples: Sequence[tuple[NDArray[Any], NDArray[np.integer]]],
    ordered: NDArray[np.bool_],
    n_classes: int,
    n_all: int,
) -> Blend:
    """Ask a forest about the rows that were chosen of each partition."""
    codes, classes = zip(*samples, strict=True)
    together = np.concatenate(codes, axis=1), np.concatenate(classes)
    with Workers(n_cores()) as workers:
        return ask_sample(*together, ordered, n_classes, n_all, workers)


def _without_rows(blended: tuple[Blend, NDArray[np.int64]]) -> tuple[Blend, bool]:
    blend, _ = blended
    return blend._replace(shares=None), blend.shares is not None


def _blended(part: Part, blended: tuple[Blend, NDArray[np.int64]], number: int) -> Part:
    """Return a partition with its classes blended."""
    blend, ends = blended
    if blend.shares is None:
        return part
    return part.blended(blend.shares[ends[number] - part.n_rows : ends[number]])
