from pathlib import Path

import numpy as np

from benchmarks.runners.groups import Groups


def test_rules_may_share_rows_and_the_rest_is_a_group() -> None:
    training = np.array([[True, True], [True, False], [False, False]]), np.array([0, 1, 1])
    test = np.array([[False, True], [False, True]]), np.array([1, 1])
    groups = Groups.count(training, test, n_classes=2)
    assert groups.training.tolist() == [[1, 1], [1, 0], [0, 1]]
    assert groups.test.tolist() == [[0, 0], [0, 2], [0, 0]]
    assert groups.overlap == 1 / 3


def test_without_rules_all_rows_are_the_rest() -> None:
    none = np.zeros((3, 0), dtype=bool), np.array([0, 0, 1])
    groups = Groups.count(none, none, n_classes=2)
    assert groups.training.tolist() == [[2, 1]]
    assert groups.overlap == 0


def test_parts_are_known_by_labels_or_by_vectors() -> None:
    labels = Groups.of_labels(
        (np.array([7, 3, 7]), np.array([0, 1, 1])),
        (np.array([3, 9]), np.array([1, 0])),
        n_classes=2,
    )
    assert labels.training.tolist() == [[0, 1], [1, 1], [0, 0]]
    assert labels.test.tolist() == [[0, 1], [0, 0], [1, 0]]
    vectors = np.array([[0.3, 0.7], [0.1 + 0.2, 0.7], [-0.0, 1.0]])
    test = np.array([[0.0, 1.0]])
    groups = Groups.of_labels((vectors, np.array([0, 1, 1])), (test, np.array([1])), n_classes=2)
    assert groups.training.tolist() == [[0, 1], [1, 1]]
    assert groups.test.tolist() == [[0, 1], [0, 0]]


def test_counts_are_written_and_read(tmp_path: Path) -> None:
    groups = Groups(np.array([[1, 2]]), np.array([[3, 4]]), 0.25)
    groups.write(tmp_path / "groups.npz")
    found = Groups.read(tmp_path / "groups.npz")
    assert (found.training.tolist(), found.test.tolist()) == ([[1, 2]], [[3, 4]])
    assert found.overlap == 0.25
