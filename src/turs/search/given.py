"""What a search is made of."""

from __future__ import annotations

from dataclasses import dataclass

from turs.counting import Shape, Workers
from turs.search.clock import Clock
from turs.search.source import TrainingRows


@dataclass(frozen=True, eq=False)
class Given:
    """The rows, and the same as the search sees them.

    Attributes
    ----------
    rows, blended : TrainingRows
        With the rows' own classes, and with the classes blended.
    shape : Shape
        Of the blended ones.
    clock : Clock
    workers : Workers
    """

    rows: TrainingRows
    blended: TrainingRows
    shape: Shape
    clock: Clock
    workers: Workers
