"""Read a class column by the classes that are known already."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.exceptions import TargetError
from turs.table.labels import read_labels
from turs.table.refusal import shown

_MOST_SHOWN = 8


def codes_of(y: Any, classes: NDArray[Any], n_rows: int | None = None) -> NDArray[np.intp]:
    """Turn labels into positions of known classes.

    Parameters
    ----------
    y : array-like of shape (n_rows,) or (n_rows, 1)
        The labels, each equal to one of the classes, as 1 and 1.0 are. Not all of the classes
        need to occur.
    classes : ndarray of shape (n_classes,)
        The classes of a model.
    n_rows : int, optional
        How many labels there must be.

    Returns
    -------
    ndarray of intp of shape (n_rows,)
        For each label the position of its class.

    Raises
    ------
    TargetError
        If a label is missing, of another kind or none of the classes, or if `y` is of the wrong
        length or shape.
    InputTypeError
        If `y` is no sequence.

    Examples
    --------
    >>> codes_of([1.0, 0.0, 1.0], np.array([0, 1])).tolist()
    [1, 0, 1]
    """
    labels = read_labels(y, n_rows=n_rows, classes=classes).values
    code_of = _code_of(set(labels), classes)
    unknown = next((row for row, label in enumerate(labels) if label not in code_of), None)
    if unknown is not None:
        raise TargetError(
            f"y has the label {shown(labels[unknown])} in row {unknown}, which is none of the "
            f"classes of the model ({_listed(classes)}); remove such rows, or learn a model with "
            "that class"
        )
    return np.fromiter(map(code_of.__getitem__, labels), dtype=np.intp, count=len(labels))


def _code_of(labels: set[Any], classes: NDArray[Any]) -> dict[Any, int]:
    known = _plain(classes)
    code_of = {label: code for code, label in enumerate(known)}
    # Dates of Python and of numpy may be equal, and yet their hashes differ.
    for label in labels - code_of.keys():
        equal = [code for code, other in enumerate(known) if other == label]
        if equal:
            code_of[label] = equal[0]
    return code_of


def _plain(classes: NDArray[Any]) -> list[Any]:
    # Dates stay numpy's, as in reading labels: tolist() would make bare ints of some.
    return list(classes) if classes.dtype.kind in "mM" else classes.tolist()


def _listed(classes: NDArray[Any]) -> str:
    rest = f" and {len(classes) - _MOST_SHOWN} more" if len(classes) > _MOST_SHOWN else ""
    return ", ".join(map(shown, _plain(classes[:_MOST_SHOWN]))) + rest
