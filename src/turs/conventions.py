"""scikit-learn's conventions, as far as it leaves them to an estimator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils._param_validation import Interval, InvalidParameterError
from sklearn.utils.validation import validate_data

from turs.counting import n_cores
from turs.exceptions import InputError, InputTypeError
from turs.table import Schema

# Below, threads wait for each other more than they work. Above, two threads took 0.86 to 0.97 times
# as long as one on sets of 768 to 3,196 rows.
_ROWS_WORTH_THREADS = 500


class _Described(BaseEstimator):
    """Carries what scikit-learn notes about the columns of a table."""


def column_attributes(X: Any, schema: Schema) -> dict[str, Any]:
    """Return what an estimator notes of a table's columns: ``n_features_in_`` and their names.

    Parameters
    ----------
    X : table as given to ``fit``
    schema : Schema
        Its columns as they were read.
    """
    if isinstance(X, Mapping):
        names = np.array(schema.names, dtype=object)
        return {"n_features_in_": len(schema), "feature_names_in_": names}
    described = _Described()
    validate_data(described, X, skip_check_array=True)
    return dict(vars(described))


def has_columns(X: Any) -> bool:
    """Tell whether scikit-learn can count the columns; what is no table is refused elsewhere."""
    if isinstance(X, list | tuple):
        return bool(X) and isinstance(X[0], list | tuple | np.ndarray)
    return len(getattr(X, "shape", ())) == 2


def has_columns_of_training(estimator: Any, X: Any) -> bool:
    """Tell at a glance whether a table has the columns that an estimator was fitted with.

    Where it cannot be told so fast, the answer is False, and scikit-learn, which takes longer than
    the prediction of a row, has to decide.

    Parameters
    ----------
    estimator : fitted estimator
    X : table with columns
        See `has_columns`.
    """
    names = getattr(estimator, "feature_names_in_", None)
    if names is None:
        n_columns = X.shape[1] if type(X) is np.ndarray else len(X[0]) if type(X) is list else 0
        return bool(n_columns == estimator.n_features_in_)
    columns: Any = getattr(X, "columns", None)
    listed = columns.tolist() if hasattr(columns, "tolist") else columns
    return type(listed) is list and listed == names.tolist()


def refuse_booleans(estimator: Any) -> None:
    """Refuse True and False for the parameters that are numbers: Python takes them for 1 and 0.

    Raises
    ------
    InvalidParameterError
        As scikit-learn does for a value out of range.
    """
    for name, constraints in estimator._parameter_constraints.items():
        value = getattr(estimator, name)
        is_number = any(isinstance(constraint, Interval) for constraint in constraints)
        if is_number and isinstance(value, bool):
            raise InvalidParameterError(
                f"The {name!r} parameter of {type(estimator).__name__} must be a number, "
                f"not a boolean. Got {value!r} instead."
            )


def is_column_vector(y: Any) -> bool:
    """Tell whether labels that were read come in two dimensions, as an array or as lists of one."""
    if isinstance(y, Sequence):
        return isinstance(y[0], list | np.ndarray) and np.ndim(y[0]) > 0
    return len(getattr(y, "shape", ())) == 2


def read_weights(sample_weight: Any, n_rows: int) -> NDArray[np.float64] | None:
    """Return the weights of the rows, if there are any.

    Raises
    ------
    InputError
        If there is not one weight a row, or if they have no mean.
    InputTypeError
        If they are no numbers.
    """
    if sample_weight is None:
        return None
    try:
        weights = np.asarray(sample_weight, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputTypeError(
            f"sample_weight is a {type(sample_weight).__name__} of no numbers; "
            "give one weight a row"
        ) from None
    if weights.shape != (n_rows,):
        raise InputError(
            f"sample_weight has the shape {weights.shape} and X has {n_rows} rows; "
            "give one weight a row"
        )
    if not np.isfinite(weights).all() or weights.sum() == 0:
        raise InputError(
            f"sample_weight sums to {weights.sum():g}; "
            "the weights must be finite, and their sum not 0"
        )
    return weights


def n_threads(n_jobs: int | None, n_rows: int) -> int:
    """Return how many threads to learn with: None is 1, -1 all cores, -2 all but one.

    Examples
    --------
    >>> n_threads(None, 10_000), n_threads(3, 10_000), n_threads(3, 100)
    (1, 3, 1)
    """
    if n_jobs is None or n_rows < _ROWS_WORTH_THREADS:
        return 1
    return max(n_jobs if n_jobs > 0 else n_cores() + 1 + n_jobs, 1)
