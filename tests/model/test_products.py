"""Matrix products of counts and of zeros and ones."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from turs.model.products import add_up, meet


@given(st.integers(0, 5), st.integers(0, 5), st.integers(0, 70), st.integers(0, 2**32))
def test_as_by_sets(n: int, m: int, k: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    first, second = random.random((n, k)) < 0.1, random.random((m, k)) < 0.1
    found = meet(first, second)
    assert found.shape == (n, m)
    for i in range(n):
        for j in range(m):
            common = set(np.flatnonzero(first[i])) & set(np.flatnonzero(second[j]))
            assert found[i, j] == bool(common)


def test_counts_are_added_up_exactly() -> None:
    counts = np.array([[2.0**52, 1.0], [1.0, 2.0**52]])
    assert add_up(np.array([[True, True], [False, False]]), counts).tolist() == [
        [2.0**52 + 1, 2.0**52 + 1],
        [0.0, 0.0],
    ]
