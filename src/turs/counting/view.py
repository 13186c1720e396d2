"""Some of the rows, and what can be counted of rules on them."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from turs.counting import kernels, row_kernels
from turs.counting.entries import Entries
from turs.counting.kernels import Beam, Best, Shape
from turs.counting.workers import Workers
from turs.mdl import Ticks

Counts: TypeAlias = NDArray[np.int64]
Masks: TypeAlias = NDArray[np.uint64]

# Refinements that are put in order, at the least and for each that is wanted; when too many of
# them are alike, more are.
_ROOM = 32
_ROOM_FOR_ONE = 8
# Below so many codes to count, a second thread costs more than it saves. Going through a cut of one
# column of one rule takes as long as counting so many.
_WORTH_A_THREAD = 150_000
_CODES_A_CUT = 20


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
    """

    def __init__(
        self,
        entries: Entries,
        n_labels: int,
        shape: Shape,
        ticks: Ticks,
        workers: Workers,
    ) -> None:
        self.entries = entries
        self.n_labels = n_labels
        self.shape = shape
        self.ticks = ticks
        self._workers = workers

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
        if len(masks) * self.n_entries > _WORTH_A_THREAD and self._workers.n_threads > 1:
            return join_beams(self._workers.map(self._found, np.split(masks, len(masks))))
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

    def advance(self, beam: Beam, width: int, diversity: float) -> tuple[Beam, int]:
        """Return the best refinements by one literal, unlike each other, and how many had a gain.

        Parameters
        ----------
        beam : Beam
        width : int
            How many are wanted; there may be fewer.
        diversity : float
            The Jaccard similarity of two may not exceed ``1 - diversity``, nor be 1.
        """
        room = room_for(width)
        while True:
            best = self._best_of(beam, room)
            children = self._room_for(width, beam)
            marks = np.zeros((width // 8 + 1, self.n_entries), dtype=np.uint8)
            n = row_kernels.keep_diverse(
                self.entries, beam, best, width, 1.0 - diversity, marks, children
            )
            n_seen = int(best.found[1])
            if n == width or n_seen <= room:
                break
            room *= 8
        rows, starts, counts, masks = children
        return Beam(rows[: starts[n]], starts[: n + 1], counts[:n], masks[:n]), n_seen

    def _best_of(self, beam: Beam, room: int) -> Best:
        """Look at all refinements, some in each thread, and return the best."""
        n_rules = len(beam.counts)
        claims = np.zeros(n_rules, dtype=np.int64)

        def look(part: int) -> Best:
            best = no_refinements(room, beam.masks.shape[2])
            first = np.int64(part * n_rules // n_parts)
            kernels.refine(self.entries, beam, first, claims, self.shape, self.ticks, best)
            return best

        n_parts = self._n_parts_of(beam)
        best, *others = self._workers.map(look, range(n_parts))
        for other in others:
            kernels.merge(best, other)
        return best

    def _n_parts_of(self, beam: Beam) -> int:
        """Return how many threads the refinements of a beam are worth."""
        n_columns, n_rules = len(self.entries.codes), len(beam.counts)
        n_cuts = int(self.shape.n_bins.sum()) * n_rules
        n_codes = n_columns * len(beam.rows) + _CODES_A_CUT * n_cuts
        return self._workers.n_threads if n_codes > _WORTH_A_THREAD else 1

    def _room_for(self, width: int, beam: Beam) -> Beam:
        """Return room for so many children of the rules of a beam."""
        n_columns, n_words = self.shape.full.shape
        return Beam(
            # much of it is never touched, and so takes no memory
            np.empty(width * len(beam.rows), dtype=np.int32),
            np.zeros(width + 1, dtype=np.int64),
            np.empty((width, self.n_labels), dtype=np.int64),
            np.empty((width, n_columns, n_words), dtype=np.uint64),
        )


def rows_of(
    rule: Masks, codes: NDArray[Any], rows: NDArray[np.int32], within: Masks
) -> NDArray[np.int32]:
    """Return those of some rows that a rule covers; they are known to lie within another."""
    for column in np.flatnonzero((rule != within).any(axis=1)):
        out = np.empty_like(rows)
        n = row_kernels.filter_rows(codes[column], rows, rule[column], out)
        rows = out[:n]
    return rows


def join_beams(beams: Sequence[Beam]) -> Beam:
    """Return the rules of several beams of one view in one."""
    if len(beams) == 1:
        return beams[0]
    sizes = np.concatenate([beam.starts[1:] - beam.starts[:-1] for beam in beams])
    return Beam(
        np.concatenate([beam.rows for beam in beams]),
        np.concatenate([[0], np.cumsum(sizes)]),
        np.concatenate([beam.counts for beam in beams]),
        np.concatenate([beam.masks for beam in beams]),
    )


def cut_beam(beam: Beam, n_parts: int) -> list[Beam]:
    """Return the rules of a beam in up to so many parts, of about as many rows."""
    if n_parts == 1:
        return [beam]
    shares = np.arange(1, n_parts) * (len(beam.rows) / n_parts)
    inner = np.searchsorted(beam.starts[1:], shares, side="right").tolist()
    parts = itertools.pairwise([0, *inner, len(beam.counts)])
    return [_some_rules(beam, slice(first, last)) for first, last in parts if first < last]


def _some_rules(beam: Beam, which: slice) -> Beam:
    starts = beam.starts[which.start : which.stop + 1]
    rows = beam.rows[starts[0] : starts[-1]]
    return Beam(rows, starts - starts[0], beam.counts[which], beam.masks[which])


def one_rule(beam: Beam, place: int) -> Beam:
    """Return one of the rules of a beam, alone."""
    rows = beam.rows[beam.starts[place] : beam.starts[place + 1]]
    alone = slice(place, place + 1)
    return Beam(rows, np.array([0, len(rows)]), beam.counts[alone], beam.masks[alone])


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


def room_for(width: int) -> int:
    """Return how many refinements to put in order, at first, when so many are wanted."""
    return max(_ROOM, _ROOM_FOR_ONE * width)


def no_refinements(room: int, n_words: int) -> Best:
    """Return room for so many refinements."""
    n_slots = room + 1
    return Best(
        gain=np.empty(n_slots, dtype=np.float64),
        facts=np.empty((n_slots, 3), dtype=np.int64),
        masks=np.empty((n_slots, n_words), dtype=np.uint64),
        order=np.arange(n_slots, dtype=np.int32),
        found=np.zeros(2, dtype=np.int64),
    )
