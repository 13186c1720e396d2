"""The paper's protocol: a data set, a setting and a fold into what is measured.

Ten stratified folds, shuffled once; AUC plain for two classes and weighted one-versus-rest for
more; literals and overlap of the rule set that the training rows gave.
"""

from __future__ import annotations

import time
import warnings
from ast import literal_eval
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from sklearn.model_selection import StratifiedKFold

from benchmarks.data import DataSet
from benchmarks.gaps import gap_of_groups, gap_of_regions
from benchmarks.ledger import FoldResult, Task
from benchmarks.measures import score
from benchmarks.runners.groups import Groups
from turs import TURSClassifier, __version__
from turs.exceptions import SearchStoppedWarning

N_FOLDS = 10

# Where words cost nothing, a search ends with as many rules as it may have; and that is all.
SEARCH_ALONE: dict[str, Any] = {"simplicity": 0, "revise": False}

SETTINGS: dict[str, Callable[..., TURSClassifier]] = {
    "paper": TURSClassifier.as_in_paper,
    "default": TURSClassifier,
    "no surrogate": partial(TURSClassifier.as_in_paper, surrogate=None),
}


def split(data_set: DataSet, fold: int) -> tuple[DataSet, DataSet]:
    """Return the training rows and the test rows of a fold.

    Parameters
    ----------
    data_set : DataSet
    fold : int
        From 1 to 10.

    Returns
    -------
    training, test : DataSet
    """
    folds = StratifiedKFold(N_FOLDS, shuffle=True, random_state=1)
    training, test = list(folds.split(np.zeros(len(data_set.y)), data_set.y))[fold - 1]
    return data_set.take(training), data_set.take(test)


def measure(data_set: DataSet, task: Task, n_jobs: int) -> FoldResult:
    """Learn from the training rows of a fold and measure on its test rows.

    Parameters
    ----------
    data_set : DataSet
    task : Task
    n_jobs : int
        Threads.

    Returns
    -------
    FoldResult

    Raises
    ------
    SearchStoppedWarning
        When the search was interrupted: half a search is no result.
    """
    training, test = split(data_set, task.fold)
    classifier, seconds = timed_fit(classifier_of(task.setting, n_jobs), training)
    rule_set = classifier.rule_set_
    probabilities = classifier.predict_proba(test.X)
    scores = score(test.y, probabilities, rule_set.classes)
    said = gap_of_regions(probabilities, np.searchsorted(rule_set.classes, test.y))
    groups = groups_of(classifier, training, test)
    found = gap_of_groups(groups)
    return FoldResult(
        *task,
        n_rows=len(training.y),
        n_variables=len(training.X),
        n_classes=len(rule_set.classes),
        auc=scores.auc,
        log_loss=scores.log_loss,
        n_rules=len(rule_set),
        n_literals=rule_set.n_literals,
        overlap=round(groups.overlap, 6),
        real_bits=round(rule_set.description_length().total_bits, 4),
        fit_seconds=round(seconds, 4),
        n_jobs=n_jobs,
        version=__version__,
        brier=scores.brier,
        balanced_accuracy=scores.balanced_accuracy,
        calibration_error=scores.calibration_error,
        region_gap=said.found,
        region_chance=said.by_chance,
        rule_gap=found.found,
        rule_chance=found.by_chance,
    )


def classifier_of(setting: str, n_jobs: int) -> TURSClassifier:
    """Return a classifier that is not fitted yet.

    Parameters
    ----------
    setting : str
        One of `SETTINGS`, or parameters and their values, as ``simplicity=2`` or
        ``simplicity=2, revise=True``: the defaults with these changed.
    n_jobs : int
        Threads.

    Returns
    -------
    TURSClassifier
    """
    if setting in SETTINGS:
        return SETTINGS[setting](n_jobs=n_jobs)
    pairs = (change.split("=") for change in setting.split(", "))
    return TURSClassifier(**{name: literal_eval(value) for name, value in pairs}, n_jobs=n_jobs)


def groups_of(classifier: TURSClassifier, training: DataSet, test: DataSet) -> Groups:
    """Count the classes of the rows that each rule covers.

    Parameters
    ----------
    classifier : TURSClassifier
        Fitted.
    training, test : DataSet

    Returns
    -------
    Groups
        One a rule, and one for the rows without a rule.
    """
    rule_set = classifier.rule_set_
    parts = [
        (rule_set.covers(rows.X), np.searchsorted(rule_set.classes, rows.y))
        for rows in (training, test)
    ]
    return Groups.count(*parts, n_classes=len(rule_set.classes))


def timed_fit(classifier: TURSClassifier, training: DataSet) -> tuple[TURSClassifier, float]:
    """Fit, and say how many seconds that took.

    Parameters
    ----------
    classifier : TURSClassifier
    training : DataSet

    Returns
    -------
    classifier : TURSClassifier
    seconds : float
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error", SearchStoppedWarning)
        begin = time.perf_counter()
        classifier.fit(training.X, training.y)
        return classifier, time.perf_counter() - begin


def compile_first(n_jobs: int) -> None:
    """Fit a few rows, so that nothing is compiled while time is taken.

    Parameters
    ----------
    n_jobs : int
        Threads of the fits that will be measured.
    """
    number, letter = np.arange(60) * 0.5, np.array(["a", "b", "c"] * 20)
    rows = DataSet("rows", {"number": number, "letter": letter}, (number > 11) ^ (letter == "b"))
    for setting in SETTINGS.values():
        timed_fit(setting(n_jobs=n_jobs), rows)
