"""A rule set, and the rows in the cells that it makes: rules come and go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from turs.counting import Beam, Masks, Shape
from turs.mdl import AnyTicks
from turs.search.description import Description
from turs.search.given import Given
from turs.search.partition import Partition, members_of
from turs.search.scoring import Score
from turs.search.settings import SearchSettings
from turs.search.source import RuleCounter
from turs.search.surrogate import Surrogate


@dataclass(frozen=True)
class CountedSet:
    """Rules, and the rows in the cells that they make.

    Attributes
    ----------
    counter : RuleCounter
    partition : Partition
    description : Description
    shape : Shape
    ticks : AnyTicks
    rules : dict of int to array
        The rules by their number in the partition, in an order in which each covers a row that
        none before it covers.
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
    def of(cls, rules: Iterable[Masks], given: Given, description: Description) -> CountedSet:
        """Count rules in an order in which they may be added."""
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
    def last(self) -> int:
        """The number of the rule that was added last."""
        return next(reversed(self.rules))

    def with_rule(self, rule: Beam) -> CountedSet:
        """Add a rule to this very set, and return it with its rules told anew."""
        inside = self.counter.cells_of(rule, self.partition.n_cells)
        rules = {**self.rules, self.partition.next_number: rule.masks}
        self.counter.move(rule, self.partition.add(inside))
        return replace(self, rules=rules, rules_ticks=self.rules_ticks + self._price_of(rule.masks))

    def without(self, number: int) -> CountedSet:
        """Return another set without a rule; this one stays as it is."""
        rules = dict(self.rules)
        masks = rules.pop(number)
        partition, new_cells = self.partition.without(number)
        return replace(
            self,
            counter=self.counter.moved(self.counter.whole.beam_of(masks), new_cells),
            partition=partition,
            rules=rules,
            rules_ticks=self.rules_ticks - self._price_of(masks),
        )

    def score_of(self, settings: SearchSettings) -> Score:
        """Return how rules to be added are scored: by ``total_ticks``, less those of the others.

        There must be no surrogate.
        """
        given = self.counter, self.partition, self.description, self.ticks, settings
        return Surrogate(*given).of_covers

    def own_partition(self, ticks: AnyTicks) -> Partition:
        """Return the cells with each row counted once, as its own class.

        The rules have their place in ``rules`` for a number.
        """
        everything = self.counter.whole.everything()
        counts = self.counter.cells_of(everything, self.partition.n_cells, own=True)
        covers = members_of(self.partition.rules)
        own = Partition(counts.sum(axis=0), ticks)
        cells = np.zeros(len(counts), dtype=np.int32)
        for number in self.rules:
            covered = np.flatnonzero(covers[:, number])
            inside = np.zeros_like(own.counts)
            np.add.at(inside, cells[covered], counts[covered])
            cells[covered] = own.add(inside)[cells[covered]]
        return own

    def _price_of(self, masks: Masks) -> int:
        return int(self.description.ticks(masks)[0])
