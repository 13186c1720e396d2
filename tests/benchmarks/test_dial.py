from pathlib import Path

import pytest

from benchmarks import dial
from benchmarks.ledger import Ledger, Task


def test_the_dial_goes_up_in_steps_of_about_a_quarter_of_a_power_of_two() -> None:
    steps = [later / value for value, later in zip(dial.VALUES, dial.VALUES[1:], strict=False)]
    assert 1.15 < min(steps) < max(steps) < 1.25
    assert {1, 2.0**-4, 2.0**6} < set(dial.VALUES)


def test_tasks_keep_data_sets_together() -> None:
    changed = "simplicity=8, revise=False", "simplicity=8, revise=True"
    assert dial.tasks_of(["iris", "wine"], [1, 2], [0.0875, 8]) == [
        Task(name, setting, fold)
        for name in ("iris", "wine")
        for setting in ("simplicity=0.0875", "simplicity=8", *changed)
        for fold in (1, 2)
    ]
    assert set(dial.CHANGED_VALUES) < set(dial.VALUES)


def test_a_set_is_measured_and_only_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "iris.csv").write_text(
        "".join(f"{n / 7},{n % 5},{n % 3},{n % 2},{'abc'[n // 50]}\n" for n in range(150))
    )
    command = ["--data-dir", str(tmp_path), "--sets", "iris", "--values", "1", "64"]
    command += ["--n-jobs", "1", "--results", str(tmp_path)]
    assert dial.main(command) == 0
    results = Ledger(tmp_path / "dial.csv").read()
    settings = ["=1", "=64", "=1, revise=False", "=1, revise=True"]
    assert [result.setting for result in results] == [
        f"simplicity{setting}" for setting in settings for _ in range(10)
    ]
    assert [result.fold for result in results] == [*range(1, 11)] * 4
    assert dial.main(command) == 0
    assert "40 folds, 40 of them done before" in capsys.readouterr().err


def test_a_missing_file_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["--data-dir", str(tmp_path), "--sets", "iris", "--results", str(tmp_path)]
    assert dial.main(command) == 2
    assert "benchmarks.dial: there is no iris.csv in" in capsys.readouterr().err
