"""Rows to a pruned tree and its length: what could still be said of the uncovered rows, slowly.

A tree is nested tuples of row sets, and stays as it was grown. What rows are worth under it is
found by going through all of it again, with only these rows in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from tests.naive.description import literal_ticks
from tests.naive.lengths import class_counts, regret_ticks, rows_ticks
from tests.naive.refinements import Problem
from tests.naive.tree import Rows

# In large tables leaves are larger, so that there are at most so many.
MOST_LEAVES = 4000
# With so few of its rows left a tree is grown anew.
STALE = Fraction(9, 10)


class Tree(NamedTuple):
    """A node with all below it: the rows it was grown of, and no child or two."""

    rows: Rows
    children: tuple[Tree, ...] = ()


def grow_tree(rows: Rows, problem: Problem) -> Tree:
    """Grow a tree, with at least ``least_leaf`` rows in a leaf, without pruning it."""
    return grow_node(rows, max(problem.settings.least_leaf, len(rows) // MOST_LEAVES), problem)


def grow_node(rows: Rows, least: int, problem: Problem) -> Tree:
    """Grow what is below a node: split it by the split with the shortest sides, longer or not."""
    if is_hopeless(rows, least, problem):
        return Tree(rows)
    lefts = [best_left(column, rows, least, problem) for column in range(len(problem.columns))]
    possible = [left for left in lefts if left is not None]
    if not possible:
        return Tree(rows)
    left = min(possible, key=lambda left: sides_ticks(left, rows, problem))  # of equals the first
    return Tree(rows, (grow_node(left, least, problem), grow_node(rows - left, least, problem)))


def sides_ticks(left: Rows, rows: Rows, problem: Problem) -> int:
    """Return the length of both sides of a split."""
    return rows_ticks(left, problem.training) + rows_ticks(rows - left, problem.training)


def best_left(column: int, rows: Rows, least: int, problem: Problem) -> Rows | None:
    """Return what the best split of a column sends left, None if no split leaves enough rows."""
    codes = problem.training.codes[column]
    found: list[tuple[int, list[bool], Rows]] = []
    for ordering in orderings(rows, column, problem):
        lefts = [
            frozenset(row for row in rows if codes[row] in ordering[:length])
            for length in range(1, len(ordering))
        ]
        fair = [left for left in lefts if least <= len(left) <= len(rows) - least]
        if fair:
            left = min(fair, key=lambda left: sides_ticks(left, rows, problem))
            found.append((sides_ticks(left, rows, problem), *seen_from_first(left, rows, codes)))
    return min(found, key=lambda split: split[:2])[2] if found else None


def seen_from_first(left: Rows, rows: Rows, codes: Sequence[int]) -> tuple[list[bool], Rows]:
    """Call the side with the first code left; return the codes that are not, and its rows.

    Of equal splits that the orderings of several classes give, the one is made whose codes on the
    left come first.
    """
    occupied = sorted({codes[row] for row in rows})
    if not any(codes[row] == occupied[0] for row in left):
        left = rows - left
    inside = {codes[row] for row in left}
    return [code not in inside for code in occupied], left


def is_hopeless(rows: Rows, least: int, problem: Problem) -> bool:
    """Return whether there are too few rows, or even two pure leaves would not be shorter."""
    if len(rows) < 2 * least:
        return True
    training = problem.training
    pure = regret_ticks(least, training.ticks) + regret_ticks(len(rows) - least, training.ticks)
    return rows_ticks(rows, training) <= pure + literal_ticks(problem)


def orderings(rows: Rows, column: int, problem: Problem) -> list[list[int]]:
    """Return the codes that occur: rising, or by the share of each of the most frequent classes."""
    codes, training = problem.training.codes[column], problem.training
    occupied = sorted({codes[row] for row in rows})
    if problem.columns[column].ordered:
        return [occupied]
    counts = class_counts(rows, training)

    def share(code: int, label: int) -> Fraction:
        classes: Sequence[int] = [training.y[row] for row in rows if codes[row] == code]
        return Fraction(classes.count(label), len(classes))

    return [
        sorted(occupied, key=lambda code: -share(code, label))  # equals stay in order
        for label, count in enumerate(counts)
        if count == max(counts)
    ]


def pruned_ticks(tree: Tree, left: Rows, problem: Problem) -> int:
    """Return the length of some of a tree's rows: each node a leaf, or split, what is shorter.

    A split costs as much as a literal. A node without any of the rows costs nothing.
    """
    as_leaf = rows_ticks(tree.rows & left, problem.training)
    if not tree.children:
        return as_leaf
    children = sum(pruned_ticks(child, left, problem) for child in tree.children)
    return min(as_leaf, children + literal_ticks(problem))


def leaves_of(tree: Tree) -> list[Rows]:
    """Return the rows of the leaves of the tree as grown, left to right."""
    if not tree.children:
        return [tree.rows]
    return [leaf for child in tree.children for leaf in leaves_of(child)]


def is_stale(tree: Tree, uncovered: Rows) -> bool:
    """Return whether nine tenths of the rows of a tree are left, or less."""
    return len(uncovered) <= STALE * len(tree.rows)


def kinds_of_change(trees: Sequence[Tree | None]) -> set[str]:
    """Return what became of the tree from rule to rule, in a search that had one."""
    kinds = set()
    for before, after in pairwise(trees):
        assert before is not None and after is not None
        if after is before:
            kinds.add("stayed")
        elif is_stale(before, after.rows):
            kinds.add("stale")
        else:
            kinds.add("last word")
    return kinds
