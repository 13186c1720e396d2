"""Parts of rows are the same every time, and have their share of every class."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turs.cli.parts import _hashes, hold_out, into_folds
from turs.exceptions import InputError

labels = st.lists(st.integers(0, 3), min_size=1, max_size=60).map(
    lambda drawn: np.unique(drawn, return_inverse=True)[1].astype(np.intp)
)


def test_the_hash_is_splitmix64() -> None:
    # The first numbers of the generator that starts at 0, as published with it.
    assert [hex(value) for value in _hashes(3).tolist()] == [
        "0xe220a8397b1dcdaf",
        "0x6e789e6aa1b965f4",
        "0x6c45d188009454f",
    ]


def test_the_parts_of_twelve_rows() -> None:
    codes = np.array([0, 1] * 6)
    assert np.flatnonzero(hold_out(codes, 0.5)).tolist() == [1, 2, 4, 5, 6, 11]
    assert into_folds(codes, 3).tolist() == [2, 1, 0, 2, 1, 0, 2, 0, 0, 1, 1, 2]


@given(labels, st.floats(0.01, 0.99))
def test_each_class_has_its_share(codes: np.ndarray, share: float) -> None:
    sizes = np.bincount(codes)
    expected = [min(round(size * share), size - 1) for size in sizes.tolist()]
    if not any(expected):
        with pytest.raises(InputError, match="leaves no test row; give a larger --test"):
            hold_out(codes, share)
        return
    chosen = hold_out(codes, share)
    assert np.bincount(codes[chosen], minlength=len(sizes)).tolist() == expected


@given(labels, st.integers(2, 6))
def test_each_fold_has_its_share(codes: np.ndarray, n_folds: int) -> None:
    if len(codes) < n_folds:
        with pytest.raises(InputError, match="give a smaller --cv"):
            into_folds(codes, n_folds)
        return
    if (np.bincount(codes) > 1).sum() < 2:
        with pytest.raises(InputError, match="with --cv two classes must have 2 rows or more"):
            into_folds(codes, n_folds)
        return
    folds = into_folds(codes, n_folds)
    sizes = np.bincount(folds, minlength=n_folds)
    assert sizes.max() - sizes.min() <= 1
    for code in range(codes.max() + 1):
        of_class = np.bincount(folds[codes == code], minlength=n_folds)
        assert of_class.max() - of_class.min() <= 1


def test_no_period_of_the_file_stays() -> None:
    # Every second row is of the same day, say: half of the test rows should be.
    codes = np.zeros(10_000, dtype=np.intp)
    codes[0] = 1
    chosen = np.flatnonzero(hold_out(codes, 0.5))
    assert abs(np.mean(chosen % 2) - 0.5) < 0.02
