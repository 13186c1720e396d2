"""Rows of boolean matrices that have an entry in common."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from turs.model.meeting import meet


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
