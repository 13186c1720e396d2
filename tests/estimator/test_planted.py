"""What was planted is found, and little else."""

import numpy as np
import pytest

from turs import TURSClassifier


def planted(n_rows: int, noise: float, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Make a class that one of eight columns decides, but for some rows that have any class."""
    random = np.random.default_rng(seed)
    X = random.random((n_rows, 8))
    is_noise = random.random(n_rows) < noise
    return X, np.where(is_noise, random.integers(0, 2, n_rows), X[:, 0] > 0.5)


@pytest.mark.parametrize(
    ("n_rows", "noise"), [(1000, 0.05), (1000, 0.4), (4000, 0.05), (4000, 0.2), (4000, 0.4)]
)
def test_one_threshold_is_learned_as_such(n_rows: int, noise: float) -> None:
    # Rules that lead around the rows of the other class look surer, and are not.
    rule_set = TURSClassifier().fit(*planted(n_rows, noise)).rule_set_
    assert rule_set.n_literals <= 8
    assert any([literal.variable for literal in rule.literals] == ["x0"] for rule in rule_set.rules)


def test_what_is_sure_and_takes_many_rules_gets_them() -> None:
    # A board of four by four: no tree with few splits knows it, and a forest does.
    random = np.random.default_rng(0)
    X = random.random((3000, 2))
    y = (np.floor(4 * X).sum(axis=1) % 2).astype(int)
    fitted = TURSClassifier().fit(X[:2000], y[:2000])
    assert fitted.score(X[2000:], y[2000:]) > 0.95
