"""DaskTURSClassifier: the learner for tables that are spread over a cluster.

It wires the rooms, as :mod:`turs.estimator` does; the rows stay where they are.
"""

from __future__ import annotations

import sys
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import numpy as np
from dask.base import compute
from distributed import Client, default_client
from sklearn.utils.validation import check_is_fitted

from turs.callbacks import with_callbacks
from turs.conventions import refuse_booleans
from turs.distributed.cluster import Cluster, Task
from turs.distributed.collections import (
    Opened,
    Partitions,
    counted,
    is_collection,
    open_collections,
    open_table_of,
)
from turs.distributed.described import Described, describe, encode
from turs.distributed.part import Part
from turs.distributed.predicting import (
    explain_lazily,
    in_partition,
    predict_lazily,
    predict_proba_lazily,
    score_lazily,
)
from turs.distributed.rows import ClusterRows
from turs.distributed.summary import TableSummary, merge, summarize
from turs.estimator import TURSClassifier
from turs.exceptions import ClusterError, InputError, InputTypeError
from turs.ruleset import RuleSet
from turs.search import Clock, Revise, learn_from
from turs.table import Schema
from turs.table.refusal import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

NO_CLIENT = (
    "there is no dask client; make one, e.g. client = distributed.Client(), or pass client=..."
)


class DaskTURSClassifier(TURSClassifier):
    """Learn a truly unordered set of probabilistic rules from a table on a dask cluster.

    The rules are those that `turs.TURSClassifier` would learn from the same rows on one machine:
    rows are counted where they are, and the counts are added up. Where a numeric column has more
    than 65,536 distinct values, its candidate cuts come from a sample of them.

    Parameters
    ----------
    client : distributed.Client or None, default=None
        The cluster to learn on; None is the current client of dask. It is neither pickled nor
        copied: a clone has the same client, and what is unpickled has None.
    n_jobs : int or None, default=None
        Has no effect; there is one thread for each that the workers of the cluster have.
    verbose : int, default=0
        Show progress on standard error when positive. The dashboard of dask shows tasks whose
        names begin with ``turs-`` in any case.
    surrogate : {"tree", None}, default="tree"
        As of `turs.TURSClassifier`, but for "cart", whose trees are grown from rows.
    beam_width, n_candidates, diversity, max_cuts, blend, simplicity, evidence, min_new_rows, \
surrogate_weight, joint, categorical_features, max_integer_levels, enumerate_levels, \
max_set_size, smoothing, slack, patience, max_rules, revise, time_limit
        As of `turs.TURSClassifier`. The time begins when the partitions have been binned.

    Attributes
    ----------
    rule_set_ : RuleSet
        What was learned; it predicts, explains and saves without dask and the learner.
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
    Partitions must be the same each time that they are computed: they are read twice, and once
    more where a worker is lost. Call ``persist()`` first if reading takes long and memory allows.

    Examples
    --------
    >>> import dask.array as da
    >>> from distributed import Client
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> X, y = da.from_array(X, chunks=(50, 4)), da.from_array(y, chunks=50)
    >>> with Client(processes=False, dashboard_address=":0") as client:
    ...     clf = DaskTURSClassifier(client=client).fit(X, y)
    ...     len(clf.rule_set_), clf.predict(X).compute().shape
    (3, (150,))
    """

    _without_effect: ClassVar[frozenset[str]] = TURSClassifier._without_effect | {"client"}

    def __init__(
        self,
        *,
        client: Client | None = None,
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
        super().__init__(
            beam_width=beam_width,
            n_candidates=n_candidates,
            diversity=diversity,
            max_cuts=max_cuts,
            blend=blend,
            simplicity=simplicity,
            evidence=evidence,
            min_new_rows=min_new_rows,
            surrogate=surrogate,
            surrogate_weight=surrogate_weight,
            joint=joint,
            categorical_features=categorical_features,
            max_integer_levels=max_integer_levels,
            enumerate_levels=enumerate_levels,
            max_set_size=max_set_size,
            smoothing=smoothing,
            slack=slack,
            patience=patience,
            max_rules=max_rules,
            revise=revise,
            time_limit=time_limit,
            n_jobs=n_jobs,
            verbose=verbose,
        )
        self.client = client

    @with_callbacks
    def fit(self, X: Any, y: Any) -> Self:
        """Learn a rule set on the cluster.

        Parameters
        ----------
        X : dask DataFrame, dask Array, or list of Delayed or Future
            The table; the items of a list are tables that `turs.TURSClassifier` takes, one a
            partition. Partitions may be empty.
        y : dask Series, dask Array, or list of Delayed or Future
            Class labels, cut into partitions as X is.

        Returns
        -------
        self

        Raises
        ------
        ClusterError
            If there is no client, or the cluster is lost. Nothing is fitted then.
        """
        self._validate_params()
        refuse_booleans(self)
        _refuse_cart(self.surrogate)
        partitions = open_collections(X, y)
        cluster = Cluster(find_client(self.client))
        with self._observed(X, y) as (observe, tell):
            self._say(f"summarising {counted(len(partitions), 'partition')}")
            described = self._describe(self._summarize(cluster, partitions))
            rows = ClusterRows(cluster, _bin(cluster, partitions, described), described)
            clock = Clock(self.time_limit)
            learned = learn_from(rows, self._settings(), clock=clock, observer=observe, tell=tell)
        columns = _columns_of(partitions, described.schema)
        self._keep(columns, described.schema, described.classes, learned)
        self._warn_if_cut_short()
        return self

    def predict_proba(self, X: Any) -> Any:
        """Return the probability of each class for each row.

        Parameters
        ----------
        X : dask collection as in ``fit``, or table in memory

        Returns
        -------
        dask Array or ndarray, shape (n_rows, n_classes)
            In the order of ``classes_``; lazy if X is, and then computed by any scheduler.
        """
        if is_collection(X):
            return predict_proba_lazily(*self._opened(X))
        return super().predict_proba(X)

    def predict(self, X: Any) -> Any:
        """Return the most probable class of each row.

        Parameters
        ----------
        X : dask collection as in ``fit``, or table in memory
            A dask DataFrame must have the columns of training in their order, as scikit-learn
            asks. The frames of a list are read by name when they are computed.

        Returns
        -------
        dask Array or ndarray, shape (n_rows,)
            Lazy if X is, and then computed by any scheduler.
        """
        if is_collection(X):
            return predict_lazily(*self._opened(X))
        return super().predict(X)

    def explain(self, X: Any) -> Any:
        """Return, for each row, the rules that cover it: who speaks, and who is set aside.

        Parameters
        ----------
        X : dask collection as in ``fit``, or table in memory

        Returns
        -------
        dask Bag of Explanation, or Explanations
            One a row. In a bag, ``row`` counts from the start of its partition.
        """
        if is_collection(X):
            return explain_lazily(*self._opened(X))
        return super().explain(X)

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Return the accuracy: the share of the rows whose class is predicted.

        Parameters
        ----------
        X : dask collection as in ``fit``, or table in memory
        y : dask Series, dask Array or list, cut as X is; or array-like
        sample_weight : array-like of shape (n_rows,), optional
            For a table in memory only.

        Returns
        -------
        float
            Computed at once, also for dask collections.
        """
        if not is_collection(X):
            return super().score(X, y, sample_weight)
        if sample_weight is not None:
            raise InputError(
                "sample_weight is given and X is a dask collection; give no weights, or score "
                "a table in memory"
            )
        rule_set, _ = self._opened(X)
        share = score_lazily(rule_set, open_collections(X, y))
        scheduler = None if self.client is None else find_client(self.client)
        [accuracy] = compute(share, scheduler=scheduler)
        return float(accuracy)

    def to_local(self) -> TURSClassifier:
        """Return the plain classifier with the same parameters and, if fitted, the same rules.

        Returns
        -------
        TURSClassifier
            It knows nothing of dask.
        """
        parameters = self.get_params(deep=False)
        del parameters["client"]
        local = TURSClassifier(**parameters)
        fitted = {name: value for name, value in vars(self).items() if name.endswith("_")}
        local.__dict__.update(fitted)
        return local

    def _summarize(self, cluster: Cluster, partitions: Partitions) -> TableSummary:
        """Look at all partitions."""
        places = range(len(partitions))
        summaries = cluster.map("summary", summarize, partitions.X, partitions.y, places)
        return cluster.add_up("summary", merge, summaries)

    def _describe(self, summary: TableSummary) -> Described:
        """Decide what columns, bins and classes there are."""
        return describe(
            summary,
            categorical_features=self.categorical_features,
            max_integer_levels=self.max_integer_levels,
            max_cuts=self.max_cuts,
        )

    def _opened(self, X: Any) -> tuple[RuleSet, Opened]:
        """Return the rule set, and the partitions of a table with the right columns."""
        check_is_fitted(self)
        table = open_table_of(X)
        return self._fitted(table.columns), table

    def _say(self, sentence: str) -> None:
        if self.verbose:
            sys.stderr.write(f"turs: {sentence}\n")
            sys.stderr.flush()

    def __sklearn_clone__(self) -> Self:
        """Clone all parameters but the client, which the clone shares: it cannot be copied."""
        alone = copy(self)  # without the client, as when pickled
        made: Self = super(DaskTURSClassifier, alone).__sklearn_clone__()
        made.client = self.client
        return made

    def __getstate__(self) -> dict[str, Any]:
        """Pickle all but the client, which is a connection of this process."""
        state: dict[str, Any] = super().__getstate__()
        return {**state, "client": None}


def find_client(client: Any = None) -> Client:
    """Return the client to work with, if it can be worked with.

    Parameters
    ----------
    client : distributed.Client or None
        None is the current one.

    Returns
    -------
    distributed.Client

    Raises
    ------
    ClusterError
        If there is none, or it is closed or asynchronous.
    InputTypeError
        If it is no client.
    """
    if client is None:
        try:
            client = default_client()
        except ValueError:
            raise ClusterError(NO_CLIENT) from None
    if not isinstance(client, Client):
        raise InputTypeError(f"client must be a distributed.Client, not {shown(client)}")
    if client.asynchronous:
        raise ClusterError(
            "the dask client is asynchronous, and fit waits for its answers; "
            "make one without asynchronous=True"
        )
    if client.status != "running":
        raise ClusterError(
            f"the dask client is not connected to a cluster (it is {client.status}); "
            "make a new one, e.g. client = distributed.Client()"
        )
    return client


def _refuse_cart(surrogate: str | None) -> None:
    if surrogate == "cart":
        raise InputError(
            "surrogate='cart' is not for dask, as its trees are grown anew from the rows for each "
            "rule in question; use 'tree' or None, or turs.TURSClassifier"
        )


def _bin(cluster: Cluster, partitions: Partitions, described: Described) -> list[Task]:
    """Turn partitions into codes, where they are."""
    whole = [cluster.hold("description", described)] * len(partitions)
    return cluster.map("bin", _make_part, partitions.X, partitions.y, range(len(whole)), whole)


def _make_part(X: Any, y: Any, place: int, described: Described) -> Part:
    with in_partition(place):
        return Part.of_rows(*encode(X, y, described))


def _columns_of(partitions: Partitions, schema: Schema) -> Any:
    """Return a table without rows that has the columns of training."""
    if partitions.columns is not None:
        return partitions.columns
    nothing: NDArray[np.float64] = np.empty((0, len(schema)))
    return dict.fromkeys(schema.names, ()) if schema.named else nothing
