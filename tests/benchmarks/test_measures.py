import math

import numpy as np
import pytest

from benchmarks.measures import (
    Scores,
    auc,
    balanced_accuracy,
    brier,
    calibration_error,
    log_loss,
    score,
)


def test_auc_of_two_classes_is_plain() -> None:
    y = np.array(["no", "yes", "no", "yes"])
    probabilities = np.array([[0.9, 0.1], [0.6, 0.4], [0.5, 0.5], [0.2, 0.8]])
    # Of the four pairs of a yes and a no, three are in the right order.
    assert auc(y, probabilities, np.array(["no", "yes"])) == 0.75


def test_auc_of_more_classes_is_weighted_by_their_rows() -> None:
    y = np.array([1, 1, 2, 3])
    probabilities = np.array([[1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 1.0]])
    # Class 1: scores 1, 0 against 0, 0 are 3 of 4 (ties count a half). Class 2: 1 against 0, 1, 0
    # is 2.5 of 3. Class 3: all.
    expected = 0.5 * (3 / 4) + 0.25 * (2.5 / 3) + 0.25 * 1
    assert auc(y, probabilities, np.array([1, 2, 3])) == pytest.approx(expected, abs=1e-12)


def test_log_loss_of_an_impossible_class_is_large_but_finite() -> None:
    y, classes = np.array(["a", "b"]), np.array(["a", "b"])
    assert log_loss(y, np.array([[0.5, 0.5], [1.0, 0.0]]), classes) == pytest.approx(
        (math.log(2) + 15 * math.log(10)) / 2
    )
    assert str(log_loss(y, np.eye(2), classes)) == "0.0"


def test_brier_adds_up_over_classes() -> None:
    y, classes = np.array(["a", "b"]), np.array(["a", "b"])
    # 0.25 + 0.25 and 0.01 + 0.01.
    assert brier(y, np.array([[0.5, 0.5], [0.1, 0.9]]), classes) == pytest.approx(0.26)


def test_balanced_accuracy_weighs_classes_alike() -> None:
    y, classes = np.array(["a", "a", "a", "b"]), np.array(["a", "b", "c"])
    probabilities = np.array([[0.8, 0.1, 0.1], [0.8, 0.1, 0.1], [0.2, 0.7, 0.1], [0, 1, 0]])
    # Two of three and one of one; c has no row.
    assert balanced_accuracy(y, probabilities, classes) == pytest.approx((2 / 3 + 1) / 2)


def test_calibration_compares_bins_with_what_is_right() -> None:
    y, classes = np.array(["a", "a", "b", "b"]), np.array(["a", "b"])
    probabilities = np.array([[0.75, 0.25], [0.72, 0.28], [0.78, 0.22], [0.05, 0.95]])
    # Three rows between 0.7 and 0.8, two of them right: 2.25 - 2; one at 0.95 that is right.
    assert calibration_error(y, probabilities, classes) == pytest.approx((0.25 + 0.05) / 4)


def test_certainty_is_in_the_last_bin() -> None:
    y, classes = np.array(["a", "b"]), np.array(["a", "b"])
    assert calibration_error(y, np.eye(2), classes) == 0
    assert calibration_error(y, np.eye(2)[::-1], classes) == 1


def test_all_measures_together() -> None:
    y, classes = np.array(["a", "b"]), np.array(["a", "b"])
    assert score(y, np.array([[0.5, 0.5], [0.5, 0.5]]), classes) == Scores(
        auc=0.5, log_loss=0.693147, brier=0.5, balanced_accuracy=0.5, calibration_error=0.0
    )
