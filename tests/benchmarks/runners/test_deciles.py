import numpy as np

from benchmarks.runners.deciles import Deciles


def test_numbers_are_cut_at_deciles_and_levels_asked_for() -> None:
    columns = {"c0": np.arange(11.0), "c1": np.array(["b"] * 10 + ["a"])}
    encoder = Deciles(columns)
    assert encoder.tests[:3] == [("c0", 1.0), ("c0", 2.0), ("c0", 3.0)]
    assert encoder.tests[-2:] == [("c1", "a"), ("c1", "b")]
    assert encoder.names[-1] == "t10"
    row = encoder.matrix({"c0": np.array([8.5]), "c1": np.array(["z"])})
    assert row.tolist() == [[0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]]
