"""Summaries are small, merge in any order, and hold what is wrong until it is said."""

import itertools
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.distributed.partitions import OPTIONS, described, sliced, summaries_of, tables
from turs.distributed.described import describe
from turs.distributed.summary import merge, summarize
from turs.exceptions import ColumnError, InputError, InputTypeError, TargetError, TursError

Y = ["u", "v"]


def outcome(summary: Any) -> Any:
    try:
        found = describe(summary, **OPTIONS)
    except TursError as error:
        return type(error), str(error)
    columns = [
        (bins.name, bins.levels, bins.has_missing, None if bins.cuts is None else list(bins.cuts))
        for bins in found.columns
    ]
    return found.schema, columns, found.classes.tolist(), found.classes.dtype, found.n_rows


@given(
    table=tables(), order=st.permutations(range(6)), n_groups=st.integers(1, 6), bad=st.booleans()
)
def test_summaries_are_merged_in_any_order_and_in_any_groups(
    table: Any, order: list[int], n_groups: int, bad: bool
) -> None:
    data, y, ends = table
    ends = [*ends, *[0] * (5 - len(ends))]
    places = [0, *sorted(ends), len(y)]
    parts = list(
        zip(sliced(data, ends), [y[a:b] for a, b in itertools.pairwise(places)], strict=True)
    )
    if bad:  # strings in one partition, numbers in another, and other columns in a third
        parts[1:4] = [({"p": ["s"]}, [0]), ({"p": [1]}, ["u"]), ({"o": [1], "p": [2]}, [True])]
    summaries = summaries_of(parts)
    shuffled = [summaries[place] for place in order]
    groups = [merge(shuffled[first::n_groups]) for first in range(n_groups)]
    assert outcome(merge(groups)) == outcome(merge(summaries))


def test_of_several_errors_that_of_the_first_partition_is_raised() -> None:
    infinite = ({"a": [1, 2], "b": [np.inf, 1], "c": [1j, 1]}, [None, "a"])
    nested = ({"a": [{}, {}]}, Y)
    parts = [(np.zeros((2, 3)), Y), nested, infinite]
    for summaries in itertools.permutations(summaries_of(parts)):
        with pytest.raises(InputTypeError, match=r"^in partition 1: column 'a' holds objects"):
            describe(merge(summaries), **OPTIONS)
    with pytest.raises(ColumnError, match=r"^in partition 0: column 'b' has an infinite value"):
        described([infinite, nested])
    with pytest.raises(TargetError, match=r"^in partition 0: .* X has 0 rows and y has 2 labels$"):
        described([({"a": []}, Y), infinite])


def test_partitions_without_any_row_are_refused_as_a_table_without_rows() -> None:
    pd = pytest.importorskip("pandas")
    parts = [(pd.DataFrame({"a": [], "b": []}), pd.Series([], dtype=object)), ([], [])]
    sentence = "Found array with 0 sample(s) (shape=(0, 2)) while a minimum of 1 is required."
    for summaries in itertools.permutations(summaries_of(parts)):
        with pytest.raises(InputError) as error:
            describe(merge(summaries), **OPTIONS)
        assert str(error.value) == sentence


def test_what_cannot_be_a_table_is_held_until_it_is_described() -> None:
    for X in (None, 3, "table", np.zeros(3), {"c": [1], "d": [1, 2]}):
        summary = summarize(X, Y, 5)
        with pytest.raises(TursError, match=r"^in partition 5: "):
            describe(summary, **OPTIONS)


def test_a_summary_is_small() -> None:
    values = np.random.default_rng(3).normal(size=(100_000, 3))
    summary = summarize(values, np.arange(100_000) % 2, 0)
    assert len(pickle.dumps(summary)) < 3 * 2**16 * 8 + 2000
    assert len(pickle.dumps(merge([summary, summarize(values + 1, [0, 1] * 50_000, 1)]))) < (
        3 * 2**16 * 8 + 2000
    )


def test_of_many_layouts_the_first_two_are_named() -> None:
    parts = [({name: [1, 2]}, Y) for name in ("a", "a", "b", "c", "b", "d")]
    for summaries in itertools.permutations(summaries_of(parts)[1:]):
        found = merge([merge(summaries[:3]), merge(summaries[3:])])
        with pytest.raises(ColumnError, match="partition 2 has the column 'b' where partition 1 "):
            describe(found, **OPTIONS)
