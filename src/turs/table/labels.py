"""Read the labels of a class column out of the container they came in."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.exceptions import InputTypeError, TargetError
from turs.table.refusal import family_of, shown
from turs.table.source import NO_FRAMES, refuse_sparse, unmasked
from turs.table.values import is_missing


@dataclass(frozen=True, eq=False)
class Labels:
    """Hold labels of one kind, none of them missing.

    Parameters
    ----------
    values : list
        One plain Python value a row.
    dtype : numpy.dtype, optional
        The dtype of the array in which they came, if it was not one of objects.
    """

    values: list[Any]
    dtype: np.dtype[Any] | None = None

    def array(self, labels: Sequence[Any]) -> NDArray[Any]:
        """Make an array of some labels, of the dtype in which they came.

        Parameters
        ----------
        labels : sequence
            Labels such as these.

        Returns
        -------
        ndarray of shape (n_labels,)
            Of a dtype that numpy has for them, else of objects.
        """
        dtype = self.dtype or _dtype_for(set(map(type, self.values)), labels)
        array = np.empty(len(labels), dtype=dtype)
        # One by one: from a list of tuples numpy would make two dimensions.
        for index, label in enumerate(labels):
            array[index] = label
        return array


def read_labels(
    y: Any,
    name: str = "y",
    *,
    n_rows: int | None = None,
    classes: NDArray[Any] | None = None,
    may_be_empty: bool = False,
) -> Labels:
    """Read labels from any container.

    Parameters
    ----------
    y : array-like of shape (n_rows,) or (n_rows, 1)
        The labels.
    name : str, default="y"
        The name of the argument, for errors.
    n_rows : int, optional
        How many labels there must be.
    classes : ndarray, optional
        Classes that they are to be compared with, so that they must be of the same kind.
    may_be_empty : bool, default=False
        Whether there need not be any label.

    Returns
    -------
    Labels
        Checked: of one kind, hashable, not missing, not continuous.

    Raises
    ------
    TargetError
        If they cannot be the classes of rows.
    InputTypeError
        If `y` is no sequence.
    """
    if y is None:
        raise TargetError(
            "This estimator requires y to be passed, but the target y is None: "
            "give the class of each row"
        )
    refuse_sparse(y, name)
    labels = _open(y, name)
    if not labels.values and not may_be_empty:
        raise TargetError(f"{name} is empty; it must have one label a row")
    _check(labels.values, name)
    if n_rows is not None and n_rows != len(labels.values):
        raise TargetError(
            "Found input variables with inconsistent numbers of samples: "
            f"X has {n_rows} rows and {name} has {len(labels.values)} labels"
        )
    if classes is not None and labels.values:
        _check_kind(labels.values, classes, name)
    return labels


def _open(y: Any, name: str) -> Labels:
    if not isinstance(y, NO_FRAMES):
        labels = _open_frame(y, name)
        if labels is not None:
            return labels
    if hasattr(y, "__array__"):
        return _open_array(unmasked(y), name)
    if isinstance(y, Sequence) and not isinstance(y, str | bytes):
        return _open_sequence(y, name)
    raise InputTypeError(f"{name} is {shown(y)}; it must be an array, a series or a list")


def _open_frame(y: Any, name: str) -> Labels | None:
    """Open a series, or a frame of one column; return None if it is neither."""
    # Imported here: narwhals takes as long to load as all else that a prediction needs.
    from narwhals import Boolean, DataFrame, Series

    from turs.table.series import as_frame

    frame = as_frame(y)
    if isinstance(frame, DataFrame):
        if frame.shape[1] != 1:
            raise _shape_error(name, frame.shape)
        frame = next(iter(frame.iter_columns()))
    if not isinstance(frame, Series):
        return None
    dtype = frame.dtype
    if dtype.is_integer() or dtype.is_float() or dtype == Boolean:
        return _open_array(frame.to_numpy(), name)
    return Labels(frame.to_list())


def _open_array(y: NDArray[Any], name: str) -> Labels:
    if y.ndim != 1 and (y.ndim != 2 or y.shape[1] != 1):
        raise _shape_error(name, y.shape)
    y = y.ravel()
    if y.dtype.kind == "O":
        return Labels([one.item() if isinstance(one, np.generic) else one for one in y])
    # Times stay numpy's: as Python values they would lose their unit.
    return Labels(list(y) if y.dtype.kind in "Mm" else y.tolist(), y.dtype)


def _open_sequence(y: Sequence[Any], name: str) -> Labels:
    """Read a list, in which tuples are labels and lists of one are rows of a column vector."""
    rows = [len(one) for one in y if isinstance(one, list | np.ndarray) and np.ndim(one) > 0]
    if rows and (set(rows) != {1} or len(rows) != len(y)):
        raise _shape_error(name, (len(y), max(rows)))
    values = [one[0] for one in y] if rows else y
    return Labels([one.item() if isinstance(one, np.generic) else one for one in values])


def _shape_error(name: str, shape: tuple[int, ...]) -> TargetError:
    return TargetError(
        f"{name} should be a 1d array, got an array of shape {shape} instead: give one label a row"
    )


def _check(labels: list[Any], name: str) -> None:
    try:
        distinct = set(labels)
    except TypeError:
        bad = next(one for one in labels if not isinstance(one, Hashable))
        raise TargetError(
            f"{name} has the label {shown(bad)}; a label must be hashable, such as a string"
        ) from None
    if any(map(is_missing, distinct)):
        row = next(row for row, label in enumerate(labels) if is_missing(label))
        raise TargetError(
            f"Input {name} contains NaN or None: the label in row {row} is missing; "
            "remove such rows, or give them a class of their own"
        )
    _check_one_kind(labels, name)
    _check_numbers(distinct, labels, name)


def _check_one_kind(labels: list[Any], name: str) -> None:
    # By the types of all labels, not of the distinct ones: a set takes True and 1 for the same.
    if len({kind_of(kind) for kind in set(map(type, labels))}) > 1:
        first = {kind_of(type(label)): label for label in reversed(labels)}
        one, other, *_ = map(shown, reversed(first.values()))
        raise TargetError(
            f"{name} mixes kinds of labels: it has {one} and {other}; make them all of one kind"
        )


def _check_kind(labels: list[Any], classes: NDArray[Any], name: str) -> None:
    one, other = labels[0], classes[0]
    same = family_of(type(one)) == family_of(type(other))
    # True and 1 are of two kinds, and equal all the same.
    if not same and not set(labels) & set(classes.tolist()):
        raise TargetError(
            f"{name} has labels such as {shown(one)} and the classes are such as {shown(other)}; "
            "give labels of the kind that was learned"
        )


def kind_of(kind: type) -> object:
    """Say of which kind the labels of a type are; all labels of a table must be of one.

    Parameters
    ----------
    kind : type
        The type of a label.

    Returns
    -------
    str or type
        Its family, such as ``"number"`` for int and float alike, or the type itself.
    """
    family = family_of(kind)
    return family if family in {"boolean", "string", "number", "complex"} else kind


def _check_numbers(distinct: set[Any], labels: list[Any], name: str) -> None:
    for label in distinct:
        if isinstance(label, complex):
            raise TargetError(
                f"Complex data not supported: {name} has the label {label!r}; "
                "use strings or integers"
            )
        if isinstance(label, float) and not label.is_integer():
            row = labels.index(label)
            raise TargetError(
                f"Unknown label type: continuous. {name} has {label!r} in row {row}; "
                "class labels must be strings, integers or the like"
            )


def _dtype_for(kinds: set[type], labels: Sequence[Any]) -> type:
    if kinds == {bool}:
        return bool
    if not kinds <= {int, float}:
        return object
    # Not all integers are exact as numpy's.
    dtype, limit = (np.int64, 2**63) if kinds == {int} else (np.float64, 2**53)
    return dtype if all(-limit <= label < limit for label in labels) else object
