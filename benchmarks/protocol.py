"""The paper's protocol: a data set, a setting and a fold into what is measured.

Ten stratified folds, shuffled once; AUC plain for two classes and weighted one-versus-rest for
more; literals and overlap of the rule set that the training rows gave.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold

from benchmarks.data import DataSet
from benchmarks.ledger import FoldResult, Task
from turs import TURSClassifier, __version__
from turs.exceptions import SearchStoppedWarning

if TYPE_CHECKING:
    from numpy.typing import NDArray

N_FOLDS = 10

SETTINGS: dict[str, Callable[..., TURSClassifier]] = {
    "paper": TURSClassifier.as_in_paper,
    "default": TURSClassifier,
}

# Plain frequencies say 0 where a class was never seen; log-loss would be infinite.
_LEAST_PROBABILITY = 1e-15


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
    classifier, seconds = timed_fit(SETTINGS[task.setting](n_jobs=n_jobs), training)
    rule_set = classifier.rule_set_
    probabilities = classifier.predict_proba(test.X)
    return FoldResult(
        *task,
        n_rows=len(training.y),
        n_variables=len(training.X),
        n_classes=len(rule_set.classes),
        auc=round(auc(test.y, probabilities, rule_set.classes), 6),
        log_loss=round(log_loss(test.y, probabilities, rule_set.classes), 6),
        n_rules=len(rule_set),
        n_literals=rule_set.n_literals,
        overlap=round(float(np.mean(rule_set.covers(training.X).sum(axis=1) > 1)), 6),
        real_bits=round(rule_set.description_length().total_bits, 4),
        fit_seconds=round(seconds, 4),
        n_jobs=n_jobs,
        version=__version__,
    )


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


def auc(y: NDArray[Any], probabilities: NDArray[np.float64], classes: NDArray[Any]) -> float:
    """Return the area under the ROC curve, of several classes weighted one-versus-rest.

    Parameters
    ----------
    y : ndarray of shape (n_rows,)
    probabilities : ndarray of shape (n_rows, n_classes)
    classes : ndarray of shape (n_classes,)

    Returns
    -------
    float
    """
    if len(classes) == 2:
        return float(roc_auc_score(y == classes[1], probabilities[:, 1]))
    return float(
        roc_auc_score(y, probabilities, multi_class="ovr", average="weighted", labels=classes)
    )


def log_loss(y: NDArray[Any], probabilities: NDArray[np.float64], classes: NDArray[Any]) -> float:
    """Return the mean of -ln of the probability of the true class, taken as 1e-15 at least.

    Parameters
    ----------
    y : ndarray of shape (n_rows,)
    probabilities : ndarray of shape (n_rows, n_classes)
    classes : ndarray of shape (n_classes,)

    Returns
    -------
    float
    """
    of_true_class = probabilities[np.arange(len(y)), np.searchsorted(classes, y)]
    return 0.0 - float(np.mean(np.log(np.maximum(of_true_class, _LEAST_PROBABILITY))))


def brier(y: NDArray[Any], probabilities: NDArray[np.float64], classes: NDArray[Any]) -> float:
    """Return the mean over rows of the squared differences from 1 or 0, added up over classes.

    Parameters
    ----------
    y : ndarray of shape (n_rows,)
    probabilities : ndarray of shape (n_rows, n_classes)
    classes : ndarray of shape (n_classes,)

    Returns
    -------
    float
        From 0 to 2; of two classes, twice what is often called the Brier score.
    """
    truth = y[:, None] == classes
    return float(np.mean(((probabilities - truth) ** 2).sum(axis=1)))
