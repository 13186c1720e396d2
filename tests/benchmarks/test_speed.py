import csv
from pathlib import Path

import numpy as np
import pytest

from benchmarks import speed
from benchmarks.data import DataSet
from benchmarks.speed import Timing, least_seconds, time_fit

EASY = DataSet(
    "easy",
    {"x": np.arange(60.0), "letter": np.array(["a", "b", "c"] * 20)},
    np.repeat(["a", "b"], 30),
)


def test_a_fit_stands_beside_a_tree_on_the_same_rows() -> None:
    timing = time_fit(EASY, n_jobs=1, n_repeats=2)
    assert (timing.name, timing.n_rows, timing.reference) == ("easy", 54, "decision tree")
    assert timing.ratio == timing.seconds / timing.reference_seconds > 0


def test_the_shortest_of_a_few_calls_counts() -> None:
    calls: list[int] = []
    assert least_seconds(lambda: calls.append(1), 4) >= 0
    assert len(calls) == 4


def test_strings_become_their_place_in_the_alphabet() -> None:
    assert speed._ordinal(np.array(["b", "a", "b"])).tolist() == [1, 0, 1]
    assert speed._ordinal(np.array([2.5, 1.0])).tolist() == [2.5, 1.0]


def test_the_table_is_printed_and_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    imports = [Timing("import turs", 0, 0.5, "import numpy, sklearn", 0.25)]
    monkeypatch.setattr(speed, "time_imports", lambda n_repeats: imports)
    monkeypatch.setattr(speed, "load_data_set", lambda name, directory: EASY)
    output = tmp_path / "speed.csv"
    command = ["--sets", "iris", "--repeats", "1", "--n-jobs", "1", "--output", str(output)]
    assert speed.main(command) == 0
    first, imported, fitted = capsys.readouterr().out.splitlines()
    assert first.startswith("cores ")
    assert " ".join(imported.split()) == (
        "import turs 0.5000 s import numpy, sklearn 0.2500 s +0.250 s"
    )
    assert fitted.endswith(" times")
    with output.open() as file:
        rows = list(csv.DictReader(file))
    assert [row["name"] for row in rows] == ["import turs", "easy"]
    assert float(rows[0]["ratio"]) == 2
    assert all(row["cores"] and row["numpy"] and row["turs"] for row in rows)


def test_imports_are_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "_REFERENCE_IMPORT", "import json")
    monkeypatch.setattr(speed, "_IMPORTS", ("import turs", "import csv"))
    timings = speed.time_imports(1)
    assert [timing.name for timing in timings] == ["import turs", "import csv"]
    assert all(timing.seconds > 0 for timing in timings)
    assert {timing.reference for timing in timings} == {"import json"}
