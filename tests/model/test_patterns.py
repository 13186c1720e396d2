"""Patterns: packed and unpacked, and the distinct ones among them."""

import numpy as np
import pytest
from numpy.typing import NDArray

from turs.model import patterns
from turs.model.patterns import as_integers, distinct_rows, from_integer, pack, unpack

SIZES = [0, 1, 7, 8, 9, 63, 64, 65, 128, 150]


def random_covers(n_rules: int, n_rows: int = 50) -> NDArray[np.bool_]:
    return np.random.default_rng(n_rules).random((n_rules, n_rows)) < 0.3


@pytest.mark.parametrize("n_rows", [0, 1, 50, 200], ids="{} rows".format)
@pytest.mark.parametrize("n_rules", SIZES)
def test_unpack_undoes_pack(n_rules: int, n_rows: int) -> None:
    covers = random_covers(n_rules, n_rows)
    words = pack(covers)
    assert words.shape == (n_rows, max(1, -(-n_rules // 64)))
    np.testing.assert_array_equal(unpack(words, n_rules), covers.T)


@pytest.mark.parametrize("n_rules", SIZES)
def test_patterns_as_integers(n_rules: int) -> None:
    covers = random_covers(n_rules)
    integers = as_integers(pack(covers))
    assert integers == [sum(1 << int(r) for r in np.flatnonzero(row)) for row in covers.T]
    for integer, row in zip(integers, covers.T, strict=True):
        np.testing.assert_array_equal(from_integer(integer, n_rules), row)


def test_one_row_is_distinct() -> None:
    found = distinct_rows(pack(random_covers(100, 1)))
    assert (found.first.tolist(), found.which.tolist()) == ([0], [0])


def test_bits_are_where_they_are_said_to_be() -> None:
    covers = np.zeros((70, 2), dtype=np.bool_)
    covers[[0, 3, 69], 1] = True
    assert pack(covers).tolist() == [[0, 0], [1 + 8, 1 << 5]]


@pytest.mark.parametrize("clash", [False, True], ids=["mixed", "all mixed alike"])
@pytest.mark.parametrize("n_rules", SIZES)
def test_distinct_rows(n_rules: int, clash: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if clash:
        monkeypatch.setattr(patterns, "_mix", lambda words: words[:, 0] * np.uint64(0))
    rows = random_covers(n_rules).T[np.random.default_rng(0).integers(0, 20, 200)]
    found = distinct_rows(pack(np.ascontiguousarray(rows.T)))
    np.testing.assert_array_equal(rows[found.first][found.which], rows)
    assert len(found.first) == len({row.tobytes() for row in rows})
