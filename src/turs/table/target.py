"""Read the class column: any labels of one kind into codes, and back as they were given."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.exceptions import TargetError
from turs.table.labels import Labels, read_labels
from turs.table.refusal import shown


@dataclass(frozen=True, eq=False)
class Target:
    """Hold the class of each row.

    Parameters
    ----------
    codes : ndarray of int32 of shape (n_rows,)
        Positions in `classes`.
    classes : ndarray of shape (n_classes,)
        The labels as they were given; an object array where numpy has no type for them.
    """

    codes: NDArray[np.int32]
    classes: NDArray[Any]

    @property
    def n_classes(self) -> int:
        """Number of classes, also those without a row."""
        return len(self.classes)


def infer_target(
    y: Any, classes: Iterable[Any] | None = None, *, n_rows: int | None = None
) -> Target:
    """Read the class column.

    Parameters
    ----------
    y : array-like of shape (n_rows,) or (n_rows, 1)
        The labels, any hashables of one kind: strings, integers, booleans, integral floats,
        tuples. A numpy array, a series of pandas, polars or pyarrow, or a list.
    classes : iterable, optional
        All classes, in the order in which they are wanted, also such as have no row. Without
        it they are those of `y`, sorted, or sorted by their ``repr`` if they have no order.
    n_rows : int, optional
        How many labels there must be.

    Returns
    -------
    Target
        The classes and their codes.

    Raises
    ------
    TargetError
        If a label is missing, continuous, of another kind than the others or not among
        `classes`, if there is but one class, or if `y` is of the wrong length or shape.

    Examples
    --------
    >>> target = infer_target(["well", "ill", "well"])
    >>> target.classes.tolist(), target.codes.tolist()
    (['ill', 'well'], [1, 0, 1])
    """
    labels = read_labels(y, n_rows=n_rows)
    if classes is not None:
        return _with_classes(labels, classes)
    found = find_classes(labels)
    return Target(_codes(labels, found), labels.array(found))


def find_classes(labels: Labels) -> list[Any]:
    """Find the classes among labels.

    Parameters
    ----------
    labels : Labels
        The labels; how often one occurs does not matter. Of equal ones, such as 1 and 1.0, the
        first is taken.

    Returns
    -------
    list
        The distinct labels, sorted, or sorted by their ``repr`` if they have no order.

    Raises
    ------
    TargetError
        If there is but one.
    """
    found = _sorted(set(labels.values))
    _check_two("y", found)
    return found


def _with_classes(labels: Labels, classes: Iterable[Any]) -> Target:
    if isinstance(classes, str):
        raise TargetError(f"classes is {classes!r}; it must be a list of all class labels")
    given = read_labels(classes if hasattr(classes, "__array__") else list(classes), "classes")
    _check_two("classes", given.values)
    if len(set(given.values)) < len(given.values):
        twice = next(one for one in given.values if given.values.count(one) > 1)
        raise TargetError(f"classes has the label {shown(twice)} twice; name each class once")
    return Target(_codes(labels, given.values), given.array(given.values))


def _codes(labels: Labels, classes: Sequence[Any]) -> NDArray[np.int32]:
    code_of = {label: code for code, label in enumerate(classes)}
    try:
        codes = map(code_of.__getitem__, labels.values)
        return np.fromiter(codes, dtype=np.int32, count=len(labels.values))
    except KeyError:
        row = next(row for row, label in enumerate(labels.values) if label not in code_of)
        raise TargetError(
            f"y has the label {shown(labels.values[row])} in row {row}, which is not one of the "
            f"classes ({', '.join(map(shown, classes[:8]))}); add it, or remove such rows"
        ) from None


def _check_two(name: str, classes: Sequence[Any]) -> None:
    if len(classes) < 2:
        raise TargetError(
            f"{name} has one class only, {shown(classes[0])}; two classes or more are needed"
        )


def _sorted(labels: set[Any]) -> list[Any]:
    if any(isinstance(label, Set) for label in labels):
        # Sets compare by inclusion, which is no order to sort by.
        return sorted(labels, key=lambda label: sorted(map(repr, label)))
    try:
        return sorted(labels)
    except TypeError:
        return sorted(labels, key=repr)
