"""The best rules of some beams: the same however they are put together, and in any threads."""

import numpy as np
import pytest

from turs.counting import Beam, Counts, Workers, cut_beam, join_beams
from turs.search import Clock, scoring
from turs.search.clock import OutOfTime
from turs.search.scoring import Scorer


def beam_of(first: int, sizes: list[int]) -> Beam:
    """Return rules of so many rows, which are known by a number in their masks."""
    starts = np.concatenate([[0], np.cumsum(sizes)])
    masks = np.arange(first, first + len(sizes), dtype=np.uint64).reshape(-1, 1, 1)
    counts = np.array(sizes, dtype=np.int64).reshape(-1, 1)
    return Beam(np.arange(starts[-1], dtype=np.int32), starts, counts, masks)


BEAMS = [beam_of(0, [5, 9, 3]), beam_of(3, [1, 1]), beam_of(5, [2]), beam_of(6, [7, 7, 8])]


def score(beam: Beam) -> Counts:
    """Score rules by their number: 4 and 8 are best, 4 has fewer rows."""
    return np.abs(beam.masks[:, 0, 0].astype(np.int64) % 4)


@pytest.mark.parametrize("limit", [0, 6, 1000])
@pytest.mark.parametrize("n_threads", [1, 2, 3])
@pytest.mark.parametrize("one_by_one", [False, True])
def test_the_best_are_the_same(
    limit: int, n_threads: int, *, one_by_one: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scoring, "_WORTH_A_CALL", limit)
    with Workers(n_threads) as workers:
        scorer = Scorer(score, workers, Clock(), one_by_one=one_by_one)
        for beam in BEAMS:
            scorer.add(beam)
        best, n_scored = scorer.best(4)
    assert [int(rule.masks[0, 0, 0]) for rule in best] == [8, 0, 4, 1]
    assert n_scored == 9


def test_the_clock_is_looked_at() -> None:
    scorer = Scorer(score, Workers(1), Clock(limit=0.0))
    scorer.add(BEAMS[0])
    with pytest.raises(OutOfTime):
        scorer.best(1)


@pytest.mark.parametrize("n_parts", [1, 2, 3, 20])
def test_a_beam_in_parts_is_the_same_beam(n_parts: int) -> None:
    whole = join_beams(BEAMS)
    parts = cut_beam(whole, n_parts)
    assert 0 < len(parts) <= n_parts
    assert all(len(part.counts) for part in parts)
    for one, other in zip(join_beams(parts), whole, strict=True):
        assert np.array_equal(one, other)
