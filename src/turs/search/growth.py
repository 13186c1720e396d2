"""A rule set while it grows: rules are added one by one, and the best prefix is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from turs.binning import decode_rule
from turs.counting import Counts, Masks, as_integers
from turs.model import Literal, Rule
from turs.search.clock import OutOfTime
from turs.search.counted_set import CountedSet
from turs.search.description import Description
from turs.search.given import Given
from turs.search.grow import Grower, NextRule
from turs.search.partition import Partition, members_of
from turs.search.revise import revise
from turs.search.settings import SearchSettings
from turs.search.surrogate import Surrogate
from turs.search.trace import Reason, Revised, Step, Trace

Observer = Callable[[Step], bool]

# Reasons that are not the search's own.
ENDED: tuple[Reason, ...] = ("time_limit", "interrupted", "callback")


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

    @property
    def was_ended(self) -> bool:
        """Whether somebody or the time ended the search, not the search itself."""
        return self.trace.stopped in ENDED


@dataclass(frozen=True)
class _SoFar:
    """All that is known after a step, in one piece: an interrupt comes between two, not inside."""

    steps: tuple[Step, ...]
    masks: tuple[Masks, ...]
    total_ticks: tuple[int, ...]
    members: NDArray[np.bool_]
    counts: Counts


@dataclass
class Growth:
    """A rule set while it grows."""

    given: Given
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
        self._literals: dict[tuple[int, int], Literal | None] = {}
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

    def best(
        self, stopped: Reason, description: Description, n_doublings: int = 0
    ) -> tuple[Learned, int]:
        """Return the rules to be kept, revised if they are to be, and their length.

        They are described at another price. While rules are revised, that of this search is
        doubled so many times.
        """
        looks = self.settings.looks_for(self.given.rows.n_rows)
        if not looks or not self._n_kept() or stopped in ENDED:
            return self.finish(stopped), self._kept_ticks(description)
        try:
            return self._revised(stopped, description, n_doublings)
        except KeyboardInterrupt:
            return self.finish("interrupted"), self._kept_ticks(description)

    def _kept_ticks(self, description: Description) -> int:
        """Return the length of the rules to be kept, described at another price."""
        n_kept = self._n_kept()
        masks = self.so_far.masks[:n_kept]
        dearer = _described(description, masks) - _described(self.description, masks)
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

    def _revised(
        self, stopped: Reason, description: Description, n_doublings: int
    ) -> tuple[Learned, int]:
        """Return what becomes of the rules to be kept when each is looked at again."""
        counted, power = self._kept_set(), 0
        revision = revise(counted, self.given, self.settings)
        while revision.stopped is None and power < n_doublings:
            power += 1
            dearer = self.ticks.of_bits(self.literal_bits * 2.0**power)
            counted = CountedSet.of(
                revision.counted.rules.values(), self.given, Description(self.given.shape, dearer)
            )
            revision = revise(counted, self.given, self.settings)
        counted = revision.counted
        own = counted.own_partition(self.given.rows.ticks())
        revised = Revised(
            n_rules=own.n_rules,
            real_bits=own.real_bits,
            blended_bits=counted.partition.real_bits,
            rules_bits=self.ticks.to_bits(counted.rules_ticks),
            times_dearer=2.0**power,
        )
        again = Learned(
            tuple(self._decoded(masks) for masks in counted.rules.values()),
            members_of(own.rules),
            own.counts,
            replace(self.finish(revision.stopped or stopped).trace, revised=revised),
        )
        described = _described(description, counted.rules.values())
        return again, counted.partition.real_ticks + described

    def _kept_set(self) -> CountedSet:
        """Return the rules to be kept, and the rows in their cells."""
        counted = CountedSet(
            self.counter,
            self.partition,
            self.description,
            self.given.shape,
            self.ticks,
            dict(enumerate(self.so_far.masks)),
            self.rules_ticks,
        )
        for number in reversed(range(self._n_kept(), len(self.so_far.masks))):
            counted = counted.without(number)
        return counted

    def _decoded(self, masks: Masks) -> Rule:
        allowed = as_integers(masks[0], self.given.shape)
        return decode_rule(self.given.rows.columns, allowed, self._literals)

    def _add(self, found: NextRule) -> None:
        inside = self.counter.cells_of(found.rule, self.partition.n_cells)
        if self.own is not self.partition:
            self.own.add(self.counter.cells_of(found.rule, self.own.n_cells, own=True))
        self.counter.move(found.rule, self.partition.add(inside))
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
            rule=self._decoded(found.rule.masks),
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


def _described(description: Description, rules: Iterable[Masks]) -> int:
    """Return what describing some rules costs."""
    return sum(int(description.ticks(masks)[0]) for masks in rules)
