"""Beams: put together, and taken apart."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from turs.counting.kernels import Beam


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
    """Return the rules of a beam in so many parts, of about as many rows; some may have none."""
    ends = beam.starts[1:].tolist()
    inner = [bisect_right(ends, len(beam.rows) * part // n_parts) for part in range(1, n_parts)]
    parts = pairwise([0, *inner, len(ends)])
    return [some_rules(beam, slice(first, last)) for first, last in parts]


def some_rules(beam: Beam, which: slice) -> Beam:
    """Return rules of a beam that follow each other."""
    starts = beam.starts[which.start : which.stop + 1]
    rows = beam.rows[starts[0] : starts[-1]]
    return Beam(rows, starts - starts[0], beam.counts[which], beam.masks[which])


def one_rule(beam: Beam, place: int) -> Beam:
    """Return one of the rules of a beam, alone."""
    rows = beam.rows[beam.starts[place] : beam.starts[place + 1]]
    alone = slice(place, place + 1)
    return Beam(rows, np.array([0, len(rows)]), beam.counts[alone], beam.masks[alone])
