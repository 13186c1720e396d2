"""The search on the paper's data gives the committed figures, and those are near the paper's."""

import csv
import statistics
from dataclasses import asdict
from pathlib import Path

import pytest

from benchmarks.data import load_data_set
from benchmarks.ledger import RESULTS, Ledger, Task
from benchmarks.protocol import measure

COMMITTED = {result.task: result for result in Ledger(RESULTS / "paper.csv").read()}

# Of the run, not of the rule set.
INCIDENTAL = {"fit_seconds", "n_jobs", "version"}

# Where a faithful search and the authors' code must differ; docs/paper_table.md says why.
SHAPED_BY_FAULTS = {"diabetes", "contracept", "tic-tac-toe"}


@pytest.mark.parametrize("fold", [1, 2])
@pytest.mark.parametrize("name", ["iris", "wine", "backnote", "ionosphere", "car"])
def test_a_fold_gives_what_was_committed(uci_directory: Path, name: str, fold: int) -> None:
    task = Task(name, "paper", fold)
    found = asdict(measure(load_data_set(name, uci_directory), task, n_jobs=2))
    expected = asdict(COMMITTED[task])
    for key in found.keys() - INCIDENTAL:
        assert found[key] == expected[key], key


def test_the_committed_aucs_are_near_the_papers() -> None:
    figures = Path(RESULTS.parent, "paper_figures.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(figures.splitlines())
    printed = {row["data_set"]: float(row["auc"]) for row in rows if row["method"] == "TURS"}
    for name in printed.keys() - SHAPED_BY_FAULTS:
        aucs = [r.auc for t, r in COMMITTED.items() if t.data_set == name and t.setting == "paper"]
        assert len(aucs) == 10
        assert statistics.mean(aucs) > printed[name] - 0.03, name
