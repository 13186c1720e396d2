"""Beams to the best of their rules, scored in threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from turs.counting import Beam, Counts, Workers, cut_beam, join_beams, one_rule
from turs.search.clock import Clock

Score = Callable[[Beam], Counts]

# A beam with so many rows in its rules is scored by itself, smaller ones in one call.
_WORTH_A_CALL = 20_000


class Scorer:
    """Scores the rules of beams, those of large ones as soon as a thread is free for it.

    Parameters
    ----------
    score : callable
        Returns the score of each rule of a beam.
    workers : Workers
    clock : Clock
    one_by_one : bool
        Whether scoring takes so long that the clock is looked at for every beam.
    """

    def __init__(
        self, score: Score, workers: Workers, clock: Clock, *, one_by_one: bool = False
    ) -> None:
        self._score = score
        self._workers = workers
        self._clock = clock
        self._one_by_one = one_by_one
        self._small: list[Beam] = []
        self._parts: list[tuple[Beam, Callable[[], Counts]]] = []

    def add(self, beam: Beam) -> None:
        """Add the rules of a beam, and begin to score them if they are worth it."""
        if self._one_by_one:
            self._begin(beam)
        elif len(beam.rows) > _WORTH_A_CALL:
            self._begin_small()
            for part in cut_beam(beam, self._workers.n_threads):
                self._begin(part)
        else:
            self._small.append(beam)

    def best(self, how_many: int) -> tuple[list[Beam], int]:
        """Return different rules of least score, and how many were scored."""
        self._begin_small()
        scores = [result() for _, result in self._parts]
        return _least([beam for beam, _ in self._parts], np.concatenate(scores), how_many)

    def _begin_small(self) -> None:
        """Begin to score the beams that were put aside, before any that comes after them."""
        if self._small:
            self._begin(join_beams(self._small))
            self._small = []

    def _begin(self, beam: Beam) -> None:
        work = partial(_checked, self._score, self._clock, beam)
        is_large = self._one_by_one or len(beam.rows) > _WORTH_A_CALL // 2
        self._parts.append((beam, self._workers.begin(work) if is_large else work))


def _checked(score: Score, clock: Clock, beam: Beam) -> Counts:
    clock.check()
    return score(beam)


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
