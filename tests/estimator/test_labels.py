"""Class labels of any kind come back as they were given."""

import enum
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import accuracy_score

from tests.estimator.problems import blocks
from turs import RuleSet, TURSClassifier
from turs.exceptions import TargetError

X = np.arange(60.0).reshape(-1, 1)


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Rank(enum.IntEnum):
    LOW = 1
    HIGH = 2


KINDS = {
    "str": ("no", "yes"),
    "int": (-3, 7),
    "bool": (False, True),
    "float": (0.0, 2.0),
    "tuple": ((1, "a"), (2, "b")),
    "enum": (Colour.BLUE, Colour.RED),
    "int enum": (Rank.LOW, Rank.HIGH),
    "frozenset": (frozenset({"a"}), frozenset({"a", "b"})),
    "bytes": (b"no", b"yes"),
    "large int": (2**70, 2**70 + 1),
    "fraction": (Fraction(1, 3), Fraction(1, 2)),
    "class": (int, str),
}


@pytest.mark.parametrize("first_is_last", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_labels_are_returned_as_given(kind: str, first_is_last: bool) -> None:
    low, high = sorted(KINDS[kind], key=repr, reverse=first_is_last)
    y = [low] * 30 + [high] * 30
    fitted = TURSClassifier().fit(X, y)
    predicted = fitted.predict(X).tolist()
    assert predicted == y
    assert [type(label) for label in predicted] == [type(label) for label in y]
    assert fitted.classes_.tolist() == list(KINDS[kind])
    assert fitted.score(X, y) == 1.0
    column = list(KINDS[kind]).index(low)
    assert fitted.predict_proba(X)[:, column].argmax() < 30


@pytest.mark.parametrize("dtype", ["int8", "uint64", "float32", "bool", "<U3", "M8[D]"])
def test_classes_have_the_dtype_of_the_labels(dtype: str) -> None:
    y = np.repeat([0, 1], 30).astype(dtype)
    fitted = TURSClassifier().fit(X, y)
    assert fitted.classes_.dtype == y.dtype
    assert fitted.predict(X).dtype == y.dtype
    np.testing.assert_array_equal(fitted.predict(X), y)


@pytest.mark.parametrize("n_classes", [2, 3, 11, 40])
def test_some_or_many_classes(n_classes: int) -> None:
    y = [f"class {row % n_classes:02}" for row in range(12 * n_classes)]
    table = {"x": [float(row % n_classes) for row in range(12 * n_classes)]}
    fitted = TURSClassifier(max_rules=10).fit(table, y)
    probabilities = fitted.predict_proba(table)
    assert fitted.classes_.tolist() == sorted(set(y))
    assert probabilities.shape == (12 * n_classes, n_classes)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1.0)
    if n_classes <= 11:
        assert fitted.score(table, y) == 1.0


def test_two_hundred_classes() -> None:
    y = np.arange(1000) % 200
    table = {"x": (y // 50).tolist(), "ward": [f"{label // 100}" for label in y]}
    fitted = TURSClassifier(max_rules=3).fit(table, y)
    assert fitted.classes_.tolist() == list(range(200))
    probabilities = fitted.predict_proba(table)
    assert probabilities.shape == (1000, 200)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1.0)
    # No class has a smaller probability in its own rows than the 1 in 200 of guessing.
    assert probabilities[np.arange(1000), y].min() > 1 / 201


def test_the_accuracy_is_that_of_scikit_learn() -> None:
    table, y = blocks()
    fitted = TURSClassifier(max_rules=1).fit(table, y)
    weights = np.linspace(0, 1, len(y))
    predicted = fitted.predict(table)
    assert fitted.score(table, y) == accuracy_score(y, predicted)
    assert fitted.score(table, y, weights) == pytest.approx(
        accuracy_score(y, predicted, sample_weight=weights)
    )
    # A class that training did not see is never right.
    assert fitted.score(table, y + 100) == 0.0
    with pytest.raises(TargetError, match="X has 90 rows and y has 89 labels"):
        fitted.score(table, y[:-1])


@pytest.mark.parametrize("kind", ["str", "int", "bool", "float"])
def test_labels_survive_the_model_file(kind: str) -> None:
    low, high = KINDS[kind]
    rule_set = TURSClassifier().fit(X, [low] * 30 + [high] * 30).rule_set_
    again: Any = RuleSet.from_json(rule_set.to_json())
    assert again == rule_set
    assert again.predict(X).tolist() == [low] * 30 + [high] * 30


@pytest.mark.parametrize(
    ("learned", "asked"),
    [
        ((0, 1), ("0", "1")),
        (("no", "yes"), (0, 1)),
        ((0, 1), ((0,), (1,))),
        ((3, 7), (False, True)),
    ],
)
def test_a_score_of_labels_of_another_kind_is_refused(learned: Any, asked: Any) -> None:
    fitted = TURSClassifier(max_rules=1).fit(X, [learned[0]] * 30 + [learned[1]] * 30)
    sentence = (
        f"y has labels such as {asked[0]!r} and the classes are such as {learned[0]!r}; "
        "give labels of the kind that was learned"
    )
    with pytest.raises(TargetError, match=f"^{re.escape(sentence)}$"):
        fitted.score(X, [asked[0]] * 30 + [asked[1]] * 30)


@pytest.mark.parametrize("asked", [(0.0, 1.0), (False, True), (Fraction(0), Fraction(1))])
def test_a_score_of_equal_labels_of_another_type(asked: Any) -> None:
    fitted = TURSClassifier().fit(X, [0] * 30 + [1] * 30)
    assert fitted.score(X, [asked[0]] * 30 + [asked[1]] * 30) == 1.0
