"""Class labels: hashable values of one kind, each of them once."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from turs.exceptions import InputError, InputTypeError
from turs.table.refusal import family_of, shown
from turs.table.values import is_missing

if TYPE_CHECKING:
    from numpy.typing import NDArray


def label_array(labels: Sequence[object]) -> NDArray[Any]:
    """Return labels as an array that gives each of them back as it was.

    Parameters
    ----------
    labels : sequence
        Labels of any type; numbers and texts of numpy become Python's.

    Returns
    -------
    ndarray, shape (n_labels,)
        Of a plain dtype when all labels are texts, truth values, ints or floats; else of objects.

    Examples
    --------
    >>> label_array(["no", "yes"])
    array(['no', 'yes'], dtype='<U3')
    >>> label_array([(0, 1), (1, 0)])
    array([(0, 1), (1, 0)], dtype=object)
    """
    labels = [_plain(label) for label in labels]
    boxed = np.empty(len(labels), dtype=object)
    boxed[:] = labels
    if {type(label) for label in labels} not in ({str}, {bool}, {int}, {float}):
        return boxed
    try:
        plain = np.array(labels)
    except OverflowError:
        return boxed
    # Numpy drops the zero characters at the end of a text, and makes floats of large integers.
    return plain if same_labels(plain, boxed) else boxed


def _plain(label: object) -> object:
    # Dates of numpy would lose their unit.
    if isinstance(label, np.generic) and label.dtype.kind not in "mM":
        return label.item()
    return label


def check_labels(classes: NDArray[Any]) -> None:
    """Refuse labels that training would refuse too: see `turs.table.infer_target`.

    Parameters
    ----------
    classes : ndarray, shape (n_classes,)
        The labels: at least two, hashable, none missing, no two equal, all of one kind, and
        whole if they are numbers.

    Raises
    ------
    InputError
        In one sentence, with the label.
    """
    if classes.ndim != 1:
        raise InputError(
            f"the classes of a rule set are a flat array, not one of {classes.ndim} dimensions"
        )
    labels = plain_labels(classes)
    if len(labels) < 2:
        only = f"only {shown(labels[0])}" if labels else "none"
        raise InputError(f"a rule set needs at least 2 classes, but there is {only}")
    seen: set[Hashable] = set()
    for label in labels:
        _check_label(label)
        if label in seen:
            raise InputError(f"two classes have the label {shown(label)}; labels must differ")
        seen.add(label)
    _check_one_kind(labels)


def _check_label(label: object) -> None:
    if is_missing(label):
        raise InputError(f"the class label {shown(label)} is a missing value; use another")
    try:
        hash(label)
    except TypeError:
        raise InputTypeError(
            f"the class label {shown(label)} cannot be hashed; use another"
        ) from None
    if isinstance(label, complex) or (isinstance(label, float) and not label.is_integer()):
        raise InputError(
            f"the class label {shown(label)} is not a whole number; use texts, whole numbers or "
            "the like"
        )


def _check_one_kind(labels: Sequence[object]) -> None:
    other = next((label for label in labels if _kind(label) != _kind(labels[0])), None)
    if other is not None:
        raise InputError(
            f"the class labels mix kinds: there are {shown(labels[0])} and {shown(other)}; "
            "make them all of one kind"
        )


def _kind(label: object) -> object:
    family = family_of(type(label))
    return family if family in {"boolean", "string", "number"} else type(label)


def plain_labels(classes: NDArray[Any]) -> list[Any]:
    """Return class labels as Python values; dates of numpy stay as they are."""
    # ndarray.tolist() would make bare ints of some dates.
    return list(classes) if classes.dtype.kind in "mM" else classes.tolist()


def same_labels(first: NDArray[Any], second: NDArray[Any]) -> bool:
    """Tell whether two arrays hold the same labels in the same order, types included."""
    left, right = plain_labels(first), plain_labels(second)
    return bool(left == right) and [*map(type, left)] == [*map(type, right)]
