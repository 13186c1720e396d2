"""The next rule, in two phases (paper, section 5.2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from turs.counting import Counter
from turs.search.beam import BeamRecord, search_beam
from turs.search.candidate import Candidate
from turs.search.clock import Clock
from turs.search.settings import SearchSettings
from turs.search.surrogate import Surrogate
from turs.search.workers import Workers


@dataclass(frozen=True)
class NextRule:
    """The rule to add, and what it took to find it."""

    candidate: Candidate
    n_refinements: int
    n_scored: int


class Grower:
    """Finds the next rule of a set.

    Parameters
    ----------
    counter : Counter
    surrogate : Surrogate
    settings : SearchSettings
    workers : Workers
    clock : Clock
    """

    def __init__(
        self,
        counter: Counter,
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

    def next_rule(self) -> NextRule | None:
        """Return the best rule to add, or None when no literal has a positive gain."""
        first = self._ignoring_covered_rows()
        if not first.rules:
            return None
        scores = self._score(first.rules, self._surrogate.uncovered_ticks)
        starts = _best(first.rules, scores, self._settings.n_candidates)
        records = self._workers.map(self._with_covered_rows, starts)
        rules = [rule for record in records for rule in record.rules]
        scores = self._score(rules, self._surrogate.cover_ticks)
        [best] = _best(rules, scores, 1)
        n_refinements = sum(record.n_refinements for record in [first, *records])
        return NextRule(best, n_refinements, len(first.rules) + len(rules))

    def _ignoring_covered_rows(self) -> BeamRecord:
        """Phase 1: grow from the empty rule, as if covered rows were not there."""
        view = self._counter.uncovered
        return search_beam(view, Candidate.empty(view), self._settings, self._clock)

    def _with_covered_rows(self, rule: Candidate) -> BeamRecord:
        """Phase 2: grow one of the best rules of phase 1 further, out of bad overlaps."""
        view = self._counter.whole
        start = rule.within(view)
        record = search_beam(view, start, self._settings, self._clock)
        record.rules.insert(0, start)
        return record

    def _score(self, rules: Sequence[Candidate], score: Callable[[Candidate], int]) -> list[int]:
        def checked(rule: Candidate) -> int:
            self._clock.check()
            return score(rule)

        return self._workers.map(checked, rules)


def _best(rules: Sequence[Candidate], scores: Sequence[int], how_many: int) -> list[Candidate]:
    """Return different rules of least score; of equals, what covers more."""
    order = sorted(range(len(rules)), key=lambda i: (scores[i], -rules[i].cover.n_rows, i))
    best: list[Candidate] = []
    for i in order:
        # a later step of a beam can come to the same rule another way
        if len(best) < how_many and all(rules[i].masks != rule.masks for rule in best):
            best.append(rules[i])
    return best
