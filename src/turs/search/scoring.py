"""Beams to the best of their rules."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from turs.counting import Beam, Counts, Masks, Workers, cut_beam, one_rule
from turs.search.clock import Clock

# Below so many rows of rules, a second thread costs more than it saves.
_WORTH_A_THREAD = 20_000


@dataclass(frozen=True)
class Score:
    """How rules are scored, in two steps: one that takes long, and one for many rules at once.

    Attributes
    ----------
    look : callable
        Looks at the rows of each rule of a beam: an integer array, shape (n_lengths, n_rules).
    total : callable
        Returns the scores of rules with these counts and masks, from what the first step said.
    """

    look: Callable[[Beam], Counts]
    total: Callable[[Counts, Masks, Counts], Counts]

    def ticks(self, beam: Beam) -> Counts:
        """Return the score of each rule of a beam."""
        return self.total(beam.counts, beam.masks, self.look(beam))


@dataclass(frozen=True)
class Chosen:
    """Different rules of least score, best first, and how many were scored."""

    rules: list[Beam]
    scores: list[int]
    n_scored: int


class Scorer:
    """Scores the rules of beams.

    Parameters
    ----------
    score : Score
    workers : Workers
    clock : Clock
    one_by_one : bool
        Whether a look at a rule takes so long that each is worth a thread.
    """

    def __init__(
        self, score: Score, workers: Workers, clock: Clock, *, one_by_one: bool = False
    ) -> None:
        self._score = score
        self._workers = workers
        self._clock = clock
        self._one_by_one = one_by_one
        self._beams: list[Beam] = []

    def add(self, beam: Beam) -> None:
        """Add the rules of a beam."""
        self._beams.append(beam)

    def best(self, how_many: int) -> Chosen:
        """Choose so many different rules of least score."""
        counts = np.concatenate([beam.counts for beam in self._beams])
        masks = np.concatenate([beam.masks for beam in self._beams])
        scores = self._score.total(counts, masks, self._look_at_all(len(counts)))
        return _least(self._beams, counts, scores, how_many)

    def _look_at_all(self, n_rules: int) -> Counts:
        """Look at the rows of all rules, a part of each beam in each thread."""
        n_rows = sum(len(beam.rows) for beam in self._beams)
        n_parts = self._workers.n_threads if n_rows > _WORTH_A_THREAD else 1
        if self._one_by_one:
            n_parts = n_rules
        parts = [cut_beam(beam, n_parts) for beam in self._beams]
        looks = self._workers.map(self._look, zip(*parts, strict=True))
        in_order = [looks[part][place] for place in range(len(parts)) for part in range(n_parts)]
        return np.concatenate(in_order, axis=1)

    def _look(self, beams: Iterable[Beam]) -> list[Counts]:
        looks = []
        for beam in beams:
            self._clock.check()
            looks.append(self._score.look(beam))
        return looks


def _least(beams: Sequence[Beam], counts: Counts, scores: Counts, how_many: int) -> Chosen:
    """Choose different rules of least score; of equals, what covers more and was found first."""
    firsts = [0, *accumulate(len(beam.counts) for beam in beams)]
    best: list[Beam] = []
    its_scores: list[int] = []
    for place in np.lexsort((-counts.sum(axis=1), scores)).tolist():
        which = bisect_right(firsts, place) - 1
        rule = one_rule(beams[which], place - firsts[which])
        # a later step of a beam can come to the same rule another way
        if all((rule.masks != other.masks).any() for other in best):
            best.append(rule)
            its_scores.append(int(scores[place]))
        if len(best) == how_many:
            break
    return Chosen(best, its_scores, len(scores))
