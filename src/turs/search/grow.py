"""The next rule, in two phases (paper, section 5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from turs.counting import Beam, Workers
from turs.search.beam import BeamRecord, search_beam
from turs.search.clock import Clock
from turs.search.scoring import Score, Scorer
from turs.search.settings import SearchSettings
from turs.search.source import RuleCounter, RuleView
from turs.search.surrogate import Surrogate


@dataclass(frozen=True)
class NextRule:
    """The rule to add, alone in a beam, and what it took to find it."""

    rule: Beam
    n_refinements: int
    n_scored: int


class Grower:
    """Finds the next rule of a set.

    Parameters
    ----------
    counter : RuleCounter
    surrogate : Surrogate
    settings : SearchSettings
    workers : Workers
    clock : Clock
    """

    def __init__(
        self,
        counter: RuleCounter,
        surrogate: Surrogate,
        settings: SearchSettings,
        workers: Workers,
        clock: Clock,
    ) -> None:
        self._counter = counter
        self._surrogate = surrogate
        self._settings = settings
        self._workers = workers
        self._clock = clock
        self.look_ahead()

    def look_ahead(self) -> None:
        """Begin the search for the next rule of the rows as they are, if that saves time."""
        view = self._counter.uncovered
        # not a method: a grower that knows itself would keep the rows until they are collected
        phase = partial(_ignoring_covered_rows, view, self._settings, self._clock)
        self._first_phase = self._workers.begin(phase) if self._counter.is_large else phase

    def next_rule(self) -> NextRule | None:
        """Return the best rule to add, or None when no literal has a positive gain."""
        first = self._first_phase()
        if not first.beams:
            return None
        scorer = self._scorer(self._surrogate.of_uncovered)
        for beam in first.beams:
            scorer.add(beam)
        starts = scorer.best(self._settings.n_candidates)
        scorer = self._scorer(self._surrogate.of_covers)
        n_refinements = self._with_covered_rows(starts.rules, scorer)
        best = scorer.best(1)
        return NextRule(
            best.rules[0], first.n_refinements + n_refinements, starts.n_scored + best.n_scored
        )

    def _with_covered_rows(self, rules: Sequence[Beam], scorer: Scorer) -> int:
        """Phase 2: grow the best rules of phase 1 further, out of bad overlaps.

        Returns how many refinements there were.
        """
        view = self._counter.whole
        masks = np.concatenate([rule.masks for rule in rules])
        if self._settings.joint:
            start = view.beam_of(masks)
            scorer.add(start)
            # scored by a thread that has nothing else to do, while the search goes on
            return search_beam(view, start, self._settings, self._clock, scorer.add).n_refinements

        def grow(start: Beam) -> BeamRecord:
            return search_beam(view, start, self._settings, self._clock)

        starts = [view.beam_of(masks[i : i + 1]) for i in range(len(masks))]
        records = self._workers.map(grow, starts)
        for start, record in zip(starts, records, strict=True):
            for beam in [start, *record.beams]:
                scorer.add(beam)
        return sum(record.n_refinements for record in records)

    def _scorer(self, score: Score) -> Scorer:
        # the trees of the paper take long
        is_slow = self._settings.surrogate == "cart"
        return Scorer(score, self._workers, self._clock, one_by_one=is_slow)


def _ignoring_covered_rows(view: RuleView, settings: SearchSettings, clock: Clock) -> BeamRecord:
    """Phase 1: grow from the empty rule, as if covered rows were not there."""
    return search_beam(view, view.everything(), settings, clock)
