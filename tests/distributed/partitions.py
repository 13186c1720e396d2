"""Tables in partitions, and what one machine makes of the whole table, to compare with."""

import itertools
import pickle
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from tests.table.frames import Data
from turs.binning import BinnedColumn, BinnedTable, bin_columns
from turs.distributed.described import Described, describe, encode
from turs.distributed.summary import TableSummary, merge, summarize
from turs.exceptions import TursError
from turs.table import Columns, Target, infer_columns, infer_target

Parts = Sequence[tuple[Any, Any]]

OPTIONS = {"categorical_features": "from_dtype", "max_integer_levels": 0, "max_cuts": 100}


def summaries_of(parts: Parts) -> list[TableSummary]:
    """Summarise each partition, as if on another machine."""
    found = [summarize(X, y, place) for place, (X, y) in enumerate(parts)]
    return [pickle.loads(pickle.dumps(summary)) for summary in found]


def described(parts: Parts, **options: Any) -> Described:
    return describe(merge(summaries_of(parts)), **{**OPTIONS, **options})


def check_same_as_local(parts: Parts, X: Any, y: Any, **options: Any) -> None:
    """Compare partitions with the whole table, field by field, code by code, or in the error."""
    try:
        columns, target, table = local(X, y, **{**OPTIONS, **options})
    except TursError as expected:
        with pytest.raises(type(expected)) as error:
            described(parts, **options)
        assert str(error.value) == str(expected)
        return
    found = pickle.loads(pickle.dumps(described(parts, **options)))
    assert found.n_rows == table.n_rows
    assert found.schema == columns.schema
    for one, other in zip(found.schema.columns, columns.schema.columns, strict=True):
        assert list(map(type, one.levels)) == list(map(type, other.levels))
    for one_bins, other_bins in zip(found.columns, table.columns, strict=True):
        check_same_bins(one_bins, other_bins)
    assert found.classes.dtype == target.classes.dtype
    assert found.classes.tolist() == target.classes.tolist()
    assert list(map(type, found.classes.tolist())) == list(map(type, target.classes.tolist()))

    coded = [encode(*part, found) for part in parts]
    assert {codes.dtype for codes, _ in coded} == {table.codes.dtype}
    assert {classes.dtype for _, classes in coded} == {target.codes.dtype}
    np.testing.assert_array_equal(np.hstack([codes for codes, _ in coded]), table.codes)
    np.testing.assert_array_equal(np.hstack([classes for _, classes in coded]), target.codes)


def local(X: Any, y: Any, *, max_cuts: int, **options: Any) -> tuple[Columns, Target, BinnedTable]:
    columns = infer_columns(X, **options)
    target = infer_target(y, n_rows=columns.n_rows)
    return columns, target, bin_columns(columns, max_cuts)


def check_same_bins(one: BinnedColumn, other: BinnedColumn) -> None:
    assert (one.name, one.n_bins, one.ordered) == (other.name, other.n_bins, other.ordered)
    assert (one.has_missing, one.levels) == (other.has_missing, other.levels)
    assert (one.cuts is None) == (other.cuts is None)
    if one.cuts is not None and other.cuts is not None:
        assert one.cuts.tobytes() == other.cuts.tobytes()


def sliced(data: Data, ends: Sequence[int]) -> list[Data]:
    """Cut a table before these rows; two equal ones give a partition without rows."""
    n_rows = len(next(iter(data.values())))
    return [
        {name: values[start:end] for name, values in data.items()}
        for start, end in itertools.pairwise([0, *sorted(ends), n_rows])
    ]


few_floats = st.sampled_from([-2.5, -0.0, 0.0, 0.1, 1.0, 2.0, 7.0, 1e300])
kinds = st.sampled_from(
    [few_floats, st.integers(-3, 3), st.booleans(), st.sampled_from("abcd"), st.none()]
)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Data, list[Any], list[int]]:
    n_rows = draw(st.integers(2, 10))

    def column(values: st.SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(values, min_size=n_rows, max_size=n_rows))

    names = ["p", "q", "r"][: draw(st.integers(1, 3))]
    data = {name: column(draw(kinds.map(lambda kind: kind | st.none()))) for name in names}
    labels = [st.integers(0, 3), st.booleans(), st.sampled_from(["x", "yy", "zzz"])]
    y = column(draw(st.sampled_from(labels)))
    return data, y, draw(st.lists(st.integers(0, n_rows), max_size=5))
