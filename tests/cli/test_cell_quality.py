"""Quality by the counts of cells is that of the rows."""

import numpy as np
import pytest

from turs import RuleSet
from turs.cli.cell_quality import quality_on_training
from turs.cli.learning import quality_on


@pytest.mark.parametrize("n_classes", [2, 3])
def test_it_is_what_is_measured_on_the_rows(n_classes: int) -> None:
    random = np.random.default_rng(n_classes)
    X = {"x": random.integers(0, 10, 300), "z": random.integers(0, 4, 300)}
    y = (X["x"] + random.integers(0, 6, 300)) // 5 % n_classes
    rule_set = RuleSet.from_rules(["x > 4", "x <= 7 and z > 1", "z <= 0"], X, y.tolist())
    found = quality_on_training(rule_set.data).to_dict()
    expected = quality_on(rule_set, X, y.tolist(), list(range(n_classes))).to_dict()
    assert found.pop("confusion") == expected.pop("confusion")
    assert found.pop("class_aucs") == pytest.approx(expected.pop("class_aucs"))
    for one, other in zip(found.pop("reliability"), expected.pop("reliability"), strict=True):
        assert one.pop("interval") == pytest.approx(other.pop("interval"))
        assert one == pytest.approx(other)
    assert found == pytest.approx(expected)
