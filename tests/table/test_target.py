"""Labels of one kind become codes, and come back as they were given."""

import datetime
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turs.exceptions import InputTypeError, TargetError
from turs.table import infer_target, read_labels


def check(y: Any, classes: list[Any], codes: list[int], dtype: Any) -> None:
    target = infer_target(y)
    assert target.classes.tolist() == classes
    assert list(map(type, target.classes.tolist())) == list(map(type, classes))
    assert target.classes.dtype == dtype
    assert target.codes.tolist() == codes
    assert target.codes.dtype == np.int32
    assert target.n_classes == len(classes)


DAYS = [datetime.date(2024, 1, 1), datetime.date(2024, 1, 2)]


@pytest.mark.parametrize(
    ("y", "classes", "dtype"),
    [
        ([3, 1, 3], [1, 3], np.int64),
        ([3.0, 1, 3], [1.0, 3.0], np.float64),
        ([True, False, True], [False, True], np.bool_),
        (["b", "a", "b"], ["a", "b"], object),
        ([(2, 1), (1, 2), (2, 1)], [(1, 2), (2, 1)], object),
        ([frozenset("b"), frozenset("a"), frozenset("b")], [{"a"}, {"b"}], object),
        ([2**70, 1, 2**70], [1, 2**70], object),
        ([2**53 + 1, 2.0**53] * 2, [2**53, 2**53 + 1], object),
        ([DAYS[1], DAYS[0], DAYS[1]], DAYS, object),
        ([Fraction(3, 2), Fraction(1, 2)] * 2, [Fraction(1, 2), Fraction(3, 2)], object),
        (np.array([3, 1, 3], dtype=np.int8), [1, 3], np.int8),
        (np.array([3.0, 1.0, 3.0]), [1.0, 3.0], np.float64),
        (np.array([True, False, True]), [False, True], np.bool_),
        (np.array(["b", "a", "b"]), ["a", "b"], "<U1"),
        (np.array(["b", "a", "b"], dtype=object), ["a", "b"], object),
        (np.array([3, 1, 3], dtype=object), [1, 3], np.int64),
        (np.array([[3], [1], [3]]), [1, 3], np.int64),
        ([[3], [1], [3]], [1, 3], np.int64),
        ([np.int8(3), np.int8(1), np.int8(3)], [1, 3], np.int64),
    ],
)
def test_labels_of_any_kind(y: Any, classes: list[Any], dtype: Any) -> None:
    target = infer_target(y)
    assert target.classes.tolist() == classes
    assert target.codes.tolist() == [1, 0, 1, 0][: len(y)]
    assert target.classes.dtype == dtype


def test_labels_without_an_order_are_sorted_as_they_print() -> None:
    labels = [(1, "b"), (1, None), ("x",)]
    for y in (labels, labels[::-1]):
        # '(' is first in all three; then "'x',)" < "1, 'b')" < "1, None)".
        assert infer_target(y).classes.tolist() == [("x",), (1, "b"), (1, None)]


def test_times_keep_their_unit() -> None:
    y = np.array(["2024-01-02", "2024-01-01"], dtype="datetime64[ns]")
    target = infer_target(y)
    assert target.classes.dtype == y.dtype
    np.testing.assert_array_equal(target.classes, y[::-1])
    with pytest.raises(TargetError, match="the label in row 1 is missing"):
        infer_target(np.array(["2024-01-02", "NaT"], dtype="datetime64[ns]"))


def test_series_of_any_library() -> None:
    pd = pytest.importorskip("pandas")
    pl = pytest.importorskip("polars")
    pa = pytest.importorskip("pyarrow")
    strings, numbers, codes = ["b", "a", "b"], [3, 1, 3], [1, 0, 1]
    for y in (
        pd.Series(strings),
        pd.Series(strings, dtype=object),
        pd.Series(strings, dtype="string"),
        pd.Series(strings, dtype="category"),
        pd.Categorical(strings),
        pd.Index(strings),
        pd.DataFrame({"y": strings}),
        pl.Series(strings),
        pl.Series(strings, dtype=pl.Categorical),
        pl.DataFrame({"y": strings}),
        pa.chunked_array([strings]),
        pa.chunked_array([pa.array(strings).dictionary_encode()]),
        pa.array(strings),
    ):
        check(y, ["a", "b"], codes, object)
    for y in (
        pd.Series(numbers),
        pd.Series(numbers, dtype="Int64"),
        pd.Series(numbers, dtype="int64[pyarrow]"),
        pd.Series(numbers, dtype=object),
        pd.Series(numbers, index=[9, 9, 9]),
        pl.Series(numbers),
        pa.chunked_array([numbers]),
        pa.array(numbers),
    ):
        check(y, [1, 3], codes, np.int64)
    for y in (pd.Series([True, False], dtype="boolean"), pl.Series([True, False])):
        check(y, [False, True], [1, 0], np.bool_)
    for y in (pd.Series(["a", None]), pd.Series([1, None], dtype="Int64"), pl.Series([True, None])):
        with pytest.raises(TargetError, match="the label in row 1 is missing"):
            infer_target(y)


def test_a_part_of_the_labels_may_be_empty() -> None:
    pd = pytest.importorskip("pandas")
    for y in ([], np.empty(0), pd.Series([], dtype=object)):
        assert read_labels(y, n_rows=0, may_be_empty=True).values == []
        with pytest.raises(TargetError, match="X has 2 rows and y has 0 labels"):
            read_labels(y, n_rows=2, may_be_empty=True)


def test_masked_labels_are_missing() -> None:
    with pytest.raises(TargetError, match="the label in row 1 is missing"):
        infer_target(np.ma.masked_equal(np.array([0, 9, 1]), 9))


def test_classes_may_be_fixed() -> None:
    target = infer_target(["b", "a", "b"], classes=["c", "b", "a"])
    assert target.classes.tolist() == ["c", "b", "a"]
    assert target.codes.tolist() == [1, 2, 1]
    assert target.n_classes == 3
    assert infer_target([1, 1], classes=(0, 1)).codes.tolist() == [1, 1]
    given_array = np.array([0, 1], dtype=np.int16)
    assert infer_target([1.0, 0.0], classes=given_array).classes.dtype == np.int16
    assert infer_target([1, 0], classes=range(2)).codes.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("classes", "sentence"),
    [
        (
            ["a", "c"],
            "y has the label 'b' in row 1, which is not one of the classes ('a', 'c'); "
            "add it, or remove such rows",
        ),
        (["a"], "classes has one class only, 'a'; two classes or more are needed"),
        (["a", "b", "a"], "classes has the label 'a' twice; name each class once"),
        ("ab", "classes is 'ab'; it must be a list of all class labels"),
        (
            ["a", None],
            "Input classes contains NaN or None: the label in row 1 is missing; "
            "remove such rows, or give them a class of their own",
        ),
        ([], "classes is empty; it must have one label a row"),
    ],
)
def test_classes_that_do_not_fit(classes: Any, sentence: str) -> None:
    with pytest.raises(TargetError) as error:
        infer_target(["a", "b"], classes=classes)
    assert str(error.value) == sentence


MISSING_LABEL = (
    "Input y contains NaN or None: the label in row 1 is missing; "
    "remove such rows, or give them a class of their own"
)


@pytest.mark.parametrize(
    ("y", "sentence"),
    [
        (
            None,
            "This estimator requires y to be passed, but the target y is None: "
            "give the class of each row",
        ),
        ([], "y is empty; it must have one label a row"),
        (["a", None], MISSING_LABEL),
        (["a", float("nan")], MISSING_LABEL),
        (np.array([0.0, np.nan]), MISSING_LABEL),
        ([1, 1, 1], "y has one class only, 1; two classes or more are needed"),
        (
            np.array([1.0, 0.5, 2.0]),
            "Unknown label type: continuous. y has 0.5 in row 1; "
            "class labels must be strings, integers or the like",
        ),
        (
            [1.0, np.inf],
            "Unknown label type: continuous. y has inf in row 1; "
            "class labels must be strings, integers or the like",
        ),
        (
            [0, 1j],
            "y mixes kinds of labels: it has 0 and 1j; make them all of one kind",
        ),
        (
            np.array([1j, 2j]),
            "Complex data not supported: y has the label 1j; use strings or integers",
        ),
        (
            ["a", 1],
            "y mixes kinds of labels: it has 'a' and 1; make them all of one kind",
        ),
        (
            [True, 1],
            "y mixes kinds of labels: it has True and 1; make them all of one kind",
        ),
        (
            [{}, {}],
            "y has the label {}; a label must be hashable, such as a string",
        ),
        (
            np.zeros((3, 2)),
            "y should be a 1d array, got an array of shape (3, 2) instead: give one label a row",
        ),
        (
            np.array(1),
            "y should be a 1d array, got an array of shape () instead: give one label a row",
        ),
        (
            [[1, 2], [3, 4], [5, 6]],
            "y should be a 1d array, got an array of shape (3, 2) instead: give one label a row",
        ),
        (
            [1, [2]],
            "y should be a 1d array, got an array of shape (2, 1) instead: give one label a row",
        ),
    ],
)
def test_labels_that_cannot_be_used(y: Any, sentence: str) -> None:
    with pytest.raises(TargetError) as error:
        infer_target(y)
    assert str(error.value) == sentence


@pytest.mark.parametrize("y", ["abc", 3, {"a": 1}, {1, 2}])
def test_what_is_no_column(y: Any) -> None:
    with pytest.raises(InputTypeError) as error:
        infer_target(y)
    assert str(error.value) == f"y is {y!r}; it must be an array, a series or a list"


def test_a_frame_of_several_columns_is_no_target() -> None:
    pd = pytest.importorskip("pandas")
    with pytest.raises(TargetError, match=r"got an array of shape \(1, 2\) instead"):
        infer_target(pd.DataFrame({"a": [1], "b": [2]}))


def test_the_number_of_labels_may_be_checked() -> None:
    assert infer_target([0, 1], n_rows=2).codes.tolist() == [0, 1]
    with pytest.raises(TargetError) as error:
        infer_target([0, 1], n_rows=3)
    assert str(error.value) == (
        "Found input variables with inconsistent numbers of samples: "
        "X has 3 rows and y has 2 labels"
    )


@given(st.lists(st.integers(-5, 5) | st.integers(), min_size=2).filter(lambda y: len(set(y)) > 1))
def test_codes_and_classes_give_the_labels_back(y: list[int]) -> None:
    target = infer_target(y)
    assert [target.classes[code] for code in target.codes] == y
    assert target.classes.tolist() == sorted(set(y))


def test_labels_may_have_to_be_of_the_kind_of_some_classes() -> None:
    assert read_labels([0, 5], classes=np.array([0.0, 1.0])).values == [0, 5]
    assert read_labels([True], classes=np.array([0, 1])).values == [True]
    days = np.array(DAYS, dtype="M8[ns]")
    assert read_labels(DAYS, classes=days).values == DAYS
    with pytest.raises(TargetError) as error:
        read_labels([3, 4], classes=np.array(["3", "4"]))
    assert str(error.value) == (
        "y has labels such as 3 and the classes are such as '3'; "
        "give labels of the kind that was learned"
    )
