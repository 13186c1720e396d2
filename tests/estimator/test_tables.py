"""The same data gives the same model, whatever container, kinds, names and gaps it has."""

import json
from typing import Any

import numpy as np
import pytest

from tests.estimator.problems import patients
from tests.table import frames
from turs import Missing, Rule, RuleSet, TURSClassifier
from turs.data import load_penguins


def with_made_up_names(X: dict[str, list[Any]]) -> dict[str, list[Any]]:
    return {f"x{index}": values for index, values in enumerate(X.values())}


@pytest.mark.parametrize("data", [patients, load_penguins])
@frames.in_every(frames.NAMED)
def test_same_data_same_model(build: frames.Build, data: Any) -> None:
    X, y = data()
    expected = TURSClassifier().fit(X, y)
    fitted = TURSClassifier().fit(build(X), y)
    assert len(expected.rule_set_) > 1
    assert fitted.rule_set_ == expected.rule_set_
    assert fitted.rule_set_.to_json() == expected.rule_set_.to_json()
    assert fitted.feature_names_in_.tolist() == list(X)
    np.testing.assert_array_equal(fitted.predict_proba(build(X)), expected.predict_proba(X))


@pytest.mark.parametrize("data", [patients, load_penguins])
@frames.in_every(frames.UNNAMED)
def test_same_data_same_model_without_names(build: frames.Build, data: Any) -> None:
    X, y = data()
    expected = TURSClassifier().fit(with_made_up_names(X), y).rule_set_.to_json()
    fitted = TURSClassifier().fit(build(X), y)
    text = fitted.rule_set_.to_json()
    assert '"named": false' in text
    assert text.replace('"named": false', '"named": true') == expected
    assert not hasattr(fitted, "feature_names_in_")


@pytest.mark.parametrize("container", ["pandas", "polars", "pyarrow"])
def test_labels_of_any_container_give_the_same_model(container: str) -> None:
    X, y = patients()
    column = getattr(frames, container)({"y": y})["y"]
    assert TURSClassifier().fit(X, column).rule_set_ == TURSClassifier().fit(X, y).rule_set_


SEVERITY = ["none", "low", "mid", "high"]


def severities(n_rows: int = 80) -> tuple[list[str | None], list[bool]]:
    levels: list[str | None] = [SEVERITY[row % 4] for row in range(n_rows)]
    y = [level in ("low", "mid") for level in levels]
    levels[8:12] = [None] * 4
    return levels, y


def pandas_category(values: list[Any], ordered: bool) -> Any:
    pd = pytest.importorskip("pandas")
    return pd.DataFrame({"severity": pd.Categorical(values, SEVERITY, ordered=ordered)})


def polars_category(values: list[Any], ordered: bool) -> Any:
    pl = pytest.importorskip("polars")
    dtype = pl.Enum(SEVERITY) if ordered else pl.Categorical
    return pl.DataFrame({"severity": pl.Series(values, dtype=dtype)})


def pyarrow_category(values: list[Any], ordered: bool) -> Any:
    pa = pytest.importorskip("pyarrow")
    codes = pa.array([None if value is None else SEVERITY.index(value) for value in values])
    column = pa.DictionaryArray.from_arrays(codes, SEVERITY, ordered=ordered)
    return pa.table({"severity": column})


CATEGORIES = pytest.mark.parametrize("build", [pandas_category, polars_category, pyarrow_category])


@CATEGORIES
def test_a_category_is_as_its_strings(build: Any) -> None:
    values, y = severities()
    expected = TURSClassifier().fit({"severity": values}, y).rule_set_
    # Half of the missing rows are of either class, so both rules are as good.
    (rule,) = expected
    assert str(rule) in ("severity in {low, mid}", "severity in {high, none}")
    assert TURSClassifier().fit(build(values, False), y).rule_set_ == expected


@CATEGORIES
def test_an_ordered_category_is_cut_in_its_order(build: Any) -> None:
    values, y = severities()
    clf = TURSClassifier(beam_width=10)
    fitted = clf.fit(build(values, True), y)
    (column,) = fitted.rule_set_.data.schema.columns
    assert (column.levels, column.ordered) == (tuple(SEVERITY), True)
    first = fitted.trace_.steps[0].rule
    # No range of the order is {high, none}, which an unordered category would allow. Half of the
    # missing rows are of either class, so with them it is as good as without, and covers more.
    assert str(first) == "severity in {low, mid} or missing"
    learned = fitted.rule_set_
    assert learned == clf.fit(pandas_category(values, True), y).rule_set_


def test_integers_stay_integers_in_what_is_printed() -> None:
    X = {"visits": [float(n) for n in range(40)], "code": [1.0, 2.0, 3.0, 4.0] * 10}
    y = [visits > 19 for visits in X["visits"]]
    assert {str(rule) for rule in TURSClassifier().fit(X, y).rule_set_} <= {
        "visits > 19",
        "visits <= 19",
    }
    y = [code in (1, 4) for code in X["code"]]
    fitted = TURSClassifier(categorical_features=["code"]).fit(X, y)
    assert {str(rule) for rule in fitted.rule_set_} <= {"code in {1, 4}", "code in {2, 3}"}


def test_booleans_and_numbers_next_to_each_other() -> None:
    y = [True, False] * 20
    for values in ([True, False] * 20, np.array([True, False] * 20)):
        fitted = TURSClassifier().fit({"flag": values}, y)
        assert {str(rule) for rule in fitted.rule_set_} <= {"flag = true", "flag = false"}
        assert fitted.score({"flag": values}, y) == 1.0


@pytest.mark.parametrize("given", [["code"], [1], [False, True], np.array([1]), (np.int64(1),)])
def test_categorical_features_in_each_form_give_the_same_rules(given: Any) -> None:
    X = {"noise": list(range(40)), "code": [1, 2, 3, 4] * 10}
    y = [code in (1, 4) for code in X["code"]]
    rule_set = TURSClassifier(categorical_features=given).fit(X, y).rule_set_
    assert {str(rule) for rule in rule_set} <= {"code in {1, 4}", "code in {2, 3}"}
    parameters = json.loads(rule_set.to_json())["origin"]["parameters"]
    assert parameters["categorical_features"] == list(given)


def test_columns_of_one_value_are_of_no_use_and_no_harm() -> None:
    X = {"x": [float(n) for n in range(40)]}
    constants = {"one": [1] * 40, "text": [""] * 40, "none": [None] * 40, "nan": [np.nan] * 40}
    y = ["low"] * 20 + ["high"] * 20
    expected = TURSClassifier().fit(X, y).rule_set_
    assert set(TURSClassifier().fit({**constants, **X}, y).rule_set_) == set(expected)
    alone = TURSClassifier().fit(constants, y)
    assert (len(alone.rule_set_), alone.trace_.stopped) == (0, "no rule left")
    np.testing.assert_array_equal(alone.predict_proba(constants), np.full((40, 2), 0.5))


STRANGE_NAMES = [
    "two words",
    "and",
    'a "quoted" name',
    "it's",
    "größe µm ☃ 身長",
    "x > 3",
    "",
    " ",
    "1",
    "back\\slash",
    "line\nbreak",
    "is missing",
    "{A, B}",
]


@frames.in_every((frames.dict_of_lists, frames.pandas, frames.polars, frames.pyarrow))
@pytest.mark.parametrize("name", STRANGE_NAMES)
def test_strange_names_are_as_good_as_any(build: frames.Build, name: str) -> None:
    X = {name: [0.5, 1.5] * 20, "other": [name, "or"] * 20}
    fitted = TURSClassifier().fit(build(X), [1, 2] * 20)
    plain = TURSClassifier().fit({"x": X[name], "other": X["other"]}, [1, 2] * 20)
    assert len(fitted.rule_set_) == len(plain.rule_set_) == 1
    np.testing.assert_array_equal(
        fitted.predict_proba(build(X)), plain.predict_proba({"x": X[name], "other": X["other"]})
    )
    for rule in fitted.rule_set_:
        assert Rule.parse(str(rule)) == rule
    assert RuleSet.from_json(fitted.rule_set_.to_json()) == fitted.rule_set_


def test_a_level_never_seen_satisfies_no_literal_and_is_not_missing() -> None:
    X = {"ward": ["A", "B", "C", None] * 10}
    rule_set = RuleSet.from_rules(
        ["ward = A", "ward in {B, C}", "ward is missing", "ward is not missing"], X, [0, 1] * 20
    )
    covers = rule_set.covers({"ward": ["D", None, "B"]})
    assert covers.tolist() == [
        [False, False, False, True],
        [False, False, True, False],
        [False, True, False, True],
    ]


@frames.in_every(frames.ALL)
def test_a_level_never_seen_goes_to_the_else_rule(build: frames.Build) -> None:
    X = {"ward": ["A", "B", "C", "A"] * 15}
    y = [ward == "A" for ward in X["ward"]]
    fitted = TURSClassifier().fit(build(X), y)
    assert len(fitted.rule_set_) == 1
    new, gone = fitted.explain(build({"ward": ["D", None]}))
    for explanation in (new, gone):
        assert (explanation.covering, explanation.source) == ((), "else")


def test_missing_values_are_a_literal_where_that_pays() -> None:
    X = {"lactate": [None, 1.5, 2.5, None] * 15, "ward": ["A", None, None, "B"] * 15}
    y = ["ill" if value is None else "well" for value in X["lactate"]]
    fitted = TURSClassifier().fit({"lactate": X["lactate"]}, y)
    (rule,) = fitted.rule_set_.rules
    assert rule.literals[0] in (Missing("lactate"), Missing("lactate", negated=True))
    assert fitted.score({"lactate": X["lactate"]}, y) == 1.0
    fitted = TURSClassifier().fit({"ward": X["ward"]}, y)
    (rule,) = fitted.rule_set_.rules
    assert rule.literals[0] in (Missing("ward"), Missing("ward", negated=True))


def test_missing_values_join_an_interval_or_a_set_where_that_pays() -> None:
    X = {"x": [None, None, 1, 2, 3] * 12, "ward": [None, None, "A", "B", "C"] * 12}
    y = [value is None or value == 3 for value in X["x"]]
    for name, text in (("x", "x > 2 or missing"), ("ward", "ward = C or missing")):
        # The two rows in five that are left would do as well, but cover less.
        fitted = TURSClassifier().fit({name: X[name]}, y)
        assert [str(rule) for rule in fitted.rule_set_] == [text]
        assert fitted.score({name: X[name]}, y) == 1.0
