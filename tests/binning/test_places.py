"""Numbers among cuts: the same as one by one, however many and however odd they are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turs.binning import places
from turs.binning.places import find_places

numbers = st.floats(allow_infinity=False, allow_nan=False)


def placed(cuts: np.ndarray, values: np.ndarray) -> np.ndarray:
    out = np.empty(len(values), dtype=np.uint8)
    find_places(cuts, values, out)
    return out


@given(st.lists(numbers, max_size=20, unique=True), st.lists(numbers, max_size=20))
def test_as_one_by_one(some: list[float], others: list[float]) -> None:
    cuts = np.sort(np.array(some))
    with np.errstate(over="ignore"):
        near = [np.nextafter(cuts, side) for side in (-np.inf, np.inf)]
    values = np.concatenate([cuts, *near, np.array(others), [np.nan]])
    values = values[~np.isinf(values)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(places, "_MANY", 0)
        assert placed(cuts, values).tolist() == np.searchsorted(cuts, values).tolist()


@pytest.mark.parametrize("power", [0.01, 1.0, 20.0])
def test_many_numbers(power: float) -> None:
    values = np.random.RandomState(0).random_sample(60_000) ** power
    values[::100] = np.nan
    cuts = np.unique(np.nanquantile(values, np.linspace(0.01, 0.99, 99)))
    assert (placed(cuts, values) == np.searchsorted(cuts, values)).all()


def test_numbers_that_hardly_differ() -> None:
    cuts = np.array([0.0, 5e-324, 1e-323])
    values = np.repeat(np.array([-5e-324, 0.0, 5e-324, 1e-323, 1.0, -1e308]), 10_000)
    assert (placed(cuts, values) == np.searchsorted(cuts, values)).all()
