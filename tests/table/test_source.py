"""What is no table, or no usable one, is refused in one sentence."""

import datetime
from typing import Any

import numpy as np
import pytest

from turs.exceptions import ColumnError, InputError, InputTypeError
from turs.table import infer_columns
from turs.table.source import open_table


def refusal(X: Any, kind: type[Exception], **options: Any) -> str:
    with pytest.raises(kind) as error:
        infer_columns(X, **options)
    assert type(error.value) is kind
    return str(error.value)


RESHAPE = (
    "Reshape your data either using array.reshape(-1, 1) if your data has a single feature "
    "or array.reshape(1, -1) if it contains a single sample."
)


@pytest.mark.parametrize(
    ("X", "sentence"),
    [
        (
            np.empty((0, 3)),
            "Found array with 0 sample(s) (shape=(0, 3)) while a minimum of 1 is required.",
        ),
        (
            np.empty((12, 0)),
            "Found array with 0 feature(s) (shape=(12, 0)) while a minimum of 1 is required.",
        ),
        ([], "Found array with 0 sample(s) (shape=(0, 0)) while a minimum of 1 is required."),
        (
            [[], []],
            "Found array with 0 feature(s) (shape=(2, 0)) while a minimum of 1 is required.",
        ),
        ({}, "Found array with 0 sample(s) (shape=(0, 0)) while a minimum of 1 is required."),
        (
            {"a": []},
            "Found array with 0 sample(s) (shape=(0, 1)) while a minimum of 1 is required.",
        ),
        (
            np.arange(3),
            f"Expected 2D array, got 1D array instead: array([0, 1, 2]). {RESHAPE}",
        ),
        (np.array(3), f"Expected 2D array, got scalar array instead: array(3). {RESHAPE}"),
        ([1, 2], f"Expected 2D array, got 1D array instead, with 1 as a row. {RESHAPE}"),
        (["ab", "cd"], f"Expected 2D array, got 1D array instead, with 'ab' as a row. {RESHAPE}"),
        (
            np.zeros((2, 2, 2)),
            "Found array with dim 3, while dim <= 2 is required: a table has rows and columns",
        ),
        (
            [[1, 2], [3]],
            "row 1 has 1 values and row 0 has 2 ([3] and [1, 2]); "
            "all rows must have the same number",
        ),
    ],
)
def test_tables_of_the_wrong_shape(X: Any, sentence: str) -> None:
    assert refusal(X, InputError) == sentence


def test_a_part_of_a_table_may_be_empty() -> None:
    pd = pytest.importorskip("pandas")
    for X in (np.empty((0, 2)), {"a": [], "b": []}, pd.DataFrame({"a": [], "b": []})):
        source = open_table(X, may_be_empty=True)
        assert (source.n_rows, len(source.columns)) == (0, 2)
    with pytest.raises(InputError, match=r"^Found array with 0 feature\(s\) \(shape=\(12, 0\)\)"):
        open_table(np.empty((12, 0)), may_be_empty=True)


def test_frames_of_the_wrong_shape() -> None:
    pd = pytest.importorskip("pandas")
    assert refusal(pd.DataFrame(index=range(12)), InputError) == (
        "Found array with 0 feature(s) (shape=(12, 0)) while a minimum of 1 is required."
    )
    assert refusal(pd.DataFrame({"a": []}), InputError) == (
        "Found array with 0 sample(s) (shape=(0, 1)) while a minimum of 1 is required."
    )
    assert refusal(pd.Series([1, 2]), InputError) == (
        f"Expected a 2-dimensional container but got {pd.Series} instead: "
        "pass a table with one row, as in df.iloc[[0]], or with one column, as in df[['x']]"
    )


CONTAINERS = "a data frame, a two-dimensional array, a dict of columns or a list of rows"


@pytest.mark.parametrize(
    ("X", "sentence"),
    [
        (None, f"X is None; a table must be {CONTAINERS}"),
        ("data.csv", f"X is 'data.csv'; a table must be {CONTAINERS}"),
        (3.5, f"X is 3.5; a table must be {CONTAINERS}"),
        ({1, 2}, f"X is {{1, 2}}; a table must be {CONTAINERS}"),
        ([{"a": 1}], "X is a list of dicts; pass a data frame, or a dict of columns, instead"),
    ],
)
def test_what_is_no_table(X: Any, sentence: str) -> None:
    assert refusal(X, InputTypeError) == sentence


def test_sparse_matrices() -> None:
    sparse = pytest.importorskip("scipy.sparse")
    for X in (sparse.csr_array(np.eye(3)), sparse.coo_matrix(np.eye(3))):
        assert refusal(X, InputTypeError) == (
            f"X is a sparse matrix ({type(X).__name__}), and dense data is required: "
            "use X.toarray() to convert it"
        )


def test_lazy_frames() -> None:
    pl = pytest.importorskip("polars")
    assert refusal(pl.LazyFrame({"a": [1]}), InputTypeError) == (
        "X is a lazy frame (LazyFrame); "
        "bring its rows into memory first, with .collect() or .compute()"
    )


TWICE = "the table has several columns with the name 'a'; give each column a name of its own"


def test_names_that_occur_twice() -> None:
    pd = pytest.importorskip("pandas")
    pa = pytest.importorskip("pyarrow")
    for X in (
        pd.DataFrame([[1, 2, 3]], columns=["a", "b", "a"]),
        pa.table([[1], [2]], names=["a", "a"]),
    ):
        assert refusal(X, ColumnError) == TWICE
    assert refusal({1: [0], "1": [0]}, ColumnError) == TWICE.replace("'a'", "'1'")


@pytest.mark.parametrize(
    ("X", "sentence"),
    [
        (
            {"a": [1, 2], "b": [1]},
            "column 'b' has 1 rows and column 'a' has 2; all columns must have the same length",
        ),
        ({"a": "xyz"}, "column 'a' is 'xyz'; it must be a one-dimensional sequence of values"),
        ({"a": 3}, "column 'a' is 3; it must be a one-dimensional sequence of values"),
        (
            {"a": np.zeros((1, 2))},
            "column 'a' is array([[0., 0.]]); it must be a one-dimensional sequence of values",
        ),
        (
            {"a": [1, "x", 2]},
            "column 'a' mixes types: it has 1 and 'x'; "
            "make it all numbers, all strings or all booleans",
        ),
        (
            {"a": [None, True, 2]},
            "column 'a' mixes types: it has True and 2; "
            "make it all numbers, all strings or all booleans",
        ),
        (
            np.array([[1.0, True], ["x", False]], dtype=object),
            "column 'x0' mixes types: it has 1.0 and 'x'; "
            "make it all numbers, all strings or all booleans",
        ),
        (
            np.array([[1.0, 2.0], [3.0, -np.inf]]),
            "column 'x1' has an infinite value (inf, or too large for a float) in row 1; "
            "replace it by a finite number or by a missing value",
        ),
        (
            {"a": [1, None, 10**400]},
            "column 'a' has an infinite value (inf, or too large for a float) in row 2; "
            "replace it by a finite number or by a missing value",
        ),
        (
            np.array([[1 + 2j]]),
            "Complex data not supported: column 'x0' holds complex numbers (dtype complex128); "
            "give the real and the imaginary part as two columns",
        ),
        (
            {"a": [1, 2j]},
            "Complex data not supported: column 'a' holds complex numbers (2j in row 1); "
            "give the real and the imaginary part as two columns",
        ),
        (
            {"day": [None, datetime.date(2024, 2, 29)]},
            "column 'day' holds dates or times (datetime.date(2024, 2, 29) in row 1); "
            "convert it to a number, such as the days since a first day",
        ),
        (
            np.array([["2024-02-29"]], dtype="datetime64[D]"),
            "column 'x0' holds dates or times (dtype datetime64[D]); "
            "convert it to a number, such as the days since a first day",
        ),
        (
            {"a": [datetime.timedelta(seconds=1)]},
            "column 'a' holds durations (datetime.timedelta(seconds=1) in row 0); "
            "convert it to a number, such as the seconds",
        ),
        (
            np.array([[3]], dtype="timedelta64[s]"),
            "column 'x0' holds durations (dtype timedelta64[s]); "
            "convert it to a number, such as the seconds",
        ),
        (
            {"a": [b"x"]},
            "column 'a' holds bytes (b'x' in row 0); decode it to strings first",
        ),
        (np.array([[b"x"]]), "column 'x0' holds bytes (dtype |S1); decode it to strings first"),
    ],
)
def test_columns_that_cannot_be_used(X: Any, sentence: str) -> None:
    assert refusal(X, ColumnError) == sentence


class Thing:
    def __repr__(self) -> str:
        return "a thing"


VALUES = "each value in a table argument must be a string, a number, a boolean or missing"


@pytest.mark.parametrize(
    ("X", "sentence"),
    [
        (
            np.array([[0.5], [{"foo": "bar"}]], dtype=object),
            f"column 'x0' holds objects ({{'foo': 'bar'}} in row 1); {VALUES}: "
            "spread it over several columns",
        ),
        (
            {"a": [[1, 2], [3]]},
            f"column 'a' holds objects ([1, 2] in row 0); {VALUES}: spread it over several columns",
        ),
        (
            [[[1], [2]], [[3], [4]]],
            f"column 'x0' holds objects ([1] in row 0); {VALUES}: spread it over several columns",
        ),
        (
            {"a": ["x", Thing()]},
            f"column 'a' holds objects (a thing in row 1); {VALUES}: convert it to one of these",
        ),
    ],
)
def test_columns_of_objects(X: Any, sentence: str) -> None:
    assert refusal(X, InputTypeError) == sentence


def test_pandas_columns_that_cannot_be_used() -> None:
    pd = pytest.importorskip("pandas")
    days = pd.to_datetime(["2024-02-29", None]).astype("datetime64[ns]")
    assert refusal(pd.DataFrame({"a": days}), ColumnError) == (
        "column 'a' holds dates or times (dtype Datetime(time_unit='ns', time_zone=None)); "
        "convert it to a number, such as the days since a first day"
    )
    spans = pd.DataFrame({"a": pd.to_timedelta([1, 2], unit="s")})
    assert refusal(spans, ColumnError).startswith("column 'a' holds durations (dtype Duration(")
    for values in (
        pd.period_range("2024", periods=2, freq="D"),
        pd.cut(pd.Series([1.0, 2.0]), 2),
        pd.interval_range(0, 2),
    ):
        sentence = refusal(pd.DataFrame({"a": values}), InputTypeError)
        assert sentence.startswith("column 'a' holds objects (")
        assert sentence.endswith(f" in row 0); {VALUES}: convert it to one of these")
    mixed = pd.DataFrame({"a": pd.Categorical(["x", 1], ["x", 1])})
    assert refusal(mixed, ColumnError).startswith("column 'a' mixes types: it has 'x' and 1;")
    complex_numbers = pd.DataFrame({"a": [1 + 2j]})
    assert refusal(complex_numbers, ColumnError).startswith("Complex data not supported: column")
    infinite = pd.DataFrame({"a": pd.Categorical([1.5, np.inf])})
    assert refusal(infinite, ColumnError).startswith("column 'a' has an infinite value")


def test_polars_and_pyarrow_columns_that_cannot_be_used() -> None:
    pl = pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    frame = pl.DataFrame(
        {
            "day": [datetime.date(2024, 2, 29)],
            "clock": [datetime.time(1)],
            "span": [datetime.timedelta(1)],
            "list": [[1]],
            "struct": [{"a": 1}],
            "bytes": [b"x"],
        }
    )
    found = {
        "day": "holds dates or times (dtype Date)",
        "clock": "holds dates or times (dtype Time)",
        "span": "holds durations (dtype Duration(time_unit='us'))",
        "list": "holds objects (dtype List(Int64))",
        "struct": "holds objects (dtype Struct({'a': Int64}))",
        "bytes": "holds bytes (",
    }
    for name, start in found.items():
        kind = InputTypeError if "objects" in start else ColumnError
        for X in (frame.select(name), frame.select(name).to_arrow()):
            assert refusal(X, kind).startswith(f"column {name!r} {start}")


FORMS = "'from_dtype', None, a list of names, a list of positions or a mask"


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        (
            ["b", "c"],
            "categorical_features asks for the column 'c', which is not in the table; "
            "the columns are 'a', 'b'",
        ),
        (
            [0, 2],
            "categorical_features asks for the column at position 2; "
            "the table has the positions 0 to 1",
        ),
        (
            [-1],
            "categorical_features asks for the column at position -1; "
            "the table has the positions 0 to 1",
        ),
        (
            [True],
            "categorical_features is a mask of 1 columns and the table has 2; "
            "it must have one boolean a column",
        ),
        (
            "a",
            f"categorical_features is 'a'; it must be {FORMS}: for one column, write ['a']",
        ),
        (1, f"categorical_features is 1; it must be {FORMS}"),
        ([1.5], f"categorical_features is [1.5]; it must be {FORMS}"),
        (["a", 1], f"categorical_features is ['a', 1]; it must be {FORMS}"),
        ([0, True], f"categorical_features is [0, True]; it must be {FORMS}"),
    ],
)
def test_categorical_features_that_are_not_there(chosen: Any, sentence: str) -> None:
    X = {"a": [1, 2], "b": [3, 4]}
    assert refusal(X, ColumnError, categorical_features=chosen) == sentence


def test_scikit_learn_finds_its_own_words() -> None:
    """The patterns that scikit-learn's check of estimators looks for."""
    objects = np.array([[0.5], [{"foo": "bar"}]], dtype=object)
    with pytest.raises(TypeError, match=r"argument must be .* string.* number"):
        infer_columns(objects)
    with pytest.raises(ValueError, match=r"0 feature\(s\) \(shape=\(\d*, 0\)\) while a minimum"):
        infer_columns(np.empty((12, 0)))
    with pytest.raises(ValueError, match="Reshape your data"):
        infer_columns(np.zeros(3))
    with pytest.raises(ValueError, match="Complex data not supported"):
        infer_columns(np.array([[1j]]))
    with pytest.raises(ValueError, match="inf"):
        infer_columns(np.array([[np.inf]]))
