"""CN2 for unordered rules, of Orange."""

from __future__ import annotations

import sys
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np
from Orange.classification.rules import CN2UnorderedLearner
from Orange.data import ContinuousVariable, DiscreteVariable, Domain
from Orange.data import Table as OrangeTable

from benchmarks.runners.bounds import n_bounds
from benchmarks.runners.fold import Clock, Fitted, Table, answer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from benchmarks.runners.fold import Columns


def fit_cn2(training: Table, clock: Clock) -> Fitted:
    """Learn unordered rules with the defaults.

    Parameters
    ----------
    training : Table
    clock : Clock

    Returns
    -------
    Fitted
    """
    domain = _domain(training)
    rows = _table(training.columns, domain, training.y)
    with clock:
        model = CN2UnorderedLearner()(rows)
    rules = [rule for rule in model.rule_list if rule.selectors]

    def covers(columns: Columns) -> NDArray[np.bool_]:
        X = _table(columns, domain).X
        return np.column_stack([np.zeros((len(X), 0), bool), *(r.evaluate_data(X) for r in rules)])

    return Fitted(
        lambda columns: model(_table(columns, domain), model.Probs),
        len(rules),
        sum(n_bounds((s.column, s.op, s.value) for s in rule.selectors) for rule in rules),
        covers=covers,
    )


def _domain(training: Table) -> Any:
    variables = [
        DiscreteVariable(name, tuple(np.unique(values).tolist()))
        if values.dtype.kind == "U"
        else ContinuousVariable(name)
        for name, values in training.columns.items()
    ]
    classes = DiscreteVariable("class", tuple(f"k{code}" for code in range(training.n_classes)))
    return Domain(variables, classes)


def _table(columns: Columns, domain: Any, y: Any = None) -> Any:
    """Return a table of Orange; a level that training did not see is missing."""
    parts = []
    for variable in domain.attributes:
        values = columns[variable.name]
        if values.dtype.kind == "U":
            code_of = {level: code for code, level in enumerate(variable.values)}
            values = np.array([code_of.get(level, np.nan) for level in values.tolist()])
        parts.append(values.astype(np.float64))
    X = np.column_stack(parts)
    classes = np.full(len(X), np.nan) if y is None else y.astype(np.float64)
    return OrangeTable.from_numpy(domain, X, classes)


if __name__ == "__main__":
    sys.exit(answer({"cn2": fit_cn2}, version("Orange3")))
