"""turs and the other learners on the same folds: results of folds into means that can be compared.

Of each data set those folds count that the most learners were run on, and the same for all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from benchmarks.data import FACTS, NAMES
from benchmarks.ledger import FoldResult
from benchmarks.methods import PeerResult, latest


@dataclass(frozen=True)
class Entrant:
    """Who takes part.

    Attributes
    ----------
    key : str
        A setting of turs, or a method of `benchmarks.methods`.
    title : str
        In tables and pictures.
    printed : str or None
        What the paper calls it, if it has figures for it.
    is_ceiling : bool
        Whether it is there for orientation alone, because nobody could read its model.
    """

    key: str
    title: str
    printed: str | None = None
    is_ceiling: bool = False


TURS = Entrant("default", "turs")
AS_IN_PAPER = Entrant("paper", "turs as in the paper", "TURS")

ENTRANTS = (
    AS_IN_PAPER,
    TURS,
    Entrant("cn2", "CN2 (Orange)", "CN2"),
    Entrant("rulelist", "CLASSY (rulelist)", "CLASSY"),
    Entrant("jrip", "RIPPER (JRip)", "RIPPER"),
    Entrant("ripper", "RIPPER (wittgenstein)", "RIPPER"),
    Entrant("part", "PART (Weka)"),
    Entrant("tree", "CART, unpruned", "CART"),
    Entrant("pruned", "CART, pruned", "CART"),
    Entrant("brs", "BRS (imodels)", "BRS"),
    Entrant("drs", "DRS", "DRS"),
    Entrant("forest", "random forest", is_ceiling=True),
    Entrant("boosting", "gradient boosting", is_ceiling=True),
)

# Those that there is a package for.
METHODS_OF_THE_PAPER = tuple(
    entrant.key for entrant in ENTRANTS if entrant.key not in {"paper", "default", "drs"}
)


def as_peer(result: FoldResult) -> PeerResult:
    """Return a result of turs as one of a learner among others.

    Parameters
    ----------
    result : FoldResult

    Returns
    -------
    PeerResult
        Its method is the setting.
    """
    shared = vars(result).keys() & PeerResult.__dataclass_fields__.keys()
    facts = {name: getattr(result, name) for name in shared}
    return PeerResult(method=result.setting, status="ok", **facts)


class Contest:
    """Means of all learners over the same folds.

    Parameters
    ----------
    ours : iterable of FoldResult
    others : iterable of PeerResult
    """

    def __init__(self, ours: Iterable[FoldResult], others: Iterable[PeerResult]) -> None:
        known = {entrant.key for entrant in ENTRANTS}
        mine = [as_peer(result) for result in ours if result.setting in known]
        peers = [result for result in others if result.method in METHODS_OF_THE_PAPER]
        self._results: dict[tuple[str, str], dict[int, PeerResult]] = defaultdict(dict)
        for result in latest([*mine, *peers]):
            self._results[result.method, result.data_set][result.fold] = result
        contested = {result.data_set for result in peers}
        self.data_sets = tuple(name for name in sorted(NAMES) if name in contested)
        present = {method for method, _ in self._results}
        self.entrants = tuple(e for e in ENTRANTS if e.key in present or e.key == "drs")

    @property
    def papers(self) -> tuple[str, ...]:
        """The data sets that the paper has too."""
        return tuple(name for name in self.data_sets if name in FACTS)

    def folds(self, data_set: str) -> tuple[int, ...]:
        """Return the folds of a data set that count.

        Parameters
        ----------
        data_set : str

        Returns
        -------
        tuple of int
        """
        n_entrants: dict[int, int] = defaultdict(int)
        for (_, name), results in self._results.items():
            for fold in results if name == data_set else ():
                n_entrants[fold] += 1
        most = max(n_entrants.values(), default=0)
        return tuple(sorted(fold for fold, n in n_entrants.items() if n == most))

    def results(
        self, entrant: Entrant, data_set: str, folds: Sequence[int] | None = None
    ) -> list[PeerResult]:
        """Return what a learner gave on the folds that count.

        Parameters
        ----------
        entrant : Entrant
        data_set : str
        folds : sequence of int, optional
            In place of those that count.

        Returns
        -------
        list of PeerResult
            None at all if one of the folds is absent.
        """
        found = self._results.get((entrant.key, data_set), {})
        wanted = self.folds(data_set) if folds is None else folds
        return [found[fold] for fold in wanted] if all(f in found for f in wanted) else []

    def mean(self, entrant: Entrant, data_set: str, measure: str) -> float | None:
        """Return the mean of a measure over the folds that count.

        Parameters
        ----------
        entrant : Entrant
        data_set : str
        measure : str
            An attribute of a result.

        Returns
        -------
        float or None
            None if a fold has no such figure.
        """
        values = [getattr(result, measure) for result in self.results(entrant, data_set)]
        known = [value for value in values if value is not None]
        return fmean(known) if known and len(known) == len(values) else None

    def why_not(self, entrant: Entrant, data_set: str) -> str:
        """Return why a learner has no figure, in a word.

        Parameters
        ----------
        entrant : Entrant
        data_set : str

        Returns
        -------
        str
            ``·`` if it was not run, ``—`` if it has nothing of the kind.
        """
        results = self.results(entrant, data_set)
        if not results:
            return "·"
        ended = next((result.status for result in results if result.status != "ok"), None)
        if ended is None:
            return "—"
        return f"{ended} s" if ended.startswith(">") else ended.partition(":")[0]

    def ends(self, entrant: Entrant, measure: str) -> bool:
        """Tell whether a learner can be ranked: it takes every data set and has such figures.

        Parameters
        ----------
        entrant : Entrant
        measure : str

        Returns
        -------
        bool
            A fit that failed or took too long is no hindrance: it has the last rank.
        """
        reasons = [
            self.why_not(entrant, name)
            for name in self.papers
            if self.mean(entrant, name, measure) is None
        ]
        return len(reasons) < len(self.papers) and not set(reasons) & {"·", "—", "n/a"}

    def wins(self, rival: Entrant, measure: str) -> tuple[int, int]:
        """Count the data sets of the paper on which turs has the lower figure.

        Parameters
        ----------
        rival : Entrant
        measure : str
            One of which less is better.

        Returns
        -------
        n_lower, n_compared : int
            A data set on which the rival came to no end is not compared.
        """
        n_lower = n_compared = 0
        for name in self.papers:
            ours, theirs = (self.mean(who, name, measure) for who in (TURS, rival))
            if ours is not None and theirs is not None:
                n_compared += 1
                n_lower += ours < theirs
        return n_lower, n_compared


def entrant(key: str) -> Entrant:
    """Return the entrant of a key.

    Parameters
    ----------
    key : str

    Returns
    -------
    Entrant
    """
    return next(entrant for entrant in ENTRANTS if entrant.key == key)
