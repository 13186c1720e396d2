"""RIPPER of wittgenstein, one class against the rest."""

from __future__ import annotations

import sys
from importlib.metadata import version
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import wittgenstein

from benchmarks.runners.fold import Clock, Fitted, Table, answer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from benchmarks.runners.fold import Columns


def fit_ripper(training: Table, clock: Clock) -> Fitted:
    """Learn a set of rules for each class; of two classes, for the second.

    Parameters
    ----------
    training : Table
    clock : Clock

    Returns
    -------
    Fitted
    """
    frame = pd.DataFrame(dict(training.columns))
    targets = [1] if training.n_classes == 2 else list(range(training.n_classes))
    models = [wittgenstein.RIPPER(random_state=1) for _ in targets]
    with clock:
        for target, model in zip(targets, models, strict=True):
            model.fit(frame, (training.y == target).astype(int), pos_class=1)

    def probabilities(columns: Columns) -> NDArray[np.float64]:
        rows = pd.DataFrame(dict(columns))
        scores = np.column_stack([np.asarray(model.predict_proba(rows))[:, 1] for model in models])
        if len(targets) == 1:
            return np.column_stack([1 - scores[:, 0], scores[:, 0]])
        # Where no class is possible, all are equally so.
        scores += 1e-9
        normal: NDArray[np.float64] = scores / scores.sum(axis=1, keepdims=True)
        return normal

    rules = [rule for model in models for rule in model.ruleset_.rules]
    return Fitted(probabilities, len(rules), sum(len(rule.conds) for rule in rules))


if __name__ == "__main__":
    sys.exit(answer({"ripper": fit_ripper}, version("wittgenstein")))
