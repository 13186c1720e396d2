"""The learners that are compared, and what a fold of one gives."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from benchmarks.environments import ENVIRONMENTS, InstallError, python_of
from benchmarks.runners.weka import why_not


class PeerTask(NamedTuple):
    """A fold to be fitted by a learner; what a result is known by."""

    method: str
    data_set: str
    fold: int


@dataclass(frozen=True)
class PeerResult:
    """What a learner gave on a fold.

    Attributes
    ----------
    method, data_set : str
    fold : int
        From 1.
    n_rows, n_variables, n_classes : int
        Of the training rows.
    status : str
        ``ok``; ``>300`` if the fit took more seconds than that; ``n/a`` or ``failed``, and why.
    fit_seconds, cpu_seconds : float or None
        By the wall and by the processor, on one thread.
    auc, log_loss, brier : float or None
        On the test rows.
    n_rules, n_literals : int or None
        None if the learner has nothing of the kind.
    version : str
        Of the learner.
    balanced_accuracy, calibration_error : float or None
        On the test rows; None in results from before these were measured, and so below.
    overlap : float or None
        Share of the training rows that more than one rule covers; None if rules share no row.
    region_gap, region_chance, rule_gap, rule_chance : float or None
        How far what is said is from the test rows, and how far it would be by chance:
        `benchmarks.gaps`.
    """

    method: str
    data_set: str
    fold: int
    n_rows: int
    n_variables: int
    n_classes: int
    status: str
    fit_seconds: float | None = None
    cpu_seconds: float | None = None
    auc: float | None = None
    log_loss: float | None = None
    brier: float | None = None
    n_rules: int | None = None
    n_literals: int | None = None
    version: str = ""
    balanced_accuracy: float | None = None
    calibration_error: float | None = None
    overlap: float | None = None
    region_gap: float | None = None
    region_chance: float | None = None
    rule_gap: float | None = None
    rule_chance: float | None = None

    @property
    def task(self) -> PeerTask:
        """The fold that was fitted."""
        return PeerTask(self.method, self.data_set, self.fold)

    @property
    def took_too_long(self) -> bool:
        """Whether the fit was ended because it took longer than it was given."""
        return self.status.startswith(">")

    @property
    def is_complete(self) -> bool:
        """Whether it has all measures that there can be, and need not be measured again."""
        return self.status != "ok" or self.region_gap is not None


def latest(results: Iterable[PeerResult]) -> list[PeerResult]:
    """Return one result a fold: of a fold that was measured again, the later.

    Parameters
    ----------
    results : iterable of PeerResult

    Returns
    -------
    list of PeerResult
    """
    return list({result.task: result for result in results}.values())


@dataclass(frozen=True)
class Method:
    """A learner.

    Attributes
    ----------
    title : str
        In tables.
    runner : str
        Module of `benchmarks.runners`.
    environment : str or None
        None for the environment of the checkout.
    binary : bool
        Whether it takes two classes only.
    """

    title: str
    runner: str
    environment: str | None = None
    binary: bool = False

    def python(self) -> str:
        """Return the Python that runs it, installed if need be.

        Returns
        -------
        str

        Raises
        ------
        InstallError
            When it cannot be had.
        """
        if self.runner == "weka" and (reason := why_not()) is not None:
            raise InstallError(reason)
        if self.environment is None:
            return sys.executable
        return str(python_of(ENVIRONMENTS[self.environment]))


METHODS = {
    "turs": Method("turs", "own"),
    "tree": Method("scikit-learn decision tree", "own"),
    "pruned": Method("scikit-learn pruned tree", "own"),
    "forest": Method("scikit-learn random forest", "own"),
    "boosting": Method("scikit-learn hist. gradient boosting", "own"),
    "jrip": Method("Weka JRip", "weka"),
    "part": Method("Weka PART", "weka"),
    "cn2": Method("Orange CN2 unordered", "orange", "orange"),
    "rulelist": Method("rulelist (CLASSY)", "classy", "rulelist"),
    "ripper": Method("wittgenstein RIPPER", "ripper", "wittgenstein"),
    "skope": Method("imodels SkopeRules", "sets", "imodels", binary=True),
    "rulefit": Method("imodels RuleFit", "sets", "imodels", binary=True),
    "boosted": Method("imodels BoostedRules", "sets", "imodels"),
    "greedy": Method("imodels GreedyRuleList", "sets", "imodels", binary=True),
    "figs": Method("imodels FIGS", "sets", "imodels"),
    "brs": Method("imodels BRS", "bayesian", "imodels", binary=True),
}


def pythons(names: list[str], complain: Callable[[str], None]) -> dict[str, str]:
    """Return the Python of each learner that can be had.

    Parameters
    ----------
    names : list of str
        Of methods.
    complain : callable
        Gets a sentence for each that cannot.

    Returns
    -------
    dict of str to str
        By the name of the method.
    """
    found: dict[str, str] = {}
    failed: dict[str | None, str] = {}
    for name in names:
        method = METHODS[name]
        if method.environment in failed:
            complain(f"{method.title} is left out: {failed[method.environment]}")
            continue
        try:
            found[name] = method.python()
        except InstallError as error:
            complain(f"{method.title} is left out: {error}")
            if method.environment is not None:
                failed[method.environment] = str(error)
    return found
