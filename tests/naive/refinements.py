"""A rule to its refinements: the masks that one more literal can put on a column.

Only the codes that occur among the considered rows of the rule matter: *occupied* codes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Protocol

from tests.naive.lengths import Training
from tests.naive.tree import Rows

Rule = dict[int, int]


class ColumnLike(Protocol):
    """What the search needs to know of a column."""

    n_bins: int
    ordered: bool
    has_missing: bool


class SettingsLike(Protocol):
    """What steers the search."""

    beam_width: int
    n_candidates: int
    diversity: float
    blend: float
    simplicity: float
    evidence: float
    min_new_rows: int
    surrogate: str | None
    surrogate_weight: float
    joint: bool
    patience: int | None
    max_rules: int | None
    revise: bool | str
    enumerate_levels: int
    max_set_size: int | None
    least_leaf: int
    leaf_sizes: Sequence[int] | None


@dataclass(frozen=True)
class Problem:
    """Everything that stays the same during one search.

    ``literal_bits`` is what is paid for a choice; None: as the settings say.
    """

    columns: Sequence[ColumnLike]
    training: Training
    settings: SettingsLike
    literal_bits: float | None = None


def refined_masks(rule: Mapping[int, int], rows: Rows, column: int, problem: Problem) -> set[int]:
    """Return the new masks of a rule on a column, none when its rows have one code there.

    Parameters
    ----------
    rule : mapping of int to int
        The rule to refine: column to mask.
    rows : frozenset of int
        Its considered rows.
    column : int
        Column of the literal to add or to narrow.
    problem : Problem
        Columns, rows and settings.
    """
    about, column_codes = problem.columns[column], problem.training.codes[column]
    occupied = {column_codes[row] for row in rows}
    if len(occupied) <= 1:
        return set()
    if about.ordered:
        masks = range_masks(about, occupied)
    else:
        masks = set_masks(rows, column_codes, problem)
    own_mask = rule.get(column, mask_of(range(about.n_bins + about.has_missing)))
    return {mask & own_mask for mask in masks}


def mask_of(codes: Iterable[int]) -> int:
    """Return the mask that allows these codes."""
    return sum(1 << code for code in set(codes))


def range_masks(about: ColumnLike, occupied: set[int]) -> set[int]:
    """Return the masks of an ordered column, given the codes that occur.

    A cut lies half way between neighbouring value codes that occur; the missing code, if it
    occurs, goes with either side, or stands alone against all values.
    """
    values = sorted(code for code in occupied if code < about.n_bins)
    masks = set()
    for code, following in pairwise(values):
        cut = (code + following - 1) // 2
        masks.add(mask_of(range(cut + 1)))
        masks.add(mask_of(range(cut + 1, about.n_bins)))
    if about.n_bins in occupied:
        missing = mask_of([about.n_bins])
        masks |= {mask | missing for mask in masks}
        masks.add(missing)
        if values:
            masks.add(mask_of(range(about.n_bins)))
    return masks


def set_masks(rows: Rows, column_codes: Sequence[int], problem: Problem) -> set[int]:
    """Return the masks of an unordered column: all small sets of its codes, or sorted runs."""
    settings = problem.settings
    occupied = sorted({column_codes[row] for row in rows})
    if len(occupied) > settings.enumerate_levels:
        return sorted_masks(rows, column_codes, problem.training)
    largest = len(occupied) - 1
    if settings.max_set_size is not None:
        largest = min(largest, settings.max_set_size)
    return {
        mask_of(codes) for size in range(1, largest + 1) for codes in combinations(occupied, size)
    }


def sorted_masks(rows: Rows, column_codes: Sequence[int], training: Training) -> set[int]:
    """Return the proper prefixes and suffixes of the codes sorted by the share of each class."""
    masks = set()
    for label in range(training.n_classes):
        ordering = sort_codes(rows, column_codes, label, training)
        for length in range(1, len(ordering)):
            masks |= {mask_of(ordering[:length]), mask_of(ordering[length:])}
    return masks


def sort_codes(
    rows: Rows, column_codes: Sequence[int], label: int, training: Training
) -> list[int]:
    """Return the codes that occur, those with the largest share of a class first."""

    def key(code: int) -> tuple[Fraction, int]:
        classes = [training.y[row] for row in rows if column_codes[row] == code]
        return -Fraction(classes.count(label), len(classes)), code

    return sorted({column_codes[row] for row in rows}, key=key)
