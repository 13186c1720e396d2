"""Counts to probabilities."""

import math

import numpy as np
import pytest

from turs.exceptions import InputError, InputTypeError
from turs.model.probability import check_smoothing, probabilities


def test_no_smoothing_is_the_class_frequency_exactly() -> None:
    counts = np.array([[1, 2, 0], [3, 0, 4]])
    found = probabilities(counts, np.array([10, 20, 30]), 0.0)
    assert found.tolist() == [[1 / 3, 2 / 3, 0.0], [3 / 7, 0.0, 4 / 7]]


def test_smoothing_adds_rows_of_the_average_kind() -> None:
    """Counts (1, 0) and a prior of (1/4, 3/4) worth 2 rows: (1 + 0.5) / 3 and (0 + 1.5) / 3."""
    assert probabilities(np.array([1, 0]), np.array([25, 75]), 2.0).tolist() == [0.5, 0.5]


@pytest.mark.parametrize("value", [0, 1, 2.5, np.float32(1.0), np.int64(3)])
def test_smoothing_accepted(value: object) -> None:
    assert type(check_smoothing(value)) is float


@pytest.mark.parametrize("value", [-1, math.nan, math.inf])
def test_smoothing_out_of_range(value: float) -> None:
    with pytest.raises(InputError, match="smoothing must be a finite number, 0 or more"):
        check_smoothing(value)


@pytest.mark.parametrize("value", ["1", True, None])
def test_smoothing_of_the_wrong_type(value: object) -> None:
    with pytest.raises(InputTypeError, match="smoothing must be a number"):
        check_smoothing(value)
