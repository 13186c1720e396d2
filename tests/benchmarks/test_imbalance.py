"""Rare classes: the tables, what is measured of them, and the means."""

from pathlib import Path

import numpy as np
import pytest

from benchmarks import imbalance
from benchmarks.imbalance import SHUFFLED, Rare, Recipe, generate, main, measure, rare_table

RECIPE = Recipe(0.03, 1000, 8, 1)


def test_tables_have_the_share_that_was_asked_for() -> None:
    training, test = generate(RECIPE)
    assert (len(training.y), len(training.X), len(test.y)) == (1000, 8, 20_000)
    assert np.mean(np.concatenate([training.y, test.y])) == pytest.approx(0.03, abs=0.002)
    again, _ = generate(RECIPE)
    assert (again.X["x0"] == training.X["x0"]).all()


def test_turs_learns_something_and_of_shuffled_classes_nothing() -> None:
    found = measure(RECIPE, "turs", None, limit=1)
    assert found.auc is not None and found.auc > 0.6
    assert found.task == (RECIPE, "turs")
    shuffled = measure(RECIPE, SHUFFLED, None, limit=1)
    assert (shuffled.auc, shuffled.n_rules) == (None, 0)


def test_only_tables_that_everybody_finished_count() -> None:
    def rare(seed: int, method: str, auc: float | None, n_rules: int = 1) -> Rare:
        status = ">120" if auc is None else "ok"
        return Rare(0.01, 1000, 8, seed, method, status, auc, 0.1, n_rules)

    results = [
        *(rare(seed, method, 0.6 + 0.1 * seed) for seed in range(3) for method in imbalance.OURS),
        rare(0, "cn2", 0.5),
        rare(1, "cn2", 0.7),
        rare(2, "cn2", None),
        rare(0, SHUFFLED, None, n_rules=0),
        rare(1, SHUFFLED, None, n_rules=2),
    ]
    *_, line, everything = rare_table(results).strip().splitlines()
    assert line == "| 1% of 1,000 | 2 | 0.650 | 0.650 | 0.600 | 1 of 2 |"
    assert everything == line.replace("1% of 1,000", "**all**")


def test_the_command_goes_on_where_it_stood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, few in (("SHARES", (0.03,)), ("N_ROWS", (300,)), ("N_COLUMNS", (6,))):
        monkeypatch.setattr(imbalance, name, few)
    monkeypatch.setattr(imbalance, "_N_TEST_ROWS", 500)
    arguments = ["--times", "1", "--output", str(tmp_path / "rare.csv"), "--peers"]
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert "| 3% of 300 | 1 |" in out
    assert len(err.splitlines()) == 3
    assert main(arguments) == 0
    assert capsys.readouterr() == (out, "")
