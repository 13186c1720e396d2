from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turs.plots.marks import spread

PLACES = st.lists(st.integers(-20, 20).map(float), max_size=8)


@given(PLACES)
def test_spread_places_are_apart_and_keep_their_order(places: list[float]) -> None:
    moved = spread(places, 1.5)
    ordered = sorted(moved)
    assert all(b - a >= 1.5 - 1e-9 for a, b in pairwise(ordered))
    for i, j in ((i, j) for i in range(len(places)) for j in range(len(places))):
        if places[i] < places[j]:
            assert moved[i] < moved[j]


def test_places_that_are_apart_stay() -> None:
    assert spread([3.0, 1.0, 2.0], 1.0) == [3.0, 1.0, 2.0]


def test_a_heap_stands_around_its_mean() -> None:
    assert spread([0.0, 0.0, 0.3], 1.0) == pytest.approx([-0.9, 0.1, 1.1])
