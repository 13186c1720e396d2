"""What an incomplete rule set is worth: its rules, and what could still be said of the rest."""

from __future__ import annotations

import numpy as np

from turs.counting import Beam, Counts, Masks, one_rule
from turs.mdl import AnyTicks
from turs.search.description import Description
from turs.search.partition import Partition, length_ticks
from turs.search.scoring import Score
from turs.search.settings import SearchSettings
from turs.search.source import RuleCounter


class Surrogate:
    """Scores sets by their length, with a tree in place of the else rule (paper, section 5.1).

    Parameters
    ----------
    counter : RuleCounter
    partition : Partition
        The rules added so far.
    description : Description
        What rules cost; a split of the pruned tree costs as much as a literal.
    ticks : AnyTicks
    settings : SearchSettings
        With ``surrogate=None`` the else rule stays, and scores are real lengths.
    """

    def __init__(
        self,
        counter: RuleCounter,
        partition: Partition,
        description: Description,
        ticks: AnyTicks,
        settings: SearchSettings,
    ) -> None:
        self._least = settings.least_leaf * ticks.shares
        self._counter = counter
        self._partition = partition
        self._description = description
        self._ticks = ticks
        self._settings = settings

    def set_ticks(self) -> int:
        """Return L_T(M) of the rules added so far, without their description."""
        return self._partition.covered_ticks + self._rest_ticks()

    @property
    def of_uncovered(self) -> Score:
        """The score of M + S_unc: as if a rule covered its uncovered rows alone (phase 1).

        What does not depend on the rule, the description of those added so far, is left out.
        """
        return Score(self._trees_without, self._uncovered_ticks)

    @property
    def of_covers(self) -> Score:
        """The score of M + S (phase 2)."""
        return Score(self._look_at_covers, self._cover_ticks)

    def _look_at_covers(self, beam: Beam) -> Counts:
        changes = self._counter.covered_changes(beam, self._partition.rules)
        return np.concatenate([changes[None], self._trees_without(beam)])

    def _uncovered_ticks(self, counts: Counts, masks: Masks, trees: Counts) -> Counts:
        own = length_ticks(counts, self._ticks) + self._description.ticks(masks)
        return self._partition.covered_ticks + own + self._rest_ticks_without(counts, trees)

    def _cover_ticks(self, counts: Counts, masks: Masks, looked: Counts) -> Counts:
        own = looked[0] + self._description.ticks(masks)
        uncovered = counts[:, self._partition.counts.shape[1] :]
        rest = self._rest_ticks_without(uncovered, looked[1:])
        ticks: Counts = self._partition.covered_ticks + own + rest
        return ticks

    def has_nothing_to_say(self) -> bool:
        """Tell whether the tree describes the uncovered rows as the else rule does."""
        if self._settings.surrogate is None:
            return False
        if self.set_ticks() != self._partition.real_ticks:
            return False
        if self._settings.surrogate == "tree" and self._grow_tree():
            return self.set_ticks() == self._partition.real_ticks
        return True

    def _grow_tree(self) -> bool:
        return self._counter.grow_tree(self._least, self._description.literal_ticks)

    def _rest_ticks(self) -> int:
        """Return the length of the uncovered rows."""
        if self._settings.surrogate == "tree":
            return self._counter.pruned_ticks(self._least, self._description.literal_ticks)
        if self._settings.surrogate == "cart":
            return self._counter.tree_ticks(self._settings.leaf_sizes_for)
        return int(length_ticks(self._partition.counts[0], self._ticks))

    def _rest_ticks_without(self, uncovered: Counts, trees: Counts) -> Counts:
        """Return what the uncovered rows less those of each rule, with these counts, are worth."""
        real = length_ticks(self._partition.counts[0] - uncovered, self._ticks)
        if self._settings.surrogate is None:
            return real
        real_weight = 1.0 - self._settings.surrogate_weight
        worth: Counts = trees[0] + np.rint((real - trees[0]) * real_weight).astype(np.int64)
        return worth

    def _trees_without(self, beam: Beam) -> Counts:
        """Return the lengths of the tree without the rows of each rule, if there is a tree."""
        if self._settings.surrogate is None:
            return np.empty((0, len(beam.counts)), dtype=np.int64)
        if self._settings.surrogate == "tree":
            tree: Counts = self._counter.pruned_ticks_without(beam)[None]
            return tree
        sizes = self._settings.leaf_sizes_for
        rules = [one_rule(beam, place) for place in range(len(beam.counts))]
        trees = [[self._counter.tree_ticks(sizes, without=rule) for rule in rules]]
        return np.array(trees, dtype=np.int64)
