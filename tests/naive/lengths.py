"""Rows and covers to lengths in ticks: the score of a rule set, from its definition.

A cover is a frozenset of row numbers, a rule set is a list of covers, and every sum runs over
plain Python loops. Nothing is updated: each length starts again from the rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tests.naive.tree import Codes, Rows, grow_family
from turs.mdl import Ticks

Counts = tuple[int, ...]


class Training(NamedTuple):
    """The training rows, and how lengths are measured on them.

    Attributes
    ----------
    codes : sequence of columns, each a sequence of int
        ``codes[column][row]``.
    y : sequence of int
        Class of every row, 0 to ``n_classes - 1``.
    n_classes : int
        Number of classes of the model.
    ticks : Ticks
        Tables of lengths for all these rows.
    leaf_sizes : sequence of int, optional
        Leaf sizes of the trees of the paper; None: the usual ones.
    """

    codes: Codes
    y: Sequence[int]
    n_classes: int
    ticks: Ticks
    leaf_sizes: Sequence[int] | None = None

    @property
    def all_rows(self) -> Rows:
        """Every row number."""
        return frozenset(range(len(self.y)))


def training_rows(
    codes: Codes, y: Sequence[int], n_classes: int, *, leaf_sizes: Sequence[int] | None = None
) -> Training:
    """Make the training rows from codes and classes of any integer type."""
    plain_codes = [[int(code) for code in column] for column in codes]
    plain_y = [int(label) for label in y]
    ticks = Ticks.for_rows(len(plain_y), n_classes)
    return Training(plain_codes, plain_y, n_classes, ticks, leaf_sizes)


def blended_rows(
    training: Training, shares: Sequence[Sequence[int]], part: float, n_shares: int
) -> Training:
    """Make a row of each share of a row, of the class that it falls to.

    Regret counts less: as the square of the part that is not blended.
    """
    which = [
        (row, label)
        for row, its_shares in enumerate(shares)
        for label, n in enumerate(its_shares)
        for _ in range(n)
    ]
    codes = [[column[row] for row, _ in which] for column in training.codes]
    ticks = Ticks.for_rows(
        len(training.y), training.n_classes, shares=n_shares, caution=(1.0 - part) ** 2
    )
    return Training(codes, [label for _, label in which], training.n_classes, ticks)


def class_counts(rows: Rows, training: Training) -> Counts:
    """Count the classes of some rows."""
    labels = [training.y[row] for row in rows]
    return tuple(labels.count(label) for label in range(training.n_classes))


def data_ticks(counts: Counts, ticks: Ticks) -> int:
    """Return the length of rows coded with their own class frequencies."""
    return int(ticks.xlogx[sum(counts)]) - sum(int(ticks.xlogx[count]) for count in counts)


def regret_ticks(n_rows: int, ticks: Ticks) -> int:
    """Return the regret of so many rows."""
    return int(ticks.regret[n_rows])


def length_ticks(counts: Counts, ticks: Ticks) -> int:
    """Return ``L(counts)``: the data, and the regret of its rows."""
    return data_ticks(counts, ticks) + regret_ticks(sum(counts), ticks)


def cost_ticks(counts: Counts, model_counts: Counts, ticks: Ticks) -> int:
    """Return the length of rows with ``counts``, coded with the frequencies of ``model_counts``."""
    total = sum(counts) * int(ticks.log[sum(model_counts)])
    return total - sum(
        count * int(ticks.log[model_count])
        for count, model_count in zip(counts, model_counts, strict=True)
    )


def rule_cover(rule: Mapping[int, int], training: Training) -> Rows:
    """Return the rows that a rule covers: on each of its columns the mask has the row's code."""
    return frozenset(
        row
        for row in training.all_rows
        if all(mask >> training.codes[column][row] & 1 for column, mask in rule.items())
    )


def uncovered_rows(covers: Sequence[Rows], training: Training) -> Rows:
    """Return the rows that no rule covers."""
    return training.all_rows.difference(*covers)


def rule_cells(covers: Sequence[Rows], training: Training) -> dict[frozenset[int], Rows]:
    """Return the rows of every cell, by the set of places of the rules that cover them.

    The uncovered rows, if any, are the cell of the empty set.
    """
    cells: dict[frozenset[int], set[int]] = {}
    for row in training.all_rows:
        pattern = frozenset(place for place, cover in enumerate(covers) if row in cover)
        cells.setdefault(pattern, set()).add(row)
    return {pattern: frozenset(rows) for pattern, rows in cells.items()}


def speaking_covers(covering: Sequence[Rows]) -> set[Rows]:
    """Return the group of a row, given the covers of the rules that cover it.

    Every cover that strictly contains another is dropped; identical covers count once, because
    the group is a set of covers.
    """
    return {cover for cover in covering if not any(other < cover for other in covering)}


def group_union(pattern: frozenset[int], covers: Sequence[Rows]) -> Rows:
    """Return the rows whose class frequencies speak for the rows of a cell."""
    return frozenset().union(*speaking_covers([covers[place] for place in pattern]))


def covered_ticks(covers: Sequence[Rows], training: Training) -> int:
    """Return the covered part of a rule set: the costs of its cells, the regrets of its rules."""
    total = sum(regret_ticks(len(cover), training.ticks) for cover in covers)
    for pattern, rows in rule_cells(covers, training).items():
        if pattern:
            union = group_union(pattern, covers)
            total += cost_ticks(
                class_counts(rows, training), class_counts(union, training), training.ticks
            )
    return total


def rows_ticks(rows: Rows, training: Training) -> int:
    """Return ``L`` of some rows."""
    return length_ticks(class_counts(rows, training), training.ticks)


def tree_ticks(rows: Rows, training: Training) -> int:
    """Return the length of the best tree of the family on some rows, 0 for no rows."""
    if not rows:
        return 0
    family = grow_family(rows, training.codes, training.y, training.leaf_sizes)
    return min(sum(rows_ticks(leaf, training) for leaf in leaves) for leaves in family)


def set_ticks(covers: Sequence[Rows], training: Training) -> int:
    """Return ``L(M)``, the real score of a rule set."""
    uncovered = uncovered_rows(covers, training)
    return covered_ticks(covers, training) + rows_ticks(uncovered, training)
