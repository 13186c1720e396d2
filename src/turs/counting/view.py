"""Some of the rows, and what can be counted of rules on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from turs.counting import level_kernels, row_kernels
from turs.counting.beams import join_beams
from turs.counting.entries import Entries
from turs.counting.kernels import Beam, Best, Shape
from turs.counting.level_kernels import CODES_A_CUT, Levels
from turs.counting.levels import (
    MOST_LEVELS,
    TOO_FEW_HELD,
    Descent,
    Spares,
    descent_of,
    for_each_thread,
    let_go,
    no_levels,
    no_refinements,
    room_for,
)
from turs.counting.workers import Workers
from turs.mdl import Ticks

Counts: TypeAlias = NDArray[np.int64]
Masks: TypeAlias = NDArray[np.uint64]

# Below so many codes to count at first, a second thread costs more than it saves.
_WORTH_A_THREAD = 10_000
# And below so many rows to look for in all.
_WORTH_A_PART = 150_000
# After so many it is time to look at the clock, and whether somebody wants to end the search.
_CODES_AT_ONCE = 20_000_000


class View:
    """Some rows of the table with a label each.

    Parameters
    ----------
    entries : Entries
        The label is the class, plus ``n_classes`` for uncovered rows where both kinds are there.
    n_labels : int
    shape : Shape
    ticks : Ticks
    workers : Workers
    spares : Spares, optional
        Where the rows of what is found are put.
    """

    def __init__(
        self,
        entries: Entries,
        n_labels: int,
        shape: Shape,
        ticks: Ticks,
        workers: Workers,
        spares: Spares | None = None,
    ) -> None:
        self.entries = entries
        self.n_labels = n_labels
        self.shape = shape
        self.ticks = ticks
        self._workers = workers
        self._spares = spares or Spares()

    @property
    def n_entries(self) -> int:
        """Number of entries in the view."""
        return len(self.entries.labels)

    def everything(self) -> Beam:
        """Return a beam of the empty rule alone."""
        return self.beam_of(self.shape.full[None])

    def beam_of(self, masks: Masks) -> Beam:
        """Return a beam of some rules.

        Parameters
        ----------
        masks : uint64 array, shape (n_rules, n_columns, n_words)
            The codes that each rule allows.
        """
        n_parts = min(self._workers.n_threads, len(masks))
        if n_parts > 1 and len(masks) * self.n_entries > _WORTH_A_PART:
            parts = np.array_split(masks, n_parts)
            return join_beams(self._workers.map(self._found, parts))
        return self._found(masks)

    def _found(self, masks: Masks) -> Beam:
        """Find the rows of some rules."""
        n_rules = len(masks)
        found = Beam(
            # as in a beam's children, what is not touched takes no memory
            np.empty(n_rules * self.n_entries, dtype=np.int32),
            np.zeros(n_rules + 1, dtype=np.int64),
            np.zeros((n_rules, self.n_labels), dtype=np.int64),
            np.ascontiguousarray(masks),
        )
        row_kernels.find_rows(self.entries, found.masks, self.shape.full, found)
        return found._replace(rows=found.rows[: found.starts[-1]])

    def descend(
        self, beam: Beam, width: int, diversity: float, n_levels: int = MOST_LEVELS
    ) -> Descent:
        """Find the best refinements by one literal, unlike each other, then of these, and so on.

        Parameters
        ----------
        beam : Beam
        width : int
            How many are wanted of each level; there may be fewer.
        diversity : float
            The Jaccard similarity of two of a level may not exceed ``1 - diversity``, nor be 1.
        n_levels : int
            How many levels are wanted; where it takes long there are fewer.
        """
        room = room_for(width)
        while True:
            levels, _, (n_found, more) = self._look(beam, width, 1.0 - diversity, room, n_levels)
            if n_found or more < TOO_FEW_HELD:
                return descent_of(levels, n_found)
            room *= 8

    def _look(
        self, beam: Beam, width: int, most_alike: float, room: int, n_levels: int
    ) -> tuple[Levels, Best, tuple[int, int]]:
        """Look level by level, with so much room for refinements, maybe with others' help."""
        n_threads = self._n_threads_for(beam)
        levels = no_levels(beam, width, n_levels, self._spares)
        to_do = _CODES_AT_ONCE, codes_a_rule(self.shape, self.n_labels)
        bests = for_each_thread(no_refinements(room, beam.masks.shape[2]), n_threads)

        def advance(place: int) -> tuple[int, int]:
            found: tuple[int, int] = level_kernels.advance(
                self.entries,
                beam,
                width,
                most_alike,
                to_do,
                place,
                levels,
                self.shape,
                self.ticks,
                bests,
            )
            return found

        if n_threads == 1:
            return levels, bests, advance(0)
        found = self._workers.helped(
            partial(advance, 0),
            [partial(advance, place) for place in range(1, n_threads)],
            partial(let_go, levels),
        )
        return levels, bests, found

    def _n_threads_for(self, beam: Beam) -> int:
        """Return how many threads the refinements of a beam are worth."""
        n_columns, n_rules = len(self.entries.codes), len(beam.counts)
        n_cuts = int(self.shape.n_bins.sum()) * n_rules
        n_codes = n_columns * len(beam.rows) + CODES_A_CUT * n_cuts
        return self._workers.n_at_once if n_codes > _WORTH_A_THREAD else 1


def codes_a_rule(shape: Shape, n_labels: int) -> int:
    """Return how many codes could be counted while the cuts of a rule are gone through.

    A cut takes the longer the more labels there are. Levels are put in order by each class, or
    all their sets are tried.
    """
    n_bins = shape.n_bins.astype(np.float64)
    is_enumerated = n_bins <= shape.enumerate_levels
    n_sets = np.where(is_enumerated, 2.0 ** n_bins.clip(max=62.0), n_bins * shape.n_classes)
    n_cuts = float(np.where(shape.ordered, n_bins, n_sets).sum())
    return int(min(CODES_A_CUT * n_cuts * max(n_labels, 4) / 4, _CODES_AT_ONCE))


def rows_of(
    rule: Masks, codes: NDArray[Any], rows: NDArray[np.int32], within: Masks
) -> NDArray[np.int32]:
    """Return those of some rows that a rule covers; they are known to lie within another."""
    for column in np.flatnonzero((rule != within).any(axis=1)):
        out = np.empty_like(rows)
        n = row_kernels.filter_rows(codes[column], rows, rule[column], out)
        rows = out[:n]
    return rows


def full_masks(n_codes: Sequence[int] | Counts) -> Masks:
    """Return masks of all codes of some columns, shape (n_columns, n_words)."""
    n_bits = 64 * (max(n_codes) // 64 + 1)
    bits = np.arange(n_bits) < np.asarray(n_codes)[:, None]
    return np.packbits(bits, axis=1, bitorder="little").view("<u8").astype(np.uint64)


def restricted(masks: Masks, shape: Shape) -> Sequence[int]:
    """Return the columns of which a rule does not allow every code."""
    return [int(j) for j in np.flatnonzero((masks != shape.full).any(axis=1))]


def as_integers(masks: Masks, shape: Shape) -> Mapping[int, int]:
    """Return the codes that a rule allows of each restricted column, as integer bitsets."""
    return {
        j: int.from_bytes(masks[j].astype("<u8").tobytes(), "little")
        for j in restricted(masks, shape)
    }
