"""Cells: counted, merged, selected, and what follows from them."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turs.exceptions import InputError
from turs.model import CellTable

# Six rows; rule 0 covers rows 0-3, rule 1 rows 2-4, rule 2 row 2, rule 3 nothing.
COVERS = np.array(
    [
        [1, 0, 0, 0],
        [1, 0, 0, 0],
        [1, 1, 1, 0],
        [1, 1, 0, 0],
        [0, 1, 0, 0],
        [0, 0, 0, 0],
    ],
    dtype=np.bool_,
)
Y = np.array([0, 1, 1, 0, 2, 2])
CELLS = CellTable.count(COVERS, Y, n_classes=4)


def test_count() -> None:
    assert CELLS.members.astype(int).tolist() == [
        [0, 0, 0, 0],
        [0, 1, 0, 0],
        [1, 0, 0, 0],
        [1, 1, 0, 0],
        [1, 1, 1, 0],
    ]
    assert CELLS.counts.tolist() == [
        [0, 0, 1, 0],
        [0, 0, 1, 0],
        [1, 1, 0, 0],
        [1, 0, 0, 0],
        [0, 1, 0, 0],
    ]
    assert (CELLS.n_cells, CELLS.n_rules, CELLS.n_classes, CELLS.n_rows) == (5, 4, 4, 6)


def test_counts_of_rules_else_and_all() -> None:
    assert CELLS.rule_counts.tolist() == [[2, 2, 0, 0], [1, 1, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]]
    assert CELLS.else_counts.tolist() == [0, 0, 1, 0]
    assert CELLS.total_counts.tolist() == [2, 2, 2, 0]


def test_contains() -> None:
    """Rule 2 lies inside rules 0 and 1; rule 3 covers nothing, and takes no part."""
    assert CELLS.contains.astype(int).tolist() == [
        [1, 0, 1, 0],
        [0, 1, 1, 0],
        [0, 0, 1, 0],
        [0, 0, 0, 0],
    ]


def test_union_counts() -> None:
    """Rules 0 and 1 cover rows 0-4; their counts add up to seven rows, as two are in both."""
    groups = np.array([[1, 1, 0, 0], [1, 1, 1, 1], [0, 1, 1, 0], [0, 0, 0, 0]], dtype=np.bool_)
    assert CELLS.union_counts(groups).tolist() == [
        [2, 2, 1, 0],
        [2, 2, 1, 0],
        [1, 1, 1, 0],
        [0, 0, 0, 0],
    ]


def test_arrays_are_read_only() -> None:
    for array in (CELLS.members, CELLS.counts, CELLS.rule_counts, CELLS.contains):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_cells_are_sorted_whatever_their_order() -> None:
    assert CellTable(CELLS.members[::-1], CELLS.counts[::-1]) == CELLS
    assert hash(CellTable(CELLS.members[::-1], CELLS.counts[::-1])) == hash(CELLS)
    assert CellTable(CELLS.members, CELLS.counts * 2) != CELLS
    assert CELLS != "cells"


@st.composite
def counted(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    n_rows, n_rules = draw(st.integers(1, 20)), draw(st.integers(0, 5))
    seed = draw(st.integers(0, 2**32))
    generator = np.random.default_rng(seed)
    return generator.random((n_rows, n_rules)) < 0.4, generator.integers(0, 3, n_rows)


@given(counted(), st.data())
def test_selecting_is_counting_again(
    case: tuple[np.ndarray, np.ndarray], data: st.DataObject
) -> None:
    covers, y = case
    cells = CellTable.count(covers, y, 3)
    kept = data.draw(st.lists(st.sampled_from(range(5)), unique=True))
    kept = [rule for rule in kept if rule < covers.shape[1]]
    assert cells.select(kept) == CellTable.count(covers[:, kept], y, 3)
    for rule in range(covers.shape[1]):
        without = CellTable.count(np.delete(covers, rule, axis=1), y, 3)
        assert cells.without(rule) == without


@given(counted())
def test_unions_are_counted_on_rows(case: tuple[np.ndarray, np.ndarray]) -> None:
    covers, y = case
    groups = np.array(list(product([False, True], repeat=covers.shape[1])), dtype=np.bool_)
    expected = [
        np.bincount(y[covers[:, group].any(axis=1)], minlength=3).tolist() for group in groups
    ]
    cells = CellTable.count(covers, y, 3)
    assert cells.union_counts(groups).tolist() == expected


@given(counted())
def test_rows_are_conserved(case: tuple[np.ndarray, np.ndarray]) -> None:
    covers, y = case
    cells = CellTable.count(covers, y, 3)
    everything = np.ones((1, covers.shape[1]), dtype=np.bool_)
    assert cells.n_rows == len(y)
    np.testing.assert_array_equal(
        cells.union_counts(everything)[0] + cells.else_counts, cells.total_counts
    )


@pytest.mark.parametrize(
    ("members", "counts", "message"),
    [
        ([[1]], [[1, -1]], "cell 0 has a negative count"),
        ([[1], [0]], [[1, 0], [0, 0]], "cell 1 has no rows"),
        ([[1], [0], [1]], [[1], [1], [1]], "cell 2 has the same rules as a cell before it"),
        ([[1]], [[1], [2]], "must be integers, one row a cell"),
        ([[1]], [[0.5]], "must be integers, one row a cell"),
        ([[1]], [[2**53]], "hold too many rows; there must be fewer than 9007199254740992"),
        (np.zeros((0, 1)), np.zeros((0, 2), dtype=int), "hold no row; .* at least 1"),
        ([1], [[1]], "a boolean array of two dimensions"),
    ],
)
def test_refusals(members: object, counts: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        CellTable(np.array(members, dtype=np.bool_), np.array(counts))


def test_members_must_be_boolean() -> None:
    with pytest.raises(InputError, match="boolean"):
        CellTable(np.array([[1]]), np.array([[1]]))  # type: ignore[arg-type]
