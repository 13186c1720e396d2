import numpy as np
import pytest

from benchmarks.runners.fold import Clock, Table
from benchmarks.runners.own import LEARNERS

TABLE = Table(
    {"c0": np.arange(120.0), "c1": np.array(["a", "b", "c"] * 40)}, np.repeat([0, 1, 0], 40), 2
)


@pytest.mark.parametrize("method", LEARNERS)
def test_learners_of_the_checkout_answer(method: str) -> None:
    fitted = LEARNERS[method](TABLE, Clock(60))
    assert np.asarray(fitted.probabilities(TABLE.columns)).shape == (120, 2)
    groups = fitted.groups(TABLE, TABLE)
    if method in {"forest", "boosting"}:
        assert groups is None
    else:
        assert groups.training.tolist() == groups.test.tolist()
        assert groups.training.sum() >= 120


@pytest.mark.parametrize("method", ["tree", "pruned"])
def test_leaves_are_the_rules_of_a_tree(method: str) -> None:
    fitted = LEARNERS[method](TABLE, Clock(60))
    groups = fitted.groups(TABLE, TABLE)
    assert (fitted.n_rules, fitted.n_literals) == (3, 4)
    assert sorted(groups.training.tolist()) == [[0, 40], [40, 0], [40, 0]]
