"""Rows to the leaves of classification trees: the family behind the surrogate, slowly.

Every tree is grown from its definition: rows are Python sets of row numbers, a split is tried by
sending the rows left or right and counting, and nothing is carried over from node to node.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

Codes = Sequence[Sequence[int]]
Rows = frozenset[int]


class Split(NamedTuple):
    """A question to a node: rows with ``codes[column][row] <= code`` go left."""

    column: int
    code: int
    left: Rows
    right: Rows


def leaf_sizes(n_rows: int) -> list[int]:
    """Return the least leaf sizes of the trees that are tried on so many rows.

    Examples
    --------
    >>> leaf_sizes(1000), leaf_sizes(1001), leaf_sizes(9000)
    ([10, 30, 50, 70, 90], [10, 30], [10, 30, 50, 70])
    """
    if n_rows <= 1000:
        return [10, 30, 50, 70, 90]
    return list(range(10, max(50, n_rows // 100), 20))


def grow_family(
    rows: Rows, codes: Codes, y: Sequence[int], sizes: Sequence[int] | None = None
) -> list[list[Rows]]:
    """Grow one tree for every leaf size, and return the leaves of each.

    Parameters
    ----------
    rows : frozenset of int
        Rows that the trees are grown on; at least one.
    codes : sequence of columns, each a sequence of int
        ``codes[column][row]``.
    y : sequence of int
        Class of every row.
    sizes : sequence of int, optional
        Leaf sizes; those of :func:`leaf_sizes` for ``len(rows)`` when None.
    """
    return [
        grow_leaves(rows, codes, y, min_leaf)
        for min_leaf in (leaf_sizes(len(rows)) if sizes is None else sizes)
    ]


def grow_leaves(rows: Rows, codes: Codes, y: Sequence[int], min_leaf: int) -> list[Rows]:
    """Grow a tree with at least ``min_leaf`` rows a leaf, and return its leaves, left to right."""
    if is_pure(rows, y) or len(rows) < 2 * min_leaf:
        return [rows]
    split = best_split(rows, codes, y, min_leaf)
    if split is None:
        return [rows]
    return [
        *grow_leaves(split.left, codes, y, min_leaf),
        *grow_leaves(split.right, codes, y, min_leaf),
    ]


def is_pure(rows: Rows, y: Sequence[int]) -> bool:
    """Return whether all rows have one class."""
    return len({y[row] for row in rows}) == 1


def best_split(rows: Rows, codes: Codes, y: Sequence[int], min_leaf: int) -> Split | None:
    """Return the split with the purest sides, None when no split leaves enough rows on both.

    Of equal splits the first that :func:`all_splits` gives: the first column, the smallest code.
    """
    best, best_purity = None, float("-inf")
    for split in all_splits(rows, codes):
        if min(len(split.left), len(split.right)) < min_leaf:
            continue
        purity = side_purity(split.left, y) + side_purity(split.right, y)
        if purity > best_purity:
            best, best_purity = split, purity
    return best


def all_splits(rows: Rows, codes: Codes) -> Iterator[Split]:
    """Give every split of the rows: column by column, codes ascending.

    A cut lies at each code that occurs, but for the last: both sides always have a row.
    """
    for column, column_codes in enumerate(codes):
        occupied = sorted({column_codes[row] for row in rows})
        for code in occupied[:-1]:
            left = frozenset(row for row in rows if column_codes[row] <= code)
            yield Split(column, code, left, rows - left)


def side_purity(rows: Rows, y: Sequence[int]) -> float:
    """Return the sum of the squared class counts over the number of rows.

    The sum over both sides is largest where the mean Gini impurity is least. It is taken times
    the inverse, so that it is the same float as where inverses come from a table.
    """
    classes = [y[row] for row in rows]
    squares = sum(classes.count(label) ** 2 for label in set(classes))
    return float(squares) * (1.0 / float(len(rows)))
