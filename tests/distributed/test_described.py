"""A table in partitions is described and coded as one machine does it with the whole."""

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.distributed.partitions import (
    check_same_as_local,
    described,
    sliced,
    tables,
)
from tests.table import frames
from turs.binning import bin_columns
from turs.distributed.described import encode
from turs.exceptions import ColumnError, InputError, TargetError
from turs.table import infer_columns


def pandas_categories(data: frames.Data) -> Any:
    """Categories whose lists of levels differ between partitions; of numbers, too."""
    return frames.pandas(data).astype("category")


def integers_where_possible(data: frames.Data) -> Any:
    """Arrays of integers in some partitions, and of floats or objects in others."""
    return {name: np.array(values) if values else [] for name, values in data.items()}


BUILDS = (
    frames.dict_of_lists,
    frames.numpy_objects,
    frames.rows,
    frames.pandas,
    frames.pandas_nullable,
    frames.polars,
    frames.pyarrow,
    pandas_categories,
    integers_where_possible,
)
LABELS: tuple[Callable[[list[Any]], Any], ...] = (
    list,
    np.array,
    lambda labels: np.array(labels, dtype=object),
    lambda labels: pytest.importorskip("pandas").Series(labels),
    lambda labels: pytest.importorskip("polars").Series(labels),
)


@pytest.mark.slow
@frames.in_every(BUILDS)
@settings(max_examples=50)
@given(
    table=tables(),
    labels=st.sampled_from(LABELS),
    asked=st.sampled_from(["from_dtype", [0]]),
    most=st.sampled_from([0, 2, 4]),
    max_cuts=st.sampled_from([1, 2, 100]),
)
def test_any_partitioning_gives_what_the_whole_table_gives(
    build: frames.Build,
    table: Any,
    labels: Callable[[list[Any]], Any],
    asked: Any,
    most: int,
    max_cuts: int,
) -> None:
    data, y, ends = table
    whole = labels(y)
    slices = itertools.pairwise([0, *sorted(ends), len(y)])
    parts = [
        (build(part), whole[start:end])
        for part, (start, end) in zip(sliced(data, ends), slices, strict=True)
    ]
    options = {"categorical_features": asked, "max_integer_levels": most, "max_cuts": max_cuts}
    check_same_as_local(parts, build(data), whole, **options)


Y = ["u", "v"]


def test_an_empty_partition_has_codes_all_the_same() -> None:
    X = {"a": np.arange(300), "b": ["s"] * 300}
    found = described([(X, Y * 150), (np.empty((0, 2)), [])], max_cuts=1000)
    codes, classes = encode(np.empty((0, 5)), [], found)
    assert (codes.shape, codes.dtype, classes.shape, classes.dtype) == ((2, 0), "u2", (0,), "i4")


def test_many_distinct_values_are_no_levels() -> None:
    X = {"n": np.arange(70_000), "s": list(map(str, range(70_000)))}
    y = Y * 35_000
    parts = [
        ({name: values[start : start + 35_000] for name, values in X.items()}, y[:35_000])
        for start in (0, 35_000)
    ]
    numbers = [({"n": part["n"]}, labels) for part, labels in parts]
    end = "levels, more than 65535; drop it, or put its levels into groups"
    with pytest.raises(ColumnError) as error:
        described(parts)
    assert str(error.value) == f"column 's' has over 65536 {end}"
    with pytest.raises(ColumnError) as error:
        described(numbers, categorical_features=["n"])
    assert str(error.value) == f"column 'n' has over 65536 {end}"
    numbers.append(({"n": [-(2**60), 0]}, Y))
    with pytest.raises(ColumnError, match=r"^column 'n' cannot be categorical: .* 11529215046068"):
        described(numbers, categorical_features=["n"])
    assert described(numbers, max_integer_levels=10**6).schema.columns[0].kind == "numeric"
    exact = [({"n": np.arange(65_536)}, Y * 32_768)]
    with pytest.raises(ColumnError) as error:
        described(exact, categorical_features=["n"])
    assert str(error.value) == f"column 'n' has 65536 {end}"
    check_same_as_local(exact, *exact[0], max_cuts=65_534)


def test_cuts_of_many_values_depend_on_no_partitioning() -> None:
    values = np.random.default_rng(7).lognormal(size=200_000)
    whole = described([({"c": values}, Y * 100_000)]).columns[0].cuts
    assert whole is not None
    repeated = np.concatenate([values[::-1], values[:1000]])
    parts = [({"c": part}, (Y * len(part))[: len(part)]) for part in np.array_split(repeated, 7)]
    cuts = described(parts).columns[0].cuts
    assert cuts is not None
    assert cuts.tobytes() == whole.tobytes()
    local = bin_columns(infer_columns({"c": values}), 100).columns[0].cuts
    assert local is not None
    ranks = [np.searchsorted(np.sort(values), found) / len(values) for found in (whole, local)]
    assert 0 < np.abs(ranks[0] - ranks[1]).max() < 0.01


def test_a_partition_that_changed_is_refused() -> None:
    found = described([({"n": [1, 2], "s": ["a", "b"]}, Y)])
    for X, name in (
        ({"n": [1, None], "s": ["a", "b"]}, "n"),
        ({"n": [1, 2], "s": ["a", "c"]}, "s"),
        ({"n": [1, 2], "s": [None, "a"]}, "s"),
    ):
        with pytest.raises(ColumnError) as error:
            encode(X, Y, found)
        assert str(error.value) == (
            f"column '{name}' has values that it did not have when its partition was "
            "summarised; make the partitions the same each time that they are computed"
        )
    with pytest.raises(TargetError, match="which is none of the classes"):
        encode({"n": [1, 2], "s": ["a", "b"]}, ["u", "w"], found)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"max_cuts": 65_535}, "max_cuts is 65535; it must be from 0 to 65534"),
        (
            {"categorical_features": ["d"]},
            "categorical_features asks for the column 'd', which is not in the table; "
            "the columns are 'c'",
        ),
    ],
)
def test_bad_options_are_refused_as_on_one_machine(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError) as error:
        described([({"c": [1, 2]}, Y)], **options)
    assert str(error.value) == sentence
