"""The next rule, in two phases (paper, section 5.2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from turs.counting import Beam, Counts, Workers, join_beams, one_rule
from turs.search.beam import BeamRecord, search_beam
from turs.search.clock import Clock
from turs.search.settings import SearchSettings
from turs.search.source import RuleCounter, RuleView
from turs.search.surrogate import Surrogate

# With fewer rows in all rules to be scored, they are scored in one call; of more, beam by beam.
_WORTH_A_CALL = 200_000


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
        starts, n_first = self._best(
            first.beams, self._surrogate.uncovered_ticks, self._settings.n_candidates
        )
        records = self._with_covered_rows(starts)
        beams = [beam for record in records for beam in record.beams]
        [best], n_then = self._best(beams, self._surrogate.cover_ticks, 1)
        n_refinements = sum(record.n_refinements for record in [first, *records])
        return NextRule(best, n_refinements, n_first + n_then)

    def _with_covered_rows(self, rules: Sequence[Beam]) -> list[BeamRecord]:
        """Phase 2: grow the best rules of phase 1 further, out of bad overlaps."""
        view = self._counter.whole
        masks = np.concatenate([rule.masks for rule in rules])
        starts = [masks] if self._settings.joint else [masks[i : i + 1] for i in range(len(masks))]

        def grow(start: Beam) -> BeamRecord:
            record = search_beam(view, start, self._settings, self._clock)
            record.beams.insert(0, start)
            return record

        return self._workers.map(grow, [view.beam_of(start) for start in starts])

    def _best(
        self, beams: Sequence[Beam], score: Callable[[Beam], Counts], how_many: int
    ) -> tuple[list[Beam], int]:
        """Return different rules of least score, and how many were scored."""

        def checked(part: Beam) -> Counts:
            self._clock.check()
            return score(part)

        # the trees of the paper take long: the clock is looked at more often
        is_slow = self._settings.surrogate == "cart"
        is_large = sum(len(beam.rows) for beam in beams) > _WORTH_A_CALL
        parts = beams if is_slow or is_large else [join_beams(beams)]
        scores = self._workers.map(checked, parts)
        return _least(parts, np.concatenate(scores), how_many)


def _ignoring_covered_rows(view: RuleView, settings: SearchSettings, clock: Clock) -> BeamRecord:
    """Phase 1: grow from the empty rule, as if covered rows were not there."""
    return search_beam(view, view.everything(), settings, clock)


def _least(beams: Sequence[Beam], scores: Counts, how_many: int) -> tuple[list[Beam], int]:
    """Return different rules of least score; of equals, what covers more and was found first."""
    firsts = np.cumsum([0, *(len(beam.counts) for beam in beams[:-1])])
    n_rows = np.concatenate([beam.counts.sum(axis=1) for beam in beams])
    best: list[Beam] = []
    for place in np.lexsort((-n_rows, scores)):
        which = int(np.searchsorted(firsts, place, side="right")) - 1
        rule = one_rule(beams[which], int(place - firsts[which]))
        # a later step of a beam can come to the same rule another way
        if all((rule.masks != other.masks).any() for other in best):
            best.append(rule)
        if len(best) == how_many:
            break
    return best, len(scores)
