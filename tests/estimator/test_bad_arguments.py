"""Labels and parameters that cannot be used: one clear sentence, and nothing changed."""

import re
from typing import Any

import numpy as np
import pytest
from scipy import sparse
from sklearn.utils._param_validation import InvalidParameterError

from tests.estimator.problems import state
from tests.table import frames
from turs import TURSClassifier
from turs.exceptions import ColumnError, InputError, InputTypeError, TargetError, TursError

X = np.arange(8.0).reshape(4, 2)

MISSING_LABEL = (
    "Input y contains NaN or None: the label in row 2 is missing; "
    "remove such rows, or give them a class of their own"
)

BAD_LABELS: dict[str, tuple[Any, type[TursError], str]] = {
    "None": (
        None,
        TargetError,
        "This estimator requires y to be passed, but the target y is None: "
        "give the class of each row",
    ),
    "one class": (
        ["a"] * 4,
        TargetError,
        "y has one class only, 'a'; two classes or more are needed",
    ),
    "NaN": (np.array([0, 1, np.nan, 1]), TargetError, MISSING_LABEL),
    "a missing label": (["a", "b", None, "a"], TargetError, MISSING_LABEL),
    "too few": (
        ["a", "b", "a"],
        TargetError,
        "Found input variables with inconsistent numbers of samples: X has 4 rows and "
        "y has 3 labels",
    ),
    "too many": (
        ["a", "b"] * 4,
        TargetError,
        "Found input variables with inconsistent numbers of samples: X has 4 rows and "
        "y has 8 labels",
    ),
    "none at all": ([], TargetError, "y is empty; it must have one label a row"),
    "a matrix": (
        np.eye(4),
        TargetError,
        "y should be a 1d array, got an array of shape (4, 4) instead: give one label a row",
    ),
    "rows of two": (
        [[0, 1], [1, 0], [0, 1], [1, 0]],
        TargetError,
        "y should be a 1d array, got an array of shape (4, 2) instead: give one label a row",
    ),
    "continuous": (
        [0.0, 0.5, 1.0, 2.0],
        TargetError,
        "Unknown label type: continuous. y has 0.5 in row 1; "
        "class labels must be strings, integers or the like",
    ),
    "mixed kinds": (
        ["a", 1, "a", 1],
        TargetError,
        "y mixes kinds of labels: it has 'a' and 1; make them all of one kind",
    ),
    "booleans and numbers": (
        [True, False, 0, 1],
        TargetError,
        "y mixes kinds of labels: it has True and 0; make them all of one kind",
    ),
    "not hashable": (
        [{"a": 1}, {"b": 1}, {"a": 1}, {"b": 1}],
        TargetError,
        "y has the label {'a': 1}; a label must be hashable, such as a string",
    ),
    "complex": (
        [1j, 2j, 1j, 2j],
        TargetError,
        "Complex data not supported: y has the label 1j; use strings or integers",
    ),
    "sparse": (
        sparse.csr_matrix(np.ones((4, 1))),
        InputTypeError,
        "y is a sparse matrix (csr_matrix), and dense data is required: "
        "use y.toarray() to convert it",
    ),
    "text": (
        "abab",
        InputTypeError,
        "y is 'abab'; it must be an array, a series or a list",
    ),
}


@pytest.mark.parametrize("case", BAD_LABELS)
def test_labels_that_cannot_be_learned(case: str) -> None:
    y, kind, sentence = BAD_LABELS[case]
    new, fitted = TURSClassifier(), TURSClassifier().fit(X, [0, 1, 0, 1])
    for estimator in (new, fitted):
        before = state(estimator)
        # The label that is named first may be any of several.
        pattern = re.escape(sentence).replace("1j;", "[12]j;")
        with pytest.raises(kind, match=f"^{pattern}$"):
            estimator.fit(X, y)
        assert state(estimator) == before


@pytest.mark.parametrize("container", ["pandas", "polars", "pyarrow"])
def test_a_missing_label_in_a_series(container: str) -> None:
    column = getattr(frames, container)({"y": ["a", "b", None, "a"]})["y"]
    with pytest.raises(TargetError, match=f"^{re.escape(MISSING_LABEL)}$"):
        TURSClassifier().fit(X, column)


SOME_INT = "must be an int in the range [1, inf)"
SOME_COLUMNS = (
    "must be an array-like, a str among {'from_dtype'} or None"  # of scikit-learn's own making
)

BAD_PARAMETERS: list[tuple[str, Any, str]] = [
    ("beam_width", 0, SOME_INT),
    ("beam_width", 2.5, SOME_INT),
    ("beam_width", None, SOME_INT),
    ("n_candidates", -1, SOME_INT),
    ("n_candidates", "5", SOME_INT),
    ("diversity", 1.0, "must be a float in the range [0.0, 1.0)"),
    ("diversity", -0.1, "must be a float in the range [0.0, 1.0)"),
    ("diversity", np.nan, "must be a float in the range [0.0, 1.0)"),
    ("max_cuts", 0, "must be an int in the range [1, 65534]"),
    ("max_cuts", 10**6, "must be an int in the range [1, 65534]"),
    ("blend", -0.1, "must be a float in the range [0.0, 0.75]"),
    ("blend", 0.8, "must be a float in the range [0.0, 0.75]"),
    ("blend", np.nan, "must be a float in the range [0.0, 0.75]"),
    ("blend", None, "must be a float in the range [0.0, 0.75]"),
    ("blend", "0.4", "must be a float in the range [0.0, 0.75]"),
    ("simplicity", -0.1, "must be a float in the range [0.0, inf)"),
    ("simplicity", np.nan, "must be a float in the range [0.0, inf)"),
    ("evidence", -0.1, "must be a float in the range [0.0, inf)"),
    ("simplicity", None, "must be a float in the range [0.0, inf)"),
    ("min_new_rows", 0, "must be an int in the range [1, inf)"),
    ("min_new_rows", 1.5, "must be an int in the range [1, inf)"),
    # scikit-learn lists what may be in no certain order
    ("surrogate", "forest", "must be a str among {'"),
    ("surrogate", True, "must be a str among {'"),
    ("surrogate_weight", -0.1, "must be a float in the range [0.0, 1.0]"),
    ("surrogate_weight", 1.1, "must be a float in the range [0.0, 1.0]"),
    ("surrogate_weight", None, "must be a float in the range [0.0, 1.0]"),
    ("joint", "yes", "must be an instance of 'bool' or an instance of 'numpy.bool'"),
    ("joint", None, "must be an instance of 'bool' or an instance of 'numpy.bool'"),
    ("categorical_features", "ward", SOME_COLUMNS),
    ("categorical_features", 3, SOME_COLUMNS),
    ("max_integer_levels", -1, "must be an int in the range [0, inf)"),
    ("enumerate_levels", 25, "must be an int in the range [0, 24]"),
    ("max_set_size", 0, "must be an int in the range [1, inf) or None"),
    ("smoothing", -1, "must be a float in the range [0.0, inf)"),
    ("smoothing", np.nan, "must be a float in the range [0.0, inf)"),
    ("smoothing", np.inf, "must be a float in the range [0.0, inf)"),
    ("smoothing", None, "must be a float in the range [0.0, inf)"),
    ("max_rules", -1, "must be an int in the range [0, inf) or None"),
    ("time_limit", -1.0, "must be a float in the range [0.0, inf) or None"),
    ("time_limit", "1 s", "must be a float in the range [0.0, inf) or None"),
    ("n_jobs", 0, "must be an int in the range [1, inf), an int in the range (-inf, -1] or None"),
    ("n_jobs", 1.5, "must be an int in the range [1, inf), an int in the range (-inf, -1] or None"),
    ("verbose", -1, "must be an int in the range [0, inf)"),
]


@pytest.mark.parametrize(("name", "value", "sentence"), BAD_PARAMETERS)
def test_a_parameter_of_the_wrong_type_or_range(name: str, value: Any, sentence: str) -> None:
    estimator = TURSClassifier(**{name: value})
    with pytest.raises(ValueError) as caught:
        estimator.fit(X, [0, 1, 0, 1])
    message = str(caught.value)
    assert message.startswith(f"The '{name}' parameter of TURSClassifier {sentence}")
    assert message.endswith(f"Got {value!r} instead.")
    assert set(vars(estimator)) == set(estimator.get_params())


NUMBERS = (
    "beam_width",
    "n_candidates",
    "diversity",
    "max_cuts",
    "blend",
    "max_integer_levels",
    "enumerate_levels",
    "max_set_size",
    "smoothing",
    "max_rules",
    "time_limit",
    "n_jobs",
)


@pytest.mark.parametrize("name", NUMBERS)
def test_a_boolean_is_no_number(name: str) -> None:
    for value in (True, False):
        with pytest.raises(ValueError, match=f"^The '{name}' parameter.* Got {value} instead.$"):
            TURSClassifier(**{name: value}).fit(X, [0, 1, 0, 1])
    with pytest.raises(InvalidParameterError, match="must be a number, not a boolean"):
        TURSClassifier(smoothing=True).fit(X, [0, 1, 0, 1])


BAD_WEIGHTS: dict[str, tuple[Any, type[TursError], str]] = {
    "too few": (
        [1, 2, 1],
        InputError,
        "sample_weight has the shape (3,) and X has 4 rows; give one weight a row",
    ),
    "a column": (
        np.ones((4, 1)),
        InputError,
        "sample_weight has the shape (4, 1) and X has 4 rows; give one weight a row",
    ),
    "zeros": (
        np.zeros(4),
        InputError,
        "sample_weight sums to 0; the weights must be finite, and their sum not 0",
    ),
    "NaN": (
        [1, 1, np.nan, 1],
        InputError,
        "sample_weight sums to nan; the weights must be finite, and their sum not 0",
    ),
    "text": (
        ["a"] * 4,
        InputTypeError,
        "sample_weight is a list of no numbers; give one weight a row",
    ),
}


@pytest.mark.parametrize("case", BAD_WEIGHTS)
def test_weights_that_have_no_mean(case: str) -> None:
    weights, kind, sentence = BAD_WEIGHTS[case]
    fitted = TURSClassifier().fit(X, [0, 1, 0, 1])
    with pytest.raises(kind, match=f"^{re.escape(sentence)}$"):
        fitted.score(X, [0, 1, 0, 1], sample_weight=weights)


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (
            ["ward"],
            "categorical_features asks for the column 'ward', which is not in the table; "
            "the columns are 'x0', 'x1'",
        ),
        (
            [2],
            "categorical_features asks for the column at position 2; "
            "the table has the positions 0 to 1",
        ),
        (
            [True],
            "categorical_features is a mask of 1 columns and the table has 2; "
            "it must have one boolean a column",
        ),
        (
            [0.5],
            "categorical_features is [0.5]; it must be 'from_dtype', None, a list of names, "
            "a list of positions or a mask",
        ),
    ],
)
def test_columns_that_the_table_does_not_have(value: Any, sentence: str) -> None:
    with pytest.raises(ColumnError, match=f"^{re.escape(sentence)}$"):
        TURSClassifier(categorical_features=value).fit(X, [0, 1, 0, 1])


def test_an_argument_that_does_not_exist() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'width'"):
        TURSClassifier(width=3)
    with pytest.raises(TypeError, match="positional"):
        TURSClassifier(3)
    # Regret is defined on counts of rows.
    with pytest.raises(TypeError, match="unexpected keyword argument 'sample_weight'"):
        TURSClassifier().fit(X, [0, 1, 0, 1], sample_weight=[1, 2, 1, 2])
