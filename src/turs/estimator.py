"""TURSClassifier: the learner as a scikit-learn estimator.

It checks, wires the rooms and stores the result; the algorithm is in :mod:`turs.search`.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Set
from contextlib import contextmanager
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import DataConversionWarning
from sklearn.utils import Tags
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import check_is_fitted, validate_data

from turs import __version__
from turs.binning import bin_columns
from turs.callbacks import CALLER_OF_FIT, CallbackSupportMixin, FitTasks, with_callbacks
from turs.conventions import (
    column_attributes,
    has_columns,
    has_columns_of_training,
    is_column_vector,
    n_threads,
    read_weights,
    refuse_booleans,
)
from turs.exceptions import SearchStoppedWarning
from turs.model import CellTable, Explanations, Origin, RuleSetData
from turs.ruleset import RuleSet
from turs.search import (
    Clock,
    Learned,
    Observer,
    ProgressLine,
    Revise,
    SearchSettings,
    Step,
    Tell,
    learn,
    warm_up,
)
from turs.table import Columns, Schema, Target, infer_columns, infer_target, read_labels

if TYPE_CHECKING:
    from numpy.typing import NDArray

_POSITIVE = Interval(Integral, 1, None, closed="left")

# The smoothing where nothing can be learned, for a rule with one row of each class.
_MOST_SMOOTHING = 7.0


class TURSClassifier(CallbackSupportMixin, ClassifierMixin, BaseEstimator):
    """Learn a truly unordered set of probabilistic rules.

    Parameters
    ----------
    beam_width : int, default=7
        Rules kept at each step of a beam search (w in the paper). Wider searches more.
    n_candidates : int, default=5
        Rules of the first phase that the second phase grows further (m).
    diversity : float, default=0.05
        Rules of a beam may share at most ``1 - diversity`` of their rows (alpha).
    max_cuts : int, default=100
        Candidate cuts of a numeric variable at the most; they lie between neighbouring values,
        evenly spaced over the distinct ones.
    blend : float, default=0.4
        How much of a training row is counted, at the most, as what rows like it say its class
        is, while rules are looked for: a forest whose trees have not seen the row. The best of
        thousands of rules is then less often the one that chance favoured. Less is blended where
        the forest knows the classes, and above 7,500 rows; from 15,000 on nothing is. Counts and
        probabilities of the rules are always those of the rows' own classes. 0 looks at these
        alone and asks no forest, as the paper does, and so does ``surrogate="cart"``.
    simplicity : float, default=1.0
        The dial for size against accuracy: how much describing a rule costs. Larger gives fewer
        and shorter rules; 0 is the paper's criterion, in which a description costs nothing. The
        same setting costs less where the forest of `blend` knows the classes well, and more where
        it and a small tree know little of them, or where that tree knows as much as it does.
    evidence : float, default=0.75
        Nothing is learned, and the else rule stands alone, unless the forest of `blend` saves
        this share of the bits that a literal takes, or some rules pay this share of the bits
        that describing them takes. With shuffled classes that happens in a few of a hundred
        fits. With very few rows, or rows of a class, it may ask too much: 0 learns the best
        rules all the same. Above 15,000 rows `simplicity` asks for more anyway.
    min_new_rows : int, default=3
        Training rows that a rule must be the first to cover.
    surrogate : {"tree", "cart", None}, default="tree"
        How a set is judged while it grows. "tree": by a decision tree of the rows that no rule
        covers yet, grown now and then, and pruned for each rule in question. "cart": by several
        such trees grown for each rule in question, as in the paper, which takes much longer.
        None (the paper's ablation): by its length as it stands.
    surrogate_weight : float, default=0.7
        How much the trees count; the rest is the length of the set as it stands.
    joint : bool, default=True
        Whether the second phase grows all rules in one beam, or each in its own as in the paper.
    categorical_features : "from_dtype" or array-like of str, int or bool, default="from_dtype"
        Names, indices or mask of numeric columns to take as categorical. Categories, strings and
        booleans always are.
    max_integer_levels : int, default=0
        A numeric column of integers is taken as categorical if it has at most so many values.
    enumerate_levels : int, default=8
        All sets of levels of a categorical variable are tried when at most so many levels occur;
        of more, those that come first or last by the frequency of a class.
    max_set_size : int or None, default=None
        The largest set of levels that is tried when all are.
    smoothing : float or "auto", default="auto"
        How many rows the overall class frequencies are worth in each estimate of a probability:
        ``(count + smoothing * prior) / (n + smoothing)``. 0 gives the plain frequencies of the
        paper. "auto" is caution where the classes are hard to tell: 7 times the power 1.5 of the
        share of bits that the rules leave (``trace_.share_left``), times the square root of the
        rows that a rule has for each class (the harmonic mean over the rules), to two digits.
        The number is part of the rule set: to change it later, fit again or ask
        ``rule_set_.predict_proba(X, smoothing=...)``.
    slack : float, default=0.04
        Of the sets that grow rule by rule, the last is kept that is longer than the shortest by
        less than this share of its bits, and of the bits that it saves. Rules that come late
        cover rows that were left to the else rule; they are worth more on new rows than on
        these. 0 keeps the shortest set, as the paper does.
    patience : int or None, default=6
        Stop when so many rules in a row have left the set longer than that. None goes on, as the
        paper does, until no rule is left or the tree of the uncovered rows is a single leaf.
    max_rules : int or None, default=None
        Learn no more rules than that. Where there would be more, the first that are found need
        not be the best: there are further searches at twice the price and more, until fewer are
        found, and the shortest set is kept. With ``simplicity=0`` it is the first so many.
    revise : bool or "auto", default="auto"
        Whether each rule is looked at again when all are known: it stays, goes, or gives way to
        another, which is looked at once more; whichever makes the set the shortest. "auto" does
        so in tables of 1,500 rows and more, which get a quarter to a half fewer literals for the
        same AUC. True goes on, in any table, until no rule changes any more: what a few rules
        describe gets just these, but small noisy tables lose a little AUC. False never does.
    time_limit : float or None, default=None
        Seconds after which the search ends with the best set so far.
    n_jobs : int or None, default=None
        Threads; None is 1, -1 all cores. The model does not depend on it. Small tables, for which
        several threads take longer than one, are learned with one.
    verbose : int, default=0
        Show progress on standard error when positive.

    Attributes
    ----------
    rule_set_ : RuleSet
        What was learned; it predicts, explains and saves without the learner.
    trace_ : Trace
        What the search did.
    classes_ : ndarray of shape (n_classes,)
        Class labels.
    n_features_in_ : int
        Number of columns.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the columns; only if the training table had names.

    Notes
    -----
    Rules look surer on the rows that they were learned from than they are: judge them on rows
    that were held out.

    References
    ----------
    Yang & van Leeuwen (2022). Truly Unordered Probabilistic Rule Sets for Multi-class
    Classification. ECML PKDD.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=False)
    >>> clf = TURSClassifier().fit(X, y)
    >>> len(clf.rule_set_)
    3
    """

    # Parameters on which no model depends, so that its file does not either.
    _without_effect: ClassVar[frozenset[str]] = frozenset({"n_jobs", "verbose"})

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "beam_width": [_POSITIVE],
        "n_candidates": [_POSITIVE],
        "diversity": [Interval(Real, 0, 1, closed="left")],
        "max_cuts": [Interval(Integral, 1, 65534, closed="both")],
        "blend": [Interval(Real, 0, 0.75, closed="both")],
        "simplicity": [Interval(Real, 0, None, closed="left")],
        "evidence": [Interval(Real, 0, None, closed="left")],
        "min_new_rows": [_POSITIVE],
        "surrogate": [StrOptions({"tree", "cart"}), None],
        "surrogate_weight": [Interval(Real, 0, 1, closed="both")],
        "joint": ["boolean"],
        "categorical_features": ["array-like", StrOptions({"from_dtype"}), None],
        "max_integer_levels": [Interval(Integral, 0, None, closed="left")],
        "enumerate_levels": [Interval(Integral, 0, 24, closed="both")],
        "max_set_size": [_POSITIVE, None],
        "smoothing": [Interval(Real, 0, None, closed="left"), StrOptions({"auto"})],
        "slack": [Interval(Real, 0, None, closed="left")],
        "patience": [_POSITIVE, None],
        "max_rules": [Interval(Integral, 0, None, closed="left"), None],
        "revise": ["boolean", StrOptions({"auto"})],
        "time_limit": [Interval(Real, 0, None, closed="left"), None],
        "n_jobs": [_POSITIVE, Interval(Integral, None, -1, closed="right"), None],
        "verbose": ["verbose"],
    }

    def __init__(
        self,
        *,
        beam_width: int = 7,
        n_candidates: int = 5,
        diversity: float = 0.05,
        max_cuts: int = 100,
        blend: float = 0.4,
        simplicity: float = 1.0,
        evidence: float = 0.75,
        min_new_rows: int = 3,
        surrogate: Literal["tree", "cart"] | None = "tree",
        surrogate_weight: float = 0.7,
        joint: bool = True,
        categorical_features: Any = "from_dtype",
        max_integer_levels: int = 0,
        enumerate_levels: int = 8,
        max_set_size: int | None = None,
        smoothing: float | Literal["auto"] = "auto",
        slack: float = 0.04,
        patience: int | None = 6,
        max_rules: int | None = None,
        revise: Revise = "auto",
        time_limit: float | None = None,
        n_jobs: int | None = None,
        verbose: int = 0,
    ) -> None:
        self.beam_width = beam_width
        self.n_candidates = n_candidates
        self.diversity = diversity
        self.max_cuts = max_cuts
        self.blend = blend
        self.simplicity = simplicity
        self.evidence = evidence
        self.min_new_rows = min_new_rows
        self.surrogate = surrogate
        self.surrogate_weight = surrogate_weight
        self.joint = joint
        self.categorical_features = categorical_features
        self.max_integer_levels = max_integer_levels
        self.enumerate_levels = enumerate_levels
        self.max_set_size = max_set_size
        self.smoothing = smoothing
        self.slack = slack
        self.patience = patience
        self.max_rules = max_rules
        self.revise = revise
        self.time_limit = time_limit
        self.n_jobs = n_jobs
        self.verbose = verbose

    @classmethod
    def as_in_paper(cls, **changes: Any) -> Self:
        """Return a classifier with the settings behind the paper's tables.

        Parameters
        ----------
        **changes
            Parameters to set differently.

        Notes
        -----
        Beside what the paper's text says, its experiments took integer columns with at most 10
        values as categorical, tried all sets of up to 5 levels, and up to 100 cuts. Its faults
        are not imitated: see ``docs/decisions``.
        """
        paper: dict[str, Any] = {
            "beam_width": 5,
            "n_candidates": 5,
            "diversity": 0.05,
            "max_cuts": 100,
            "blend": 0.0,
            "simplicity": 0.0,
            "evidence": 0.0,
            "min_new_rows": 1,
            "surrogate": "cart",
            "surrogate_weight": 1.0,
            "slack": 0.0,
            "patience": None,
            "revise": False,
            "joint": False,
            "max_integer_levels": 10,
            "enumerate_levels": 20,
            "max_set_size": 5,
            "smoothing": 0.0,
        }
        return cls(**{**paper, **changes})

    @with_callbacks
    def fit(self, X: Any, y: Any) -> Self:
        """Learn a rule set.

        Parameters
        ----------
        X : array-like or data frame of shape (n_rows, n_columns)
            Numbers, booleans, strings, categories and missing values; numpy, pandas, polars,
            pyarrow, or a dictionary of columns.
        y : array-like of shape (n_rows,)
            Class labels, of one kind.

        Returns
        -------
        self
        """
        self._validate_params()
        refuse_booleans(self)
        columns, target = self._read(X, y)
        threads = n_threads(self.n_jobs, columns.n_rows)
        table = bin_columns(columns, self.max_cuts, threads)
        warm_up(table.codes.dtype, self.surrogate)
        with self._observed(X, y) as (observe, tell):
            learned = learn(
                table,
                target.codes,
                target.n_classes,
                self._settings(),
                clock=Clock(self.time_limit),
                n_threads=threads,
                observer=observe,
                tell=tell,
            )
        self._keep(X, columns.schema, target.classes, learned)
        self._warn_if_cut_short()
        return self

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the probability of each class for each row.

        Parameters
        ----------
        X : array-like or data frame of shape (n_rows, n_columns)

        Returns
        -------
        ndarray of shape (n_rows, n_classes)
            In the order of ``classes_``.
        """
        return self._fitted(X).predict_proba(X)

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the most probable class of each row.

        Parameters
        ----------
        X : array-like or data frame of shape (n_rows, n_columns)
            A data frame must have the columns of training in their order, as scikit-learn asks.
            A dictionary is read by name: their order is free, and further columns are ignored.

        Returns
        -------
        ndarray of shape (n_rows,)
        """
        return self._fitted(X).predict(X)

    def explain(self, X: Any) -> Explanations:
        """Return, for each row, the rules that cover it: who speaks, and who is set aside.

        Parameters
        ----------
        X : array-like or data frame of shape (n_rows, n_columns)

        Returns
        -------
        Explanations
            A sequence, one `Explanation` a row, made when it is looked at: the covering rules,
            those of them whose counts the probabilities come from, and those that are set
            aside because a speaking rule is an exception to them.
        """
        return self._fitted(X).explain(X)

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Return the accuracy: the share of the rows whose class is predicted.

        Parameters
        ----------
        X : array-like or data frame of shape (n_rows, n_columns)
        y : array-like of shape (n_rows,)
            The classes, of any kind that ``fit`` takes; scikit-learn's own accuracy takes fewer.
        sample_weight : array-like of shape (n_rows,), optional

        Returns
        -------
        float

        Raises
        ------
        TargetError
            If the labels are of another kind than the classes; one that ``fit`` never saw may
            be among them, and is never predicted.
        """
        predicted = self.predict(X)
        labels = read_labels(y, n_rows=len(predicted), classes=self.classes_).values
        right = [one == other for one, other in zip(predicted, labels, strict=True)]
        return float(np.average(right, weights=read_weights(sample_weight, len(predicted))))

    def _read(self, X: Any, y: Any) -> tuple[Columns, Target]:
        """Check the table and the classes; nothing of the estimator changes."""
        columns = infer_columns(
            X,
            categorical_features=self.categorical_features,
            max_integer_levels=self.max_integer_levels,
        )
        column_attributes(X, columns.schema)  # refuses names that scikit-learn does
        target = infer_target(y, n_rows=columns.n_rows)
        if is_column_vector(y):
            warnings.warn(
                "A column-vector y was passed when a 1d array was expected. Please change the "
                "shape of y to (n_samples,), for example using ravel().",
                DataConversionWarning,
                stacklevel=CALLER_OF_FIT,
            )
        return columns, target

    def _settings(self) -> SearchSettings:
        return SearchSettings(
            beam_width=self.beam_width,
            n_candidates=self.n_candidates,
            diversity=self.diversity,
            blend=self.blend,
            simplicity=self.simplicity,
            evidence=self.evidence,
            min_new_rows=self.min_new_rows,
            surrogate=self.surrogate,
            surrogate_weight=self.surrogate_weight,
            joint=self.joint,
            slack=self.slack,
            patience=self.patience,
            max_rules=self.max_rules,
            revise=self.revise,
            enumerate_levels=self.enumerate_levels,
            max_set_size=self.max_set_size,
        )

    @contextmanager
    def _observed(self, X: Any, y: Any) -> Iterator[tuple[Observer, Tell]]:
        """Tell callbacks, and who waits, of each rule that is found inside."""
        with FitTasks(self, X, y) as tasks, ProgressLine(bool(self.verbose)) as progress:

            def observe(step: Step) -> bool:
                progress.show(step)
                return tasks.next(step)

            yield observe, progress.tell

    def _keep(self, X: Any, schema: Schema, classes: NDArray[Any], learned: Learned) -> None:
        """Set the fitted attributes, all at once.

        Of `X` no more than its columns is looked at.
        """
        parameters = {
            name: _plain(value)
            for name, value in self.get_params().items()
            if name not in self._without_effect
        }
        cells = CellTable.merge(learned.members, learned.counts)
        origin = Origin(__version__, parameters, cells.n_rows, learned.trace.stopped)
        smoothing = _smoothing(self.smoothing, learned)
        data = RuleSetData(schema, classes, learned.rules, cells, smoothing, origin)
        of_columns = column_attributes(X, schema)
        self.__dict__.pop("feature_names_in_", None)
        self.__dict__.update(of_columns)
        self.classes_ = classes
        self.rule_set_ = RuleSet(data)
        self.trace_ = learned.trace

    def _warn_if_cut_short(self) -> None:
        if self.trace_.stopped in ("time_limit", "interrupted"):
            message = f"The search ended early: {self.trace_}"
            warnings.warn(message, SearchStoppedWarning, stacklevel=CALLER_OF_FIT)

    def _fitted(self, X: Any) -> RuleSet:
        """Return the rule set, if there is one and the table has the right columns."""
        check_is_fitted(self)
        if has_columns(X) and not has_columns_of_training(self, X):
            validate_data(self, X, reset=False, skip_check_array=True)
        rule_set: RuleSet = self.rule_set_
        return rule_set

    def __sklearn_tags__(self) -> Tags:
        """Tell scikit-learn that missing values and categories are welcome."""
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        return tags


def _plain(value: Any) -> Any:
    """Return a parameter as a model file can hold it."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, str) or not isinstance(value, Iterable):
        return value
    return [_plain(one) for one in (sorted(value) if isinstance(value, Set) else value)]


def _smoothing(asked: float | Literal["auto"], learned: Learned) -> float:
    """Return how many rows the overall class frequencies are worth."""
    if asked != "auto":
        return float(asked)
    # how it was chosen: docs/decisions/010-what-the-forest-tells.md
    n_rows = learned.counts.sum(axis=1) @ learned.members
    n_usual = 1.0 / np.mean(1.0 / n_rows) if learned.rules else 0.0
    n_of_class = max(n_usual / learned.counts.shape[1], 1.0)
    rows = _MOST_SMOOTHING * learned.trace.share_left**1.5 * n_of_class**0.5
    return float(f"{rows:.2g}")
