"""Rows as they are counted: once, or a few shares of each for the classes that it is blended of."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.counting.tables import seeds
from tests.naive.problems import planted_table, scattered_table
from tests.search.test_learn import binned
from turs.counting import Blend, Rows, Workers
from turs.counting.entries import Entries, plain_entries
from turs.counting.rows import blended_entries
from turs.mdl import Ticks
from turs.search import SearchSettings
from turs.search.learn import shape_of

CODES = np.array([[0, 1, 2], [5, 5, 4]], dtype=np.uint8)


def random_shares(random: Random, n_rows: int, n_classes: int) -> tuple[np.ndarray, np.ndarray]:
    """Return classes, and shares of each row, of which its own class has some."""
    classes = np.array(random.choices(range(n_classes), k=n_rows))
    shares = np.zeros((n_rows, n_classes), dtype=np.uint8)
    for row, own in enumerate(classes):
        for label in [own, *random.choices(range(n_classes), k=15)]:
            shares[row, label if random.random() < 0.5 else own] += 1
        assert shares[row, own] > 0 and shares[row].sum() == 16
    return classes, shares


@pytest.mark.parametrize("dtype", [np.int64, np.uint8, np.uint16, np.intp])
def test_a_row_counts_once(dtype: type[np.integer]) -> None:
    entries = plain_entries(CODES, np.array([1, 0, 300 % 256], dtype=dtype))
    assert entries.codes is CODES
    assert entries.labels.tolist() == [1, 0, 44]
    assert entries.weights.tolist() == [1, 1, 1]
    assert (entries.labels.dtype, entries.weights.dtype) == (np.uint16, np.uint8)


def test_no_rows() -> None:
    nothing = np.zeros((2, 0), dtype=np.uint8)
    entries = plain_entries(nothing, np.zeros(0, dtype=np.int64))
    assert [len(array) for array in entries] == [2, 0, 0]
    both = blended_entries(nothing, np.zeros(0, dtype=np.int64), np.zeros((0, 3), dtype=np.uint8))
    assert [entries.codes.shape for entries in both] == [(2, 0), (2, 0)]


def test_shares_by_hand() -> None:
    shares = np.array([[12, 0, 4], [0, 16, 0], [1, 5, 10]], dtype=np.uint8)
    entries, own = blended_entries(CODES, np.array([0, 1, 2]), shares)
    assert entries.codes.tolist() == [[0, 0, 1, 2, 2, 2], [5, 5, 5, 4, 4, 4]]
    assert entries.labels.tolist() == own.labels.tolist() == [0, 2, 1, 0, 1, 2]
    assert entries.weights.tolist() == [12, 4, 16, 1, 5, 10]
    assert own.weights.tolist() == [1, 0, 1, 0, 0, 1]
    assert own.codes is entries.codes


@given(seeds, st.integers(1, 40), st.integers(2, 6))
def test_weights_add_up_to_the_shares(seed: int, n_rows: int, n_classes: int) -> None:
    # The only column is the number of the row.
    codes = np.arange(n_rows, dtype=np.uint16).reshape(1, -1)
    classes, shares = random_shares(Random(seed), n_rows, n_classes)
    entries, own = blended_entries(codes, classes, shares)
    rows = entries.codes[0]
    assert entries.weights.min() > 0
    again = np.zeros_like(shares)
    again[rows, entries.labels] = entries.weights
    assert again.tolist() == shares.tolist()
    assert np.bincount(rows, entries.weights, minlength=n_rows).tolist() == [16] * n_rows
    # As its own class each row counts once.
    assert np.bincount(rows, own.weights, minlength=n_rows).tolist() == [1] * n_rows
    is_own = own.weights > 0
    assert own.labels[is_own].tolist() == classes[rows[is_own]].tolist() == classes.tolist()
    for array, like in zip((*entries, *own), Entries(codes, *entries[1:]) * 2, strict=True):
        assert array.dtype == like.dtype
        assert array.flags.c_contiguous


# Rows.


def rows_of(seed: int, make: type = planted_table) -> Rows:
    table = make(seed, 80)
    return Rows(binned(table), np.array(table.y), table.n_classes)


def test_nothing_is_blended_at_first() -> None:
    rows = rows_of(0)
    assert (rows.blend, rows.shares) == (Blend(), 1)
    assert rows.class_counts().tolist() == np.bincount(rows.classes).tolist()
    entries, own = rows._entries()
    assert own is entries
    ticks = Ticks.for_rows(80, rows.n_classes)
    assert [np.array(one).tolist() for one in rows.ticks()] == [
        np.array(one).tolist() for one in ticks
    ]


@pytest.mark.parametrize("make", [planted_table, scattered_table])
@pytest.mark.parametrize("seed", range(3))
def test_blended_rows(seed: int, make: type) -> None:
    plain = rows_of(seed + 3, make)
    rows = plain.with_blend(0.4, Workers(1))
    assert plain.shares == 1 and rows.shares == 16
    assert 0.0 < rows.blend.part <= 0.4 and rows.blend.shares is not None
    assert rows.class_counts().tolist() == rows.blend.shares.sum(axis=0, dtype=int).tolist()
    assert rows.class_counts().sum() == 16 * 80
    # Codes are counted with the rows' own classes.
    for its, others in zip(rows.code_counts(), plain.code_counts(), strict=True):
        assert its.tolist() == others.tolist()
    ticks = rows.ticks()
    assert (ticks.shares, len(ticks.log)) == (16, 16 * 80 + 1)
    caution = (1.0 - rows.blend.part) ** 2
    regret = plain.ticks().to_bits(plain.ticks().regret[80])
    assert ticks.to_bits(ticks.regret[16 * 80]) == pytest.approx(caution * regret)


def test_a_counter_of_blended_rows_counts_shares_and_rows() -> None:
    plain = rows_of(4)
    rows = plain.with_blend(0.75, Workers(1))
    shape = shape_of(rows, SearchSettings())
    assert shape.least_new == 16 * 3
    counter = rows.counter(shape, rows.ticks(), Workers(1), price=0)
    everything = counter.whole.everything()
    assert everything.counts.tolist() == [[0] * rows.n_classes + rows.class_counts().tolist()]
    assert counter.cells_of(everything, 1).tolist() == [rows.class_counts().tolist()]
    assert counter.cells_of(everything, 1, own=True).tolist() == [plain.class_counts().tolist()]


def test_rows_stay_blended_when_columns_change_places() -> None:
    rows = rows_of(1).with_blend(0.4, Workers(1))
    turned = rows.in_order([3, 1, 0, 2])
    assert turned.blend is rows.blend
    assert turned.table.codes.tolist() == rows.table.codes[[3, 1, 0, 2]].tolist()


def test_what_the_forest_knows_stays_as_it_is() -> None:
    rows = rows_of(2)
    known = rows.table.codes[0] > rows.table.codes[0].min()
    sure = replace(rows, classes=known.astype(np.int64), n_classes=2).with_blend(0.4, Workers(1))
    assert (sure.shares, sure.blend.part, sure.blend.shares) == (1, 0.0, None)
    assert sure.blend.saved_bits > 20.0
    # And so does all where nothing may be blended; it is asked what it knows all the same.
    asked = rows.with_blend(0.0, Workers(1))
    assert (asked.shares, asked.blend.part, asked.blend.shares) == (1, 0.0, None)
    assert asked.blend.unsaid is not None
