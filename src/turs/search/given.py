"""What a search is made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from turs.counting import Shape, Workers
from turs.search.clock import Clock
from turs.search.source import TrainingRows

Tell = Callable[[str], None]


def tell_nobody(text: str) -> None:
    """Let nobody know how far the search is."""


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
    tell : callable
        Gets a few words now and then, of what is going on between two rules.
    """

    rows: TrainingRows
    blended: TrainingRows
    shape: Shape
    clock: Clock
    workers: Workers
    tell: Tell = tell_nobody
