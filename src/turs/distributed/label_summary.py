"""Summarise the labels of one partition, merge such summaries, and find the classes in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turs.exceptions import TargetError
from turs.table.labels import Labels, kind_of
from turs.table.refusal import shown
from turs.table.target import find_classes


@dataclass(frozen=True, eq=False)
class LabelSummary:
    """Hold the distinct labels of some partitions.

    Parameters
    ----------
    first_places : mapping of (type, label) to int
        The first partition that has the label, in the order of these. With their types, as Python
        takes 1, 1.0 and True for the same.
    dtypes : frozenset of numpy.dtype or None
        The dtypes of the arrays in which they came, None where it was not one of labels.
    """

    first_places: Mapping[tuple[type, Any], int]
    dtypes: frozenset[np.dtype[Any] | None]


def summarize_labels(labels: Labels, place: int) -> LabelSummary:
    """Summarise the labels of one partition.

    Parameters
    ----------
    labels : Labels
        The labels as they were read.
    place : int
        The number of the partition.

    Returns
    -------
    LabelSummary
        Of this partition alone.
    """
    pairs = zip(map(type, labels.values), labels.values, strict=True)
    dtypes = frozenset({labels.dtype} if labels.values else ())
    return LabelSummary(dict.fromkeys(pairs, place), dtypes)


def merge_labels(parts: Sequence[LabelSummary]) -> LabelSummary:
    """Merge the summaries of labels.

    Parameters
    ----------
    parts : sequence of LabelSummary
        Of different partitions, in any order.

    Returns
    -------
    LabelSummary
        Of all these partitions.
    """
    items = [item for part in parts for item in part.first_places.items()]
    first_places: dict[tuple[type, Any], int] = {}
    for pair, place in sorted(items, key=lambda item: item[1]):
        first_places.setdefault(pair, place)
    return LabelSummary(first_places, frozenset().union(*(part.dtypes for part in parts)))


def read_classes(summary: LabelSummary) -> NDArray[Any]:
    """Find the classes of the whole table.

    Parameters
    ----------
    summary : LabelSummary
        Of all partitions.

    Returns
    -------
    ndarray of shape (n_classes,)
        As `turs.table.infer_target` finds them in all labels, one partition after another.

    Raises
    ------
    TargetError
        If the labels are of several kinds, or all the same.
    """
    _check_one_kind(summary.first_places)
    values = [label for _, label in summary.first_places]
    classes = find_classes(Labels(values))
    array = Labels(values, _common_dtype(summary.dtypes)).array(classes)
    if array.dtype.kind == "f" and array.tolist() != classes:
        # Not all integers are exact as floats, and classes must stay apart.
        return Labels(values).array(classes)
    return array


def _check_one_kind(first_places: Mapping[tuple[type, Any], int]) -> None:
    first: dict[object, str] = {}
    for (kind, label), place in first_places.items():
        first.setdefault(kind_of(kind), f"{shown(label)} in partition {place}")
    if len(first) > 1:
        one, other, *_ = first.values()
        raise TargetError(
            f"y mixes kinds of labels: it has {one} and {other}; make them all of one kind"
        )


def _common_dtype(dtypes: frozenset[np.dtype[Any] | None]) -> np.dtype[Any] | None:
    """Find the dtype of an array with the labels of all partitions, None if it has objects."""
    known = [dtype for dtype in dtypes if dtype is not None]
    if len(known) < len(dtypes):
        return None
    # One dtype stays as it is: numpy would make the order of its bytes that of the machine.
    return known[0] if len(known) == 1 else np.result_type(*known)
