"""Codes and classes to a rule set: rules are added one by one, and the best prefix is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from turs.binning import BinnedTable, decode_rule
from turs.counting import Counts, Masks, Rows, Shape, Workers, as_integers, full_masks
from turs.model import Rule
from turs.search.canonical import column_order
from turs.search.clock import Clock, OutOfTime
from turs.search.description import Description, n_literals, n_telling_literals
from turs.search.grow import Grower, NextRule
from turs.search.partition import Partition, members_of
from turs.search.settings import SearchSettings
from turs.search.source import TrainingRows
from turs.search.surrogate import Surrogate
from turs.search.trace import Reason, Step, Trace

Observer = Callable[[Step], bool]

# By how much rules become dearer where there may be no more of them.
_DEARER = 2.0


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
    """Learn a rule set from rows in memory.

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
    """
    rows = Rows(table, classes, n_classes)
    with Workers(n_threads) as workers:
        return learn_from(rows, settings, clock=clock, workers=workers, observer=observer)


def learn_from(
    rows: TrainingRows,
    settings: SearchSettings,
    *,
    clock: Clock | None = None,
    workers: Workers | None = None,
    observer: Observer | None = None,
) -> Learned:
    """Learn a rule set (paper, Algorithm 2) from rows, wherever they are.

    Parameters
    ----------
    rows : TrainingRows
    settings : SearchSettings
    clock : Clock, optional
        Ends the search when its limit is reached.
    workers : Workers, optional
        Threads for what happens here; the result does not depend on them.
    observer : callable, optional
        Called with each :class:`Step`; the search ends when it returns True.

    Returns
    -------
    Learned

    Notes
    -----
    The best of thousands of literals looks better than it is. So classes are blended with what
    rows that are alike say (:mod:`turs.counting.forest`). That also tells what a literal is worth:
    it costs less where the classes are easy to tell, but not by a small tree.

    It looks a little better than nothing even where there is nothing to learn. So, unless rules
    cost enough anyway, or the forest tells that there is something, a search at a high price
    comes first, with the rows' own classes; where it finds no set that pays, the result is the
    empty set.

    Where there may be only so many rules, the first that are found are seldom the best. So there
    are further searches in which rules cost more, until fewer are found; the shortest set is taken.

    The paper's listing would throw away the rule after which the surrogate has nothing left to
    say; here it is kept, and the search ends. Running out of time and Ctrl-C end it as well,
    with the best set so far.
    """
    counts = rows.code_counts()
    canonical = rows.in_order(column_order(rows.columns, counts))
    shape = shape_of(canonical, settings)
    price = settings.literal_bits(rows.n_rows, n_literals(shape))
    class_counts = counts[0].sum(axis=0)
    evidence = settings.evidence_bits(n_telling_literals(shape, class_counts))
    given = _Given(canonical, canonical, shape, clock or Clock(), workers or Workers(1))
    blended = canonical
    if settings.asks_forest:
        blended = canonical.with_blend(settings.blend_for(rows.n_rows), given.workers)

    if evidence > max(price, blended.blend.saved_bits) and settings.max_rules != 0:
        trial = _Growth(given, evidence, replace(settings, max_rules=None, slack=0.0))
        stopped = trial.run(lambda _: trial.has_paid)
        if not trial.has_paid:
            in_vain = trial.so_far.steps and stopped not in ("time_limit", "interrupted")
            return trial.finish("no evidence" if in_vain else stopped)
    if blended.blend.unsaid is not None:
        by_tree = _left_by_tree(given, price, settings)
        price = settings.informed_bits(price, blended.blend.unsaid, by_tree)
    price = settings.blended_bits(price, blended.blend.part)
    given = replace(given, blended=blended, shape=shape_of(blended, settings))
    return _learn_few(given, price, settings, observer)


@dataclass(frozen=True, eq=False)
class _Given:
    """What a search is made of: the rows, and the same as it sees them."""

    rows: TrainingRows
    blended: TrainingRows
    shape: Shape
    clock: Clock
    workers: Workers


def _learn_few(
    given: _Given, literal_bits: float, settings: SearchSettings, observer: Observer | None
) -> Learned:
    """Learn at this price, and at dearer ones as long as there are as many rules as may be."""
    growth = _Growth(given, literal_bits, settings)
    stopped = growth.run(observer)
    description = growth.description
    best, least = growth.finish(stopped), growth.kept_ticks(description)
    while growth.is_full and stopped != "callback":
        growth = _Growth(given, growth.literal_bits * _DEARER, settings)
        stopped = growth.run(observer)
        if growth.kept_ticks(description) < least:
            best, least = growth.finish(stopped), growth.kept_ticks(description)
    if stopped not in ("time_limit", "interrupted", "callback"):
        stopped = best.trace.stopped
    trace = replace(best.trace, stopped=stopped, seconds=given.clock.seconds)
    return replace(best, trace=trace)


def _left_by_tree(given: _Given, literal_bits: float, settings: SearchSettings) -> float:
    """Return the share of the bits that the surrogate of all rows leaves, at that price.

    The classes are the rows' own.
    """
    rows, ticks = given.rows, given.rows.ticks()
    partition = Partition(rows.class_counts(), ticks)
    description = Description(given.shape, ticks.of_bits(literal_bits))
    counter = rows.counter(given.shape, ticks, given.workers, description.literal_ticks)
    surrogate = Surrogate(counter, partition, description, ticks, settings)
    return surrogate.set_ticks() / max(partition.real_ticks, 1)


@dataclass(frozen=True)
class _SoFar:
    """All that is known after a step, in one piece: an interrupt comes between two, not inside."""

    steps: tuple[Step, ...]
    masks: tuple[Masks, ...]
    total_ticks: tuple[int, ...]
    members: NDArray[np.bool_]
    counts: Counts


@dataclass
class _Growth:
    """A rule set while it grows."""

    given: _Given
    literal_bits: float
    settings: SearchSettings

    def __post_init__(self) -> None:
        rows, shape = self.given.blended, self.given.shape
        self.ticks = rows.ticks()
        self.partition = Partition(rows.class_counts(), self.ticks)
        self.own = self._own_partition()
        self.description = Description(shape, self.ticks.of_bits(self.literal_bits))
        price = self.description.literal_ticks
        self.counter = rows.counter(shape, self.ticks, self.given.workers, price)
        self.surrogate = Surrogate(
            self.counter, self.partition, self.description, self.ticks, self.settings
        )
        self.clock = self.given.clock.another()
        # phase 1 needs no tree: one thread begins it while another grows the tree
        self.grower = Grower(
            self.counter, self.surrogate, self.settings, self.given.workers, self.clock
        )
        self.surrogate_ticks = self.surrogate.set_ticks()
        self.rules_ticks = 0
        self.empty_bits = self._lengths()
        self.so_far = self._after((), (), ())

    def run(self, observer: Observer | None) -> Reason:
        """Add rules until there is a reason to stop."""
        try:
            while True:
                if len(self.so_far.steps) == self.settings.max_rules:
                    return "max_rules"
                found = self.grower.next_rule()
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
        finally:
            self.clock.stop()  # what was begun for a next rule is not needed

    @property
    def has_paid(self) -> bool:
        """Tell whether some rules, their description included, were shorter than none."""
        return min(self.so_far.total_ticks) < self.so_far.total_ticks[0]

    @property
    def is_full(self) -> bool:
        """Tell whether there are as many rules as may be, and others if these were dearer."""
        n_found = len(self.so_far.steps)
        return n_found == self.settings.max_rules and self._n_kept() > 0 < self.literal_bits

    def kept_ticks(self, description: Description) -> int:
        """Return the length of the rules to be kept, described at another price."""
        n_kept = self._n_kept()
        masks = self.so_far.masks[:n_kept]
        dearer = sum(int(description.ticks(m)[0] - self.description.ticks(m)[0]) for m in masks)
        return self.so_far.total_ticks[n_kept] + dearer

    def finish(self, stopped: Reason) -> Learned:
        """Return the rules up to the last that left the set about as short as it ever was."""
        so_far = self.so_far
        n_kept = self._n_kept()
        seconds = self.given.clock.seconds
        trace = Trace(*self.empty_bits, so_far.steps, n_kept, stopped, seconds)
        return Learned(
            tuple(step.rule for step in so_far.steps[:n_kept]),
            so_far.members[:, :n_kept],
            so_far.counts,
            trace,
        )

    def _add(self, found: NextRule) -> None:
        inside = self.counter.cells_of(found.rule, self.partition.n_cells)
        [change] = self.counter.covered_changes(found.rule, self.partition.rules)
        if self.own is not self.partition:
            self.own.add_rule(self.counter.cells_of(found.rule, self.own.n_cells, own=True))
        self.counter.move(found.rule, self.partition.add(inside, int(change)))
        self.grower.look_ahead()
        self.rules_ticks += int(self.description.ticks(found.rule.masks)[0])
        self.surrogate_ticks = self.surrogate.set_ticks()
        step = self._step(found, n_new_rows=int(inside[0].sum()) // self.ticks.shares)
        before = self.so_far
        masks = *before.masks, found.rule.masks
        self.so_far = self._after((*before.steps, step), masks, before.total_ticks)

    def _after(
        self, steps: tuple[Step, ...], masks: tuple[Masks, ...], total_ticks: tuple[int, ...]
    ) -> _SoFar:
        total = self.partition.real_ticks + self.rules_ticks
        members, counts = members_of(self.own.rules), self.own.counts
        return _SoFar(steps, masks, (*total_ticks, total), members, counts)

    def _own_partition(self) -> Partition:
        """Return the cells with each row counted once, as its own class."""
        rows = self.given.rows
        if self.ticks.shares == 1:
            return self.partition
        return Partition(rows.class_counts(), rows.ticks())

    def _lengths(self) -> tuple[float, float, float]:
        """Return L(M), the same as the search sees it, and L_T(M), in bits."""
        return (
            self.own.real_bits,
            self.partition.real_bits,
            self.ticks.to_bits(self.surrogate_ticks),
        )

    def _step(self, found: NextRule, n_new_rows: int) -> Step:
        real, blended, surrogate = self._lengths()
        return Step(
            rule=decode_rule(
                self.given.rows.columns, as_integers(found.rule.masks[0], self.given.shape)
            ),
            n_rules=len(self.so_far.steps) + 1,
            n_rows=int(found.rule.counts.sum()) // self.ticks.shares,
            n_new_rows=n_new_rows,
            real_bits=real,
            blended_bits=blended,
            surrogate_bits=surrogate,
            rules_bits=self.ticks.to_bits(self.rules_ticks),
            n_refinements=found.n_refinements,
            n_scored=found.n_scored,
            seconds=self.given.clock.seconds,
        )

    def _reason_to_stop(self) -> Reason | None:
        # a rule never takes the last uncovered rows: it is a part of those that it starts from
        if self.surrogate.has_nothing_to_say():
            return "surrogate is the else rule"
        n_in_vain = len(self.so_far.steps) - self._n_kept()
        return "patience" if n_in_vain == self.settings.patience else None

    def _n_kept(self) -> int:
        """Return how many rules to keep; a set that is no shorter than none is not kept."""
        total = self.so_far.total_ticks
        empty, least = total[0], min(total)
        slack = round(self.settings.slack * min(least, empty - least))
        limit = min(least + slack, empty)
        return max([total.index(least), *(n for n, ticks in enumerate(total) if ticks < limit)])


def shape_of(rows: TrainingRows, settings: SearchSettings) -> Shape:
    """Return what kernels need to know of the columns and of the literals to try."""
    columns, largest = rows.columns, settings.max_set_size
    return Shape(
        n_bins=np.array([column.n_bins for column in columns], dtype=np.int64),
        ordered=np.array([column.ordered for column in columns], dtype=np.bool_),
        has_missing=np.array([column.has_missing for column in columns], dtype=np.bool_),
        most_codes=max(column.n_codes for column in columns),
        n_classes=rows.n_classes,
        enumerate_levels=settings.enumerate_levels,
        max_set_size=settings.enumerate_levels if largest is None else largest,
        least_new=settings.min_new_rows * rows.shares,
        full=full_masks([column.n_codes for column in columns]),
    )
