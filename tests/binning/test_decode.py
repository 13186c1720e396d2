"""Sets of codes become literals that cover the same rows."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.naive.binning import allowed
from turs.binning import BinnedColumn, BinnedTable, bin_columns, decode_mask, decode_rule
from turs.exceptions import InputError
from turs.model import Interval, Levels, Missing, Rule
from turs.table import Column, Columns, Schema, infer_columns

AGE = BinnedColumn("age", 4, True, False, cuts=np.array([30.0, 40.5, 65.0]))
LACTATE = BinnedColumn("lactate", 3, True, True, cuts=np.array([1.5, 2.0]))
WARD = BinnedColumn("ward", 3, False, False, levels=("A", "B", "C"))
STAGE = BinnedColumn("stage", 3, True, True, levels=(1, 2, 3))
NOTHING = BinnedColumn("nothing", 1, False, True, levels=())


@pytest.mark.parametrize(
    ("column", "mask", "literal"),
    [
        (AGE, 0b0001, Interval("age", high=30)),
        (AGE, 0b0011, Interval("age", high=40.5)),
        (AGE, 0b0110, Interval("age", low=30, high=65)),
        (AGE, 0b1000, Interval("age", low=65)),
        (AGE, 0b1111, None),
        (LACTATE, 0b0001, Interval("lactate", high=1.5)),
        (LACTATE, 0b1110, Interval("lactate", low=1.5, missing=True)),
        (LACTATE, 0b1010, Interval("lactate", low=1.5, high=2, missing=True)),
        (LACTATE, 0b1000, Missing("lactate")),
        (LACTATE, 0b0111, Missing("lactate", negated=True)),
        (LACTATE, 0b1111, None),
        (WARD, 0b101, Levels("ward", {"A", "C"})),
        (WARD, 0b111, None),
        (STAGE, 0b0011, Levels("stage", {1, 2})),
        (STAGE, 0b1100, Levels("stage", {3}, missing=True)),
        (STAGE, 0b1000, Missing("stage")),
        (STAGE, 0b0111, Missing("stage", negated=True)),
        (NOTHING, 0b01, Missing("nothing", negated=True)),
        (NOTHING, 0b10, Missing("nothing")),
        (NOTHING, 0b11, None),
    ],
)
def test_masks_by_hand(column: BinnedColumn, mask: int, literal: Any) -> None:
    assert decode_mask(column, mask) == literal


@pytest.mark.parametrize("mask", [0, -1, 0b10000])
def test_codes_that_are_not_there_are_refused(mask: int) -> None:
    with pytest.raises(InputError) as error:
        decode_mask(AGE, mask)
    assert str(error.value) == (
        f"the codes {mask:#b} do not fit column 'age'; "
        "some of its 4 codes must be allowed, and no others"
    )


def test_an_interval_has_no_holes() -> None:
    with pytest.raises(InputError) as error:
        decode_mask(AGE, 0b1011)
    assert str(error.value) == (
        "the bins [0, 1, 3] of column 'age' are not a range; an interval has no holes"
    )


def test_a_rule_has_one_literal_for_each_restricted_column() -> None:
    columns = infer_columns({"age": [31, 40, 65], "ward": ["A", "B", "C"], "dose": [1, None, 2]})
    table = bin_columns(columns, max_cuts=100)
    assert decode_rule(table.columns, {}) == Rule([])
    assert decode_rule(table.columns, {0: 0b111}) == Rule([])
    rule = decode_rule(table.columns, {2: 0b100, 0: 0b010, 1: 0b011})
    assert str(rule) == "36 < age <= 50 and dose is missing and ward in {A, B}"


@st.composite
def binned_numbers(draw: st.DrawFn) -> tuple[Columns, BinnedTable, int]:
    values = draw(st.lists(st.none() | st.integers(-9, 9), min_size=1))
    columns = infer_columns({"v": np.array(values, dtype=np.float64) / 4})
    table = bin_columns(columns, max_cuts=draw(st.integers(0, 6)))
    n_bins = table.columns[0].n_bins
    first = draw(st.integers(0, n_bins))
    last = draw(st.integers(first, n_bins))
    return columns, table, sum(1 << code for code in range(first, last))


@st.composite
def binned_levels(draw: st.DrawFn) -> tuple[Columns, BinnedTable, int]:
    values = draw(st.lists(st.none() | st.sampled_from("abcde"), min_size=1))
    found = infer_columns({"v": values})
    levels = found.schema.columns[0].levels
    column = Column("v", "categorical", levels, ordered=draw(st.booleans()))
    columns = Columns(Schema((column,)), found.values, found.n_rows)
    table = bin_columns(columns, max_cuts=0)
    return columns, table, draw(st.integers(0, 2 ** table.columns[0].n_bins - 1))


@given(binned_numbers() | binned_levels(), st.booleans())
def test_a_literal_covers_the_rows_that_its_codes_allow(
    binned: tuple[Columns, BinnedTable, int], missing: bool
) -> None:
    columns, table, mask = binned
    column = table.columns[0]
    mask |= (missing and column.has_missing) << column.n_bins
    if mask:
        rule = decode_rule(table.columns, {0: mask})
        assert rule.covers(columns).tolist() == allowed(column, table.codes[0].tolist(), mask)
        assert Rule.parse(str(rule)) == rule
