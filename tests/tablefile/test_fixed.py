"""Cells are read as what their column was in training."""

from typing import Any

import pytest

from turs.exceptions import ColumnError
from turs.table import Column
from turs.tablefile.fixed import parse_column
from turs.tablefile.numbers import Notation

NOTATION = Notation(".", frozenset({"", "NA"}))


def parsed(column: Column, *cells: str) -> list[Any]:
    values = parse_column(column, cells, NOTATION, range(7, 99), "new.csv")
    return [None if value != value else value for value in list(values)]


@pytest.mark.parametrize(
    ("levels", "cells", "values"),
    [
        (("A", "B"), ("A", " B ", "NA", "", "C"), ["A", "B", None, None, "C"]),
        (("NA", "x"), ("NA", "x", ""), ["NA", "x", None]),
        ((" A",), (" A", "A", "x "), [" A", "A", "x"]),
        (("1", "02"), ("1", "02", "1.0"), ["1", "02", "1.0"]),
        ((1, 2), ("1", "2.0", "02", "NA", "9"), [1, 2, 2, None, 9]),
        ((0.5,), (".5",), [0.5]),
        ((False, True), ("true", "FALSE", "1", "0", "NA"), [True, False, True, False, None]),
        ((), ("x", "NA"), ["x", None]),
    ],
)
def test_levels(levels: Any, cells: tuple[str, ...], values: list[Any]) -> None:
    assert parsed(Column("c", "categorical", levels), *cells) == values


def test_numbers() -> None:
    assert parsed(Column("c", "numeric"), "007", " 1.5", "NA") == [7, 1.5, None]


@pytest.mark.parametrize(
    ("column", "sentence"),
    [
        (Column("c", "numeric"), "a number"),
        (Column("c", "categorical", (False, True)), "true or false"),
        (
            Column("c", "categorical", (1, 2)),
            "of the kind of its levels in training (1, 2)",
        ),
    ],
)
def test_refused(column: Column, sentence: str) -> None:
    with pytest.raises(ColumnError) as error:
        parsed(column, "1", "many", "x")
    assert str(error.value) == (
        f"new.csv, line 8: column 'c' has 'many', which is not {sentence}; "
        "correct it, or make it a missing marker"
    )
