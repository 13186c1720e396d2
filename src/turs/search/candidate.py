"""A rule while it grows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turs.counting import Beam, Masks


@dataclass(frozen=True)
class Candidate:
    """A rule in the language of codes, with its rows.

    Attributes
    ----------
    masks : uint64 array, shape (n_columns, n_words)
        The codes that it allows of each column, as bits.
    rows : int32 array
        Its rows, within the view in which it grows.
    """

    masks: Masks
    rows: NDArray[np.int32]

    @classmethod
    def of(cls, beam: Beam, place: int) -> Candidate:
        """Return one of the rules of a beam."""
        rows = beam.rows[beam.starts[place] : beam.starts[place + 1]]
        return cls(beam.masks[place], rows)
