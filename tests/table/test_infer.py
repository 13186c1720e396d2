"""The same data gives the same columns, whatever container it comes in."""

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.naive.table import read_column
from tests.table import frames
from turs.exceptions import ColumnError
from turs.table import Column, Columns, Schema, infer_columns, read_columns

NAN = math.nan

DATA: dict[str, list[Any]] = {
    "age": [31, 40, None, 52, 31],
    "dose": [0.5, NAN, 1.25, 2.0, -0.5],
    "visits": [1, 2, 3, 2, 1],
    "smoker": [True, None, False, True, False],
    "ill": [True, True, False, True, False],
    "alive": [True, True, True, True, True],
    "ward": ["B", None, "A", "ü b", "B"],
    "only 'one'": ["", "", "", "", ""],
    "price": [Decimal("1.50"), None, Decimal("2.25"), Decimal("-3.00"), Decimal("0.00")],
    "nothing": [None, None, None, None, None],
}

COLUMNS = (
    Column("age", "numeric"),
    Column("dose", "numeric"),
    Column("visits", "numeric"),
    Column("smoker", "categorical", levels=(False, True)),
    Column("ill", "categorical", levels=(False, True)),
    Column("alive", "categorical", levels=(True,)),
    Column("ward", "categorical", levels=("A", "B", "ü b")),
    Column("only 'one'", "categorical", levels=("",)),
    Column("price", "numeric"),
    Column("nothing", "categorical", levels=()),
)

VALUES = (
    [31, 40, NAN, 52, 31],
    [0.5, NAN, 1.25, 2.0, -0.5],
    [1, 2, 3, 2, 1],
    [1, -1, 0, 1, 0],
    [1, 1, 0, 1, 0],
    [0, 0, 0, 0, 0],
    [1, -1, 0, 2, 1],
    [0, 0, 0, 0, 0],
    [1.5, NAN, 2.25, -3, 0],
    [-1, -1, -1, -1, -1],
)


def same_types(one: Column, other: Column) -> bool:
    # Python holds that 1 == True == 1.0.
    return list(map(type, one.levels)) == list(map(type, other.levels))


def check_columns(columns: Columns, schema: Schema, values: tuple[list[Any], ...]) -> None:
    assert columns.schema == schema
    assert all(map(same_types, columns.schema.columns, schema.columns))
    assert columns.n_rows == len(values[0])
    for column, found, expected in zip(schema.columns, columns.values, values, strict=True):
        assert found.dtype == (np.float64 if column.kind == "numeric" else np.int32)
        assert found.flags.c_contiguous
        np.testing.assert_array_equal(found, np.array(expected, dtype=found.dtype))


def unnamed(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    return tuple(
        Column(f"x{index}", column.kind, column.levels, column.ordered)
        for index, column in enumerate(columns)
    )


@frames.in_every(frames.NAMED)
def test_same_data_same_columns(build: frames.Build) -> None:
    check_columns(infer_columns(build(DATA)), Schema(COLUMNS), VALUES)


@frames.in_every(frames.UNNAMED)
def test_same_data_same_columns_without_names(build: frames.Build) -> None:
    schema = Schema(unnamed(COLUMNS), named=False)
    check_columns(infer_columns(build(DATA)), schema, VALUES)


@frames.in_every(frames.ALL)
def test_reading_the_training_table_again_gives_the_same(build: frames.Build) -> None:
    trained = infer_columns(build(DATA))
    again = read_columns(build(DATA), trained.schema)
    check_columns(again, trained.schema, VALUES)


finite = st.floats(allow_nan=False, allow_infinity=False)
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=3)
columns_of_one_type = st.sampled_from(
    [finite, st.integers(-(2**53), 2**53), st.booleans(), text]
).flatmap(lambda values: st.lists(st.none() | values, min_size=2, max_size=8))


@frames.in_every(frames.ALL)
@given(values=columns_of_one_type)
def test_any_column_is_read_as_its_naive_twin(build: frames.Build, values: list[Any]) -> None:
    expected = read_column(values)
    columns = infer_columns(build({"c": values}))
    column = columns.schema.columns[0]
    assert (column.kind, column.levels) == (expected.kind, expected.levels)
    np.testing.assert_array_equal(columns.values[0], expected.values)


ORDERED = ["mid", None, "low", "mid", "low"]
ORDER = ["none", "low", "mid", "high"]


def ordered_pandas() -> Any:
    pd = pytest.importorskip("pandas")
    return pd.DataFrame({"stage": pd.Categorical(ORDERED, ORDER, ordered=True)})


def ordered_polars() -> Any:
    pl = pytest.importorskip("polars")
    return pl.DataFrame({"stage": pl.Series(ORDERED, dtype=pl.Enum(ORDER))})


def ordered_pyarrow() -> Any:
    pa = pytest.importorskip("pyarrow")
    codes = pa.array([None if level is None else ORDER.index(level) for level in ORDERED])
    return pa.table({"stage": pa.DictionaryArray.from_arrays(codes, ORDER, ordered=True)})


def ordered_pandas_arrow() -> Any:
    pd = pytest.importorskip("pandas")
    return ordered_pyarrow().to_pandas(types_mapper=pd.ArrowDtype)


@pytest.mark.parametrize(
    "build", [ordered_pandas, ordered_polars, ordered_pyarrow, ordered_pandas_arrow]
)
def test_an_ordered_category_keeps_its_order_and_the_levels_that_occur(build: Any) -> None:
    schema = Schema((Column("stage", "categorical", levels=("low", "mid"), ordered=True),))
    check_columns(infer_columns(build()), schema, ([1, -1, 0, 1, 0],))


def test_an_unordered_category_is_as_its_strings() -> None:
    pd = pytest.importorskip("pandas")
    pl = pytest.importorskip("polars")
    pa = pytest.importorskip("pyarrow")
    schema = Schema((Column("stage", "categorical", levels=("low", "mid")),))
    chunks = pa.chunked_array(
        [pa.array(part).dictionary_encode() for part in (ORDERED[:2], ORDERED[2:])]
    )
    for table in (
        pd.DataFrame({"stage": pd.Categorical(ORDERED, ORDER)}),
        pl.DataFrame({"stage": pl.Series(ORDERED, dtype=pl.Categorical)}),
        pa.table({"stage": chunks}),
        pa.table({"stage": chunks}).to_pandas(types_mapper=pd.ArrowDtype),
        {"stage": ORDERED},
    ):
        check_columns(infer_columns(table), schema, ([1, -1, 0, 1, 0],))


def test_categories_of_numbers_and_booleans_have_plain_levels() -> None:
    pd = pytest.importorskip("pandas")
    table = pd.DataFrame(
        {
            "int": pd.Categorical([3, 1, None]),
            "integral": pd.Categorical([3.0, 1.0, None]),
            "float": pd.Categorical([1.5, 1.0, None]),
            "bool": pd.Categorical([True, False, None]),
            "ordered": pd.Categorical([3, 1, None], [3, 2, 1], ordered=True),
        }
    )
    schema = Schema(
        (
            Column("int", "categorical", levels=(1, 3)),
            Column("integral", "categorical", levels=(1, 3)),
            Column("float", "categorical", levels=(1.0, 1.5)),
            Column("bool", "categorical", levels=(False, True)),
            Column("ordered", "categorical", levels=(3, 1), ordered=True),
        )
    )
    values = ([1, 0, -1], [1, 0, -1], [1, 0, -1], [1, 0, -1], [0, 1, -1])
    check_columns(infer_columns(table), schema, values)


def test_pandas_numbers_of_any_width_are_floats() -> None:
    pd = pytest.importorskip("pandas")
    pa = pytest.importorskip("pyarrow")
    dtypes = ["int8", "uint64", "float16", "float32", "Int8", "UInt64", "Float32"]
    dtypes += ["int64[pyarrow]", "double[pyarrow]", pd.ArrowDtype(pa.decimal128(5, 1))]
    dtypes += [pd.SparseDtype("float64"), "object"]
    for dtype in dtypes:
        table = pd.DataFrame({"c": pd.array([1, 2, 3], dtype=dtype)})
        check_columns(infer_columns(table), Schema((Column("c", "numeric"),)), ([1, 2, 3],))


def test_pandas_missing_values_of_any_sort_are_missing() -> None:
    pd = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    for dtype in ["Int64", "Float64", "int64[pyarrow]", "double[pyarrow]", "float64", "object"]:
        table = pd.DataFrame({"c": pd.array([1, None, 3], dtype=dtype)})
        check_columns(infer_columns(table), Schema((Column("c", "numeric"),)), ([1, NAN, 3],))
    for missing in [None, NAN, pd.NA, pd.NaT, np.float64("nan"), Decimal("nan")]:
        numbers = pd.DataFrame({"c": pd.Series([1, missing, 3], dtype=object)})
        check_columns(infer_columns(numbers), Schema((Column("c", "numeric"),)), ([1, NAN, 3],))
        for values in [["a", missing, "b"], [False, missing, True]]:
            levels = (values[0], values[2])
            table = pd.DataFrame({"c": pd.Series(values, dtype=object)})
            schema = Schema((Column("c", "categorical", levels=levels),))
            check_columns(infer_columns(table), schema, ([0, -1, 1],))
    for dtype in ["str", "string", "string[pyarrow]", "category", "object"]:
        table = pd.DataFrame({"c": pd.Series(["a", None, "b"], dtype="object").astype(dtype)})
        if dtype == "str" and pd.__version__ < "3":
            continue
        schema = Schema((Column("c", "categorical", levels=("a", "b")),))
        check_columns(infer_columns(table), schema, ([0, -1, 1],))


def test_polars_numbers_of_any_width_are_floats() -> None:
    pl = pytest.importorskip("polars")
    wide = [getattr(pl, name) for name in ("Int128", "UInt128") if hasattr(pl, name)]
    for dtype in [pl.Int8, pl.UInt64, pl.Float32, pl.Decimal(10, 2), pl.Object, *wide]:
        table = pl.DataFrame({"c": pl.Series([1, None, 3], dtype=dtype)})
        check_columns(infer_columns(table), Schema((Column("c", "numeric"),)), ([1, NAN, 3],))


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "longdouble", "int8", "uint64"])
def test_numpy_numbers_of_any_width_are_floats(dtype: str) -> None:
    array = np.array([[1, 4], [2, 5], [3, 6]], dtype=dtype)
    schema = Schema((Column("x0", "numeric"), Column("x1", "numeric")), named=False)
    check_columns(infer_columns(array), schema, ([1, 2, 3], [4, 5, 6]))
    check_columns(infer_columns(np.asfortranarray(array)), schema, ([1, 2, 3], [4, 5, 6]))


def test_numpy_strings_and_booleans_are_categorical() -> None:
    schema = Schema((Column("x0", "categorical", levels=("a", "b")),), named=False)
    check_columns(infer_columns(np.array([["b"], ["a"]])), schema, ([1, 0],))
    variable = np.array([["b"], ["a"]], dtype=np.dtypes.StringDType())
    check_columns(infer_columns(variable), schema, ([1, 0],))
    schema = Schema((Column("x0", "categorical", levels=(False, True)),), named=False)
    check_columns(infer_columns(np.array([[True], [False]])), schema, ([1, 0],))
    schema = Schema((Column("x0", "categorical", levels=(False,)),), named=False)
    check_columns(infer_columns(np.array([[False], [False]])), schema, ([0, 0],))


def test_masked_values_are_missing() -> None:
    array = np.ma.masked_equal(np.array([[1, 5], [2, 1]]), 1)
    schema = Schema((Column("x0", "numeric"), Column("x1", "numeric")), named=False)
    check_columns(infer_columns(array), schema, ([NAN, 2], [5, NAN]))


def test_objects_may_be_any_sort_of_number() -> None:
    values = [1, 2.5, Fraction(1, 4), Decimal("0.5"), np.float32(4), np.int8(5), None, NAN]
    expected = [1, 2.5, 0.25, 0.5, 4, 5, NAN, NAN]
    check_columns(infer_columns({"c": values}), Schema((Column("c", "numeric"),)), (expected,))


class Shouted(str):
    """A string that does not print as what it is, as members of enumerations do."""

    def __str__(self) -> str:
        return self.upper()


def test_levels_are_plain_strings() -> None:
    schema = Schema((Column("c", "categorical", levels=("north", "south")),))
    for values in ([Shouted("north"), "south"], [np.str_("north"), np.str_("south")]):
        check_columns(infer_columns({"c": values}), schema, ([0, 1],))


def test_names_become_strings() -> None:
    pd = pytest.importorskip("pandas")
    table = pd.DataFrame([[1, 2, 3, 4]], columns=[0, ("a", 1), 'say "é"', None])
    names = infer_columns(table).schema.names
    assert names[:3] == ("0", "('a', 1)", 'say "é"')
    assert infer_columns({1: [1], "b": [2]}).schema.names == ("1", "b")


def test_numbers_asked_to_be_categorical_get_their_values_as_levels() -> None:
    data = {"a": [3, 1, None, 3], "b": [0.5, 1.0, NAN, -0.0], "c": [1, 2, 3, 4]}
    schema = Schema(
        (
            Column("a", "categorical", levels=(1, 3)),
            Column("b", "categorical", levels=(0.0, 0.5, 1.0)),
            Column("c", "numeric"),
        )
    )
    values: tuple[list[Any], ...] = ([1, 0, -1, 1], [1, 2, -1, 0], [1, 2, 3, 4])
    for chosen in (["a", "b"], [0, 1], [True, True, False], np.array(["b", "a"]), (1, 0)):
        check_columns(infer_columns(data, categorical_features=chosen), schema, values)


def test_strings_are_categorical_asked_for_or_not() -> None:
    data = {"a": ["u", "v"], "b": [True, False], "c": [1, 2]}
    for chosen in ("from_dtype", None, [], ["a"], [0], [False, False, False]):
        columns = infer_columns(data, categorical_features=chosen).schema.columns
        assert [column.kind for column in columns] == ["categorical", "categorical", "numeric"]


def test_few_integers_are_categorical_if_so_asked() -> None:
    data: dict[str, list[Any]] = {
        "three": [1.0, 2.0, 3.0, 2.0],
        "four": [1, 2, 3, 4],
        "halves": [0.5, 1, 0.5, 1],
        "gaps": [None, 7, None, 7],
        "nan": [NAN, NAN, NAN, NAN],
    }
    kinds = {most: kinds_of(data, most) for most in (0, 1, 3, 4)}
    assert kinds == {0: [], 1: ["gaps"], 3: ["three", "gaps"], 4: ["three", "four", "gaps"]}
    few = infer_columns({"c": np.r_[np.zeros(2000), np.arange(9)]}, max_integer_levels=8)
    assert few.schema.columns[0].kind == "numeric"


def kinds_of(data: dict[str, list[Any]], most: int) -> list[str]:
    columns = infer_columns(data, max_integer_levels=most).schema.columns
    return [column.name for column in columns if column.kind == "categorical"]


@pytest.mark.parametrize("number", [2**53, -(2**60) - 1])
def test_numbers_that_floats_cannot_tell_apart_are_no_levels(number: int) -> None:
    with pytest.raises(ColumnError, match=r"^column 'id' cannot be categorical: .* strings first$"):
        infer_columns({"id": [number, 1]}, categorical_features=["id"])


def test_the_table_is_left_alone() -> None:
    array = np.array([[1.0, np.nan], [2.0, -0.0]])
    array.flags.writeable = False
    before = array.copy()
    infer_columns(array, categorical_features=[1])
    np.testing.assert_array_equal(array, before)
