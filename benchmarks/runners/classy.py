"""CLASSY: probabilistic rule lists by minimum description length, of the package rulelist."""

from __future__ import annotations

import contextlib
import io
import sys
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from rulelist import RuleList
from rulelist.datastructure.attribute.nominal_attribute import NominalAttribute

from benchmarks.runners.fold import Clock, Fitted, Table, answer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from benchmarks.runners.fold import Columns


def fit_rule_list(training: Table, clock: Clock) -> Fitted:
    """Learn a rule list with the defaults.

    Parameters
    ----------
    training : Table
    clock : Clock

    Returns
    -------
    Fitted
    """
    _let_strings_be_read()
    frame = pd.DataFrame(dict(training.columns))
    labels = pd.DataFrame({"class": [f"k{code}" for code in training.y]})
    # Its progress goes to standard output.
    with contextlib.redirect_stdout(io.StringIO()):
        _warm_up()
        with clock:
            model = _new().fit(frame, labels)
    # Probabilities come in the order in which the classes first appear.
    order = [int(label[1:]) for label in pd.unique(labels["class"])]

    def probabilities(columns: Columns) -> NDArray[np.float64]:
        rows = pd.DataFrame(dict(columns))
        found = np.zeros((len(rows), training.n_classes))
        found[:, order] = model.predict_proba(rows).astype(np.float64)
        return found

    patterns = [subgroup.pattern for subgroup in model._rulelist.subgroups]
    n_literals = sum(item.number_operators for pattern in patterns for item in pattern)
    # Rows that get the same probabilities stand for the rows of one rule of the list.
    return Fitted(probabilities, len(patterns), n_literals, parts=probabilities)


def _let_strings_be_read() -> None:
    """Give the package a series where it asks an array for what only a series has.

    Without this, version 0.2.0 fails on every column of strings.
    """
    made = NominalAttribute.__post_init__

    def make(attribute: Any) -> None:
        attribute.values = pd.Series(attribute.values)
        made(attribute)

    NominalAttribute.__post_init__ = make


def _warm_up() -> None:
    """Fit a few rows, so that nothing is compiled while time is taken."""
    number = np.arange(60.0)
    _new().fit(pd.DataFrame({"number": number}), pd.DataFrame({"class": number > 20}).astype(str))


def _new() -> Any:
    return RuleList(target_model="categorical", task="prediction")


if __name__ == "__main__":
    sys.exit(answer({"rulelist": fit_rule_list}, version("rulelist")))
