"""The order of columns: what changes it, and what does not."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from turs.binning import BinnedColumn, BinnedTable
from turs.counting import Rows
from turs.search.canonical import column_order


def column(
    name: str, n_bins: int = 2, *, ordered: bool = True, missing: bool = False
) -> BinnedColumn:
    cuts = np.arange(n_bins - 1) + 0.5 if ordered else None
    levels = None if ordered else tuple(range(n_bins))
    return BinnedColumn(name, n_bins, ordered, missing, cuts, levels)


def table_of(*columns: tuple[BinnedColumn, list[int]]) -> BinnedTable:
    codes = np.array([codes for _, codes in columns], dtype=np.uint8)
    return BinnedTable(tuple(about for about, _ in columns), codes, codes.shape[1])


Y = np.array([0, 0, 0, 1, 1, 1])


def names_in_order(table: BinnedTable, y: np.ndarray = Y, n_classes: int = 2) -> list[str]:
    return [table.columns[j].name for j in order_of(table, y, n_classes)]


def order_of(table: BinnedTable, y: np.ndarray, n_classes: int) -> list[int]:
    return column_order(table.columns, Rows(table, y, n_classes).code_counts())


def test_kind_then_number_of_codes_then_counts_then_name() -> None:
    table = table_of(
        # rows of the smaller and of the larger class by bin: 0 3 | 0 3, then 1 2 | 1 2
        (column("pure b"), [0, 0, 0, 1, 1, 1]),
        (column("mixed"), [0, 0, 1, 1, 1, 0]),
        (column("pure a"), [1, 1, 1, 0, 0, 0]),
        (column("three", 3), [0, 0, 1, 1, 2, 2]),
        (column("two and missing", missing=True), [0, 0, 1, 1, 2, 2]),
        (column("levels", 4, ordered=False), [0, 1, 2, 3, 0, 1]),
    )
    # "three" and "two and missing" have as many codes and the same counts: the name decides.
    assert names_in_order(table) == [
        "levels",
        "pure a",
        "pure b",
        "mixed",
        "three",
        "two and missing",
    ]


def random_table(seed: int) -> tuple[BinnedTable, np.ndarray]:
    random = Random(seed)
    columns = [
        (column(f"c{j}", 3, ordered=j % 2 == 0, missing=j % 3 == 0), random.choices(range(3), k=30))
        for j in range(7)
    ]
    return table_of(*columns), np.array(random.choices(range(4), k=30))


@pytest.mark.parametrize("seed", range(20))
def test_orders_that_do_not_matter(seed: int) -> None:
    table, y = random_table(seed)
    expected, generator = names_in_order(table, y, 4), np.random.default_rng(seed)
    assert sorted(expected) == [f"c{j}" for j in range(7)]
    columns = generator.permutation(7)
    moved = replace(
        table, columns=tuple(table.columns[j] for j in columns), codes=table.codes[columns]
    )
    assert names_in_order(moved, y, 4) == expected
    rows = generator.permutation(30)
    assert names_in_order(replace(table, codes=table.codes[:, rows]), y[rows], 4) == expected
    classes = generator.permutation(4)
    assert names_in_order(table, classes[y], 4) == expected


@pytest.mark.parametrize("seed", range(10))
def test_names_and_cuts_matter_only_in_a_tie(seed: int) -> None:
    table, y = random_table(seed)
    renamed = tuple(
        replace(about, name=f"d{6 - j}", cuts=None if about.cuts is None else about.cuts * 10 - 3)
        for j, about in enumerate(table.columns)
    )
    again = order_of(replace(table, columns=renamed), y, 4)
    assert again == order_of(table, y, 4)


def test_columns_that_nothing_tells_apart_go_by_name() -> None:
    same = [0, 0, 1, 1, 0, 1]
    table = table_of((column("b"), same), (column("a"), same))
    assert order_of(table, Y, 2) == [1, 0]
