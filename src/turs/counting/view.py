"""Some of the rows, and what can be counted of rules on them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from turs.counting import kernels
from turs.counting.kernels import Shape
from turs.mdl import Ticks

Counts: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True)
class Cover:
    """The rows of a rule within a view; to the search a handle with counts.

    Attributes
    ----------
    rows : int32 array
        Row numbers within the view, rising.
    counts : int64 array, shape (n_labels,)
        Rows by label.
    """

    rows: NDArray[np.int32]
    counts: Counts

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.rows)


@dataclass(frozen=True)
class Refinements:
    """One-literal refinements, with a gain, of the rules of a beam.

    Attributes
    ----------
    table : structured array of :data:`turs.counting.kernels.CANDIDATE`
        Gain in ticks, rows, column, the parent's place in the beam, and the literal.
    level_sets : uint64 array, shape (n_sets, n_words)
        Bitsets of codes; ``table["level_set"]`` points into it, or is -1 for a range of codes.
    """

    table: NDArray[np.void]
    level_sets: NDArray[np.uint64]

    def mask(self, place: int, n_bins: int) -> int:
        """Return the codes that a refinement allows, as an integer bitset."""
        one = self.table[place]
        if one["level_set"] >= 0:
            return int.from_bytes(
                self.level_sets[one["level_set"]].astype("<u8").tobytes(), "little"
            )
        low, high = int(one["low"]), int(one["high"])
        values = ((1 << (high - low + 1)) - 1) << low if high >= low else 0
        return values | (int(one["missing"]) << n_bins)


class View:
    """Some rows of the table with a label each.

    Parameters
    ----------
    codes : uint8 or uint16 array, shape (n_columns, n_rows)
    labels : uint16 array, shape (n_rows,)
        The class, plus ``n_classes`` for uncovered rows where both kinds are there.
    n_labels : int
    shape : Shape
    ticks : Ticks
    """

    def __init__(
        self,
        codes: NDArray[Any],
        labels: NDArray[np.uint16],
        n_labels: int,
        shape: Shape,
        ticks: Ticks,
    ) -> None:
        self.codes = codes
        self.labels = labels
        self.n_labels = n_labels
        self.shape = shape
        self.ticks = ticks
        self._n_codes = shape.most_codes
        self._room = sum(_room(shape, j) for j in range(len(codes)))

    @property
    def n_rows(self) -> int:
        """Number of rows in the view."""
        return len(self.labels)

    def everything(self) -> Cover:
        """Return the cover of the empty rule."""
        return self._cover(np.arange(self.n_rows, dtype=np.int32))

    def restrict(self, cover: Cover, column: int, mask: int) -> Cover:
        """Return the part of a cover whose codes in a column are in the mask."""
        allowed = np.array([mask >> code & 1 for code in range(self._n_codes)], dtype=np.bool_)
        rows = np.empty_like(cover.rows)
        n = kernels.filter_rows(self.codes[column], cover.rows, allowed, rows)
        return self._cover(rows[:n].copy())

    def length(self, cover: Cover) -> tuple[int, int]:
        """Return a rule's number of uncovered rows and their length in ticks."""
        n, length = kernels.rule_length(cover.counts, self.shape.n_classes, self.ticks)
        return int(n), int(length)

    def refine(self, covers: Sequence[Cover]) -> Refinements:
        """Return every one-literal refinement with a gain of the rules of a beam."""
        found = [self._refine(cover, parent) for parent, cover in enumerate(covers)]
        offset = 0
        for table, _ in found:
            table["level_set"][table["level_set"] >= 0] += offset
            offset += len(table)
        tables, sets = zip(*found, strict=True)
        return Refinements(np.concatenate(tables), np.concatenate(sets))

    def keep_diverse(
        self,
        covers: Sequence[Cover],
        refinements: Refinements,
        order: Iterable[NDArray[np.intp]],
        width: int,
        diversity: float,
    ) -> list[int]:
        """Return the first refinements in the order that are unlike each other.

        Parameters
        ----------
        covers : sequence of Cover
            The beam.
        refinements : Refinements
            Of the rules of the beam.
        order : iterable of int arrays
            Places of the refinements, best first, in pieces; no more of them are looked at than
            are needed.
        width : int
            How many are wanted.
        diversity : float
            The Jaccard similarity of two may not exceed ``1 - diversity``, nor be 1.
        """
        starts = np.cumsum([0] + [cover.n_rows for cover in covers])
        rows = np.concatenate([cover.rows for cover in covers])
        marks = np.zeros((width, self.n_rows), dtype=np.bool_)
        kept = np.zeros((width, 2), dtype=np.int64)
        places: list[int] = []
        for piece in order:
            n_before = len(places)
            n_kept = kernels.keep_diverse(
                self.codes, rows, starts, refinements.table[piece], refinements.level_sets,
                self.shape.n_bins, 1.0 - diversity, marks, kept, n_before,
            )  # fmt: skip
            places += [int(piece[c]) for c in kept[n_before:n_kept, 0]]
            if n_kept == width:
                break
        return places

    def _cover(self, rows: NDArray[np.int32]) -> Cover:
        counts = np.zeros(self.n_labels, dtype=np.int64)
        kernels.label_counts(rows, self.labels, counts)
        return Cover(rows, counts)

    def _refine(self, cover: Cover, parent: int) -> tuple[NDArray[np.void], NDArray[np.uint64]]:
        counts = np.zeros((len(self.codes), self._n_codes, self.n_labels), dtype=np.int64)
        kernels.histogram(self.codes, cover.rows, self.labels, counts)
        found = np.empty(self._room, dtype=kernels.CANDIDATE)
        sets = np.empty((self._room, self._n_codes // 64 + 1), dtype=np.uint64)
        n = kernels.refinements(counts, self.length(cover), self.shape, self.ticks, found, sets)
        found["parent"][:n] = parent
        return found[:n], sets[:n]


def _room(shape: Shape, column: int) -> int:
    """Return how many refinements a column can give at the most."""
    n_bins, has_missing = int(shape.n_bins[column]), bool(shape.has_missing[column])
    if shape.ordered[column]:
        return 2 * (1 + has_missing) * max(n_bins - 1, 0) + 2 * has_missing
    n_codes = n_bins + has_missing
    v = min(n_codes, shape.enumerate_levels)
    enumerated = sum(math.comb(v, size) for size in range(1, min(v - 1, shape.max_set_size) + 1))
    return max(enumerated, 2 * shape.n_classes * (n_codes - 1))
