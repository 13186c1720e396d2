"""What an incomplete rule set is worth, by each of the three surrogates.

Only one of them has a memory: the tree that was grown some rules ago. It is handed around as an
argument, None where there is none.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.naive.lengths import covered_ticks, rows_ticks, tree_ticks, uncovered_rows
from tests.naive.pruned import Tree, grow_tree, is_stale, pruned_ticks
from tests.naive.refinements import Problem
from tests.naive.tree import Rows


def first_tree(problem: Problem) -> Tree | None:
    """Return the tree of a set without rules."""
    if problem.settings.surrogate != "tree":
        return None
    return grow_tree(problem.training.all_rows, problem)


def next_tree(tree: Tree | None, covers: Sequence[Rows], problem: Problem) -> Tree | None:
    """Return the tree after a rule was added: the same, unless many of its rows have gone."""
    uncovered = uncovered_rows(covers, problem.training)
    if tree is None or not is_stale(tree, uncovered):
        return tree
    return grow_tree(uncovered, problem)


def newest_tree(tree: Tree | None, covers: Sequence[Rows], problem: Problem) -> Tree | None:
    """Return the tree of just the uncovered rows."""
    if tree is None:
        return None
    return grow_tree(uncovered_rows(covers, problem.training), problem)


def rest_ticks(rows: Rows, tree: Tree | None, problem: Problem) -> int:
    """Return what uncovered rows cost in the surrogate score."""
    surrogate = problem.settings.surrogate
    if surrogate is None:
        return rows_ticks(rows, problem.training)
    if surrogate == "cart":
        return tree_ticks(rows, problem.training)
    assert surrogate == "tree" and tree is not None
    return pruned_ticks(tree, rows, problem)


def worth_ticks(rows: Rows, tree: Tree | None, problem: Problem) -> int:
    """Return what uncovered rows count for where rules are compared: in part as they stand."""
    rest, real = rest_ticks(rows, tree, problem), rows_ticks(rows, problem.training)
    return rest + round(float(real - rest) * (1.0 - problem.settings.surrogate_weight))


def surrogate_set_ticks(covers: Sequence[Rows], tree: Tree | None, problem: Problem) -> int:
    """Return ``L_T(M)``, the surrogate score of a rule set."""
    rest = rest_ticks(uncovered_rows(covers, problem.training), tree, problem)
    return covered_ticks(covers, problem.training) + rest


def nothing_left_to_say(covers: Sequence[Rows], tree: Tree | None, problem: Problem) -> bool:
    """Return whether every row is covered, or the tree describes the rest as the else rule does."""
    uncovered = uncovered_rows(covers, problem.training)
    if not uncovered:
        return True
    if problem.settings.surrogate is None:
        return False
    return rest_ticks(uncovered, tree, problem) == rows_ticks(uncovered, problem.training)
