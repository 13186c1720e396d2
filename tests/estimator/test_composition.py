"""TURSClassifier inside scikit-learn's other tools."""

from typing import Any

import joblib
import numpy as np
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer, make_column_selector, make_column_transformer
from sklearn.ensemble import BaggingClassifier, VotingClassifier
from sklearn.impute import SimpleImputer
from sklearn.inspection import permutation_importance
from sklearn.model_selection import (
    GridSearchCV,
    StratifiedKFold,
    cross_val_predict,
    cross_val_score,
)
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import OrdinalEncoder, StandardScaler

from tests.estimator.problems import blocks, patients
from tests.table import frames
from turs import TURSClassifier


def test_a_pipeline_learns_the_same_from_scaled_numbers() -> None:
    X, y = blocks()
    pipeline = make_pipeline(StandardScaler(), TURSClassifier()).fit(X, y)
    plain = TURSClassifier().fit(X, y)
    np.testing.assert_array_equal(pipeline.predict_proba(X), plain.predict_proba(X))
    assert pipeline.score(X, y) == plain.score(X, y)


@pytest.mark.parametrize("container", ["pandas", "polars"])
def test_a_column_transformer_hands_over_a_frame(container: str) -> None:
    X, y = patients()
    frame = getattr(frames, container)(X)
    columns = ColumnTransformer(
        [("years", SimpleImputer(strategy="median"), ["age", "dose"])],
        remainder="passthrough",
        verbose_feature_names_out=False,
    ).set_output(transform=container)
    pipeline = Pipeline([("columns", columns), ("rules", TURSClassifier())]).fit(frame, y)
    learned = pipeline["rules"]
    assert learned.feature_names_in_.tolist() == ["age", "dose", "smoker", "ward", "country"]
    kinds = [column.kind for column in learned.rule_set_.data.schema.columns]
    assert kinds == ["numeric", "numeric", "categorical", "categorical", "categorical"]
    np.testing.assert_array_equal(
        pipeline.predict_proba(frame), learned.predict_proba(columns.transform(frame))
    )


def test_a_column_transformer_without_names_hands_over_an_array() -> None:
    X, y = patients()
    frame = frames.pandas({name: X[name] for name in ("age", "dose", "ward")})
    columns = make_column_transformer(
        (OrdinalEncoder(), ["ward"]),
        (SimpleImputer(), make_column_selector(dtype_include="number")),
    )
    learner = TURSClassifier(categorical_features=[0], smoothing=1)
    pipeline = make_pipeline(columns, learner).fit(frame, y)
    kinds = [column.kind for column in pipeline[-1].rule_set_.data.schema.columns]
    assert kinds == ["categorical", "numeric", "numeric"]
    assert pipeline.score(frame, y) > 0.8


def test_a_grid_search_finds_the_parameter_that_matters() -> None:
    X, y = blocks()
    search = GridSearchCV(TURSClassifier(), {"max_rules": [0, 3], "smoothing": [0.0, 1.0]}, cv=3)
    search.fit(X, y)
    assert search.best_params_["max_rules"] == 3
    assert search.best_score_ > 0.8
    np.testing.assert_array_equal(search.predict(X), search.best_estimator_.predict(X))


@frames.in_every((frames.pandas, frames.polars))
def test_cross_validation_cuts_frames(build: frames.Build) -> None:
    X, y = patients()
    scores = cross_val_score(TURSClassifier(), build(X), y, cv=StratifiedKFold(3))
    assert scores.shape == (3,)
    assert scores.mean() > 0.7


def test_cross_validation_in_threads_gives_the_same() -> None:
    X, y = blocks()
    estimator = TURSClassifier(n_jobs=2)
    with joblib.parallel_config(backend="threading"):
        threads = cross_val_predict(estimator, X, y, method="predict_proba", n_jobs=2)
    alone = cross_val_predict(estimator, X, y, method="predict_proba")
    np.testing.assert_array_equal(threads, alone)


def test_fits_in_threads_at_the_same_time_do_not_disturb_each_other() -> None:
    tables = [blocks(), patients(), patients(40)]

    def learn(X: Any, y: Any) -> str:
        return TURSClassifier().fit(X, y).rule_set_.to_json()

    texts = joblib.Parallel(n_jobs=3, backend="threading")(
        joblib.delayed(learn)(X, y) for X, y in tables * 3
    )
    assert texts == [learn(X, y) for X, y in tables] * 3


@pytest.mark.parametrize("method", ["sigmoid", "isotonic"])
def test_probabilities_can_be_calibrated(method: str) -> None:
    X, y = blocks()
    calibrated = CalibratedClassifierCV(TURSClassifier(), method=method, cv=3).fit(X, y)
    probabilities = calibrated.predict_proba(X)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1.0)
    assert calibrated.score(X, y) > 0.8


@pytest.mark.parametrize(
    "wrap",
    [
        lambda rules: OneVsRestClassifier(rules),
        lambda rules: BaggingClassifier(rules, n_estimators=3, random_state=0),
        lambda rules: VotingClassifier([("rules", rules)], voting="soft"),
    ],
    ids=["OneVsRest", "Bagging", "Voting"],
)
def test_other_tools_that_take_a_classifier_take_it(wrap: Any) -> None:
    X, y = blocks()
    assert wrap(TURSClassifier()).fit(X, y).score(X, y) > 0.8


def test_permutation_importance_sees_the_column_that_matters() -> None:
    X, y = blocks()
    fitted = TURSClassifier(max_rules=2).fit(X, y)
    importance = permutation_importance(fitted, X, y, n_repeats=3, random_state=0)
    assert importance.importances_mean[0] > 0.3 > importance.importances_mean[1]
