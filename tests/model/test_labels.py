"""Class labels: kept as they are, told apart."""

import datetime
import math
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from turs.exceptions import InputError, InputTypeError, TursError
from turs.model.labels import check_labels, label_array, plain_labels, same_labels
from turs.table import infer_target


@pytest.mark.parametrize(
    "labels",
    [
        ["no", "yes"],
        [0, 1],
        [False, True],
        [0.5, 1.0],
        [(0, 1), (1, 0)],
        [1, "a"],
        [0, 2**70],
        ["a", "a\0"],
        [datetime.date(2020, 1, 1), datetime.date(2021, 1, 1)],
    ],
    ids=repr,
)
def test_labels_come_back_as_they_were(labels: list[object]) -> None:
    found = plain_labels(label_array(labels))
    assert found == labels
    assert [*map(type, found)] == [*map(type, labels)]


def test_plain_dtypes_where_there_are_some() -> None:
    assert [label_array(x).dtype.kind for x in (["a"], [1], [True], [0.5], [(1,)])] == list("UibfO")


def test_dates_of_numpy_do_not_become_numbers() -> None:
    dates = np.array(["2020-01-01", "2021-01-01"], dtype="datetime64[ns]")
    assert plain_labels(dates)[0] == np.datetime64("2020-01-01")


def test_same_labels() -> None:
    assert same_labels(np.array(["a", "b"]), np.array(["a", "b"], dtype=object))
    assert same_labels(np.array([0, 1], dtype=np.int8), np.array([0, 1]))
    assert not same_labels(np.array([0, 1]), np.array([False, True]))
    assert not same_labels(np.array(["a", "b"]), np.array(["b", "a"]))


@pytest.mark.parametrize(
    ("labels", "error", "message"),
    [
        (["a"], InputError, "at least 2 classes"),
        (["a", "b", "a"], InputError, "two classes have the label 'a'"),
        ([1, True], InputError, "two classes have the label True"),
        ([0.0, math.nan], InputError, "label nan is a missing value"),
        (["a", None], InputError, "label None is a missing value"),
        (["a", 1], InputError, "mix kinds: there are 'a' and 1; make them all of one kind"),
        ([0, True], InputError, "mix kinds: there are 0 and True"),
        ([0.5, 1.0], InputError, "label 0.5 is not a whole number"),
        ([1j, 2j], InputError, "label 1j is not a whole number"),
        ([(1, []), (2, [])], InputTypeError, "cannot be hashed"),
        ([[1], [2]], InputTypeError, r"\[1\] cannot be hashed"),
    ],
)
def test_refusals(labels: list[object], error: type[Exception], message: str) -> None:
    array = np.empty(len(labels), dtype=object)
    array[:] = labels
    with pytest.raises(error, match=message):
        check_labels(array)


def test_a_table_of_labels_is_refused() -> None:
    with pytest.raises(InputError, match="are a flat array, not one of 2 dimensions"):
        check_labels(np.array([["a", "b"]]))


@pytest.mark.parametrize(
    "labels",
    [
        ["a", "b"],
        [0, 1],
        [0, 1.0],
        [False, True],
        [(0, 1), (1, 0)],
        [datetime.date(2020, 1, 1), datetime.date(2021, 1, 1)],
        ["a", 1],
        [2, True],
        ["a", None],
        [0.5, 1.0],
        [1.0, math.inf],
        [Decimal("0.5"), Decimal(1)],
        [Decimal(1), 2],
        [1j, 2j],
        [b"a", "b"],
        [frozenset({1}), (1,)],
        ["a", "a"],
        [np.float32(0.5), np.float32(1)],
    ],
    ids=repr,
)
def test_what_training_refuses_is_refused(labels: list[Any]) -> None:
    def accepts(check: Callable[[], object]) -> bool:
        try:
            check()
        except TursError:
            return False
        return True

    trained = accepts(lambda: infer_target(labels))
    assert accepts(lambda: check_labels(label_array(labels))) == trained
