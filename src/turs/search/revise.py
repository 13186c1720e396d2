"""A rule set to a shorter one: every rule is looked at again, now that the others are known."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from turs.counting import Beam, Masks, Shape, join_beams, one_rule
from turs.mdl import AnyTicks
from turs.search.beam import search_beam
from turs.search.clock import Clock, OutOfTime
from turs.search.description import Description
from turs.search.given import Given
from turs.search.partition import Partition
from turs.search.settings import SearchSettings
from turs.search.source import RuleCounter
from turs.search.surrogate import Surrogate
from turs.search.taking_out import take_out


@dataclass(frozen=True)
class Revision:
    """A rule set that was looked at again.

    Attributes
    ----------
    rules : tuple of uint64 arrays, each of shape (1, n_columns, n_words)
        In an order in which each covers a row that none before it covers.
    stopped : "time_limit", "interrupted" or None
        What ended it before there was nothing more to do.
    """

    rules: tuple[Masks, ...]
    stopped: Literal["time_limit", "interrupted"] | None = None


def revise(
    rules: Sequence[Masks], given: Given, description: Description, settings: SearchSettings
) -> Revision:
    """Make a rule set shorter, rule by rule.

    Parameters
    ----------
    rules : sequence of uint64 arrays, each of shape (1, n_columns, n_words)
        In the order in which they were found.
    given : Given
    description : Description
        What rules cost.
    settings : SearchSettings

    Returns
    -------
    Revision

    Notes
    -----
    A rule is found when those that come later are not there yet, and with a tree in place of them.
    So each is taken out of the set in turn, the last first, and comes back as it was, or as what it
    becomes without one of its bounds or sets, grown further by a beam as in phase 2, or not at all:
    whichever set is the shortest. That goes on until no rule changes any more.
    """
    kept, n_unchanged = tuple(rules), 0
    try:
        current = _Set.of(rules, given, description)
        waiting = deque(reversed(current.rules))
        given.tell(current.words)
        while n_unchanged < len(waiting):
            number = waiting.popleft()
            changed = _changed(current, number, settings, given.clock)
            if changed is None:
                waiting.append(number)
                n_unchanged += 1
                continue
            if len(changed.rules) == len(current.rules):
                waiting.append(changed.last)
            current, n_unchanged = changed, 0
            kept = tuple(current.rules.values())
            given.tell(current.words)
    except OutOfTime:
        return Revision(kept, "time_limit")
    except KeyboardInterrupt:
        return Revision(kept, "interrupted")
    return Revision(kept)


def count_cells(
    rules: Iterable[Masks], given: Given, description: Description
) -> tuple[Partition, Partition]:
    """Return the cells that rules make of the rows: as the search sees these, and as they are.

    Parameters
    ----------
    rules : iterable of uint64 arrays, each of shape (1, n_columns, n_words)
        In an order in which each covers a row that none before it covers.
    given : Given
    description : Description
    """
    made = _Set.of((), given, description)
    own = Partition(given.rows.class_counts(), given.rows.ticks())
    for masks in rules:
        rule = made.counter.whole.beam_of(masks)
        own.add_rule(made.counter.cells_of(rule, own.n_cells, own=True))
        made = made.with_rule(rule)
    return made.partition, own


@dataclass(frozen=True)
class _Set:
    """Rules, and the rows in the cells that they make.

    Attributes
    ----------
    counter : RuleCounter
    partition : Partition
    description : Description
    shape : Shape
    ticks : AnyTicks
    rules : dict of int to array
        The rules by their number in the partition, in an order in which they may be added.
    rules_ticks : int
        What describing them costs.
    """

    counter: RuleCounter
    partition: Partition
    description: Description
    shape: Shape
    ticks: AnyTicks
    rules: dict[int, Masks] = field(default_factory=dict)
    rules_ticks: int = 0

    @classmethod
    def of(cls, rules: Iterable[Masks], given: Given, description: Description) -> _Set:
        """Make a set of rules in an order in which they may be added."""
        rows, shape = given.blended, given.shape
        ticks = rows.ticks()
        partition = Partition(rows.class_counts(), ticks)
        counter = rows.counter(shape, ticks, given.workers, description.literal_ticks)
        made = cls(counter, partition, description, shape, ticks)
        for masks in rules:
            made = made.with_rule(counter.whole.beam_of(masks))
        return made

    @property
    def total_ticks(self) -> int:
        """L(M), and what describing the rules costs."""
        return self.partition.real_ticks + self.rules_ticks

    @property
    def words(self) -> str:
        """What somebody who waits is told."""
        bits = self.ticks.to_bits(self.total_ticks)
        rules = "1 rule" if len(self.rules) == 1 else f"{len(self.rules)} rules"
        return f"looking again at {rules}, {bits:,.1f} bits"

    @property
    def last(self) -> int:
        """The number of the rule that was added last."""
        return next(reversed(self.rules))

    def with_rule(self, rule: Beam) -> _Set:
        """Add a rule to this very set, and return it with its rules told anew."""
        inside = self.counter.cells_of(rule, self.partition.n_cells)
        [change] = self.counter.covered_changes(rule, self.partition.rules)
        rules = {**self.rules, self.partition.next_number: rule.masks}
        self.counter.move(rule, self.partition.add(inside, int(change)))
        return replace(self, rules=rules, rules_ticks=self.rules_ticks + self._price_of(rule.masks))

    def without(self, number: int) -> _Set:
        """Return another set without a rule; this one stays as it is."""
        rules = dict(self.rules)
        masks = rules.pop(number)
        partition, new_cells = take_out(self.partition, number)
        return replace(
            self,
            counter=self.counter.moved(self.counter.whole.beam_of(masks), new_cells),
            partition=partition,
            rules=rules,
            rules_ticks=self.rules_ticks - self._price_of(masks),
        )

    def lengths_with(self, beam: Beam, settings: SearchSettings) -> NDArray[np.int64]:
        """Return ``total_ticks`` of the set with each rule of a beam added."""
        real = replace(settings, surrogate=None)
        given = self.counter, self.partition, self.description, self.ticks, real
        return Surrogate(*given).of_covers.ticks(beam) + self.rules_ticks

    def _price_of(self, masks: Masks) -> int:
        return int(self.description.ticks(masks)[0])


def _changed(old: _Set, number: int, settings: SearchSettings, clock: Clock) -> _Set | None:
    """Return the shortest set with another rule in place of one, or none; None if it is the old."""
    rest = old.without(number)
    least, best = old.total_ticks, None
    beam = _others(rest, old.rules[number], settings, clock)
    if beam is not None:
        lengths = rest.lengths_with(beam, settings)
        first = int(np.lexsort((-beam.counts.sum(axis=1), lengths))[0])
        if lengths[first] < least:
            least, best = int(lengths[first]), one_rule(beam, first)
    if rest.total_ticks <= least and rest.total_ticks < old.total_ticks:
        return rest
    return None if best is None else rest.with_rule(best)


def _others(rest: _Set, masks: Masks, settings: SearchSettings, clock: Clock) -> Beam | None:
    """Return rules that are a little wider than one, and those that they grow into."""
    clock.check()
    wider = wider_rules(masks[0], rest.shape)
    if not len(wider):
        return None
    view = rest.counter.whole
    found = view.beam_of(wider)
    n_new = found.counts[:, rest.shape.n_classes :].sum(axis=1)
    places = np.flatnonzero(n_new >= rest.shape.least_new)
    if not len(places):
        return None
    starts = join_beams([one_rule(found, int(place)) for place in places])
    return join_beams([starts, *search_beam(view, starts, settings, clock).beams])


def wider_rules(masks: Masks, shape: Shape) -> Masks:
    """Return a rule without each of its literals, and without each bound of those that have two.

    Parameters
    ----------
    masks : uint64 array, shape (n_columns, n_words)
    shape : Shape

    Returns
    -------
    uint64 array, shape (n_rules, n_columns, n_words)
        The empty rule is not among them.
    """
    wider = []
    restricted = np.flatnonzero((masks != shape.full).any(axis=1))
    for column in restricted:
        literals = _with_one_bound(masks[column], int(shape.n_bins[column]), shape.ordered[column])
        if len(restricted) > 1:
            literals.append(shape.full[column])
        for literal in literals:
            rule = masks.copy()
            rule[column] = literal
            wider.append(rule)
    return np.array(wider, dtype=np.uint64).reshape(-1, *masks.shape)


def _with_one_bound(mask: Masks, n_bins: int, is_ordered: bool) -> list[Masks]:
    """Return an interval with either of its bounds, if it has two."""
    bits = np.unpackbits(mask.astype("<u8").view(np.uint8), bitorder="little")
    inside = np.flatnonzero(bits[:n_bins])
    if not is_ordered or not len(inside) or inside[0] == 0 or inside[-1] == n_bins - 1:
        return []
    below, above = bits.copy(), bits.copy()
    below[: inside[0]] = 1
    above[inside[-1] : n_bins] = 1
    packed = (np.packbits(wider, bitorder="little") for wider in (below, above))
    return [bytes_.view("<u8").astype(np.uint64) for bytes_ in packed]
