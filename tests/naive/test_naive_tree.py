"""The naive trees against splits worked out by hand, and against scikit-learn's stumps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier

from tests.naive.tree import (
    all_splits,
    best_split,
    grow_family,
    grow_leaves,
    leaf_sizes,
    side_purity,
)

# row     0  1  2  3  4  5
CODES = [[0, 0, 1, 1, 2, 2], [0, 1, 0, 1, 0, 1]]
Y = [0, 0, 0, 1, 1, 1]
ROWS = frozenset(range(6))


def test_purity_is_squares_over_rows() -> None:
    assert side_purity(ROWS, Y) == (3**2 + 3**2) / 6
    assert side_purity(frozenset([2, 3, 4, 5]), Y) == (1**2 + 3**2) / 4


def test_splits_in_order() -> None:
    splits = [(split.column, split.code, sorted(split.left)) for split in all_splits(ROWS, CODES)]
    assert splits == [(0, 0, [0, 1]), (0, 1, [0, 1, 2, 3]), (1, 0, [0, 2, 4])]


def test_ties_go_to_the_first_column_and_the_smallest_code() -> None:
    # column 0, code 0: (2, 0) | (1, 3): 4/2 + 10/4 = 4.5
    # column 0, code 1: (3, 1) | (0, 2): 10/4 + 4/2 = 4.5
    # column 1, code 0: (2, 1) | (1, 2): 5/3 + 5/3  = 3.33
    split = best_split(ROWS, CODES, Y, 1)
    assert (split.column, split.code) == (0, 0)
    # Rows 2-5: column 0, code 1: (1, 1) | (0, 2): 2/2 + 4/2 = 3, and column 1, code 0 the same.
    split = best_split(frozenset([2, 3, 4, 5]), CODES, Y, 1)
    assert (split.column, split.code) == (0, 1)
    assert best_split(frozenset([2, 3, 4, 5]), CODES[::-1], Y, 1).column == 0


@pytest.mark.parametrize(
    ("min_leaf", "leaves"),
    [
        (1, [[0, 1], [2], [3], [4, 5]]),  # as above, then rows 2, 3 apart by column 1
        (2, [[0, 1], [2, 3], [4, 5]]),  # rows 2, 3 are fewer than 2 * 2
        (3, [[0, 2, 4], [1, 3, 5]]),  # only column 1 leaves three rows on both sides
        (4, [[0, 1, 2, 3, 4, 5]]),
    ],
)
def test_leaves_by_hand(min_leaf: int, leaves: list[list[int]]) -> None:
    assert [sorted(leaf) for leaf in grow_leaves(ROWS, CODES, Y, min_leaf)] == leaves


def test_no_improvement_is_needed() -> None:
    # Exclusive or: every split gives (1, 1) | (1, 1), as pure as before; below it all is pure.
    codes, y = [[0, 0, 1, 1], [0, 1, 0, 1]], [0, 1, 1, 0]
    leaves = grow_leaves(frozenset(range(4)), codes, y, 1)
    assert [sorted(leaf) for leaf in leaves] == [[0], [1], [2], [3]]


def test_rows_that_no_column_parts_stay_together() -> None:
    assert grow_leaves(ROWS, [[3] * 6], Y, 1) == [ROWS]


def test_leaf_sizes_go_to_one_per_cent() -> None:
    assert leaf_sizes(0) == leaf_sizes(1000) == [10, 30, 50, 70, 90]
    assert leaf_sizes(1001) == leaf_sizes(5099) == [10, 30]
    assert leaf_sizes(5100) == [10, 30, 50]


tables = st.integers(1, 25).flatmap(
    lambda n: st.tuples(
        st.lists(st.lists(st.integers(0, 4), min_size=n, max_size=n), min_size=1, max_size=3),
        st.lists(st.integers(0, 2), min_size=n, max_size=n),
    )
)


@given(tables, st.integers(1, 4))
def test_leaves_part_the_rows(table: tuple[list[list[int]], list[int]], min_leaf: int) -> None:
    codes, y = table
    rows = frozenset(range(len(y)))
    leaves = grow_leaves(rows, codes, y, min_leaf)
    assert sorted(row for leaf in leaves for row in leaf) == sorted(rows)
    assert len(leaves) == 1 or min(map(len, leaves)) >= min_leaf
    assert grow_family(rows, codes, y, [min_leaf, 10]) == [
        leaves,
        grow_leaves(rows, codes, y, 10),
    ]


@given(tables, st.integers(1, 4))
def test_root_is_as_pure_as_that_of_scikit_learn(
    table: tuple[list[list[int]], list[int]], min_leaf: int
) -> None:
    codes, y = table
    split = best_split(frozenset(range(len(y))), codes, y, min_leaf)
    stump = DecisionTreeClassifier(max_depth=1, min_samples_leaf=min_leaf)
    tree = stump.fit([list(row) for row in zip(*codes, strict=True)], y).tree_
    if len(set(y)) == 1:
        return
    assert (split is None) == (tree.node_count == 1)
    if split is not None:
        gini = 1 - (side_purity(split.left, y) + side_purity(split.right, y)) / len(y)
        sides = tree.weighted_n_node_samples[1:] @ tree.impurity[1:]
        assert gini == pytest.approx(sides / len(y))
