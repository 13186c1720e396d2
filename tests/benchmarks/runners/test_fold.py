import json
import time
from pathlib import Path

import numpy as np
import pytest

from benchmarks.runners.fold import Clock, Fitted, OneHot, Table, answer

TABLE = Table(
    {"c0": np.array([1.5, 2.0, 3.0]), "c1": np.array(["b", "a", "b"])}, np.array([0, 2, 0]), 3
)


def test_rows_are_written_and_read(tmp_path: Path) -> None:
    TABLE.write(tmp_path / "training.npz")
    found = Table.read(tmp_path / "training.npz")
    assert {name: values.tolist() for name, values in found.columns.items()} == {
        "c0": [1.5, 2.0, 3.0],
        "c1": ["b", "a", "b"],
    }
    assert (found.y.tolist(), found.n_classes) == ([0, 2, 0], 3)


def test_levels_become_columns() -> None:
    encoder = OneHot(TABLE.columns)
    assert encoder.names == ["c0", "c1is0", "c1is1"]
    unseen = {"c0": np.array([7, 8]), "c1": np.array(["a", "z"])}
    assert encoder.matrix(unseen).tolist() == [[7, 1, 0], [8, 0, 0]]


def test_the_clock_takes_the_time_inside() -> None:
    clock = Clock(60)
    with clock:
        time.sleep(0.02)
    time.sleep(0.02)
    assert 0.02 <= clock.seconds < 10
    assert clock.cpu_seconds is not None
    clock.set(1.5)
    assert (clock.seconds, clock.cpu_seconds) == (1.5, None)


@pytest.mark.filterwarnings("default")
def test_an_answer_lies_beside_the_fold(tmp_path: Path) -> None:
    for part in ("training", "test"):
        TABLE.write(tmp_path / f"{part}.npz")

    def learner(training: Table, clock: Clock) -> Fitted:
        with clock:
            share = np.bincount(training.y, minlength=3) / 3
        return Fitted(lambda columns: np.tile(share, (len(columns["c0"]), 1)), np.int64(4))

    assert answer({"mean": learner}, "1.0", ["mean", str(tmp_path), "60"]) == 0
    facts = json.loads((tmp_path / "answer.json").read_text())
    assert (facts["n_rules"], facts["n_literals"], facts["version"]) == (4, None, "1.0")
    assert np.load(tmp_path / "probabilities.npy").shape == (3, 3)
