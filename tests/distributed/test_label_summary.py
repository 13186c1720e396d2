"""The labels of all partitions are of one kind and one dtype, or it is said where they are not."""

from typing import Any

import numpy as np
import pytest

from tests.distributed.partitions import described
from turs.exceptions import TargetError


@pytest.mark.parametrize(
    ("labels", "sentence"),
    [
        (
            [[0, 1], [2, "a"], ["a", None]],
            "in partition 1: y mixes kinds of labels: it has 2 and 'a'; make them all of one kind",
        ),
        (
            [[0, 1], [], ["a", "b"]],
            "in partition 1: y is empty; it must have one label a row",
        ),
        (
            [[0, 1], ["a", "b"]],
            "y mixes kinds of labels: it has 0 in partition 0 and 'a' in partition 1; "
            "make them all of one kind",
        ),
        (
            [[1, 1], [1, 1], [True, False]],
            "y mixes kinds of labels: it has 1 in partition 0 and True in partition 2; "
            "make them all of one kind",
        ),
        (
            [[0, 1], [0, 1, 1]],
            "in partition 1: Found input variables with inconsistent numbers of samples: "
            "X has 2 rows and y has 3 labels",
        ),
        (
            [[0, 1], ["a", None]],
            "in partition 1: Input y contains NaN or None: the label in row 1 is missing; "
            "remove such rows, or give them a class of their own",
        ),
        (
            [[0, 1], [0.0, 0.5]],
            "in partition 1: Unknown label type: continuous. y has 0.5 in row 1; "
            "class labels must be strings, integers or the like",
        ),
        ([["a", "a"]] * 2, "y has one class only, 'a'; two classes or more are needed"),
    ],
)
def test_labels_that_do_not_go_together(labels: list[Any], sentence: str) -> None:
    with pytest.raises(TargetError) as error:
        described([({"c": [1, 2]}, y) for y in labels])
    assert str(error.value) == sentence


def test_the_labels_of_all_partitions_have_one_dtype() -> None:
    X = {"c": [1, 2]}

    def classes_of(*labels: Any) -> Any:
        return described([(X, y) for y in labels]).classes

    for one, other, dtype in (
        (np.array([1, 2], "i1"), np.array([3, 2], "i1"), "i1"),
        (np.array([1, 2], ">i4"), np.array([3, 2], ">i4"), ">i4"),
        (np.array([1, 2], "i1"), np.array([3, 2], "i4"), "i4"),
        (np.array([1, 2]), np.array([3.0, 2.0]), "f8"),
        (np.array([1, 2], "i1"), [3, 2], "i8"),
        ([1, 2], [3.0, 2.0], "f8"),
    ):
        for labels in ((one, other), (other, one)):
            assert classes_of(*labels).tolist() == [1, 2, 3]
            assert classes_of(*labels).dtype == dtype
    assert classes_of(np.array(["a", "b"]), np.array(["ccc", "b"])).dtype == "<U3"
    large = classes_of(np.array([2**53 + 1, 1]), np.array([2.0**53, 1.0]))
    assert large.tolist() == [1, 2**53, 2**53 + 1]
    assert large.dtype == object
