"""Each value has the code of its bin, and missing values one of their own."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.naive.binning import bin_numbers
from tests.table import frames
from turs.binning import bin_columns
from turs.exceptions import ColumnError, InputError
from turs.table import Column, Columns, Schema, infer_columns

NAN = math.nan

DATA: dict[str, list[Any]] = {
    "age": [31, 40, None, 52, 31],
    "dose": [0.5, 1.25, 1.25, 2.0, -0.5],
    "constant": [7, 7, 7, 7, 7],
    "smoker": [True, None, False, True, False],
    "ward": ["B", "C", "A", "C", "B"],
    "nothing": [None, None, None, None, None],
}

CODES = [
    [0, 1, 3, 2, 0],
    [1, 2, 2, 3, 0],
    [0, 0, 0, 0, 0],
    [1, 2, 0, 1, 0],
    [1, 2, 0, 2, 1],
    [1, 1, 1, 1, 1],
]


@frames.in_every(frames.ALL)
def test_same_data_same_codes(build: frames.Build) -> None:
    table = bin_columns(infer_columns(build(DATA)), max_cuts=100)
    assert table.codes.dtype == np.uint8
    assert table.codes.flags.c_contiguous
    assert table.codes.tolist() == CODES
    assert table.n_rows == 5
    assert [column.n_bins for column in table.columns] == [3, 4, 1, 2, 3, 1]
    assert [column.n_codes for column in table.columns] == [4, 4, 1, 3, 3, 2]
    assert [column.ordered for column in table.columns] == [True, True, True, False, False, False]
    # The middle halves of the gaps of dose are -0.25 to 0.25, 0.6875 to 1.0625, 1.4375 to 1.8125.
    cuts = [None if column.cuts is None else column.cuts.tolist() for column in table.columns]
    assert cuts == [[36, 46], [0.0, 1.0, 1.6], [], None, None, None]
    levels = [column.levels for column in table.columns]
    assert levels == [None, None, None, (False, True), ("A", "B", "C"), ()]


def test_an_ordered_category_has_ordered_codes() -> None:
    column = Column("stage", "categorical", levels=("low", "high"), ordered=True)
    columns = Columns(Schema((column,)), (np.array([1, 0, -1], dtype=np.int32),), 3)
    table = bin_columns(columns, max_cuts=3)
    assert table.codes.tolist() == [[1, 0, 2]]
    assert table.columns[0].ordered
    assert table.columns[0].levels == ("low", "high")


@pytest.mark.parametrize(
    ("n_values", "with_missing", "dtype"),
    [
        (256, False, np.uint8),
        (255, True, np.uint8),
        (256, True, np.uint16),
        (257, False, np.uint16),
    ],
)
def test_codes_are_as_small_as_they_can_be(n_values: int, with_missing: bool, dtype: Any) -> None:
    values = [*map(float, range(n_values)), *([NAN] if with_missing else [])]
    table = bin_columns(infer_columns({"a": values, "b": [True] * len(values)}), max_cuts=1000)
    assert table.codes.dtype == dtype
    assert table.codes[0].tolist() == [*range(n_values), *([n_values] if with_missing else [])]


numbers = st.floats(allow_infinity=False) | st.integers(-5, 5).map(float)


@given(st.lists(numbers, min_size=1, max_size=20), st.integers(0, 20))
def test_any_column_is_binned_as_by_its_naive_twin(values: list[float], max_cuts: int) -> None:
    table = bin_columns(infer_columns({"a": np.array(values)}), max_cuts)
    column = table.columns[0]
    assert column.cuts is not None
    assert table.codes[0].tolist() == bin_numbers(values, column.cuts.tolist())
    assert column.has_missing == any(map(math.isnan, values))
    assert column.n_bins == len(column.cuts) + 1


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=30))
def test_an_increasing_change_of_a_column_changes_no_code(values: list[int]) -> None:
    changes = (lambda x: 3.7 * x - 1, lambda x: x**3, lambda x: math.exp(x / 10))
    original = bin_columns(infer_columns({"a": values}), max_cuts=6).codes.tolist()
    for change in changes:
        changed = [float(change(value)) for value in values]
        assert bin_columns(infer_columns({"a": changed}), max_cuts=6).codes.tolist() == original


def test_too_many_levels_are_refused() -> None:
    levels = tuple(map(str, range(70_000)))
    column = Column("id", "categorical", levels=levels)
    columns = Columns(Schema((column,)), (np.arange(70_000, dtype=np.int32),), 70_000)
    with pytest.raises(ColumnError) as error:
        bin_columns(columns, max_cuts=100)
    assert str(error.value) == (
        "column 'id' has 70000 levels, more than 65535; drop it, or put its levels into groups"
    )


@pytest.mark.parametrize("max_cuts", [-1, 65535])
def test_max_cuts_out_of_range_is_refused(max_cuts: int) -> None:
    with pytest.raises(InputError) as error:
        bin_columns(infer_columns({"a": [1, 2]}), max_cuts)
    assert str(error.value) == f"max_cuts is {max_cuts}; it must be from 0 to 65534"
