"""How strongly to prune a tree: the cost of a leaf that does best in five folds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.tree import DecisionTreeClassifier

if TYPE_CHECKING:
    from numpy.typing import NDArray

N_FOLDS = 5
_MOST_CANDIDATES = 40


def best_pruning(X: NDArray[np.float64], y: NDArray[np.int64]) -> float:
    """Return the cost of a leaf whose trees are most often right in five folds.

    Parameters
    ----------
    X : ndarray of shape (n_rows, n_columns)
    y : ndarray of int of shape (n_rows,)

    Returns
    -------
    float
        ``ccp_alpha`` of scikit-learn; of equals the largest.
    """
    path = DecisionTreeClassifier(random_state=1).cost_complexity_pruning_path(X, y)
    # From the largest: of equals, the first is taken.
    candidates = thinned(np.unique(np.maximum(path.ccp_alphas, 0.0))[::-1])
    folds = StratifiedKFold(N_FOLDS, shuffle=True, random_state=1)
    search = GridSearchCV(
        DecisionTreeClassifier(random_state=1), {"ccp_alpha": candidates}, cv=folds
    )
    return float(search.fit(X, y).best_params_["ccp_alpha"])


def thinned(values: NDArray[Any]) -> list[float]:
    """Return some of the values, close together at the beginning.

    Parameters
    ----------
    values : ndarray

    Returns
    -------
    list of float
        40 at the most, the first and the last among them. The first prunings of a large tree
        hardly change it; the last ones do.
    """
    if len(values) <= _MOST_CANDIDATES:
        return [float(value) for value in values]
    places = np.geomspace(1, len(values), _MOST_CANDIDATES)
    return [float(values[place]) for place in np.unique(np.round(places).astype(int) - 1)]
