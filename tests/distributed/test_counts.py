"""Counts that travel are short, and add up to what they were."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turs.distributed.counts import FewCounts, add_counts, add_few_counts, narrow

counts = st.lists(st.integers(0, 2**40) | st.just(0), min_size=12, max_size=12)


@pytest.mark.parametrize(
    ("largest", "dtype"),
    [(0, "uint8"), (255, "uint8"), (256, "uint16"), (2**32 - 1, "uint32"), (2**32, "int64")],
)
def test_the_shortest_integers(largest: int, dtype: str) -> None:
    assert narrow(np.array([0, largest])).dtype == dtype


def test_nothing_is_short() -> None:
    assert narrow(np.zeros(0, dtype=np.int64)).dtype == np.uint8
    nothing = FewCounts.of_all(np.zeros((3, 4), dtype=np.int64))
    assert nothing.nbytes == 0
    assert add_few_counts([nothing, nothing]).spread((3, 4)).tolist() == [[0] * 4] * 3


@given(st.lists(counts, min_size=1, max_size=5))
def test_sums(answers: list[list[int]]) -> None:
    arrays = [np.array(answer).reshape(3, 4) for answer in answers]
    expected = sum(arrays).tolist()
    assert add_counts([narrow(array) for array in arrays]).tolist() == expected
    few = [pickle.loads(pickle.dumps(FewCounts.of_all(array))) for array in arrays]
    assert add_few_counts(few).spread((3, 4)).tolist() == expected
    # in any grouping
    grouped = [add_few_counts(few[:2]), *few[2:]]
    assert add_few_counts(grouped).spread((3, 4)).tolist() == expected


def test_a_count_travels_in_two_bytes() -> None:
    many = np.tile([0, 200], 1000)
    assert FewCounts.of_all(many).nbytes == 2 * 1000
