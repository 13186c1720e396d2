"""The time that a search has."""

from __future__ import annotations

import time
from copy import copy


class OutOfTime(Exception):
    """Raised inside the search when its time is over; the search itself catches it."""


class Clock:
    """Measures the time of a search, and ends it when a limit is reached.

    Parameters
    ----------
    limit : float or None
        Seconds from now.
    """

    def __init__(self, limit: float | None = None) -> None:
        self._start = time.perf_counter()
        self._limit = limit

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self._start

    def check(self) -> None:
        """Raise :class:`OutOfTime` if the limit is reached."""
        if self._limit is not None and self.seconds >= self._limit:
            raise OutOfTime

    def another(self) -> Clock:
        """Return a clock with the same start and limit, which can be stopped alone."""
        return copy(self)

    def stop(self) -> None:
        """Let the time be over for whatever still looks at this clock."""
        self._limit = 0.0
