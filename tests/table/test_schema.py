"""A schema says what the columns are, and refuses what contradicts itself."""

from typing import Any

import pytest

from turs.exceptions import ColumnError
from turs.table import Column, Schema
from turs.table.schema import listed

AGE = Column("age", "numeric")
WARD = Column("ward", "categorical", levels=("A", "B"))


def test_a_schema_finds_its_columns() -> None:
    schema = Schema((AGE, WARD))
    assert schema.names == ("age", "ward")
    assert (schema.index("age"), schema.index("ward"), len(schema)) == (0, 1, 2)
    assert schema.named
    assert hash(schema) == hash(Schema((AGE, WARD)))


def test_a_schema_says_which_columns_there_are() -> None:
    with pytest.raises(ColumnError) as error:
        Schema((AGE, WARD)).index("sex")
    assert str(error.value) == "there is no column 'sex'; the columns are 'age', 'ward'"


def test_two_columns_of_one_name_are_refused() -> None:
    with pytest.raises(ColumnError) as error:
        Schema((AGE, WARD, AGE))
    assert str(error.value) == (
        "the table has several columns with the name 'age'; give each column a name of its own"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((3, "numeric"), "a column is named 3; a name must be a string"),
        (
            ("a", "number"),
            "column 'a' has the kind 'number'; it must be 'numeric' or 'categorical'",
        ),
        (
            ("a", "numeric", (1, 2)),
            "column 'a' is numeric and has levels; only a categorical one may",
        ),
        (
            ("a", "categorical", ("x", 1)),
            "column 'a' has the levels ('x', 1); "
            "they must be all strings, all finite numbers or all booleans",
        ),
        (
            ("a", "categorical", (1.0, float("inf"))),
            "column 'a' has the levels (1.0, inf); "
            "they must be all strings, all finite numbers or all booleans",
        ),
        (
            ("a", "categorical", (True, 2)),
            "column 'a' has the levels (True, 2); "
            "they must be all strings, all finite numbers or all booleans",
        ),
        (
            ("a", "categorical", ("x", "y", "x")),
            "column 'a' has the level 'x' twice; once is enough",
        ),
    ],
)
def test_a_column_that_contradicts_itself_is_refused(
    arguments: tuple[Any, ...], sentence: str
) -> None:
    with pytest.raises(ColumnError) as error:
        Column(*arguments)
    assert str(error.value) == sentence


def test_long_lists_of_names_are_cut() -> None:
    assert listed("abc", most=2) == "the columns are 'a', 'b' and 1 more"
