"""Bad input: one clear sentence, the right exception, and nothing changed."""

import datetime
import re
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from tests.estimator.problems import patients, state
from tests.table import frames
from turs import TURSClassifier
from turs.exceptions import ColumnError, InputError, InputTypeError, TursError

GOOD = np.arange(12.0).reshape(6, 2)
LABELS = ["a", "b"] * 3
RESHAPE = (
    "Reshape your data either using array.reshape(-1, 1) if your data has a single feature "
    "or array.reshape(1, -1) if it contains a single sample."
)


def with_value(value: Any) -> np.ndarray:
    X = GOOD.astype(object)
    X[3, 1] = value
    return X


BAD_TABLES: dict[str, tuple[Any, type[TursError], str]] = {
    "no rows": (
        np.empty((0, 2)),
        InputError,
        "Found array with 0 sample(s) (shape=(0, 2)) while a minimum of 1 is required.",
    ),
    "no columns": (
        np.empty((6, 0)),
        InputError,
        "Found array with 0 feature(s) (shape=(6, 0)) while a minimum of 1 is required.",
    ),
    "nothing": (
        [],
        InputError,
        "Found array with 0 sample(s) (shape=(0, 0)) while a minimum of 1 is required.",
    ),
    "an empty dictionary": (
        {},
        InputError,
        "Found array with 0 sample(s) (shape=(0, 0)) while a minimum of 1 is required.",
    ),
    "infinity": (
        with_value(np.inf).astype(float),
        ColumnError,
        "column 'x1' has an infinite value (inf, or too large for a float) in row 3; "
        "replace it by a finite number or by a missing value",
    ),
    "mixed types": (
        with_value("seven"),
        ColumnError,
        "column 'x1' mixes types: it has 1.0 and 'seven'; "
        "make it all numbers, all strings or all booleans",
    ),
    "dates": (
        with_value(datetime.date(2020, 1, 1)),
        ColumnError,
        "column 'x1' holds dates or times (datetime.date(2020, 1, 1) in row 3); "
        "convert it to a number, such as the days since a first day",
    ),
    "numpy dates": (
        GOOD.astype("M8[D]"),
        ColumnError,
        "column 'x0' holds dates or times (dtype datetime64[D]); "
        "convert it to a number, such as the days since a first day",
    ),
    "durations": (
        with_value(datetime.timedelta(1)),
        ColumnError,
        "column 'x1' holds durations (datetime.timedelta(days=1) in row 3); "
        "convert it to a number, such as the seconds",
    ),
    "lists": (
        with_value([1, 2]),
        InputTypeError,
        "column 'x1' holds objects ([1, 2] in row 3); each value in a table argument must be "
        "a string, a number, a boolean or missing: spread it over several columns",
    ),
    "dictionaries": (
        with_value({"a": 1}),
        InputTypeError,
        "column 'x1' holds objects ({'a': 1} in row 3); each value in a table argument must be "
        "a string, a number, a boolean or missing: spread it over several columns",
    ),
    "objects": (
        with_value(Ellipsis),
        InputTypeError,
        "column 'x1' holds objects (Ellipsis in row 3); each value in a table argument must be "
        "a string, a number, a boolean or missing: convert it to one of these",
    ),
    "bytes": (
        with_value(b"seven"),
        ColumnError,
        "column 'x1' holds bytes (b'seven' in row 3); decode it to strings first",
    ),
    "complex numbers": (
        GOOD.astype(complex),
        ColumnError,
        "Complex data not supported: column 'x0' holds complex numbers (dtype complex128); "
        "give the real and the imaginary part as two columns",
    ),
    "a sparse matrix": (
        sparse.csr_matrix(GOOD),
        InputTypeError,
        "X is a sparse matrix (csr_matrix), and dense data is required: "
        "use X.toarray() to convert it",
    ),
    "a sparse array": (
        sparse.coo_array(GOOD),
        InputTypeError,
        "X is a sparse matrix (coo_array), and dense data is required: "
        "use X.toarray() to convert it",
    ),
    "one dimension": (
        np.arange(3.0),
        InputError,
        f"Expected 2D array, got 1D array instead: array([0., 1., 2.]). {RESHAPE}",
    ),
    "a list of numbers": (
        [1, 2, 3],
        InputError,
        f"Expected 2D array, got 1D array instead, with 1 as a row. {RESHAPE}",
    ),
    "three dimensions": (
        GOOD.reshape(1, 6, 2),
        InputError,
        "Found array with dim 3, while dim <= 2 is required: a table has rows and columns",
    ),
    "ragged rows": (
        [[1, 2], [3]],
        InputError,
        "row 1 has 1 values and row 0 has 2 ([3] and [1, 2]); all rows must have the same number",
    ),
    "a list of dictionaries": (
        [{"x0": 1, "x1": 2}],
        InputTypeError,
        "X is a list of dicts; pass a data frame, or a dict of columns, instead",
    ),
    "text": (
        "a table",
        InputTypeError,
        "X is 'a table'; a table must be a data frame, a two-dimensional array, "
        "a dict of columns or a list of rows",
    ),
    "None": (
        None,
        InputTypeError,
        "X is None; a table must be a data frame, a two-dimensional array, "
        "a dict of columns or a list of rows",
    ),
    "a number": (
        7,
        InputTypeError,
        "X is 7; a table must be a data frame, a two-dimensional array, "
        "a dict of columns or a list of rows",
    ),
    "columns of different lengths": (
        {"x0": [1, 2], "x1": [1]},
        ColumnError,
        "column 'x1' has 1 rows and column 'x0' has 2; all columns must have the same length",
    ),
}

# At prediction scikit-learn counts the columns before anything else.
COUNTED_FIRST = {"no columns": "X has 0 features, but TURSClassifier is expecting 2 features"}


def fails_with(kind: type[Exception], sentence: str) -> Any:
    return pytest.raises(kind, match=f"^{re.escape(sentence)}$")


@pytest.mark.parametrize("case", BAD_TABLES)
def test_a_table_that_cannot_be_learned_from(case: str) -> None:
    X, kind, sentence = BAD_TABLES[case]
    new, fitted = TURSClassifier(), TURSClassifier().fit(GOOD, LABELS)
    for estimator in (new, fitted):
        before = state(estimator)
        with fails_with(kind, sentence):
            estimator.fit(X, LABELS)
        assert state(estimator) == before


@pytest.mark.parametrize("method", ["predict", "predict_proba", "explain"])
@pytest.mark.parametrize("case", sorted(BAD_TABLES.keys() - {"mixed types", *COUNTED_FIRST}))
def test_a_table_that_nothing_can_be_predicted_from(case: str, method: str) -> None:
    X, kind, sentence = BAD_TABLES[case]
    fitted = TURSClassifier().fit(GOOD, LABELS)
    before = state(fitted)
    with fails_with(kind, sentence):
        getattr(fitted, method)(X)
    assert state(fitted) == before


@pytest.mark.parametrize(
    ("X", "sentence"),
    [
        (np.empty((6, 0)), COUNTED_FIRST["no columns"] + " as input."),
        (GOOD[:, :1], "X has 1 features, but TURSClassifier is expecting 2 features as input."),
        ([[1, 2, 3]], "X has 3 features, but TURSClassifier is expecting 2 features as input."),
        (
            {"x0": [1]},
            "X has 1 features, but RuleSet is expecting 2 features as input: "
            "columns without names must be those of training, in order",
        ),
        (
            [["A", 2]],
            "column 'x0' was numeric in training, but has 'A' in row 0; convert it to numbers",
        ),
    ],
)
def test_a_table_of_other_columns_at_prediction(X: Any, sentence: str) -> None:
    fitted = TURSClassifier().fit(GOOD, LABELS)
    with fails_with(ValueError, sentence):
        fitted.predict(X)


def test_a_dictionary_without_a_column_at_prediction() -> None:
    X, y = patients()
    fitted = TURSClassifier(max_rules=1).fit(X, y)
    with fails_with(
        ColumnError,
        "X lacks the column 'age', which the rules were learned with; "
        "the columns are 'dose', 'smoker', 'ward', 'country'",
    ):
        fitted.predict({name: X[name] for name in X if name != "age"})


def pandas_with_duplicates() -> Any:
    return frames.pandas({"a": [1, 2], "b": [3, 4]}).set_axis(["a", "a"], axis=1)


def pyarrow_with_duplicates() -> Any:
    return frames.pyarrow({"a": [1, 2], "b": [3, 4]}).rename_columns(["a", "a"])


@pytest.mark.parametrize("build", [pandas_with_duplicates, pyarrow_with_duplicates])
def test_a_name_that_occurs_twice(build: Any) -> None:
    estimator = TURSClassifier()
    with fails_with(
        ColumnError,
        "the table has several columns with the name 'a'; give each column a name of its own",
    ):
        estimator.fit(build(), [0, 1])
    assert vars(estimator) == estimator.get_params()


def test_a_lazy_frame() -> None:
    lazy = frames.polars({"a": [1, 2]}).lazy()
    sentence = (
        "X is a lazy frame (LazyFrame); "
        "bring its rows into memory first, with .collect() or .compute()"
    )
    with fails_with(InputTypeError, sentence):
        TURSClassifier().fit(lazy, [0, 1])
    fitted = TURSClassifier().fit(lazy.collect(), [0, 1])
    with fails_with(InputTypeError, sentence):
        fitted.predict(lazy)


@frames.in_every((frames.pandas, frames.polars, frames.pyarrow))
def test_dates_in_a_frame(build: frames.Build) -> None:
    X = build({"born": [datetime.datetime(2000, 1, 1), datetime.datetime(2001, 1, 1)]})
    with pytest.raises(ColumnError, match=r"^column 'born' holds dates or times .*; convert it to"):
        TURSClassifier().fit(X, [0, 1])
