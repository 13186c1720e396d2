"""A table at prediction is read by the schema of training."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.naive.table import recode
from tests.table import frames
from turs.exceptions import ColumnError, InputError
from turs.table import MISSING, UNSEEN, Column, Schema, infer_columns, read_columns

NAN = float("nan")
SCHEMA = Schema(
    (
        Column("age", "numeric"),
        Column("ward", "categorical", levels=("A", "B")),
        Column("grade", "categorical", levels=(1, 3)),
        Column("ill", "categorical", levels=(False, True)),
    )
)


def read(X: Any, schema: Schema = SCHEMA) -> list[list[Any]]:
    columns = read_columns(X, schema)
    assert columns.schema is schema
    assert columns.n_rows == len(columns.values[0])
    return [values.tolist() for values in columns.values]


def test_codes_of_what_is_no_level() -> None:
    assert (MISSING, UNSEEN) == (-1, -2)


@frames.in_every(frames.ALL)
def test_levels_never_seen_are_not_missing(build: frames.Build) -> None:
    data: dict[str, list[Any]] = {
        "age": [3, None, 4, 5],
        "ward": ["B", None, "C", "A"],
        "grade": [3, None, 2, 1],
        "ill": [True, None, False, True],
    }
    age, *codes = read(build(data))
    np.testing.assert_array_equal(age, [3, NAN, 4, 5])
    assert codes == [[1, -1, -2, 0], [1, -1, -2, 0], [1, -1, 0, 1]]


@frames.in_every(frames.NAMED)
def test_columns_are_found_by_name_and_others_are_not_looked_at(build: frames.Build) -> None:
    data: dict[str, list[Any]] = {
        "ill": [True, False],
        "note": ["x", None],
        "grade": [1, 3],
        "ward": ["A", "B"],
        "age": [1, 2],
    }
    assert read(build(data)) == [[1, 2], [0, 1], [0, 1], [1, 0]]


def test_a_column_that_is_not_asked_for_may_hold_anything() -> None:
    schema = Schema((Column("age", "numeric"),))
    assert read({"age": [1, 2], "note": [{}, object()]}, schema) == [[1, 2]]


def test_equal_levels_match_whatever_their_type() -> None:
    schema = Schema((Column("g", "categorical", levels=(0, 1)),))
    for values in ([1, 0, 2], [1.0, 0.0, 2.5], np.array([1.0, 0.0, 2.0**60])):
        assert read({"g": values}, schema) == [[1, 0, -2]]
    assert read({"g": [True, False]}, schema) == [[1, 0]]
    schema = Schema((Column("g", "categorical", levels=(False, True)),))
    assert read({"g": [1.0, 0.0, 2.0, NAN]}, schema) == [[1, 0, -2, -1]]
    schema = Schema((Column("g", "categorical", levels=(0.5, 1.0)),))
    assert read({"g": [1, 2]}, schema) == [[1, -2]]


def test_numbers_may_come_as_booleans_or_as_a_category() -> None:
    pd = pytest.importorskip("pandas")
    schema = Schema((Column("n", "numeric"),))
    assert read({"n": [True, False]}, schema) == [[1, 0]]
    found = read(pd.DataFrame({"n": pd.Categorical([3, 1, None])}), schema)[0]
    np.testing.assert_array_equal(found, [3, 1, NAN])


@pytest.mark.parametrize("column", SCHEMA.columns, ids=lambda column: column.name)
def test_a_column_without_a_value_is_missing_in_any_kind(column: Column) -> None:
    for values in ([None, None], [NAN, NAN], np.array([NAN, NAN])):
        found = read_columns({column.name: values}, Schema((column,))).values[0]
        expected = [NAN, NAN] if column.kind == "numeric" else [-1, -1]
        np.testing.assert_array_equal(found, expected)


def test_a_column_that_was_always_missing_accepts_anything() -> None:
    schema = infer_columns({"c": [None, None]}).schema
    assert read({"c": ["a", None]}, schema) == [[-2, -1]]
    assert read({"c": [1.5, None]}, schema) == [[-2, -1]]


def test_arrays_are_read_by_position() -> None:
    named = Schema((Column("a", "numeric"), Column("b", "numeric")))
    assert read(np.array([[1, 2], [3, 4]]), named) == [[1, 3], [2, 4]]
    assert read([[1, 2], [3, 4]], named) == [[1, 3], [2, 4]]


def test_without_names_in_training_a_frame_is_read_by_position() -> None:
    schema = infer_columns(np.array([[1.0, 2.0]])).schema
    assert read({"a": [1, 2], "b": [3, 4]}, schema) == [[1, 2], [3, 4]]
    # ... unless it has the names that were made up.
    assert read({"x1": [1, 2], "z": [0, 0], "x0": [3, 4]}, schema) == [[3, 4], [1, 2]]


TWO = Schema((Column("age", "numeric"), Column("ward", "categorical", levels=("A", "B"))))


@pytest.mark.parametrize(
    ("X", "sentence"),
    [
        (
            {"age": [1]},
            "X lacks the column 'ward', which the rules were learned with; the columns are 'age'",
        ),
        (
            {"Age": [1]},
            "X lacks the column 'age' and 1 more, which the rules were learned with; "
            "the columns are 'Age'",
        ),
        (
            np.zeros((2, 3)),
            "X has 3 features, but RuleSet is expecting 2 features as input: "
            "columns without names must be those of training, in order",
        ),
        (
            {"age": [None, "x"], "ward": ["A", "A"]},
            "column 'age' was numeric in training, but has 'x' in row 1; convert it to numbers",
        ),
        (
            {"age": [1, 2], "ward": [None, 7]},
            "column 'ward' was categorical with levels such as 'A' in training, "
            "but has 7 in row 1; convert it to strings",
        ),
        (
            {"age": [1, np.inf], "ward": ["A", "A"]},
            "column 'age' has an infinite value (inf, or too large for a float) in row 1; "
            "replace it by a finite number or by a missing value",
        ),
    ],
)
def test_other_columns_than_in_training_are_refused(X: Any, sentence: str) -> None:
    with pytest.raises(ColumnError) as error:
        read_columns(X, TWO)
    assert str(error.value) == sentence


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.longdouble, object])
@pytest.mark.parametrize("n_rows", [1, 3])
def test_an_infinite_number_is_found_in_an_array(dtype: type, n_rows: int) -> None:
    schema = Schema((Column("a", "numeric"), Column("b", "numeric")))
    X = np.zeros((n_rows, 2), dtype=dtype)
    X[-1, 1] = np.inf
    with pytest.raises(ColumnError, match=f"column 'b' has an infinite .* in row {n_rows - 1};"):
        read_columns(X, schema)


def test_strings_are_not_numbers_of_levels() -> None:
    schema = Schema((Column("grade", "categorical", levels=(1, 2)),))
    with pytest.raises(ColumnError) as error:
        read_columns({"grade": ["1", "2"]}, schema)
    assert str(error.value) == (
        "column 'grade' was categorical with levels such as 1 in training, "
        "but has '1' in row 0; convert it to numbers"
    )


def test_no_rows_are_refused() -> None:
    with pytest.raises(InputError, match=r"^Found array with 0 sample\(s\) \(shape=\(0, 2\)\)"):
        read_columns({"age": [], "ward": []}, TWO)


@given(
    values=st.lists(st.none() | st.sampled_from("ABCDE"), min_size=1, max_size=8),
    levels=st.sets(st.sampled_from("ABCDE"), min_size=1),
)
def test_any_column_is_recoded_as_by_its_naive_twin(
    values: list[str | None], levels: set[str]
) -> None:
    column = Column("c", "categorical", levels=tuple(sorted(levels)))
    assert read({"c": values}, Schema((column,))) == [recode(values, column.levels)]
