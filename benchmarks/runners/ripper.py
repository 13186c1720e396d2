"""RIPPER of wittgenstein, one class against the rest."""

from __future__ import annotations

import sys
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import wittgenstein
from wittgenstein import preprocess

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

    def covers(columns: Columns) -> NDArray[np.bool_]:
        rows = pd.DataFrame(dict(columns))
        return np.concatenate([_covers(model, rows) for model in models], axis=1)

    return Fitted(
        probabilities,
        sum(len(model.ruleset_.rules) for model in models),
        sum(map(_n_literals, models)),
        covers=covers,
    )


def _covers(model: Any, rows: Any) -> NDArray[np.bool_]:
    """Tell which rules of a model cover which rows, as it does when it predicts."""
    binned = preprocess.preprocess_prediction_data(
        {
            "X": rows,
            "class_feat": model.class_feat,
            "pos_class": model.pos_class,
            "bin_transformer_": model.bin_transformer_,
            "user_requested_feature_names": None,
            "selected_features_": model.selected_features_,
            "trainset_features_": model.trainset_features_,
            "verbosity": 0,
        }
    ).reset_index(drop=True)
    found = np.zeros((len(binned), len(model.ruleset_.rules)), dtype=bool)
    for number, rule in enumerate(model.ruleset_.rules):
        found[rule.covers(binned).index, number] = True
    return found


def _n_literals(model: Any) -> int:
    """Count the literals of a model; a range such as ``2 - 7`` has two bounds."""
    bins = getattr(model.bin_transformer_, "bins_", None) or {}
    conditions = [condition for rule in model.ruleset_.rules for condition in rule.conds]
    ranges = (c for c in conditions if c.feature in bins and " - " in str(c.val))
    return len(conditions) + sum(1 for _ in ranges)


if __name__ == "__main__":
    sys.exit(answer({"ripper": fit_ripper}, version("wittgenstein")))
