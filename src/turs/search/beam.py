"""Beam search: from some rules to all the rules that were ever worth keeping."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from turs.counting import Beam
from turs.search.clock import Clock
from turs.search.settings import SearchSettings
from turs.search.source import RuleView


@dataclass
class BeamRecord:
    """What a beam search kept, one or more levels in a beam, and how much it looked at."""

    beams: list[Beam] = field(default_factory=list)
    n_refinements: int = 0


def search_beam(
    view: RuleView,
    start: Beam,
    settings: SearchSettings,
    clock: Clock,
    keep: Callable[[Beam], object] | None = None,
) -> BeamRecord:
    """Grow rules literal by literal, several ways at a time, while the gain is positive.

    Parameters
    ----------
    view : RuleView
        The rows to look at: the uncovered ones (phase 1) or all (phase 2).
    start : Beam
        The rules to grow; they are not themselves recorded.
    settings : SearchSettings
    clock : Clock
    keep : callable, optional
        Called with what is kept of one or more levels, when it is found.

    Returns
    -------
    BeamRecord

    Notes
    -----
    Algorithm 1 of the paper, with *similarity* at most ``1 - diversity`` where it says
    "diversity > alpha".
    """
    record = BeamRecord()
    beam = start
    while True:
        clock.check()
        found = view.descend(beam, settings.beam_width, settings.diversity)
        record.n_refinements += found.n_seen
        if len(found.beam.counts):
            record.beams.append(found.beam)
            if keep is not None:
                keep(found.beam)
        if not len(found.last.counts):
            return record
        beam = found.last
