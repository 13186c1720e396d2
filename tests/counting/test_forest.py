"""The forest against its naive twin, and what it says where everybody knows what it should."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.counting.tables import random_table, seeds, wide_tables
from tests.naive import forest as naive
from tests.naive.problems import (
    Column,
    Table,
    planted_table,
    planted_tables,
    scattered_table,
    scattered_tables,
    small_tables,
)
from turs.counting import Blend, Workers, forest
from turs.counting.forest import NOTHING_BLENDED, SHARES, blend_classes, forest_says

some_tables = small_tables().filter(lambda table: table.columns)
parts = st.sampled_from([0.03, 1 / 32, 0.1, 0.4, 0.75])
EVIDENCE = 7.5


def given_to_forest(table: Table) -> tuple[Any, ...]:
    """Return what the forest is grown of."""
    dtype = np.uint8 if max(column.n_bins for column in table.columns) < 256 else np.uint16
    ordered = np.array([column.ordered for column in table.columns])
    return np.array(table.codes, dtype=dtype), ordered, np.array(table.y), table.n_classes


def blended(table: Table, most: float = 0.75, workers: Workers | None = None) -> Blend:
    return blend_classes(*given_to_forest(table), most, workers or Workers(1))


def check_twins_agree(table: Table, most: float) -> None:
    """Check that both blend the same."""
    found, twin = blended(table, most), naive.blend_classes(*table.arguments, most, SHARES)
    assert found.part == twin.part
    assert found.saved_bits == pytest.approx(twin.saved_bits, rel=0, abs=1e-9)
    assert found.unsaid == twin.unsaid
    assert (None if found.shares is None else found.shares.tolist()) == twin.shares
    check_shares(found, table)


def check_shares(found: Blend, table: Table) -> None:
    """Check that the shares of a row are all there, and that its own class has the most part."""
    if found.shares is None:
        return
    assert found.shares.shape == (len(table.y), table.n_classes)
    assert found.shares.dtype == np.uint8
    assert (found.shares.sum(axis=1) == SHARES).all()
    own = found.shares[np.arange(len(table.y)), table.y]
    assert own.min() >= 1
    # No more than the part of a row that is blended falls to other classes.
    assert (SHARES - own <= found.part * SHARES).all()


# The twin.


@pytest.fixture
def few_trees() -> Iterator[None]:
    """Grow few trees, so that the twin is done in time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forest, "_TREES", 12)
        patch.setattr(naive, "N_TREES", 12)
        patch.setattr(forest, "_TREES_OF_SAMPLE", 7)
        patch.setattr(naive, "N_TREES_OF_SAMPLE", 7)
        yield


@pytest.mark.usefixtures("few_trees")
@settings(max_examples=60)
@given(some_tables, parts)
def test_any_small_table_is_blended_as_by_the_twin(table: Table, most: float) -> None:
    check_twins_agree(table, most)


@pytest.mark.usefixtures("few_trees")
@settings(max_examples=20)
@given(some_tables | planted_tables | scattered_tables)
def test_the_same_is_said_of_each_row(table: Table) -> None:
    said = forest_says(*given_to_forest(table), Workers(1))
    assert said.tolist() == naive.forest_says(*table.arguments, n_trees=12)


@pytest.mark.usefixtures("few_trees")
@settings(max_examples=20)
@given(planted_tables | scattered_tables, parts)
def test_hidden_rules_are_blended_as_by_the_twin(table: Table, most: float) -> None:
    check_twins_agree(table, most)


@pytest.mark.usefixtures("few_trees")
@settings(max_examples=3)
@given(wide_tables)
def test_wide_columns_are_blended_as_by_the_twin(table: Table) -> None:
    check_twins_agree(table, 0.4)


@pytest.mark.parametrize("table", [planted_table(1, 80), scattered_table(2, 80)])
def test_all_trees_are_those_of_the_twin(table: Table) -> None:
    check_twins_agree(table, 0.75)


@pytest.mark.usefixtures("few_trees")
def test_many_classes_are_blended_as_by_the_twin() -> None:
    check_twins_agree(random_table(4, 150, [6, 5, 4], n_classes=30, noise=0.8), 0.75)


@pytest.mark.usefixtures("few_trees")
@pytest.mark.parametrize("n_classes", [4, 5])
@pytest.mark.parametrize("n_levels", [1, 2, 63, 64, 65])
def test_levels_that_fit_into_a_number_and_those_that_do_not(n_levels: int, n_classes: int) -> None:
    random = Random(n_levels)
    columns = [Column(n_levels, ordered=False), Column(n_levels, ordered=True)]
    codes = [[row % n_levels for row in range(300)] for _ in columns]
    for column in codes:
        random.shuffle(column)
    y = [(code + random.randrange(2)) % n_classes for code in codes[0]]
    check_twins_agree(Table(columns, codes, y, n_classes), 0.75)


@pytest.mark.parametrize("ordered", [[False, True], [True, False]])
def test_more_rows_than_are_counted_in_a_part_of_a_number(ordered: list[bool]) -> None:
    # Trees are grown of about half of them. The first column tells more, but of one class more than
    # 2**16 go to one side, and if 2**16 of these were forgotten it would seem to tell nothing.
    random = Random(1)
    codes = [random.choices(range(2), weights=[9, rare], k=170_000) for rare in (1, 9)]
    chances = [[0.0024, 0.005], [0.17, 0.2]]
    y = np.array([random.random() < chances[a][b] for a, b in zip(*codes, strict=True)], dtype=int)
    given = np.array(codes, dtype=np.uint8), np.array(ordered), y
    # five classes are counted one by one, and three of them have no rows
    said, expected = (forest_says(*given, n, Workers(1), 25) for n in (2, 5))
    assert said.tolist() == expected[:, :2].tolist()


# Shares.


@pytest.mark.parametrize("n_classes", [2, 5, 17, 20, 30])
@pytest.mark.parametrize("noise", [0.3, 1.0])
def test_a_row_has_all_of_its_shares(n_classes: int, noise: float) -> None:
    table = random_table(n_classes, 600, [7, 5, 3], n_classes, noise)
    for most in (0.05, 0.4, 0.75):
        found = blended(table, most)
        assert found.shares is not None and found.part <= most
        check_shares(found, table)


def test_shares_are_rounded_and_the_own_class_has_the_rest() -> None:
    # Half of a row, 8 of its 16 shares, falls to what the forest says. Wanted are
    #   4.0 2.5 1.5, so that of the first class has 16 - 3 - 2;
    #   0.4 3.8 3.8, as many as there are, 8;
    #   0.5 2.5 5.0, of which the last is the own class.
    said = np.array([[0.5, 0.3125, 0.1875], [0.05, 0.475, 0.475], [0.0625, 0.3125, 0.625]])
    shares = forest._shares(8 * said, 8.0, np.array([0, 0, 2]))
    assert shares.tolist() == [[11, 3, 2], [8, 4, 4], [1, 3, 12]]


def test_shares_are_rounded_down_where_there_are_too_few() -> None:
    # Of 12 shares each of 20 classes wants 0.6. Rounded, that is one for each of the 19 others, and
    # so more than all that a row has. Two others of 1.6 and one of 4.8 are 8 and 9 when rounded.
    said = np.full((1, 20), 0.05)
    assert forest._shares(12 * said, 12.0, np.array([7])).tolist() == [[0] * 7 + [16] + [0] * 12]
    wanted = np.array([[0.0, 1.6, 1.6, 4.8]])
    assert forest._shares(wanted, 8.0, np.array([0])).tolist() == [[10, 1, 1, 4]]
    assert forest._shares(wanted, 9.0, np.array([0])).tolist() == [[7, 2, 2, 5]]


# What makes no difference.


def alike(table: Table, shares: np.ndarray, of_class: Sequence[int]) -> list[Any]:
    """Return codes, class and shares of all rows in order: equal rows may be told apart anyhow.

    Classes get the names that they had.
    """
    rows = zip(*table.codes, strict=True)
    its = shares[:, list(of_class)].tolist()
    return sorted(
        (row, of_class.index(y), counts) for row, y, counts in zip(rows, table.y, its, strict=True)
    )


def check_same(table: Table, other: Table, of_class: Sequence[int] | None = None) -> None:
    """Check that two tables are blended alike; ``of_class[y]`` is class y of the other one."""
    for most in (0.0, 0.2, 0.75):
        one, two = blended(table, most), blended(other, most)
        assert two.part == one.part
        assert (two.saved_bits, two.unsaid) == (one.saved_bits, one.unsaid)
        assert (two.shares is None) == (one.shares is None)
        if one.shares is not None and two.shares is not None:
            same = list(range(table.n_classes))
            expected = alike(table, one.shares, same)
            assert alike(other, two.shares, of_class or same) == expected


def are_told_apart(table: Table) -> bool:
    """Tell whether no two classes that occur have the same rows."""
    rows = list(zip(*table.codes, strict=True))
    of_class = [
        Counter(row for row, y in zip(rows, table.y, strict=True) if y == label)
        for label in set(table.y)
    ]
    return all(one != other for one, other in combinations(of_class, 2))


mixed_tables = some_tables | planted_tables | scattered_tables


@settings(max_examples=50)
@given(mixed_tables, seeds)
def test_the_order_of_rows_changes_nothing(table: Table, seed: int) -> None:
    order = Random(seed).sample(range(len(table.y)), k=len(table.y))
    codes = [[column[row] for row in order] for column in table.codes]
    y = [table.y[row] for row in order]
    check_same(table, Table(table.columns, codes, y, table.n_classes))


@settings(max_examples=50)
@given(mixed_tables, seeds)
def test_the_order_of_classes_changes_nothing(table: Table, seed: int) -> None:
    # Where two classes have the same rows, nothing else tells them apart.
    assume(are_told_apart(table))
    names = Random(seed).sample(range(table.n_classes), k=table.n_classes)
    y = [names[label] for label in table.y]
    check_same(table, Table(table.columns, table.codes, y, table.n_classes), names)


@pytest.mark.parametrize("code", [0, 1, 7])
def test_the_order_of_classes_that_differ_in_their_number_alone_changes_nothing(code: int) -> None:
    table = Table([Column(8)] * 2, [[code] * 11] * 2, [0] * 10 + [1], 2)
    other = Table(table.columns, table.codes, [1] * 10 + [0], 2)
    check_same(table, other, [1, 0])


def test_the_order_of_many_classes_changes_nothing() -> None:
    # As many of each class: they are not told apart by how frequent they are.
    table = random_table(3, 240, [6, 5, 4], n_classes=12)
    y = [place % 12 for place in range(240)]
    names = Random(0).sample(range(12), k=12)
    one = Table(table.columns, table.codes, y, 12)
    two = Table(table.columns, table.codes, [names[label] for label in y], 12)
    check_same(one, two, names)


@settings(max_examples=20)
@given(mixed_tables, st.integers(2, 7))
def test_threads_change_nothing(table: Table, n_threads: int) -> None:
    one = blended(table, 0.75)
    with Workers(n_threads) as workers:
        other = blended(table, 0.75, workers)
    assert (other.part, other.saved_bits) == (one.part, one.saved_bits)
    assert np.array_equal(other.shares, one.shares)


def test_more_threads_than_trees_change_nothing() -> None:
    table = planted_table(5)
    with Workers(130) as workers:
        assert np.array_equal(blended(table, 0.4, workers).shares, blended(table, 0.4).shares)


# Corner cases.


def test_rows_that_are_all_the_same() -> None:
    # Nothing tells them apart: the forest says about what their frequencies are.
    for ordered in (True, False):
        table = Table([Column(3, ordered)] * 2, [[1] * 90, [2] * 90], [0] * 60 + [1] * 30, 2)
        said = forest_says(*given_to_forest(table), Workers(1))
        assert np.abs(said - np.array([2 / 3, 1 / 3])).max() < 0.05
        found = blended(table, 0.75)
        assert found.part == 0.75 and abs(found.saved_bits) < 3.0
        check_shares(found, table)


def test_one_row() -> None:
    for label in range(3):
        table = Table([Column(2), Column(3, False, True)], [[1], [3]], [label], 3)
        assert forest_says(*given_to_forest(table), Workers(1)).tolist() == [
            [float(y == label) for y in range(3)]
        ]
        assert blended(table) == Blend(unsaid=0.0)


def test_one_class() -> None:
    for label in range(2):
        table = Table([Column(4)], [[0, 1, 2, 3] * 5], [label] * 20, 2)
        assert blended(table) == blended(table, 0.0) == Blend(unsaid=0.0)


def test_two_rows_of_two_classes() -> None:
    # A tree of one row says its class of the other, drawn toward the frequencies: 1/4 and 3/4; one
    # of none, or a vote more, says the frequencies. So the forest is worse than these, and its
    # probabilities are drawn back as far as may be.
    table = Table([Column(2)], [[0, 1]], [0, 1], 2)
    said = forest_says(*given_to_forest(table), Workers(1))
    assert (said.sum(axis=1) == 1.0).all()
    assert 0.25 < said[0, 0] < 0.5 and 0.25 < said[1, 1] < 0.5
    found = blended(table)
    assert found.saved_bits < 0.0
    check_shares(found, table)


def test_nothing_is_blended_where_the_forest_knows_the_classes() -> None:
    # The codes are the classes: 300 rows of one bit each are known but for the leaves' caution.
    codes = [place % 2 for place in range(300)]
    for ordered in (True, False):
        found = blended(Table([Column(2, ordered)], [codes], codes, 2))
        assert (found.part, found.shares) == (0.0, None)
        assert 290.0 < found.saved_bits <= 300.0
        assert found.unsaid == pytest.approx(1.0 - found.saved_bits / 300.0, abs=0.001)


def test_no_more_is_blended_than_the_forest_leaves_unsaid() -> None:
    # The classes are the codes but for every tenth row: 0.47 bits of each one are left unsaid.
    codes = [place % 2 for place in range(400)]
    y = [1 - code if place // 2 % 10 == 0 else code for place, code in enumerate(codes)]
    table = Table([Column(2)], [codes], y, 2)
    found = blended(table, 0.75)
    assert 0.45 < found.part < 0.55
    assert found.part == pytest.approx(1.0 - found.saved_bits / 400.0, abs=0.001)
    assert blended(table, 0.3).part == 0.3
    assert blended(table, 0.3).saved_bits == found.saved_bits
    assert blended(table, 0.3).unsaid == found.unsaid == found.part


# Samples.


@pytest.fixture
def small_samples() -> Iterator[None]:
    """Ask about few rows, so that the twin is done in time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forest, "_SAMPLE_ROWS", 30)
        patch.setattr(naive, "SAMPLE_ROWS", 30)
        yield


@pytest.mark.usefixtures("few_trees", "small_samples")
@settings(max_examples=40)
@given(mixed_tables, st.sampled_from([0.0, 0.03]))
def test_a_sample_is_asked_about_as_by_the_twin(table: Table, most: float) -> None:
    found = blended(table, most)
    assert (found.part, found.shares) == (0.0, None)
    check_twins_agree(table, most)


@pytest.mark.usefixtures("small_samples")
@settings(max_examples=20)
@given(planted_tables | scattered_tables, seeds)
def test_the_order_of_rows_does_not_change_the_sample(table: Table, seed: int) -> None:
    order = Random(seed).sample(range(len(table.y)), k=len(table.y))
    codes = [[column[row] for row in order] for column in table.codes]
    shuffled = Table(table.columns, codes, [table.y[row] for row in order], table.n_classes)
    assert blended(shuffled, 0.0) == blended(table, 0.0)


def test_a_sample_knows_about_as_much_as_all_rows() -> None:
    random = Random(1)
    columns = [Column(40), Column(30), Column(5, False)]
    codes = [random.choices(range(column.n_bins), k=16_000) for column in columns]
    for noise in (0.02, 0.2, 0.5):
        y = [int((code > 15) != (random.random() < noise)) for code in codes[0]]
        table = Table(columns, codes, y, 2)
        some, everything = blended(table, 0.0), blended(table, 0.4)
        assert everything.unsaid is not None
        assert some.unsaid == pytest.approx(everything.unsaid, abs=0.05)
        # Of about half of the rows.
        assert some.saved_bits < 0.6 * max(everything.saved_bits, 10.0)


def test_nothing_is_asked_about_rows_that_are_all_in_a_sample_or_none() -> None:
    codes, y = [[7] * 16_000], [0, 1] * 8_000
    assert blended(Table([Column(8)], codes, y, 2), 0.0) == NOTHING_BLENDED


@pytest.mark.parametrize("most", [0.0, 0.03])
def test_nothing_is_blended_where_nothing_may_be(most: float) -> None:
    found = blended(planted_table(0), most)
    assert (found.part, found.shares) == (0.0, None)
    assert forest.blends_nothing(most) and not forest.blends_nothing(0.04)


# Evidence.


def permuted(seed: int, sizes: Sequence[int], n_codes: int = 4) -> Table:
    """Make a table of many equal rows, and of classes that have nothing to do with them."""
    random = Random(seed)
    y = [label for label, n in enumerate(sizes) for _ in range(n)]
    columns = [Column(n_codes, seed % 2 == 0), Column(n_codes + 1, seed % 3 == 0)]
    codes = [random.choices(range(column.n_bins), k=len(y)) for column in columns]
    return Table(columns, codes, random.sample(y, k=len(y)), len(sizes))


# Of classes that are as frequent, and of others.
@pytest.mark.parametrize(
    "sizes", [(160, 140), (150, 150), (270, 30), (120, 100, 80), (100, 100, 100), (60,) * 5]
)
def test_chance_saves_few_bits(sizes: tuple[int, ...]) -> None:
    saved = [blended(permuted(seed, sizes), 0.4).saved_bits for seed in range(40)]
    assert sum(bits > EVIDENCE for bits in saved) <= 1
    # What it says of classes that it cannot know is, if anything, worse than their frequencies.
    assert np.median(saved) <= 0.0


def test_what_is_there_saves_many() -> None:
    saved = [blended(scattered_table(seed, 300), 0.4).saved_bits for seed in range(20)]
    assert min(saved) > EVIDENCE


# Caution.


@pytest.mark.parametrize(("part", "caution"), [(0.0, 1.0), (0.4, 0.36), (0.5, 0.25), (1.0, 0.0)])
def test_caution_is_the_square_of_what_is_not_blended(part: float, caution: float) -> None:
    assert forest.blended_caution(part) == pytest.approx(caution)
