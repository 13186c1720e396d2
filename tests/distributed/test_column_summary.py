"""A column in partitions is the column that it is in the whole table."""

from typing import Any

import numpy as np
import pytest

from tests.distributed.partitions import check_same_as_local, described
from turs.exceptions import ColumnError
from turs.table import Column

NAN = float("nan")
Y = ["u", "v"]


def ordered(values: list[Any], levels: list[Any]) -> Any:
    pd = pytest.importorskip("pandas")
    return pd.DataFrame({"c": pd.Categorical(values, levels, ordered=True)})


def test_what_is_missing_in_one_partition_goes_with_anything_in_another() -> None:
    pd = pytest.importorskip("pandas")
    for values in ([1, 2], ["a", "b"], [True, False], [0.5, 1.5]):
        for nothing in ([None, None], np.array([NAN, NAN]), pd.Series([None] * 2, dtype="Int64")):
            parts = [({"c": nothing}, Y), ({"c": values}, Y)]
            check_same_as_local(parts, {"c": [None, None, *values]}, [*Y, *Y])
            check_same_as_local(parts[::-1], {"c": [*values, None, None]}, [*Y, *Y])
    nan, none = ({"c": np.array([NAN, NAN])}, Y), ({"c": [None, None]}, Y)
    check_same_as_local([none, nan], {"c": [None, None, NAN, NAN]}, [*Y, *Y])
    check_same_as_local([none, none], {"c": [None] * 4}, [*Y, *Y])
    check_same_as_local([nan, nan], {"c": [NAN] * 4}, [*Y, *Y])


def test_numbers_that_are_levels_are_integers_if_all_of_them_are() -> None:
    pd = pytest.importorskip("pandas")

    def category(values: list[Any]) -> Any:
        return pd.DataFrame({"c": pd.Categorical(values)})

    for one, other in (([1, 2], [3.0, None]), ([1, 2], [1.5, 2.0]), ([True], [False, None])):
        parts = [(category(one), Y[: len(one)]), (category(other), Y[: len(other)])]
        check_same_as_local(parts, category([*one, *other]), [*Y[: len(one)], *Y[: len(other)]])
    parts = [({"c": np.array([2, 1])}, Y), ({"c": np.array([0.5, NAN])}, Y)]
    check_same_as_local(
        parts, {"c": [2, 1, 0.5, NAN]}, [*Y, *Y], categorical_features=["c"], max_cuts=1
    )


def test_categories_may_list_different_levels() -> None:
    pd = pytest.importorskip("pandas")
    parts = [
        (pd.DataFrame({"c": pd.Categorical(["b", None], ["b", "z"])}), Y),
        (pd.DataFrame({"c": pd.Categorical(["a", "c"], ["c", "b", "a"])}), Y),
    ]
    check_same_as_local(parts, {"c": ["b", None, "a", "c"]}, [*Y, *Y])


def test_an_ordered_category_keeps_the_levels_that_occur_anywhere() -> None:
    levels = ["none", "low", "mid", "high"]
    values = ["mid", None, "high", "high", None, None, "low", "mid"]
    parts = [(ordered(values[row : row + 2], levels), Y) for row in range(0, 8, 2)]
    check_same_as_local(parts, ordered(values, levels), Y * 4)
    blank = [(ordered([None, None], levels), Y)] * 2
    check_same_as_local(blank, ordered([None] * 4, levels), Y * 2)
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"c": pl.Series(values, dtype=pl.Enum(levels))})
    check_same_as_local(
        [(frame[row : row + 1], Y[row % 2 :][:1]) for row in range(8)], frame, Y * 4
    )


def test_orders_that_fit_together_are_put_together() -> None:
    parts = [(ordered(["low", "mid"], ["low", "mid"]), Y), ({"c": [None, None]}, Y)]
    parts.append((ordered(["mid", "high"], ["mid", "high", "top"]), Y))
    [column] = described(parts).schema.columns
    assert column == Column("c", "categorical", ("low", "mid", "high"), ordered=True)


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        (
            [{"c": [1.0, 2.0]}, {"c": ["b", "a"]}],
            "column 'c' is of mixed types between partitions: numbers such as 1 in partition 0, "
            "and strings such as 'a' in partition 1; make it of one type in all partitions",
        ),
        (
            [{"c": [None, True]}, {"c": [None, None]}, {"c": [0.5, 1]}, {"c": ["a", "b"]}],
            "column 'c' is of mixed types between partitions: booleans such as True in partition "
            "0, and numbers such as 0.5 in partition 2; make it of one type in all partitions",
        ),
        (
            [{"a": [1, 2], "b": [1, 2]}, {"a": [1, 2]}],
            "partition 1 has no further column where partition 0 has the column 'b'; "
            "give all partitions the same columns in the same order",
        ),
        (
            [{"a": [1, 2], "b": [1, 2]}, {"a": [], "c": []}, {"b": [1, 2], "a": [1, 2]}],
            "partition 2 has the column 'b' where partition 0 has the column 'a'; "
            "give all partitions the same columns in the same order",
        ),
        (
            [{"x0": [1, 2]}, np.zeros((2, 1))],
            "partition 1 has columns without names where partition 0 has the column 'x0'; "
            "give all partitions the same columns in the same order",
        ),
        (
            [np.zeros((2, 1)), np.zeros((2, 2))],
            "partition 1 has the column 'x1' where partition 0 has no further column; "
            "give all partitions the same columns in the same order",
        ),
        (
            [{"c": [1, 2]}, {"c": [1, np.inf]}, {"c": [1, 1j]}],
            "in partition 1: column 'c' has an infinite value (inf, or too large for a float) in "
            "row 1; replace it by a finite number or by a missing value",
        ),
        (
            [{"c": [1, 2]}, {"c": [1, "a"]}],
            "in partition 1: column 'c' mixes types: it has 1 and 'a'; "
            "make it all numbers, all strings or all booleans",
        ),
    ],
)
def test_columns_that_do_not_go_together(parts: list[Any], sentence: str) -> None:
    with_labels = [(X, [] if isinstance(X, dict) and [] in X.values() else Y) for X in parts]
    with pytest.raises(ColumnError) as error:
        described(with_labels)
    assert str(error.value) == sentence


def test_ordered_and_unordered_categories_do_not_go_together() -> None:
    pd = pytest.importorskip("pandas")
    numbers = pd.DataFrame({"c": pd.Categorical([3, 4])})
    for one, other, words in (
        (ordered(["a", "b"], ["a", "b"]), {"c": ["b", "a"]}, "strings such as 'a'"),
        (ordered([1, 2], [1, 2]), numbers, "a category of numbers such as 3"),
    ):
        with pytest.raises(ColumnError) as error:
            described([(one, Y), (other, Y)])
        assert "between partitions: an ordered category of" in str(error.value)
        assert f"in partition 0, and {words} in partition 1; make" in str(error.value)
    with pytest.raises(ColumnError, match="a category of numbers such as 3 in partition 0, and n"):
        described([(numbers, Y), ({"c": [3, 4]}, Y)])
