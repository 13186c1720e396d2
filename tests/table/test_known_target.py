"""Labels become positions of classes that are known, or are refused."""

import datetime
from typing import Any

import numpy as np
import pytest

from turs.exceptions import InputTypeError, TargetError
from turs.model.labels import label_array
from turs.table import infer_target
from turs.table.known_target import codes_of

DAYS = [datetime.date(2024, 1, 1), datetime.date(2024, 1, 2)]


@pytest.mark.parametrize(
    ("y", "classes"),
    [
        (["b", "a", "b"], np.array(["a", "b"])),
        (["b", "a", "b"], np.array(["a", "b"], dtype=object)),
        (np.array(["b", "a", "b"]), np.array(["a", "b", "never"])),
        ([1, 0, 1], np.array([0, 1])),
        ([1.0, 0.0, 1.0], np.array([0, 1])),
        (np.array([1, 0, 1], dtype=np.int8), np.array([0.0, 1.0])),
        ([True, False, True], np.array([False, True])),
        ([1, 0, 1], np.array([False, True])),
        ([[1], [0], [1]], np.array([0, 1])),
        ([(1, 0), (0, 1), (1, 0)], label_array([(0, 1), (1, 0)])),
        ([DAYS[1], DAYS[0], DAYS[1]], label_array(DAYS)),
        ([DAYS[1], DAYS[0], DAYS[1]], np.array(DAYS, dtype="M8[D]")),
        (np.array([DAYS[1], DAYS[0], DAYS[1]], dtype="M8[ns]"), np.array(DAYS, dtype="M8[D]")),
        ([2**70, 1, 2**70], label_array([1, 2**70])),
    ],
)
def test_labels_of_any_kind(y: Any, classes: Any) -> None:
    codes = codes_of(y, classes, n_rows=3)
    assert codes.tolist() == [1, 0, 1]
    assert codes.dtype == np.intp


def test_the_classes_keep_their_order_and_need_not_occur() -> None:
    assert codes_of(["b", "b"], np.array(["c", "b", "a"])).tolist() == [1, 1]


@pytest.mark.parametrize("y", [[3.0, 1, 3], ["b", "a"], [True, False], DAYS])
def test_labels_match_as_in_training(y: Any) -> None:
    target = infer_target(y)
    np.testing.assert_array_equal(codes_of(y, target.classes), target.codes)
    np.testing.assert_array_equal(
        codes_of(target.classes[target.codes], target.classes), target.codes
    )


def test_series_of_any_library() -> None:
    pd = pytest.importorskip("pandas")
    pl = pytest.importorskip("polars")
    classes = np.array(["a", "b"])
    for y in (
        pd.Series(["b", "a"], index=[7, 7]),
        pd.Categorical(["b", "a"]),
        pl.Series(["b", "a"]),
    ):
        assert codes_of(y, classes).tolist() == [1, 0]
    assert codes_of(pd.Series([1, 0], dtype="Int64"), np.array([0, 1])).tolist() == [1, 0]


def refusal(y: Any, classes: Any, n_rows: int | None = None) -> str:
    with pytest.raises(TargetError) as error:
        codes_of(y, classes, n_rows)
    return str(error.value)


def test_an_unknown_label_is_refused() -> None:
    assert refusal(["a", "c", "d"], np.array(["a", "b"])) == (
        "y has the label 'c' in row 1, which is none of the classes of the model ('a', 'b'); "
        "remove such rows, or learn a model with that class"
    )
    assert refusal([7, 12], np.arange(10)) == (
        "y has the label 12 in row 1, which is none of the classes of the model "
        "(0, 1, 2, 3, 4, 5, 6, 7 and 2 more); "
        "remove such rows, or learn a model with that class"
    )


def test_labels_of_another_kind_are_refused() -> None:
    assert refusal([0, 1], np.array(["0", "1"])) == (
        "y has labels such as 0 and the classes are such as '0'; "
        "give labels of the kind that was learned"
    )


def test_a_missing_label_is_refused() -> None:
    assert refusal(["a", None], np.array(["a", "b"])) == (
        "Input y contains NaN or None: the label in row 1 is missing; "
        "remove such rows, or give them a class of their own"
    )


def test_a_wrong_length_is_refused() -> None:
    assert refusal(["a", "b"], np.array(["a", "b"]), n_rows=3) == (
        "Found input variables with inconsistent numbers of samples: "
        "X has 3 rows and y has 2 labels"
    )
    assert refusal([], np.array(["a", "b"])) == "y is empty; it must have one label a row"


def test_what_is_no_column_is_refused() -> None:
    with pytest.raises(InputTypeError, match="y is 'ab'; it must be an array"):
        codes_of("ab", np.array(["a", "b"]))
