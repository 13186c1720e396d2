"""Beam search: from one rule to all the rules that were ever worth keeping."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from turs.counting import Refinements, View
from turs.search.candidate import Candidate
from turs.search.clock import Clock
from turs.search.settings import SearchSettings

# Refinements are put in order only as far as they are looked at, in pieces of about this size.
_PIECE = 64


@dataclass
class BeamRecord:
    """What a beam search kept, in the order kept, and how much it looked at."""

    rules: list[Candidate] = field(default_factory=list)
    n_refinements: int = 0


def search_beam(view: View, start: Candidate, settings: SearchSettings, clock: Clock) -> BeamRecord:
    """Grow a rule literal by literal, several ways at a time, while the gain is positive.

    Parameters
    ----------
    view : View
        The rows to look at: the uncovered ones (phase 1) or all (phase 2).
    start : Candidate
        The rule to grow; it is not itself recorded.
    settings : SearchSettings
    clock : Clock

    Returns
    -------
    BeamRecord

    Notes
    -----
    Algorithm 1 of the paper, with *similarity* at most ``1 - diversity`` where it says
    "diversity > alpha".
    """
    record = BeamRecord()
    beam = [start]
    while beam:
        clock.check()
        covers = [candidate.cover for candidate in beam]
        refinements = view.refine(covers)
        record.n_refinements += len(refinements.table)
        kept = view.keep_diverse(
            covers,
            refinements,
            _best_first(refinements, beam, view),
            settings.beam_width,
            settings.diversity,
        )
        beam = [_child(refinements, place, beam, view) for place in kept]
        record.rules += beam
    return record


def _child(
    refinements: Refinements, place: int, beam: Sequence[Candidate], view: View
) -> Candidate:
    refinement = refinements.table[place]
    column = int(refinement["column"])
    mask = refinements.mask(place, int(view.shape.n_bins[column]))
    parent = beam[int(refinement["parent"])]
    return parent.narrowed(view, column, mask)


def _best_first(
    refinements: Refinements, beam: Sequence[Candidate], view: View
) -> Iterator[NDArray[np.intp]]:
    """Yield the places of the refinements by falling gain, in pieces."""
    gain = refinements.table["gain"]
    rest = np.arange(len(gain))
    while len(rest):
        top = rest
        if len(rest) > _PIECE:
            least = np.partition(gain[rest], -_PIECE)[-_PIECE]
            top = rest[gain[rest] >= least]
        rest = rest[gain[rest] < gain[top].min()]
        yield _in_order(top, refinements, beam, view)


def _in_order(
    places: NDArray[np.intp], refinements: Refinements, beam: Sequence[Candidate], view: View
) -> NDArray[np.intp]:
    """Order by gain, then coverage, then what the rule says."""
    some = refinements.table[places]
    keys = (some["column"], -some["n_rows"], -some["gain"])
    order = np.lexsort(keys)
    places = places[order]
    tied = np.ones(max(len(places) - 1, 0), dtype=np.bool_)
    for key in keys:
        tied &= key[order][1:] == key[order][:-1]
    if not tied.any():
        return places

    def says(place: np.intp) -> tuple[float, int, int, int, int]:
        one = refinements.table[place]
        column, parent = int(one["column"]), int(one["parent"])
        mask = refinements.mask(int(place), int(view.shape.n_bins[column]))
        mask &= beam[parent].masks.get(column, -1)
        return -float(one["gain"]), -int(one["n_rows"]), column, mask, parent

    return np.array(sorted(places, key=says), dtype=np.intp)
