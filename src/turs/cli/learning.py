"""Learn rules from a table that was read, and judge how they do on other rows."""

from __future__ import annotations

import statistics
import warnings
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from turs.cli.parts import into_folds
from turs.cli.screen import Screen
from turs.cli.watching import Watcher, revision_of
from turs.estimator import TURSClassifier
from turs.exceptions import SearchStoppedWarning
from turs.model.quality import Quality, measure

if TYPE_CHECKING:
    from turs.cli.training import Training
    from turs.ruleset import RuleSet

__all__ = ["Folds", "Learner", "cross_validate", "fit_watched", "quality_on"]


@dataclass(frozen=True)
class Learner:
    """Hold how to learn.

    Parameters
    ----------
    settings : mapping of str to value
        Parameters of `TURSClassifier` that are set differently; ``paper`` begins with those of
        the paper.
    categorical : sequence of str
        The columns of numbers that are levels.
    """

    settings: Mapping[str, Any]
    categorical: Sequence[str] = ()

    def learn(self, X: dict[str, Any], y: list[Any], screen: Screen) -> TURSClassifier:
        """Learn rules; Ctrl-C ends the search with the best set so far.

        Parameters
        ----------
        X : dict of str to ndarray or list
            The columns.
        y : list
            The classes.
        screen : Screen
            Where the rules are shown as they are found.

        Returns
        -------
        TURSClassifier
            Fitted; its trace says why the search ended.
        """
        fitted: TURSClassifier = fit_watched(self.classifier(), X, y, screen)
        return fitted

    def classifier(self, kind: type[Any] = TURSClassifier) -> Any:
        """Make a learner with these settings.

        Parameters
        ----------
        kind : type, default=TURSClassifier
            Its class, or one below it.

        Returns
        -------
        TURSClassifier
            Of that class.
        """
        settings = dict(self.settings)
        make = kind.as_in_paper if settings.pop("paper", False) else kind
        if self.categorical:
            settings["categorical_features"] = list(self.categorical)
        return make(**settings)


def fit_watched(classifier: Any, X: Any, y: Any, screen: Screen) -> Any:
    """Fit a classifier, and show the rules as they are found.

    Parameters
    ----------
    classifier : TURSClassifier
        Not fitted yet.
    X, y : object
        What it is fitted to.
    screen : Screen
        Where the rules are shown.

    Returns
    -------
    TURSClassifier
        The same one, fitted.
    """
    with ExitStack() as stack:
        if hasattr(classifier, "set_callbacks"):
            classifier.set_callbacks(stack.enter_context(Watcher(screen)))
        else:  # scikit-learn < 1.9 has none: in a terminal the rules are counted, not shown
            classifier.set_params(verbose=int(screen.is_live))
        stack.enter_context(warnings.catch_warnings())
        # What ended the search is said in a note.
        warnings.simplefilter("ignore", SearchStoppedWarning)
        fitted = classifier.fit(X, y)
    revision = revision_of(fitted.trace_)
    if revision is not None:
        screen.note(revision)
    return fitted


def quality_on(
    rule_set: RuleSet, X: dict[str, Any], y: Sequence[Any], classes: Sequence[Any]
) -> Quality:
    """Measure predictions by the classes that came.

    Parameters
    ----------
    rule_set : RuleSet
        The rules; a class that they do not know has no probability.
    X : dict of str to ndarray or list
        Rows.
    y : sequence
        Their classes.
    classes : sequence
        All classes.

    Returns
    -------
    Quality
    """
    code_of = {label: code for code, label in enumerate(classes)}
    probabilities = np.zeros((len(y), len(classes)))
    known = [code_of[label] for label in rule_set.classes.tolist()]
    probabilities[:, known] = rule_set.predict_proba(X)
    codes = np.array([code_of[label] for label in y], dtype=np.intp)
    return measure(probabilities, codes, len(classes))


@dataclass(frozen=True)
class Folds:
    """Hold what was measured on each fold, by rules that were learned from the others.

    Parameters
    ----------
    measures : mapping of str to tuple of float
        By the name of the measure one number a fold; where it is not defined, it is left out.
    n_folds : int
        The number of folds.
    """

    measures: Mapping[str, tuple[float, ...]]
    n_folds: int

    def mean_and_spread(self) -> dict[str, tuple[float, float] | None]:
        """Return the mean and the standard deviation of each measure.

        Returns
        -------
        dict of str to (float, float) or None
            None for one that is defined on no fold.
        """
        return {
            name: (statistics.fmean(values), statistics.stdev(values) if len(values) > 1 else 0.0)
            if values
            else None
            for name, values in self.measures.items()
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the folds as a dictionary that JSON can hold.

        Returns
        -------
        dict
        """
        summary = self.mean_and_spread().items()
        return {
            "n_folds": self.n_folds,
            "measures": {
                name: None
                if both is None
                else {"mean": both[0], "spread": both[1], "folds": list(self.measures[name])}
                for name, both in summary
            },
        }


def cross_validate(training: Training, learner: Learner, n_folds: int, screen: Screen) -> Folds:
    """Learn from all folds but one, measure on that one, for each of them.

    Parameters
    ----------
    training : Training
        The table.
    learner : Learner
        How to learn.
    n_folds : int
        The number of folds.
    screen : Screen
        Where the progress is shown.

    Returns
    -------
    Folds

    Raises
    ------
    KeyboardInterrupt
        If one of the searches was interrupted: a half of an estimate is none.
    """
    fold_of = into_folds(training.codes, n_folds)
    found: dict[str, list[float | None]] = {}
    with screen.bar("cross-validation") as told:
        for fold in range(n_folds):
            for name, value in _measured(training, learner, fold_of == fold).items():
                found.setdefault(name, []).append(value)
            if told is not None:
                told(fold + 1, n_folds)
    measures = {
        name: tuple(value for value in values if value is not None)
        for name, values in found.items()
    }
    return Folds(measures, n_folds)


def _measured(training: Training, learner: Learner, test: Any) -> dict[str, float | None]:
    classifier = learner.learn(*training.rows(~test), Screen(quiet=True))
    if classifier.trace_.stopped == "interrupted":
        raise KeyboardInterrupt
    rule_set = classifier.rule_set_
    quality = quality_on(rule_set, *training.rows(test), training.classes)
    return {
        "AUC": quality.auc,
        "log loss": quality.log_loss,
        "accuracy": quality.accuracy,
        "rules": float(len(rule_set)),
        "literals": float(rule_set.n_literals),
    }
