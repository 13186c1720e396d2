"""Bayesian rule sets (BRS) of imodels, which takes columns of 0 and 1 and says yes or no."""

from __future__ import annotations

import random
import sys
from importlib.metadata import version
from typing import TYPE_CHECKING

import numpy as np
from imodels import BayesianRuleSetClassifier

from benchmarks.runners.deciles import Deciles
from benchmarks.runners.fold import Clock, Fitted, Table, answer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from benchmarks.runners.fold import Columns

# As in the experiments of its authors; with the default of 10 it does not come to an end.
_LONGEST = 3


def fit_brs(training: Table, clock: Clock) -> Fitted:
    """Learn rules for the second class.

    Parameters
    ----------
    training : Table
    clock : Clock

    Returns
    -------
    Fitted
        Its probabilities are the class frequencies of the training rows that get the same answer.
    """
    encoder = Deciles(training.columns)
    matrix = encoder.matrix(training.columns)
    random.seed(1)
    model = BayesianRuleSetClassifier(maxlen=_LONGEST, random_state=1)
    with clock:
        model.fit(matrix, training.y, feature_names=encoder.names)

    def says(columns: Columns) -> NDArray[np.int64]:
        found: NDArray[np.int64] = np.any(covers(columns), axis=1).astype(np.int64)
        return found

    def covers(columns: Columns) -> NDArray[np.bool_]:
        tests = encoder.matrix(columns).astype(bool)
        by_name = dict(zip(encoder.names, tests.T, strict=True))
        by_name |= {f"{name}_neg": ~test for name, test in by_name.items()}
        found = np.ones((len(tests), len(model.rules_)), dtype=bool)
        for number, rule in enumerate(model.rules_):
            for name in rule:
                found[:, number] &= by_name[name]
        return found

    counts = np.zeros((2, training.n_classes))
    np.add.at(counts, (says(training.columns), training.y), 1)
    frequencies = (counts + 1) / (counts + 1).sum(axis=1, keepdims=True)
    n_literals = sum(map(len, model.rules_))
    return Fitted(
        lambda columns: frequencies[says(columns)], len(model.rules_), n_literals, covers=covers
    )


if __name__ == "__main__":
    sys.exit(answer({"brs": fit_brs}, version("imodels")))
