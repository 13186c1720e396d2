"""turs, and the learners of scikit-learn beside it: all in the environment of the checkout."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import sklearn
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.tree import DecisionTreeClassifier

import turs
from benchmarks.protocol import compile_first
from benchmarks.runners.fold import Clock, Fitted, OneHot, Table, answer
from benchmarks.runners.pruning import best_pruning
from turs import TURSClassifier

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from benchmarks.runners.fold import Columns

    Pruning = Callable[[NDArray[np.float64], NDArray[np.int64]], float]


def fit_turs(training: Table, clock: Clock) -> Fitted:
    """Learn a rule set with the defaults.

    Parameters
    ----------
    training : Table
    clock : Clock

    Returns
    -------
    Fitted
    """
    compile_first(1)
    # Loads what was compiled for tables of this kind.
    TURSClassifier(max_rules=1).fit(training.columns, training.y)
    with clock:
        classifier = TURSClassifier(n_jobs=1).fit(training.columns, training.y)
    rule_set = classifier.rule_set_
    return Fitted(
        classifier.predict_proba, len(rule_set), rule_set.n_literals, covers=rule_set.covers
    )


def fit_tree(training: Table, clock: Clock) -> Fitted:
    """Grow a decision tree without pruning.

    Parameters
    ----------
    training : Table
    clock : Clock

    Returns
    -------
    Fitted
        A leaf is a rule.
    """
    return _fit_tree(training, clock, lambda matrix, y: 0.0)


def fit_pruned_tree(training: Table, clock: Clock) -> Fitted:
    """Grow a decision tree and prune it by cost-complexity, chosen in five folds.

    Parameters
    ----------
    training : Table
    clock : Clock

    Returns
    -------
    Fitted
        A leaf is a rule.
    """
    return _fit_tree(training, clock, best_pruning)


def fit_forest(training: Table, clock: Clock) -> Fitted:
    """Grow a random forest with the defaults.

    Parameters
    ----------
    training : Table
    clock : Clock

    Returns
    -------
    Fitted
    """
    encoder = OneHot(training.columns)
    matrix = encoder.matrix(training.columns)
    with clock:
        forest = RandomForestClassifier(random_state=1).fit(matrix, training.y)
    trees = [tree.tree_ for tree in forest.estimators_]
    n_rules, n_literals = sum(tree.n_leaves for tree in trees), sum(map(n_tree_literals, trees))
    return Fitted(
        lambda columns: forest.predict_proba(encoder.matrix(columns)), n_rules, n_literals
    )


def fit_boosting(training: Table, clock: Clock) -> Fitted:
    """Boost trees with the defaults, strings as categories.

    Parameters
    ----------
    training : Table
    clock : Clock

    Returns
    -------
    Fitted
    """
    levels = {
        name: np.unique(values) if values.dtype.kind == "U" else None
        for name, values in training.columns.items()
    }
    is_level = np.array([of is not None for of in levels.values()])

    def matrix(columns: Columns) -> NDArray[np.float64]:
        parts = [
            columns[name].astype(np.float64) if of is None else _codes(columns[name], of)
            for name, of in levels.items()
        ]
        return np.column_stack(parts)

    codes = matrix(training.columns)
    with clock:
        boosting = HistGradientBoostingClassifier(categorical_features=is_level, random_state=1)
        boosting.fit(codes, training.y)
    return Fitted(lambda columns: boosting.predict_proba(matrix(columns)))


def _fit_tree(training: Table, clock: Clock, pruning: Pruning) -> Fitted:
    encoder = OneHot(training.columns)
    matrix = encoder.matrix(training.columns)
    with clock:
        alpha = pruning(matrix, training.y)
        tree = DecisionTreeClassifier(random_state=1, ccp_alpha=alpha).fit(matrix, training.y)
    return Fitted(
        lambda columns: tree.predict_proba(encoder.matrix(columns)),
        tree.get_n_leaves(),
        n_tree_literals(tree.tree_),
        parts=lambda columns: tree.apply(encoder.matrix(columns)),
    )


def n_tree_literals(tree: Any) -> int:
    """Count the literals of all leaves of a tree of scikit-learn.

    Parameters
    ----------
    tree : sklearn.tree._tree.Tree

    Returns
    -------
    int
        Repeats on the same side of the same variable are counted once a leaf.
    """
    n_literals = 0
    waiting: list[tuple[int, frozenset[tuple[int, str]]]] = [(0, frozenset())]
    while waiting:
        node, sides = waiting.pop()
        left, right = tree.children_left[node], tree.children_right[node]
        if left == right:
            n_literals += len(sides)
        else:
            variable = int(tree.feature[node])
            waiting += [(left, sides | {(variable, "<=")}), (right, sides | {(variable, ">")})]
    return n_literals


def _codes(values: NDArray[Any], levels: NDArray[Any]) -> NDArray[np.float64]:
    places = np.searchsorted(levels, values).clip(max=len(levels) - 1)
    return np.where(levels[places] == values, places, np.nan)


LEARNERS = {
    "turs": fit_turs,
    "tree": fit_tree,
    "pruned": fit_pruned_tree,
    "forest": fit_forest,
    "boosting": fit_boosting,
}

if __name__ == "__main__":
    of_turs = len(sys.argv) > 1 and sys.argv[1] == "turs"
    sys.exit(answer(LEARNERS, turs.__version__ if of_turs else sklearn.__version__))
