import numpy as np

from benchmarks.matrix import as_matrix, is_categorical, ordinal


def test_strings_become_their_place_in_the_alphabet() -> None:
    assert ordinal(np.array(["b", "a", "b"])).tolist() == [1, 0, 1]


def test_missing_levels_are_nan() -> None:
    codes = ordinal(np.array(["b", None, "a"], dtype=object))
    assert codes[[0, 2]].tolist() == [1, 0]
    assert np.isnan(codes[1])


def test_numbers_stay() -> None:
    columns = {"x": np.array([2, 1]), "letter": np.array(["z", "y"])}
    matrix = as_matrix(columns, np.float32)
    assert matrix.tolist() == [[2, 1], [1, 0]]
    assert matrix.dtype == np.float32
    assert [is_categorical(values) for values in columns.values()] == [False, True]
