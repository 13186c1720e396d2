"""Rows as they are counted."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Entries(NamedTuple):
    """Codes with a label each, and how much they count.

    Mostly an entry is a row, and counts once. Where classes are blended
    (:mod:`turs.counting.forest`), a row counts a fixed number of *shares*, and has an entry for
    each class that some of them fall to: its codes are there as often.
    """

    codes: NDArray[Any]  # uint8 or uint16, (n_columns, n_entries)
    labels: NDArray[np.uint16]  # the class, plus n_classes for uncovered rows where these are told
    weights: NDArray[np.uint8]  # shares


def plain_entries(codes: NDArray[Any], classes: NDArray[np.integer]) -> Entries:
    """Return an entry for each row, which counts once."""
    return Entries(codes, classes.astype(np.uint16), np.ones(len(classes), dtype=np.uint8))
