"""TURSClassifier is a scikit-learn estimator, without exceptions."""

import pickle
from statistics import harmonic_mean
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone, is_classifier
from sklearn.exceptions import DataConversionWarning, NotFittedError
from sklearn.utils.estimator_checks import parametrize_with_checks

from tests.estimator.problems import blocks, patients, state
from tests.table import frames
from turs import TURSClassifier
from turs.conventions import has_columns_of_training
from turs.exceptions import ColumnError, TargetError


@parametrize_with_checks(
    [TURSClassifier(), TURSClassifier(surrogate=None, n_jobs=2), TURSClassifier.as_in_paper()]
)
def test_scikit_learn_finds_nothing_wrong(estimator: TURSClassifier, check: Any) -> None:
    check(estimator)


PARAMETERS = {
    "beam_width": 2,
    "n_candidates": 3,
    "diversity": 0.5,
    "max_cuts": 7,
    "blend": 0.3,
    "simplicity": 0.5,
    "evidence": 0.1,
    "min_new_rows": 2,
    "surrogate": None,
    "surrogate_weight": 0.9,
    "joint": False,
    "categorical_features": ["ward"],
    "max_integer_levels": 4,
    "enumerate_levels": 5,
    "max_set_size": 2,
    "smoothing": 0.5,
    "slack": 0.2,
    "patience": 9,
    "max_rules": 6,
    "revise": True,
    "time_limit": 60.0,
    "n_jobs": 2,
    "verbose": 1,
}


def test_parameters_are_kept_as_given_and_set() -> None:
    one = TURSClassifier(**PARAMETERS)
    assert one.get_params() == PARAMETERS
    assert TURSClassifier().set_params(**PARAMETERS).get_params() == PARAMETERS
    assert one.get_params()["categorical_features"] is PARAMETERS["categorical_features"]


def test_a_clone_has_the_parameters_and_no_more() -> None:
    X, y = patients()
    fitted = TURSClassifier(max_rules=2).fit(X, y)
    again = clone(fitted)
    assert again.get_params() == fitted.get_params()
    assert not hasattr(again, "rule_set_")
    assert again.fit(X, y).rule_set_ == fitted.rule_set_


def test_fit_returns_the_estimator_and_changes_no_parameter() -> None:
    X, y = patients()
    estimator = TURSClassifier(**{**PARAMETERS, "verbose": 0})
    assert estimator.fit(X, y) is estimator
    assert estimator.get_params() == {**PARAMETERS, "verbose": 0}


def test_it_is_a_classifier_that_takes_missing_values_and_categories() -> None:
    tags = TURSClassifier().__sklearn_tags__()
    assert is_classifier(TURSClassifier())
    assert tags.input_tags.allow_nan
    assert tags.input_tags.categorical
    assert not tags.input_tags.sparse


def test_what_is_learned_has_its_attributes() -> None:
    X, y = patients()
    fitted = TURSClassifier().fit(X, y)
    assert fitted.classes_.tolist() == ["home", "stay"]
    assert fitted.n_features_in_ == 5
    assert fitted.feature_names_in_.tolist() == list(X)
    assert fitted.rule_set_.classes.tolist() == ["home", "stay"]
    assert fitted.predict_proba(X).shape == (60, 2)
    np.testing.assert_array_equal(fitted.predict_proba(X), fitted.rule_set_.predict_proba(X))
    np.testing.assert_array_equal(fitted.predict(X), fitted.rule_set_.predict(X))
    assert fitted.explain(X) == fitted.rule_set_.explain(X)
    assert fitted.score(X, y) == np.mean(fitted.predict(X) == np.array(y))


@pytest.mark.parametrize("method", ["predict", "predict_proba", "explain"])
def test_an_estimator_that_is_not_fitted_says_so(method: str) -> None:
    X, _ = blocks()
    with pytest.raises(NotFittedError, match="not fitted yet"):
        getattr(TURSClassifier(), method)(X)


def test_pickling_keeps_everything() -> None:
    X, y = patients()
    fitted = TURSClassifier(n_jobs=2).fit(X, y)
    again = pickle.loads(pickle.dumps(fitted))
    assert again.rule_set_ == fitted.rule_set_
    assert again.rule_set_.to_json() == fitted.rule_set_.to_json()
    assert again.trace_ == fitted.trace_
    assert again.get_params() == fitted.get_params()
    np.testing.assert_array_equal(again.predict_proba(X), fitted.predict_proba(X))


def test_a_refit_forgets_the_table_before() -> None:
    X, y = patients()
    estimator = TURSClassifier().fit(X, y)
    estimator.fit(*blocks())
    assert not hasattr(estimator, "feature_names_in_")
    assert estimator.n_features_in_ == 2
    assert estimator.rule_set_.to_json() == TURSClassifier().fit(*blocks()).rule_set_.to_json()


def test_a_failed_refit_leaves_the_estimator_as_it_was() -> None:
    X, y = patients()
    estimator = TURSClassifier().fit(X, y)
    before = state(estimator)
    with pytest.raises(TargetError):
        estimator.fit(np.zeros((3, 2)), ["a", "a", "a"])
    assert state(estimator) == before


@pytest.mark.parametrize("as_list", [False, True])
def test_a_column_of_labels_is_taken_with_scikit_learns_warning(as_list: bool) -> None:
    X, y = blocks()
    column = y.reshape(-1, 1)
    with pytest.warns(DataConversionWarning, match="A column-vector y was passed") as caught:
        fitted = TURSClassifier().fit(X, column.tolist() if as_list else column)
    assert fitted.rule_set_ == TURSClassifier().fit(X, y).rule_set_
    assert [warning.filename for warning in caught] == [__file__]


NAMED_FRAMES = (frames.pandas, frames.polars, frames.pyarrow)

WRONG_NAMES = {
    "order": (
        ["ward", "age", "dose", "smoker", "country"],
        "The feature names should match those that were passed during fit.\n"
        "Feature names must be in the same order as they were in fit.\n",
    ),
    "missing": (
        ["age", "dose", "smoker", "country"],
        "The feature names should match those that were passed during fit.\n"
        "Feature names seen at fit time, yet now missing:\n- ward\n",
    ),
    "extra": (
        ["age", "dose", "smoker", "ward", "country", "more"],
        "The feature names should match those that were passed during fit.\n"
        "Feature names unseen at fit time:\n- more\n",
    ),
    "both": (
        ["age", "dose", "smoker", "ward", "more"],
        "The feature names should match those that were passed during fit.\n"
        "Feature names unseen at fit time:\n- more\n"
        "Feature names seen at fit time, yet now missing:\n- country\n",
    ),
}


@frames.in_every(NAMED_FRAMES)
@pytest.mark.parametrize("case", WRONG_NAMES)
@pytest.mark.parametrize("method", ["predict", "predict_proba", "explain"])
def test_other_names_at_prediction_are_refused_as_scikit_learn_does(
    build: frames.Build, case: str, method: str
) -> None:
    X, y = patients()
    fitted = TURSClassifier(max_rules=1).fit(build(X), y)
    assert fitted.feature_names_in_.tolist() == list(X)
    names, message = WRONG_NAMES[case]
    other = build({name: X.get(name, X["country"]) for name in names})
    with pytest.raises(ValueError) as caught:
        getattr(fitted, method)(other)
    assert str(caught.value) == message


def test_names_on_one_side_only_are_warned_of() -> None:
    X, y = blocks()
    frame = frames.pandas({"a": X[:, 0].tolist(), "b": X[:, 1].tolist()})
    named, unnamed = TURSClassifier().fit(frame, y), TURSClassifier().fit(X, y)
    with pytest.warns(UserWarning, match="X does not have valid feature names, but TURSClassifier"):
        from_rows = named.predict_proba(X.tolist())
    with pytest.warns(UserWarning, match="X has feature names, but TURSClassifier was fitted with"):
        np.testing.assert_array_equal(unnamed.predict_proba(frame), from_rows)


@frames.in_every(NAMED_FRAMES)
def test_the_columns_of_training_are_known_at_a_glance(build: frames.Build) -> None:
    X, y = patients()
    fitted = TURSClassifier(max_rules=1).fit(X, y)
    by_scikit_learn = build.__name__.startswith("pyarrow")
    assert has_columns_of_training(fitted, build(X)) != by_scikit_learn
    assert not has_columns_of_training(fitted, build({name: X[name] for name in reversed(X)}))
    assert not has_columns_of_training(fitted, [list(range(len(X)))])


def test_columns_without_names_are_counted_at_a_glance() -> None:
    X, y = blocks()
    fitted = TURSClassifier(max_rules=1).fit(X, y)
    for rows in (X, X[:0], X[:1].tolist()):
        assert has_columns_of_training(fitted, rows)
    for rows in (X[:, :1], [[1]], frames.pandas({"a": [1], "b": [2]})):
        assert not has_columns_of_training(fitted, rows)


def test_a_dictionary_at_prediction_is_read_by_name() -> None:
    X, y = patients()
    fitted = TURSClassifier().fit(X, y)
    backwards = {name: X[name] for name in reversed(X)} | {"more": [0] * len(y)}
    np.testing.assert_array_equal(fitted.predict_proba(backwards), fitted.predict_proba(X))
    with pytest.raises(ColumnError, match="ward"):
        fitted.predict({name: X[name] for name in X if name != "ward"})


AS_IN_PAPER = {
    "beam_width": 5,
    "n_candidates": 5,
    "diversity": 0.05,
    "max_cuts": 100,
    "blend": 0.0,
    "simplicity": 0.0,
    "evidence": 0.0,
    "min_new_rows": 1,
    "surrogate": "cart",
    "surrogate_weight": 1.0,
    "joint": False,
    "categorical_features": "from_dtype",
    "max_integer_levels": 10,
    "enumerate_levels": 20,
    "max_set_size": 5,
    "smoothing": 0.0,
    "slack": 0.0,
    "patience": None,
    "max_rules": None,
    "revise": False,
    "time_limit": None,
    "n_jobs": None,
    "verbose": 0,
}


def test_as_in_paper_has_the_settings_behind_its_tables() -> None:
    assert TURSClassifier.as_in_paper().get_params() == AS_IN_PAPER
    changed = TURSClassifier.as_in_paper(max_cuts=20, n_jobs=2)
    assert changed.get_params() == {**AS_IN_PAPER, "max_cuts": 20, "n_jobs": 2}
    assert clone(changed).get_params() == changed.get_params()


def test_as_in_paper_takes_few_integers_for_categories() -> None:
    X = {"few": [1, 2, 3, 4, 5] * 8, "many": list(range(40))}
    y = [value in (2, 4) for value in X["few"]]
    fitted = TURSClassifier.as_in_paper().fit(X, y)
    kinds = {column.name: column.kind for column in fitted.rule_set_.data.schema.columns}
    assert kinds == {"few": "categorical", "many": "numeric"}
    assert {str(rule) for rule in fitted.rule_set_} <= {"few in {2, 4}", "few in {1, 3, 5}"}


def test_without_smoothing_probabilities_are_plain_frequencies() -> None:
    X, y = blocks()
    paper = TURSClassifier.as_in_paper().fit(X, y)
    smooth = TURSClassifier.as_in_paper(smoothing=10).fit(X, y)
    for plain, smoothed in zip(paper.explain(X), smooth.explain(X), strict=True):
        counts = np.array(plain.counts)
        np.testing.assert_array_equal(plain.probabilities, counts / counts.sum())
        np.testing.assert_array_equal(smoothed.counts, counts)
        np.testing.assert_allclose(
            smoothed.probabilities, (counts + 10 / 3) / (counts.sum() + 10), rtol=1e-15
        )
    assert (paper.predict_proba(X) == 0).any()


def test_smoothing_is_caution_where_the_classes_are_hard_to_tell() -> None:
    random = np.random.default_rng(0)
    x, noise = random.random((2, 600))
    smoothing = []
    for share in (0.0, 0.1, 0.3):
        fitted = TURSClassifier().fit(x[:, None], (x > 0.5) ^ (noise < share / 2))
        rule_set, left = fitted.rule_set_, fitted.trace_.share_left
        usual = harmonic_mean(rule_set.covers(x[:, None]).sum(axis=0).tolist())
        assert rule_set.smoothing == pytest.approx(7 * left**1.5 * (usual / 2) ** 0.5, rel=0.05)
        smoothing.append(rule_set.smoothing)
    assert smoothing == sorted(smoothing)
    # Where nothing is learned, all that is predicted are the overall frequencies anyway.
    fitted = TURSClassifier().fit(x[:, None], noise < 0.5)
    assert (fitted.rule_set_.smoothing, fitted.trace_.share_left) == (7.0, 1.0)


def test_smoothing_is_caution_where_few_rules_speak_for_many_rows() -> None:
    random = np.random.default_rng(0)
    x, noise = random.random((2, 4000))
    y = (x > 0.5) ^ (noise < 0.1)
    few, many = (
        TURSClassifier(max_rules=1).fit(x[:n, None], y[:n]).rule_set_ for n in (1000, 4000)
    )
    assert many.smoothing == pytest.approx(2 * few.smoothing, rel=0.1)
