"""However a rule set is shown: models and rows at the edge work, or a sentence says why not."""

from collections.abc import Callable
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pytest

from turs import RuleSet
from turs.exceptions import ColumnError, InputError, TargetError
from turs.plots import BoxesDisplay, CheckDisplay, OverlapsDisplay, ReliabilityDisplay, RulesDisplay

X: dict[str, Any] = {"x": [1.0, 2.0, 3.0, 4.0], "ward": ["A", "B", "A", "B"]}
Y = ["a", "a", "b", "b"]

MODELS = {
    "no rules": RuleSet.from_rules([], X, Y),
    "a class without rows": RuleSet.from_rules(["x > 2"], X, Y, classes=["a", "b", "never"]),
    "always": RuleSet.from_rules(["always"], X, Y),
    "rules without rows": RuleSet.from_rules(["x > 9", "ward = A and x > 9"], X, Y),
    "twins": RuleSet.from_rules(["x > 2", "x > 2.5"], X, Y),
}

VIEWS: dict[str, Callable[[RuleSet], object]] = {
    "text": str,
    "html": RuleSet._repr_html_,
    "frame": lambda rule_set: rule_set.to_frame("polars"),
    "markdown": RuleSet.to_markdown,
    "latex": RuleSet.to_latex,
    "python": RuleSet.to_python,
    "sqlite": RuleSet.to_sql,
    "duckdb": lambda rule_set: rule_set.to_sql("duckdb"),
    "postgresql": lambda rule_set: rule_set.to_sql("postgresql"),
    "explanations": lambda rule_set: str(rule_set.explain(X)) + rule_set.explain(X)._repr_html_(),
    "changes": lambda rule_set: rule_set.changes(X),
    "check": lambda rule_set: str(rule_set.check(X, Y)) + rule_set.check(X, Y)._repr_html_(),
    "report": lambda rule_set: rule_set.report(X, Y),
    "rules drawn": RulesDisplay.from_rule_set,
    "overlaps drawn": OverlapsDisplay.from_rule_set,
    "boxes drawn": lambda rule_set: BoxesDisplay.from_rule_set(rule_set, X, Y, ["x", "ward"]),
    "reliability drawn": lambda rule_set: ReliabilityDisplay.from_rule_set(rule_set, X, Y),
    "check drawn": lambda rule_set: CheckDisplay.from_check(rule_set.check(X, Y)),
}


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("model", MODELS)
def test_models_at_the_edge(model: str, view: str) -> None:
    assert VIEWS[view](MODELS[model]) is not None
    plt.close("all")


READERS: dict[str, Callable[[RuleSet, Any], object]] = {
    "explain": RuleSet.explain,
    "changes": RuleSet.changes,
    "check": lambda rule_set, rows: rule_set.check(rows, ["a"]),
    "report": lambda rule_set, rows: rule_set.report(rows, ["a"]),
}


@pytest.mark.parametrize("reader", READERS)
def test_rows_that_cannot_be_read(reader: str) -> None:
    rule_set = RuleSet.from_rules(["x > 2 and ward = A"], X, Y)
    with pytest.raises(
        ColumnError, match="X lacks the column 'ward', which the rules were learned"
    ):
        READERS[reader](rule_set, {"x": [1]})
    with pytest.raises(
        ColumnError, match="column 'x' was numeric in training, but has 'old' in row"
    ):
        READERS[reader](rule_set, {"x": ["old"], "ward": ["A"]})
    with pytest.raises(ColumnError, match="column 'ward' was categorical with levels such as 'A'"):
        READERS[reader](rule_set, {"x": [1], "ward": [7]})


@pytest.mark.parametrize("reader", READERS)
def test_a_row_with_an_unknown_level_and_a_missing_value(reader: str) -> None:
    rule_set = RuleSet.from_rules(["x > 2 and ward = A"], X, Y)
    assert READERS[reader](rule_set, {"x": [None], "ward": ["new"]}) is not None


def test_test_rows_without_classes_and_with_an_unknown_class() -> None:
    rule_set = RuleSet.from_rules(["x > 2"], X, Y)
    with pytest.raises(
        InputError, match="test rows need both X and y, but there is only X; give y"
    ):
        rule_set.report(X)
    with pytest.raises(
        InputError, match="test rows need both X and y, but there is only y; give X"
    ):
        rule_set.report(y=Y)
    with pytest.raises(TargetError, match="'c'"):
        rule_set.report(X, ["a", "a", "b", "c"])


def test_many_rows_are_explained_without_holding_the_explanations() -> None:
    rule_set = RuleSet.from_rules(["x > 2"], X, Y)
    rows = {"x": np.arange(1_000_000) % 5, "ward": np.resize(["A", "B"], 1_000_000)}
    explanations = rule_set.explain(rows)
    assert len(explanations) == 1_000_000
    assert explanations[999_998].prediction == "b"
    assert explanations[999_996].near[0].reason == "x = 1"
