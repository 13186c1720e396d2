import io
from pathlib import Path

import numpy as np

from benchmarks.data import DataSet
from benchmarks.records import Records
from benchmarks.traces import TracePoint, run

STEPS = DataSet("steps", {"x": np.arange(120.0)}, np.repeat(["a", "b", "a"], 40))


def test_a_search_is_recorded_rule_by_rule_and_once(tmp_path: Path) -> None:
    records, said = Records(tmp_path / "traces.csv", TracePoint), io.StringIO()
    run(["steps"], records, lambda name: STEPS, 1, said)
    points = records.read()
    for setting in ("paper", "no surrogate"):
        of_setting = [point for point in points if point.setting == setting]
        assert [point.n_rules for point in of_setting] == list(range(len(of_setting)))
        assert sum(point.is_kept for point in of_setting) == 1
        assert of_setting[0].real_bits > min(point.real_bits for point in of_setting)
    run(["steps"], records, lambda name: STEPS, 1, said)
    assert records.read() == points
    assert len(said.getvalue().splitlines()) == 2
