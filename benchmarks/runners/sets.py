"""Rule sets and their relatives of imodels."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Any

from imodels import (
    BoostedRulesClassifier,
    FIGSClassifier,
    GreedyRuleListClassifier,
    RuleFitClassifier,
    SkopeRulesClassifier,
)

from benchmarks.runners.fold import Clock, Fitted, Learner, OneHot, Table, answer

_CONDITION = re.compile(r"<=|>=|<|>|==")


def fit(make: Callable[..., Any], training: Table, clock: Clock) -> Fitted:
    """Fit a classifier of the package with its defaults.

    Parameters
    ----------
    make : callable
        Its class.
    training : Table
    clock : Clock

    Returns
    -------
    Fitted
    """
    has_seed = "random_state" in inspect.signature(make).parameters
    model = make(random_state=1) if has_seed else make()
    encoder = OneHot(training.columns)
    matrix = encoder.matrix(training.columns)
    with clock:
        model.fit(matrix, training.y, feature_names=encoder.names)
    n_rules, n_literals = _size(model)
    return Fitted(lambda columns: model.predict_proba(encoder.matrix(columns)), n_rules, n_literals)


def _size(model: Any) -> tuple[int | None, int | None]:
    """Count rules and literals by how the classifier writes its rules, if it does."""
    if isinstance(model, FIGSClassifier):
        depths = [depth for tree in model.trees_ for depth in _leaf_depths(tree, 0)]
        return len(depths), sum(depths)
    if isinstance(model, GreedyRuleListClassifier):
        n_rules = sum("index_col" in rule for rule in model.rules_)
        return n_rules, n_rules
    if isinstance(model, BoostedRulesClassifier):
        return len(model.estimators_), len(model.estimators_)
    texts = [str(getattr(rule, "rule", rule)) for rule in getattr(model, "rules_", [])]
    if not texts:
        return None, None
    return len(texts), sum(len(_CONDITION.findall(text)) for text in texts)


def _leaf_depths(node: Any, depth: int) -> list[int]:
    if node.left is None and node.right is None:
        return [depth]
    return _leaf_depths(node.left, depth + 1) + _leaf_depths(node.right, depth + 1)


LEARNERS: dict[str, Learner] = {
    "skope": partial(fit, SkopeRulesClassifier),
    "rulefit": partial(fit, RuleFitClassifier),
    "boosted": partial(fit, BoostedRulesClassifier),
    "greedy": partial(fit, GreedyRuleListClassifier),
    "figs": partial(fit, FIGSClassifier),
}

if __name__ == "__main__":
    sys.exit(answer(LEARNERS, version("imodels")))
