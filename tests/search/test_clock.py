"""The clock, with a hand that we move."""

from types import SimpleNamespace

import pytest

from turs.search import Clock
from turs.search.clock import OutOfTime


class Hand:
    """A clock on the wall that stands still."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    moved = Hand()
    monkeypatch.setattr("turs.search.clock.time", SimpleNamespace(perf_counter=moved))
    return moved


def test_seconds_since_it_was_made(hand: Hand) -> None:
    clock = Clock()
    assert clock.seconds == 0.0
    hand.now += 2.5
    assert clock.seconds == 2.5


def test_limit_counts_from_when_it_was_made(hand: Hand) -> None:
    clock = Clock(limit=3.0)
    for _ in range(2):
        hand.now += 1.25
        clock.check()
    hand.now += 0.5  # three seconds are over
    with pytest.raises(OutOfTime):
        clock.check()
    hand.now += 10.0
    with pytest.raises(OutOfTime):
        clock.check()


def test_no_limit_no_end(hand: Hand) -> None:
    clock = Clock(None)
    hand.now += 1e9
    clock.check()


def test_no_time_at_all(hand: Hand) -> None:
    with pytest.raises(OutOfTime):
        Clock(limit=0.0).check()


def test_another_is_stopped_alone(hand: Hand) -> None:
    clock = Clock(limit=3.0)
    hand.now += 1.0
    another = clock.another()
    assert another.seconds == 1.0
    another.stop()
    with pytest.raises(OutOfTime):
        another.check()
    clock.check()
