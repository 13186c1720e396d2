"""All results of the paper's experiments, read from their files."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from benchmarks.contest import Contest
from benchmarks.ledger import FoldResult, Ledger
from benchmarks.methods import PeerResult
from benchmarks.places import Places
from benchmarks.records import Records
from benchmarks.shuffled import Shuffled
from benchmarks.traces import TracePoint


@dataclass(frozen=True)
class Findings:
    """What was measured.

    Attributes
    ----------
    ours : list of FoldResult
        Folds of turs.
    others : list of PeerResult
        Folds of the other learners.
    dial : list of FoldResult
        Folds of turs along its dial.
    traces : list of TracePoint
    ablation : list of FoldResult
        Folds of turs with one choice of the defaults undone.
    shuffled : list of Shuffled
        What was learned of shuffled classes.
    """

    ours: list[FoldResult]
    others: list[PeerResult]
    dial: list[FoldResult]
    traces: list[TracePoint]
    ablation: list[FoldResult] = field(default_factory=list)
    shuffled: list[Shuffled] = field(default_factory=list)

    @classmethod
    def read(cls, places: Places) -> Findings:
        """Read the files of results; those that are absent are empty.

        Parameters
        ----------
        places : Places

        Returns
        -------
        Findings
        """
        return cls(
            Ledger(places.ours).read(),
            Records(places.peers, PeerResult).read(),
            Ledger(places.dial).read(),
            Records(places.traces, TracePoint).read(),
            Ledger(places.ablation).read(),
            Records(places.shuffled, Shuffled).read(),
        )

    @cached_property
    def contest(self) -> Contest:
        """Turs and the others on the same folds."""
        return Contest(self.ours, self.others)
