"""Some of the rows of a cluster, and what can be counted of rules on them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from turs.counting import Beam, Counts, Descent, Masks, Shape, kernels
from turs.counting.kernels import Best
from turs.counting.levels import no_refinements, room_for
from turs.distributed.cluster import Parts, Task
from turs.mdl import AnyTicks

# Among so many refinements, for each that is wanted, there are mostly enough unlike each other.
_LIKELY_ENOUGH = 3


class ClusterView:
    """All rows of a cluster, or the uncovered ones.

    Parameters
    ----------
    parts : Parts
    rules : distributed.Future
        The rules so far, which say what is uncovered.
    counts : int64 array, shape (n_labels,)
        The rows of the view by label.
    shape : Shape
    ticks : AnyTicks

    Notes
    -----
    A step of a beam search takes two rounds: the rows of each rule by code, of which the best
    refinements come, and the rows that these share, of which it comes who is unlike whom.
    """

    def __init__(
        self, parts: Parts, rules: Task, counts: Counts, shape: Shape, ticks: AnyTicks
    ) -> None:
        self._parts = parts
        self._rules = rules
        self._counts = counts
        self._shape = shape
        self._ticks = ticks
        self._whole = len(counts) > shape.n_classes
        self._known: tuple[bytes, Counts] | None = None

    def everything(self) -> Beam:
        """Return a beam of the empty rule alone."""
        return beam_of(self._counts[None], self._shape.full[None])

    def beam_of(self, masks: Masks) -> Beam:
        """Return a beam of some rules."""
        # any column has all rows of a rule
        return beam_of(self._code_counts(masks)[:, 0].sum(axis=1), masks)

    def descend(self, beam: Beam, width: int, diversity: float) -> Descent:
        """Return the best refinements by one literal, unlike each other: one level at a time.

        Parameters
        ----------
        beam : Beam
        width : int
            How many are wanted; there may be fewer.
        diversity : float
            The Jaccard similarity of two may not exceed ``1 - diversity``, nor be 1.
        """
        counts = self._code_counts(beam.masks)
        room = room_for(width)
        while True:
            best = no_refinements(room, beam.masks.shape[2])
            kernels.refine_counts(counts, beam, self._shape, self._ticks, best)
            slots = best.order[: best.found[0]]
            kept = slots[self._unlike(beam, best, width, 1.0 - diversity)]
            n_seen = int(best.found[1])
            if len(kept) == width or n_seen <= room:
                children = _children(beam, best, kept, counts)
                return Descent(children, children, n_seen)
            room *= 8

    def _code_counts(self, masks: Masks) -> Counts:
        """Return the rows of some rules by column, code and label."""
        name = masks.tobytes()
        if self._known is None or self._known[0] != name:
            counts = self._parts.count(
                "count_codes", rules=self._rules, masks=masks, whole=self._whole
            )
            self._known = name, counts
        return self._known[1]

    def _unlike(self, beam: Beam, best: Best, width: int, most_alike: float) -> list[int]:
        """Return the places of the first refinements that are unlike each other."""
        first = best.order[: min(int(best.found[0]), _LIKELY_ENOUGH * width)]
        kept = self._unlike_of(first, beam, best, width, most_alike)
        if len(kept) == width or len(first) == best.found[0]:
            return kept
        return self._unlike_of(best.order[: best.found[0]], beam, best, width, most_alike)

    def _unlike_of(
        self, slots: NDArray[np.int32], beam: Beam, best: Best, width: int, most_alike: float
    ) -> list[int]:
        if len(slots) < 2:
            return list(range(len(slots)))
        picks = [(int(best.facts[s, 2]), int(best.facts[s, 1]), best.masks[s]) for s in slots]
        shared = self._parts.count(
            "count_shared",
            rules=self._rules,
            masks=beam.masks,
            picks=picks,
            whole=self._whole,
        )
        shared *= self._ticks.shares
        return keep_unlike(best.facts[slots, 0].tolist(), shared, width, most_alike)


def beam_of(counts: Counts, masks: Masks) -> Beam:
    """Return a beam of rules whose rows are elsewhere."""
    nowhere = np.zeros(0, dtype=np.int32), np.zeros(len(counts) + 1, dtype=np.int64)
    return Beam(*nowhere, np.ascontiguousarray(counts), np.ascontiguousarray(masks))


def keep_unlike(sizes: Sequence[int], shared: Counts, width: int, most_alike: float) -> list[int]:
    """Return the places of the first sets of rows, at most so many, of which no two are alike.

    Parameters
    ----------
    sizes : sequence of int
    shared : int64 array, shape (n_sets, n_sets)
        How many rows two of them share, below the diagonal.
    width : int
    most_alike : float
        The Jaccard similarity of two may not exceed it, nor be 1.

    Examples
    --------
    >>> shared = np.array([[0, 0, 0], [9, 0, 0], [2, 2, 0]])
    >>> keep_unlike([10, 9, 5], shared, width=5, most_alike=0.8)
    [0, 2]
    """
    kept: list[int] = []
    for place, size in enumerate(sizes):
        if len(kept) == width:
            break
        both = [(int(shared[place, other]), size + sizes[other]) for other in kept]
        if not any(_alike(n, n_both - n, most_alike) for n, n_both in both):
            kept.append(place)
    return kept


def _alike(shared: int, union: int, most_alike: float) -> bool:
    return shared == union or float(shared) > most_alike * float(union)


def _children(beam: Beam, best: Best, slots: NDArray[np.int32], counts: Counts) -> Beam:
    """Return the refinements in some slots as a beam."""
    parents, columns = best.facts[slots, 2], best.facts[slots, 1]
    masks = beam.masks[parents]
    masks[np.arange(len(masks)), columns] = best.masks[slots]
    of_column = counts[parents, columns]
    as_bytes = best.masks[slots].astype("<u8").view(np.uint8)
    allowed = np.unpackbits(as_bytes, axis=1, bitorder="little")
    allowed = np.pad(allowed, ((0, 0), (0, of_column.shape[1])))[:, : of_column.shape[1]]
    return beam_of((of_column * allowed[:, :, None]).sum(axis=1), masks)
