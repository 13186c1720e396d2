"""The best rules of some beams: the same however they are put together, and in any threads."""

import numpy as np
import pytest

from turs.counting import Beam, Counts, Masks, Workers
from turs.search import Clock
from turs.search.clock import OutOfTime
from turs.search.scoring import Score, Scorer


def beam_of(first: int, sizes: list[int]) -> Beam:
    """Return rules of so many rows, which are known by a number in their masks."""
    starts = np.concatenate([[0], np.cumsum(sizes)])
    masks = np.arange(first, first + len(sizes), dtype=np.uint64).reshape(-1, 1, 1)
    counts = np.array(sizes, dtype=np.int64).reshape(-1, 1)
    return Beam(np.arange(starts[-1], dtype=np.int32), starts, counts, masks)


BEAMS = [beam_of(0, [5, 9, 3]), beam_of(3, [1, 1]), beam_of(5, [2]), beam_of(6, [7, 7, 8])]


def total(counts: Counts, masks: Masks, looked: Counts) -> Counts:
    """Score rules by their number: 4 and 8 are best, 4 has fewer rows."""
    assert looked.tolist() == [counts[:, 0].tolist()]
    return np.abs(masks[:, 0, 0].astype(np.int64) % 4)


score = Score(lambda beam: np.diff(beam.starts)[None], total)


@pytest.mark.parametrize("n_threads", [1, 2, 3])
@pytest.mark.parametrize("one_by_one", [False, True])
def test_the_best_are_the_same(n_threads: int, *, one_by_one: bool) -> None:
    with Workers(n_threads) as workers:
        scorer = Scorer(score, workers, Clock(), one_by_one=one_by_one)
        for beam in BEAMS:
            scorer.add(beam)
        best = scorer.best(4)
    assert [int(rule.masks[0, 0, 0]) for rule in best.rules] == [8, 0, 4, 1]
    assert best.scores == [0, 0, 0, 1]
    assert best.n_scored == 9


def test_the_clock_is_looked_at() -> None:
    scorer = Scorer(score, Workers(1), Clock(limit=0.0))
    scorer.add(BEAMS[0])
    with pytest.raises(OutOfTime):
        scorer.best(1)
