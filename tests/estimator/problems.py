"""Small tables to learn from, and a way to see whether an estimator was changed."""

import pickle
from typing import Any

import numpy as np
from hypothesis import strategies as st

from turs import TURSClassifier

Table = dict[str, list[Any]]


def patients(n_rows: int = 60) -> tuple[Table, list[str]]:
    """Make a table with columns of every kind, each with missing values but one."""
    rng = np.random.default_rng(7)
    age = rng.integers(18, 90, n_rows)
    dose = rng.normal(1.0, 0.5, n_rows).round(2)
    smoker = rng.random(n_rows) < 0.4
    ward = rng.choice(["A", "B", "C"], n_rows)
    stays = (age > 60) & smoker | (ward == "B") & (dose > 1.0)
    X = {
        "age": age.tolist(),
        "dose": dose.tolist(),
        "smoker": smoker.tolist(),
        "ward": ward.tolist(),
        "country": ["here"] * n_rows,
    }
    for name in ("age", "dose", "smoker", "ward"):
        for row in rng.choice(n_rows, 3, replace=False).tolist():
            X[name][row] = None
    return X, np.where(stays, "stay", "home").tolist()


def blocks() -> tuple[np.ndarray, np.ndarray]:
    """Make 90 rows of two numbers in three classes, told apart by the first but for some noise."""
    rng = np.random.default_rng(3)
    y = np.repeat([0, 1, 2], 30)
    X = np.column_stack([y + rng.normal(0, 0.3, 90), rng.normal(size=90)])
    return X, y


def random_table(seed: int) -> tuple[Table, list[int]]:
    """Make a table of a few rows with ties and missing values, whose classes follow its columns."""
    rng = np.random.default_rng(seed)
    n_rows, n_classes = int(rng.integers(12, 60)), int(rng.integers(2, 5))
    y = rng.integers(0, n_classes, n_rows)
    X: Table = {}
    for index in range(rng.integers(1, 5)):
        codes = rng.integers(0, rng.integers(2, 13), n_rows)
        follows = (codes > np.median(codes)) & (rng.random(n_rows) < 0.7)
        y[follows] = index % n_classes
        missing = rng.random(n_rows) < rng.choice([0.0, 0.2])
        value = (lambda code: f"level {code}") if rng.random() < 0.5 else (lambda code: code / 4)
        X[f"column {index}"] = [
            None if gone else value(int(code)) for code, gone in zip(codes, missing, strict=True)
        ]
    # Two classes at the least, also in a small table.
    y[:2] = 0, 1
    return X, y.tolist()


random_tables = st.builds(random_table, st.integers(0, 2**32))

searches = st.fixed_dictionaries(
    {
        "surrogate": st.sampled_from(["tree", "cart", None]),
        "joint": st.booleans(),
        "blend": st.sampled_from([0.0, 0.4, 0.75]),
        "simplicity": st.sampled_from([0.0, 1.0]),
        "min_new_rows": st.sampled_from([1, 3]),
        "enumerate_levels": st.sampled_from([0, 4, 8]),
        "beam_width": st.sampled_from([1, 5]),
    }
)


def state(estimator: TURSClassifier) -> tuple[dict[str, int], bytes]:
    """Return which attributes an estimator has, which objects they are, and what is in them."""
    return {name: id(value) for name, value in vars(estimator).items()}, pickle.dumps(estimator)
