"""One plain row is read as any table is, or left to the general reading."""

import datetime
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table import frames
from turs.exceptions import TursError
from turs.table import Column, Schema
from turs.table.columns import _read_table, read_columns
from turs.table.row import read_row

NAN = float("nan")
SCHEMA = Schema(
    (
        Column("age", "numeric"),
        Column("ward", "categorical", levels=("A", "B")),
        Column("grade", "categorical", levels=(1, 2.5)),
        Column("ill", "categorical", levels=(False, True)),
        Column("empty", "categorical"),
    )
)
VALUES: dict[str, Any] = {"age": 3, "ward": "B", "grade": 2.5, "ill": True, "empty": "x"}

NUMBERS = (0.5, 1, 0, -0.0, 2.5, NAN, None, True, np.float64(2.5), np.int64(1), np.bool_(True))
ODD = (
    *(float("inf"), 10**400, 2**53 + 1, np.float32(2.5), np.int8(1), np.longdouble(1)),
    *(Decimal("2.5"), 1j, b"A", [1], {}, np.array([1.0]), np.str_("A")),
    *(datetime.date(2020, 1, 1), np.datetime64("NaT"), np.timedelta64(1, "ns"), object()),
)
ANYTHING = st.sampled_from((*NUMBERS, "A", "B", "C", "", *ODD))


def outcome(read: Any, X: Any) -> Any:
    """Return what was read as text, which tells 1 from 1.0 and takes NaN for NaN, or the error."""
    try:
        columns = read(X, SCHEMA)
    except TursError as error:
        return type(error), str(error)
    assert columns.n_rows == 1
    return [(values.dtype, values.shape, repr(values.tolist())) for values in columns.values]


@given(
    st.lists(ANYTHING, min_size=5, max_size=5),
    st.sampled_from(("lists", "arrays", "rows", "array")),
)
def test_any_row_is_read_in_the_general_way(values: list[Any], container: str) -> None:
    data = {name: [value] for name, value in zip(SCHEMA.names, values, strict=True)}
    build = {
        "lists": frames.dict_of_lists,
        "arrays": frames.dict_of_arrays,
        "rows": frames.rows,
        "array": frames.numpy_objects,
    }[container]
    try:
        X = build(data)
    except ValueError:  # numpy makes no column of some of these
        return
    assert outcome(read_columns, X) == outcome(_read_table, X)


@pytest.mark.parametrize("name", SCHEMA.names)
@pytest.mark.parametrize("value", [*NUMBERS, "A", "C", datetime.date(2020, 1, 1)], ids=repr)
@frames.in_every(frames.ALL)
def test_every_container(build: frames.Build, name: str, value: Any) -> None:
    X = build({one: [value if one == name else VALUES[one]] for one in SCHEMA.names})
    assert outcome(read_columns, X) == outcome(_read_table, X)


@frames.in_every(
    (frames.dict_of_lists, frames.dict_of_arrays, frames.pandas, frames.polars, *frames.UNNAMED)
)
def test_plain_rows_are_read_the_short_way(build: frames.Build) -> None:
    assert read_row(build({name: [value] for name, value in VALUES.items()}), SCHEMA) is not None


def test_a_row_of_numbers() -> None:
    schema = Schema((Column("a", "numeric"), Column("b", "categorical", levels=(1, 2))))
    for dtype in (np.float64, np.float32, np.int64, np.uint8):
        values = read_row(np.array([[7, 2]], dtype=dtype), schema)
        assert values is not None
        assert [one.tolist() for one in values] == [[7.0], [1]]


@pytest.mark.parametrize(
    "X",
    [
        {"age": [1, 2], "ward": ["A", "B"]},
        {"age": [1], "ward": ["A"], "note": [1, 2]},
        {"age": [1], "ward": ["A"], 3: [1]},
        {"age": [1]},
        {"age": 1, "ward": "A"},
        {"age": np.array([[1]]), "ward": ["A"]},
        {},
        [],
        [[1]],
        [[1, "A"], [2, "B"]],
        [(1, "A")],
        np.zeros((1, 3)),
        np.zeros((0, 2)),
        np.zeros(2),
        np.array([["NaT", "NaT"]], dtype="M8[s]"),
        np.ma.masked_array([[1, 2]], mask=[[True, False]]),
        "table",
        None,
    ],
    ids=repr,
)
def test_all_else_is_left_to_the_general_way(X: Any) -> None:
    assert read_row(X, Schema(SCHEMA.columns[:2])) is None


def test_further_columns_are_not_looked_at() -> None:
    X = {"note": [object()], "age": [1]}
    values = read_row(X, Schema(SCHEMA.columns[:1]))
    assert values is not None
    assert values[0].tolist() == [1.0]


def test_frames_with_a_name_twice_or_a_null_of_a_refused_type() -> None:
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    schema = Schema(SCHEMA.columns[:1])
    assert read_row(pd.DataFrame([[1, 2]], columns=["age", "age"]), schema) is None
    assert read_row(pl.DataFrame({"age": [None]}, schema={"age": pl.Date}), schema) is None
