"""One choice undone at a time: what is measured, and the table of it."""

import pytest

from benchmarks.ablation import CHANGES, ablation_table, tasks_of
from benchmarks.protocol import classifier_of
from tests.benchmarks.results import ours


@pytest.mark.parametrize("setting", CHANGES)
def test_every_change_is_one_of_the_defaults(setting: str) -> None:
    changed, usual = (classifier_of(name, n_jobs=1).get_params() for name in (setting, "default"))
    assert [name for name in usual if usual[name] != changed[name]] == [setting.split("=")[0]]


def test_tasks_of_one_data_set_come_together() -> None:
    tasks = tasks_of(["iris", "wine"], [1, 2])
    assert len(tasks) == len(set(tasks)) == 2 * 2 * (1 + len(CHANGES))
    assert [task.data_set for task in tasks] == sorted(task.data_set for task in tasks)


def test_differences_are_of_the_same_folds() -> None:
    results = [
        ours("iris", "default", 1, auc=0.9, n_literals=10),
        ours("iris", "default", 2, auc=0.5, n_literals=99),
        ours("iris", "evidence=0", 1, auc=0.8, n_literals=20),
        ours("wine", "default", 1, auc=0.7, n_literals=4),
        ours("wine", "evidence=0", 1, auc=0.8, n_literals=5),
        ours("wine", "evidence=0", 3, auc=0.1, n_literals=5),
    ]
    lines = ablation_table(results).splitlines()
    assert [line.split(" | ")[0] for line in lines[2:]] == ["| default", "| evidence=0"]
    assert lines[2].split(" | ")[1:3] == ["0.7000", ""]
    assert lines[3].split(" | ")[1:3] == ["0.8000", "+0.0000 ± 0.1000"]
    assert lines[3].split(" | ")[4] == "25"
