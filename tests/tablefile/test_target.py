"""The class column is taken, or refused with what is wrong about it."""

from typing import Any

import numpy as np
import pytest

from turs.exceptions import ColumnError, TargetError
from turs.tablefile import ReadOptions, TableFile, check_target


def table_of(values: Any) -> TableFile:
    lines = np.arange(2, len(values) + 2)
    columns = {"y": values, "x": [1] * len(values)}
    return TableFile("p.csv", columns, (), len(values), ReadOptions(), lines=lines)


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        (["a", "b", "a"], ["a", "b", "a"]),
        (np.array([0.0, 1.0]), [0, 1]),
        ([True, False], [True, False]),
        (np.arange(51.0).repeat(10), [number for number in range(51) for _ in range(10)]),
        ([f"c{number}" for number in range(60)] * 2, [f"c{number}" for number in range(60)] * 2),
    ],
)
def test_labels(values: Any, labels: list[Any]) -> None:
    target = check_target(table_of(values), "y")
    assert target.labels == labels
    assert [*map(type, target.labels)] == [*map(type, labels)]
    assert (target.n_missing, target.first_missing) == (0, None)


def test_rows_without_a_class_are_counted() -> None:
    for values in (["a", None, "b", None], np.array([1, np.nan, 2, np.nan])):
        target = check_target(table_of(values), "y")
        assert (target.n_missing, target.first_missing) == (2, "line 3")
        assert target.present.tolist() == [True, False, True, False]
        assert len(target.labels) == 2


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ([None, None], "the target 'y' has no value in any row; choose another column"),
        (
            ["ill", "ill", None],
            "the target 'y' is 'ill' in every row; two classes or more are needed",
        ),
        (
            np.array([3.0, 3.0]),
            "the target 'y' is 3 in every row; two classes or more are needed",
        ),
        (
            np.arange(100.0),
            "the target 'y' has 100 different numbers in 100 rows, such as 0; rules predict "
            "classes: if it is a quantity, cut it into a few ranges first",
        ),
        (
            np.repeat(np.arange(51) / 2, 100),
            "the target 'y' has 51 different numbers in 5100 rows, such as 0; rules predict "
            "classes: if it is a quantity, cut it into a few ranges first",
        ),
        (
            np.array([1.0, 0.5]),
            "the target 'y' has the number 0.5; classes are texts, truth values or whole numbers",
        ),
        (
            [f"P{row}" for row in range(100)],
            "the target 'y' has 100 different texts in 100 rows, such as 'P0'; rules predict "
            "classes: if it names each row, choose another column",
        ),
    ],
)
def test_refused(values: Any, sentence: str) -> None:
    with pytest.raises(TargetError) as error:
        check_target(table_of(values), "y")
    assert str(error.value) == sentence


def test_not_there() -> None:
    with pytest.raises(ColumnError) as error:
        check_target(table_of(["a", "b"]), "Y")
    assert str(error.value) == (
        "p.csv has no column 'Y' for the target; did you mean 'y'? (the columns are 'y', 'x')"
    )
