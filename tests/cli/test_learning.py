"""How good rules are on rows that they have not seen, also where a class is rare."""

from pathlib import Path

import pytest

from turs import RuleSet
from turs.cli.learning import Folds, Learner, cross_validate, quality_on
from turs.cli.options import Asked
from turs.cli.screen import Screen
from turs.cli.training import read_training


def test_a_class_that_the_rules_do_not_know() -> None:
    rule_set = RuleSet.from_rules(["x > 2"], {"x": [1, 2, 3, 4]}, list("aabb"))
    quality = quality_on(rule_set, {"x": [1, 4, 4]}, ["a", "b", "c"], ["a", "b", "c"])
    assert quality.accuracy == pytest.approx(2 / 3)
    assert quality.confusion == ((1, 0, 0), (0, 1, 0), (0, 1, 0))


def test_mean_and_spread() -> None:
    folds = Folds({"accuracy": (0.5, 0.75, 1.0), "AUC": (0.5,), "log loss": ()}, 3)
    assert folds.mean_and_spread() == {
        "accuracy": (0.75, 0.25),
        "AUC": (0.5, 0.0),
        "log loss": None,
    }
    assert folds.to_dict() == {
        "n_folds": 3,
        "measures": {
            "accuracy": {"mean": 0.75, "spread": 0.25, "folds": [0.5, 0.75, 1.0]},
            "AUC": {"mean": 0.5, "spread": 0.0, "folds": [0.5]},
            "log loss": None,
        },
    }


def test_a_class_of_one_row(tmp_path: Path) -> None:
    path = tmp_path / "rare.csv"
    rows = [f"{i},{'low' if i < 20 else 'high'}" for i in range(40)]
    path.write_text("\n".join(["x,y", *rows, "99,once"]))
    columns = {"categorical": (), "numeric": (), "drop": ()}
    training = read_training(str(path), "y", Asked(), columns, Screen(quiet=True))
    assert training.classes == ["high", "low", "once"]
    folds = cross_validate(training, Learner({}), 4, Screen(quiet=True))
    assert {name: len(values) for name, values in folds.measures.items()} == {
        "AUC": 4,
        "log loss": 4,
        "accuracy": 4,
        "rules": 4,
        "literals": 4,
    }
