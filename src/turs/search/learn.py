"""Codes and classes to a rule set: rules are added one by one, and the best prefix is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from turs.binning import BinnedTable, decode_rule
from turs.counting import Counter, Counts, Shape
from turs.mdl import Ticks
from turs.model import Rule
from turs.search.canonical import column_order
from turs.search.clock import Clock, OutOfTime
from turs.search.grow import Grower, NextRule
from turs.search.partition import Partition
from turs.search.settings import SearchSettings
from turs.search.surrogate import Surrogate
from turs.search.trace import Reason, Step, Trace
from turs.search.workers import Workers

Observer = Callable[[Step], bool]


@dataclass(frozen=True)
class Learned:
    """What the search found.

    Attributes
    ----------
    rules : tuple of Rule
        The rules of the best set, in the order found, which means nothing.
    members : bool array, shape (n_cells, n_rules)
        Which of them cover each cell. Cells that differ only in rules that were not kept are
        listed apart.
    counts : int64 array, shape (n_cells, n_classes)
    trace : Trace
    """

    rules: tuple[Rule, ...]
    members: NDArray[np.bool_]
    counts: Counts
    trace: Trace


def learn(
    table: BinnedTable,
    classes: NDArray[np.integer],
    n_classes: int,
    settings: SearchSettings,
    *,
    clock: Clock | None = None,
    n_threads: int = 1,
    observer: Observer | None = None,
) -> Learned:
    """Learn a rule set (paper, Algorithm 2).

    Parameters
    ----------
    table : BinnedTable
    classes : int array, shape (n_rows,)
        Class of each row, from 0.
    n_classes : int
    settings : SearchSettings
    clock : Clock, optional
        Ends the search when its limit is reached.
    n_threads : int
        The result does not depend on it.
    observer : callable, optional
        Called with each :class:`Step`; the search ends when it returns True.

    Returns
    -------
    Learned

    Notes
    -----
    The paper's listing would throw away the rule after which the surrogate has nothing left to
    say; here it is kept, and the search ends. Running out of time and Ctrl-C end it as well,
    with the best set so far.
    """
    order = column_order(table, classes, n_classes)
    canonical = replace(
        table, columns=tuple(table.columns[j] for j in order), codes=table.codes[order]
    )
    with Workers(n_threads) as workers:
        growth = _Growth(canonical, classes, n_classes, settings, clock or Clock(), workers)
        stopped = growth.run(observer)
    return growth.finish(stopped)


@dataclass(frozen=True)
class _SoFar:
    """All that is known after a step, in one piece: an interrupt comes between two, not inside."""

    steps: tuple[Step, ...]
    real_ticks: tuple[int, ...]
    members: NDArray[np.bool_]
    counts: Counts


@dataclass
class _Growth:
    """A rule set while it grows."""

    table: BinnedTable
    classes: NDArray[np.integer]
    n_classes: int
    settings: SearchSettings
    clock: Clock
    workers: Workers

    def __post_init__(self) -> None:
        self.ticks = Ticks.for_rows(len(self.classes), self.n_classes)
        counts = np.bincount(self.classes, minlength=self.n_classes).astype(np.int64)
        self.partition = Partition(counts, self.ticks)
        shape = _shape(self.table, self.n_classes, self.settings)
        self.counter = Counter(self.table.codes, self.classes, shape, self.ticks)
        self.surrogate = Surrogate(self.counter, self.partition, self.ticks, self.settings)
        self.surrogate_ticks = self.surrogate.set_ticks()
        self.empty_ticks = self.partition.real_ticks, self.surrogate_ticks
        self.so_far = _SoFar(
            (), (self.partition.real_ticks,), self.partition.members(), self.partition.counts
        )

    def run(self, observer: Observer | None) -> Reason:
        """Add rules until there is a reason to stop."""
        grower = Grower(self.counter, self.surrogate, self.settings, self.workers, self.clock)
        try:
            while True:
                if len(self.so_far.steps) == self.settings.max_rules:
                    return "max_rules"
                found = grower.next_rule()
                if found is None:
                    return "no rule left"
                self._add(found)
                reason = self._reason_to_stop()
                if observer is not None and observer(self.so_far.steps[-1]):
                    return reason or "callback"
                if reason is not None:
                    return reason
        except OutOfTime:
            return "time_limit"
        except KeyboardInterrupt:
            return "interrupted"

    def finish(self, stopped: Reason) -> Learned:
        """Return the prefix of the rules with the least real length."""
        so_far = self.so_far
        n_kept = so_far.real_ticks.index(min(so_far.real_ticks))
        real, surrogate = (self.ticks.to_bits(ticks) for ticks in self.empty_ticks)
        trace = Trace(real, surrogate, so_far.steps, n_kept, stopped, self.clock.seconds)
        return Learned(
            tuple(step.rule for step in so_far.steps[:n_kept]),
            so_far.members[:, :n_kept],
            so_far.counts,
            trace,
        )

    def _add(self, found: NextRule) -> None:
        cover = found.candidate.cover
        inside = self.counter.cells_of(cover, self.partition.n_cells)
        self.counter.move(cover, self.partition.add(inside))
        self.surrogate_ticks = self.surrogate.set_ticks()
        step = self._step(found, n_new_rows=int(inside[0].sum()))
        self.so_far = _SoFar(
            (*self.so_far.steps, step),
            (*self.so_far.real_ticks, self.partition.real_ticks),
            self.partition.members(),
            self.partition.counts,
        )

    def _step(self, found: NextRule, n_new_rows: int) -> Step:
        return Step(
            rule=decode_rule(self.table, found.candidate.masks),
            n_rows=found.candidate.cover.n_rows,
            n_new_rows=n_new_rows,
            real_bits=self.ticks.to_bits(self.partition.real_ticks),
            surrogate_bits=self.ticks.to_bits(self.surrogate_ticks),
            n_refinements=found.n_refinements,
            n_scored=found.n_scored,
            seconds=self.clock.seconds,
        )

    def _reason_to_stop(self) -> Reason | None:
        # a rule never takes the last uncovered rows: it is a part of those that it starts from
        if self.settings.surrogate is None:
            return None
        same = self.surrogate_ticks == self.partition.real_ticks
        return "surrogate is the else rule" if same else None


def _shape(table: BinnedTable, n_classes: int, settings: SearchSettings) -> Shape:
    largest = settings.max_set_size
    return Shape(
        n_bins=np.array([column.n_bins for column in table.columns], dtype=np.int64),
        ordered=np.array([column.ordered for column in table.columns], dtype=np.bool_),
        has_missing=np.array([column.has_missing for column in table.columns], dtype=np.bool_),
        most_codes=max(column.n_codes for column in table.columns),
        n_classes=n_classes,
        enumerate_levels=settings.enumerate_levels,
        max_set_size=settings.enumerate_levels if largest is None else largest,
    )
