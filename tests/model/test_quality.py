"""The quality of predictions, by hand and as scikit-learn has it."""

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn import metrics

from turs.model.quality import Quality, ReliabilityBin, measure

PREDICTED = np.array([[0.9, 0.1], [0.6, 0.4], [0.3, 0.7], [0.6, 0.4]])
CODES = np.array([0, 0, 1, 1])


@st.composite
def predictions(draw: st.DrawFn) -> tuple[NDArray[np.float64], NDArray[np.intp], int]:
    """Draw predictions with ties, sure ones among them, and classes that may not all occur."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    n_rows, n_classes = draw(st.integers(1, 40)), draw(st.integers(2, 5))
    n_distinct = draw(st.integers(1, 12))
    counts = random.integers(0, draw(st.sampled_from([1, 4, 50])) + 1, (n_distinct, n_classes))
    counts[np.arange(n_distinct), random.integers(0, n_classes, n_distinct)] += 1
    probabilities = (counts / counts.sum(axis=1, keepdims=True))[
        random.integers(0, n_distinct, n_rows)
    ]
    n_occurring = draw(st.integers(1, n_classes))
    return probabilities, random.integers(0, n_occurring, n_rows), n_classes


def test_by_hand() -> None:
    quality = measure(PREDICTED, CODES, 2)
    assert quality.n_rows == 4
    # Of the four pairs three are in order and one, 0.4 and 0.4, is a tie.
    assert quality.auc == 0.875
    assert quality.class_aucs == (0.875, 0.875)
    assert quality.log_loss == pytest.approx(-math.log(0.9 * 0.6 * 0.7 * 0.4) / 4)
    # Each class adds the same error: 0.1, 0.4, 0.3 and 0.6.
    assert quality.brier == pytest.approx(2 * (0.01 + 0.16 + 0.09 + 0.36) / 4)
    assert quality.accuracy == 0.75
    assert quality.balanced_accuracy == 0.75
    assert quality.confusion == ((2, 0), (1, 1))


def test_bins_are_open_below_and_closed_above() -> None:
    bins = measure(PREDICTED, CODES, 2).reliability
    assert [(one.low, one.high, one.n_rows) for one in bins] == [
        (0.5, 0.6, 2),
        (0.6, 0.7, 1),
        (0.8, 0.9, 1),
    ]
    assert [one.frequency for one in bins] == [0.5, 1.0, 1.0]
    assert [one.mean_predicted for one in bins] == [0.6, 0.7, 0.9]
    # Wilson's interval of 1 of 2, as the textbook has it.
    assert bins[0].interval == pytest.approx((0.0945, 0.9055), abs=1e-4)
    assert bins[1].interval == pytest.approx((0.2065, 1.0), abs=1e-4)


def test_a_sure_prediction_is_in_the_last_bin_though_rounded_up() -> None:
    above = np.nextafter(1.0, 2.0)
    (only,) = measure(np.array([[0.0, above], [0.0, 1.0]]), np.array([1, 1]), 2).reliability
    assert only == ReliabilityBin(0.9, 1.0, 2, pytest.approx(1.0), 1.0, only.interval)


def test_what_was_held_to_be_impossible_costs_much_but_not_all() -> None:
    quality = measure(np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([1, 1]), 2)
    assert quality.log_loss == pytest.approx(52 * math.log(2) / 2)
    assert quality.brier == 1.0


def test_equal_probabilities_predict_the_first_class() -> None:
    assert measure(np.array([[0.5, 0.5]]), np.array([0]), 2).accuracy == 1.0


def test_the_area_needs_two_classes() -> None:
    alone = measure(PREDICTED, np.ones(4, dtype=np.intp), 2)
    assert alone.auc is None
    assert alone.class_aucs == (None, None)
    assert alone.balanced_accuracy == 0.25
    third = np.column_stack([PREDICTED, np.zeros(4)])
    without = measure(third, CODES, 3)
    assert without.class_aucs == (0.875, 0.875, None)
    assert without.auc == 0.875
    assert without.confusion == ((2, 0, 0), (1, 1, 0), (0, 0, 0))


def test_to_dict_is_json() -> None:
    quality = measure(PREDICTED, np.ones(4, dtype=np.intp), 2)
    made = quality.to_dict()
    assert json.loads(json.dumps(made)) == made
    assert set(made) == set(Quality.__dataclass_fields__)
    assert made["reliability"][0]["n_rows"] == 2
    assert set(made["reliability"][0]) == set(ReliabilityBin.__dataclass_fields__)
    assert hash(quality) == hash(measure(PREDICTED, np.ones(4, dtype=np.intp), 2))


@given(predictions())
def test_scikit_learn_says_the_same(
    drawn: tuple[NDArray[np.float64], NDArray[np.intp], int],
) -> None:
    probabilities, codes, n_classes = drawn
    quality = measure(*drawn)
    every, predicted = list(range(n_classes)), probabilities.argmax(axis=1)
    assert quality.n_rows == len(codes)
    assert quality.accuracy == pytest.approx(metrics.accuracy_score(codes, predicted))
    assert quality.balanced_accuracy == pytest.approx(
        metrics.recall_score(codes, predicted, labels=np.unique(codes), average="macro")
    )
    assert quality.log_loss == pytest.approx(metrics.log_loss(codes, probabilities, labels=every))
    np.testing.assert_array_equal(
        quality.confusion, metrics.confusion_matrix(codes, predicted, labels=every)
    )
    errors = [metrics.mean_squared_error(codes == code, probabilities[:, code]) for code in every]
    assert quality.brier == pytest.approx(sum(errors))


@given(predictions())
def test_scikit_learn_has_the_same_areas(
    drawn: tuple[NDArray[np.float64], NDArray[np.intp], int],
) -> None:
    probabilities, codes, n_classes = drawn
    quality = measure(*drawn)
    for code, auc in enumerate(quality.class_aucs):
        if auc is None:
            assert (codes == code).all() or not (codes == code).any()
        else:
            wanted = metrics.roc_auc_score(codes == code, probabilities[:, code])
            assert auc == pytest.approx(wanted)
    if n_classes > 2 and len(np.unique(codes)) == n_classes:
        assert quality.auc == pytest.approx(
            metrics.roc_auc_score(codes, probabilities, multi_class="ovr", average="macro")
        )
    elif n_classes == 2:
        assert quality.auc == quality.class_aucs[1]


@given(predictions())
def test_bins_hold_every_row_once(
    drawn: tuple[NDArray[np.float64], NDArray[np.intp], int],
) -> None:
    probabilities, codes, _ = drawn
    quality = measure(*drawn)
    bins = quality.reliability
    assert sum(one.n_rows for one in bins) == len(codes)
    assert sum(one.n_rows * one.frequency for one in bins) == pytest.approx(
        quality.accuracy * len(codes)
    )
    confidence = probabilities.max(axis=1)
    for one in bins:
        inside = (confidence > one.low) & (confidence <= one.high)
        assert one.n_rows == inside.sum() > 0
        assert one.mean_predicted == pytest.approx(confidence[inside].mean())
        assert one.interval[0] <= one.frequency <= one.interval[1]
