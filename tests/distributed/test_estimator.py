"""The classifier for dask: what local tables give, from collections."""

import asyncio
import copy
import inspect
import pickle
import re
import subprocess
import sys
import time
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline

from tests.estimator.problems import blocks, patients, state
from turs import TURSClassifier
from turs.exceptions import (
    ClusterError,
    ColumnError,
    InputError,
    InputTypeError,
    SearchStoppedWarning,
    TargetError,
)

pytest.importorskip("distributed", reason="dask is not installed; `pip install turs[dask]` has it")

import dask
import dask.array as da
import dask.bag as db
import dask.dataframe as dd
import distributed
import pandas as pd

from turs.dask import DaskTURSClassifier

# dask would take booleans with missing values for strings; pandas has a type for them.
PATIENTS = pd.DataFrame(patients()[0]).astype({"smoker": "boolean"})
STAYS = pd.Series(patients()[1], name="stays")
BLOCKS, CLASSES = blocks()


def learned_here(X: Any, y: Any, **parameters: Any) -> DaskTURSClassifier:
    """Return a classifier with what a local one learns, to predict with."""
    classifier = DaskTURSClassifier(**parameters)
    fitted = vars(TURSClassifier(**parameters).fit(X, y))
    vars(classifier).update({name: fitted[name] for name in fitted if name.endswith("_")})
    return classifier


@pytest.fixture(scope="module")
def of_patients() -> DaskTURSClassifier:
    return learned_here(PATIENTS, STAYS)


@pytest.fixture(scope="module")
def of_blocks() -> DaskTURSClassifier:
    return learned_here(BLOCKS, CLASSES)


def in_partitions(n: int = 3) -> tuple[Any, Any]:
    whole = dd.from_pandas(PATIENTS.assign(stays=STAYS), npartitions=n)
    return whole.drop(columns="stays"), whole["stays"]


def in_chunks(rows: int = 40, columns: int = 1) -> tuple[Any, Any]:
    return da.from_array(BLOCKS, chunks=(rows, columns)), da.from_array(CLASSES, chunks=rows + 3)


def in_list(ends: tuple[int, ...] = (0, 25, 25, 90)) -> tuple[list[Any], list[Any]]:
    """Cut blocks into delayed partitions, of which the second is empty."""
    pairs = list(pairwise(ends))
    X = [dask.delayed(BLOCKS[start:end]) for start, end in pairs]
    return X, [dask.delayed(CLASSES[start:end]) for start, end in pairs]


# --- parameters, copies


def test_it_has_the_parameters_of_the_local_one_and_a_client() -> None:
    here = dict(inspect.signature(TURSClassifier).parameters)
    there = dict(inspect.signature(DaskTURSClassifier).parameters)
    assert there.pop("client").default is None
    assert list(there.values()) == list(here.values())
    plain = DaskTURSClassifier().get_params()
    assert plain.pop("client") is None
    assert plain == TURSClassifier().get_params()


def test_a_clone_shares_the_client(client: Any) -> None:
    original = DaskTURSClassifier(client=client, beam_width=3, categorical_features=["ward"])
    other = clone(original)
    assert other.client is original.client is client
    assert other.beam_width == 3
    assert other.categorical_features == ["ward"]
    assert other.categorical_features is not original.categorical_features
    assert clone(make_pipeline(original))[-1].client is client
    assert client.submit(len, "abc").result() == 3


def test_a_clone_is_not_fitted(of_blocks: DaskTURSClassifier) -> None:
    assert not hasattr(clone(of_blocks), "rule_set_")
    assert hasattr(of_blocks, "rule_set_")


@pytest.mark.parametrize(
    "copied",
    [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))],
    ids=["copy", "deepcopy", "pickle"],
)
def test_copies_leave_the_client_behind(client: Any, copied: Any) -> None:
    original = learned_here(BLOCKS, CLASSES).set_params(client=client)
    other = copied(original)
    assert other.client is None
    assert original.client is client
    assert other.rule_set_.to_json() == original.rule_set_.to_json()


def test_it_prints(client: Any) -> None:
    assert str(DaskTURSClassifier(beam_width=3)) == "DaskTURSClassifier(beam_width=3)"
    assert "client=<Client" in str(DaskTURSClassifier(client=client))
    assert "DaskTURSClassifier" in DaskTURSClassifier(client=client)._repr_html_()


def test_to_local(client: Any, of_patients: DaskTURSClassifier) -> None:
    fitted = copy.copy(of_patients).set_params(client=client, n_jobs=2)
    local = fitted.to_local()
    assert type(local) is TURSClassifier
    assert local.get_params() == TURSClassifier(n_jobs=2).get_params()
    assert local.rule_set_ is of_patients.rule_set_
    assert vars(local).keys() == vars(fitted).keys() - {"client"}
    assert local.predict(PATIENTS).tolist() == of_patients.predict(PATIENTS).tolist()


def test_to_local_before_fit() -> None:
    local = DaskTURSClassifier(max_cuts=7).to_local()
    assert local.max_cuts == 7
    with pytest.raises(NotFittedError):
        local.predict(BLOCKS)


# --- predictions


@pytest.mark.parametrize("scheduler", ["sync", "threads"])
def test_predictions_of_a_frame(of_patients: DaskTURSClassifier, scheduler: str) -> None:
    X, _ = in_partitions()
    local = of_patients.to_local()
    with dask.config.set(scheduler=scheduler):
        assert of_patients.predict(X).compute().tolist() == local.predict(PATIENTS).tolist()
        found = of_patients.predict_proba(X).compute()
        assert np.array_equal(found, local.predict_proba(PATIENTS))


def test_predictions_on_a_cluster(of_patients: DaskTURSClassifier, client: Any) -> None:
    X, _ = in_partitions()
    predicted = client.compute(of_patients.predict(X)).result()
    assert predicted.tolist() == of_patients.predict(PATIENTS).tolist()
    explained = client.compute(of_patients.explain(X)).result()
    assert len(explained) == len(PATIENTS)


def test_predictions_are_lazy_arrays_of_the_right_shape(of_blocks: DaskTURSClassifier) -> None:
    X, _ = in_chunks(40)
    labels, shares = of_blocks.predict(X), of_blocks.predict_proba(X)
    assert isinstance(labels, da.Array)
    assert labels.chunks == ((40, 40, 10),)
    assert labels.dtype == np.int64
    assert shares.chunks == ((40, 40, 10), (3,))
    assert shares.dtype == np.float64
    assert labels.compute().dtype == np.int64
    assert np.array_equal(shares.compute(), of_blocks.predict_proba(BLOCKS))
    # What they are made of goes on in dask.
    assert int((labels == X[:, 0].round()).sum().compute()) > 70
    assert shares[35:45].compute().tolist() == of_blocks.predict_proba(BLOCKS[35:45]).tolist()


def test_predictions_of_a_list(of_blocks: DaskTURSClassifier) -> None:
    X, _ = in_list()
    assert of_blocks.predict(X).compute().tolist() == of_blocks.predict(BLOCKS).tolist()
    shares = of_blocks.predict_proba(X)
    assert [len(chunk) for chunk in dask.compute(*shares.to_delayed().ravel())] == [25, 0, 65]


def test_predictions_of_futures(of_blocks: DaskTURSClassifier, client: Any) -> None:
    X = [client.submit(BLOCKS.__getitem__, slice(a, a + 45)) for a in (0, 45)]
    predicted = client.compute(of_blocks.predict(X)).result()
    assert predicted.tolist() == of_blocks.predict(BLOCKS).tolist()


def test_labels_that_are_strings(of_patients: DaskTURSClassifier) -> None:
    X, _ = in_partitions()
    assert of_patients.predict(X).dtype == of_patients.classes_.dtype == object


def test_empty_partitions_of_a_frame(of_patients: DaskTURSClassifier) -> None:
    X, _ = in_partitions(4)
    old = X[X["age"] > 85]
    expected = of_patients.predict(PATIENTS[PATIENTS["age"] > 85]).tolist()
    assert 0 < len(expected) < 6
    assert of_patients.predict(old).compute().tolist() == expected
    nobody = X[X["age"] > 200]
    assert of_patients.predict(nobody).compute().shape == (0,)
    assert of_patients.predict_proba(nobody).compute().shape == (0, 2)
    assert of_patients.explain(nobody).compute() == []


def test_explanations_are_a_bag(of_patients: DaskTURSClassifier) -> None:
    X, _ = in_partitions(2)
    bag = of_patients.explain(X)
    assert isinstance(bag, db.Bag)
    assert bag.npartitions == 2
    here = of_patients.explain(PATIENTS)
    found = bag.compute(scheduler="sync")
    assert [one.to_dict() | {"row": 0} for one in found] == [
        one.to_dict() | {"row": 0} for one in here
    ]
    assert [one.row for one in found] == [*range(30), *range(30)]


def test_tasks_have_names_and_share_the_rules(of_blocks: DaskTURSClassifier) -> None:
    X, _ = in_list()
    for lazy, name in (
        (of_blocks.predict(X), "turs-predict"),
        (of_blocks.predict_proba(X), "turs-predict-proba"),
        (of_blocks.explain(X), "turs-explain"),
    ):
        names = [distributed.utils.key_split(key) for key in lazy.__dask_graph__()]
        assert names.count(name) == 3
        assert names.count("turs-rules") == 1
    assert of_blocks.predict(X).name == of_blocks.predict(X).name
    assert of_blocks.predict(X).name != of_blocks.predict(X[:2]).name


def test_local_tables_are_predicted_here(of_blocks: DaskTURSClassifier) -> None:
    local = of_blocks.to_local()
    assert isinstance(of_blocks.predict(BLOCKS), np.ndarray)
    assert of_blocks.predict(BLOCKS.tolist()).tolist() == local.predict(BLOCKS).tolist()
    assert of_blocks.explain(BLOCKS) == local.explain(BLOCKS)
    assert of_blocks.score(BLOCKS, CLASSES) == local.score(BLOCKS, CLASSES)
    weights = np.arange(90)
    assert of_blocks.score(BLOCKS, CLASSES, weights) == local.score(BLOCKS, CLASSES, weights)


def test_score(of_blocks: DaskTURSClassifier, client: Any) -> None:
    expected = of_blocks.score(BLOCKS, CLASSES)
    assert 0.9 < expected < 1.0
    assert of_blocks.score(*in_chunks()) == expected
    assert of_blocks.score(*in_list()) == expected
    assert copy.copy(of_blocks).set_params(client=client).score(*in_chunks()) == expected


def test_score_of_weighted_rows(of_blocks: DaskTURSClassifier) -> None:
    X, y = in_chunks()
    with pytest.raises(InputError, match="sample_weight is given and X is a dask collection"):
        of_blocks.score(X, y, da.ones(90))


def test_score_of_no_rows(of_blocks: DaskTURSClassifier) -> None:
    with pytest.raises(InputError, match="X has no rows in any partition; a score needs"):
        of_blocks.score(*in_list((0, 0)))


def test_score_with_other_labels(of_blocks: DaskTURSClassifier) -> None:
    X, _ = in_list((0, 45, 90))
    y = [dask.delayed(CLASSES[:45]), dask.delayed(["a"] * 45)]
    with pytest.raises(TargetError, match=r"^in partition 1: y has labels such as 'a' and the"):
        of_blocks.score(X, y)


def test_columns_are_checked_before_anything_is_computed(of_patients: DaskTURSClassifier) -> None:
    X, _ = in_partitions()
    turned = X[X.columns[::-1].tolist()]
    for wrong in (turned, X.drop(columns="ward"), X.rename(columns={"ward": "wards"})):
        with pytest.raises(ValueError, match="feature names"):
            of_patients.predict(wrong)


def test_the_number_of_columns_is_checked_too(of_blocks: DaskTURSClassifier) -> None:
    with pytest.raises(ValueError, match="X has 3 features, but DaskTURSClassifier is expecting 2"):
        of_blocks.predict_proba(da.ones((10, 3)))


def test_a_wrong_partition_is_named(of_patients: DaskTURSClassifier) -> None:
    wrong = PATIENTS.assign(age="old")
    lazy = of_patients.predict([dask.delayed(PATIENTS), dask.delayed(wrong)])
    sentence = r"^in partition 1: column 'age' was numeric in training, but has 'old' in row 0"
    with pytest.raises(ColumnError, match=sentence):
        lazy.compute(scheduler="sync")


def test_not_fitted() -> None:
    X, y = in_chunks()
    for ask in (DaskTURSClassifier().predict, DaskTURSClassifier().explain):
        with pytest.raises(NotFittedError):
            ask(X)
    with pytest.raises(NotFittedError):
        DaskTURSClassifier().score(X, y)


# --- fit


@pytest.mark.parametrize(("X", "y"), [in_chunks(), in_chunks(7, 2), in_chunks(90), in_list()])
def test_the_model_of_arrays(X: Any, y: Any, client: Any) -> None:
    local = TURSClassifier().fit(BLOCKS, CLASSES)
    fitted = DaskTURSClassifier(client=client).fit(X, y)
    assert fitted.rule_set_.to_json() == local.rule_set_.to_json()
    assert vars(fitted).keys() == vars(local).keys() | {"client"}
    assert fitted.n_features_in_ == 2
    assert fitted.classes_.dtype == local.classes_.dtype


@pytest.mark.parametrize("n", [1, 3, 8])
@pytest.mark.parametrize("parameters", [{}, {"surrogate": None, "max_integer_levels": 80}])
def test_the_model_of_frames(n: int, parameters: dict[str, Any], client: Any) -> None:
    local = TURSClassifier(**parameters).fit(PATIENTS, STAYS)
    fitted = DaskTURSClassifier(client=client, n_jobs=2, **parameters).fit(*in_partitions(n))
    assert fitted.rule_set_.to_json() == local.rule_set_.to_json()
    assert fitted.feature_names_in_.tolist() == local.feature_names_in_.tolist()
    assert fitted.trace_.steps[-1].real_bits == local.trace_.steps[-1].real_bits
    assert fitted.score(*in_partitions()) == local.score(PATIENTS, STAYS)


def test_the_model_of_delayed_frames(client: Any) -> None:
    X = [dask.delayed(PATIENTS[start : start + 20]) for start in (40, 0, 20)]
    y = [dask.delayed(STAYS[start : start + 20]) for start in (40, 0, 20)]
    fitted = DaskTURSClassifier(client=client).fit(X, y)
    local = TURSClassifier().fit(PATIENTS, STAYS)
    assert fitted.rule_set_.to_json() == local.rule_set_.to_json()
    assert fitted.feature_names_in_.tolist() == local.feature_names_in_.tolist()


def test_columns_without_names_of_a_frame(client: Any) -> None:
    whole = pd.DataFrame(BLOCKS)
    X, y = dd.from_pandas(whole, npartitions=2), da.from_array(CLASSES, chunks=45)
    fitted = DaskTURSClassifier(client=client).fit(X, y)
    assert not hasattr(fitted, "feature_names_in_")
    assert fitted.predict(X).compute().tolist() == fitted.predict(whole).tolist()


def test_the_current_client(client: Any) -> None:
    with client.as_current():
        fitted = DaskTURSClassifier().fit(*in_chunks())
    assert fitted.client is None
    assert len(fitted.rule_set_) > 0


def test_progress(client: Any, capsys: pytest.CaptureFixture[str]) -> None:
    DaskTURSClassifier(client=client, verbose=1).fit(*in_chunks(45))
    first, second, *_ = capsys.readouterr().err.splitlines()
    assert first == "turs: summarising 2 partitions"
    assert second.startswith("turs: 1 rule, ")


def test_callbacks_are_told_of_each_rule_and_may_stop(client: Any) -> None:
    pytest.importorskip("sklearn.callback", reason="scikit-learn before 1.9 has no callbacks")

    class StopAfterTwo:
        """Ends the search after two rules."""

        steps: ClassVar[list[Any]] = []

        def setup(self, estimator: Any, context: Any) -> None: ...
        def teardown(self, estimator: Any, context: Any) -> None: ...
        def on_fit_task_begin(self, estimator: Any, context: Any, *, X: Any, y: Any) -> None: ...
        def on_fit_task_end(self, estimator: Any, context: Any, *, metadata: Any) -> bool:
            self.steps += [metadata["step"]] if metadata is not None else []
            return len(self.steps) == 2

    classifier = DaskTURSClassifier(client=client).set_callbacks(StopAfterTwo())
    assert classifier.fit(*in_chunks()).trace_.stopped == "callback"
    assert StopAfterTwo.steps == list(classifier.trace_.steps)


# dask 2026.8 reads with a keyword that pandas 3.1 warns of.
@pytest.mark.filterwarnings("ignore:The inplace keyword")
def test_files_of_parquet(client: Any, tmp_path: Any) -> None:
    # Their divisions are unknown; and if it may, dask puts files together, more for y than for X.
    for start in (0, 20, 40):
        rows = PATIENTS.assign(stays=STAYS)[start : start + 20]
        rows.to_parquet(tmp_path / f"{start:02}.parquet", index=False)
    whole = dd.read_parquet(tmp_path)
    X, y = whole[PATIENTS.columns.tolist()], whole["stays"]
    assert len(y.to_delayed()) < len(X.to_delayed())
    fitted = DaskTURSClassifier(client=client).fit(X, y)
    local = TURSClassifier().fit(PATIENTS, STAYS)
    assert fitted.rule_set_.to_json() == local.rule_set_.to_json()
    assert fitted.score(X, y) == local.score(PATIENTS, STAYS)


def test_collections_that_are_on_the_cluster_already(client: Any) -> None:
    X, y = client.persist(in_chunks())
    fitted = DaskTURSClassifier(client=client).fit(X, y)
    local = TURSClassifier().fit(BLOCKS, CLASSES)
    assert fitted.rule_set_.to_json() == local.rule_set_.to_json()


def test_a_time_limit_is_warned_of_where_fit_was_called(client: Any) -> None:
    with pytest.warns(SearchStoppedWarning, match="The search ended early") as caught:
        DaskTURSClassifier(client=client, time_limit=0).fit(*in_chunks())
    assert caught[0].filename == __file__


def test_fitting_again_forgets_the_names(client: Any) -> None:
    classifier = DaskTURSClassifier(client=client).fit(*in_partitions())
    classifier.fit(*in_chunks())
    assert not hasattr(classifier, "feature_names_in_")
    assert classifier.n_features_in_ == 2


# --- what cannot be


def fails(classifier: DaskTURSClassifier, X: Any, y: Any, kind: type, sentence: str) -> None:
    """Check that a fit fails in one sentence, and changes nothing."""
    before = state(classifier)
    with pytest.raises(kind, match=f"^{re.escape(sentence)}"):
        classifier.fit(X, y)
    assert state(classifier) == before


def test_no_client() -> None:
    sentence = (
        "there is no dask client; make one, e.g. client = distributed.Client(), or pass client=..."
    )
    fails(DaskTURSClassifier(), *in_chunks(), ClusterError, sentence)


def test_a_closed_client(client: Any) -> None:
    closed = distributed.Client(client.cluster, set_as_default=False)
    closed.close()
    sentence = "the dask client is not connected to a cluster (it is closed); make a new one"
    fails(DaskTURSClassifier(client=closed), *in_chunks(), ClusterError, sentence)


def test_an_asynchronous_client(client: Any) -> None:
    sentence = "the dask client is asynchronous, and fit waits for its answers; make one without"

    async def fit() -> None:
        async with distributed.Client(
            client.scheduler.address, asynchronous=True, set_as_default=False
        ) as waiting:
            fails(DaskTURSClassifier(client=waiting), *in_chunks(), ClusterError, sentence)

    asyncio.run(fit())


def test_what_is_no_client() -> None:
    sentence = "client must be a distributed.Client, not 'tcp://here'"
    fails(DaskTURSClassifier(client="tcp://here"), *in_chunks(), InputTypeError, sentence)


def test_trees_as_in_the_paper(client: Any) -> None:
    sentence = "surrogate='cart' is not for dask, as its trees are grown anew from the rows"
    fails(DaskTURSClassifier.as_in_paper(client=client), *in_chunks(), InputError, sentence)


@pytest.mark.parametrize("parameters", [{"beam_width": 0}, {"max_cuts": True}])
def test_bad_parameters(parameters: dict[str, Any], client: Any) -> None:
    name = next(iter(parameters))
    sentence = f"The '{name}' parameter of DaskTURSClassifier must be"
    fails(DaskTURSClassifier(client=client, **parameters), *in_chunks(), ValueError, sentence)


def test_a_table_in_memory(client: Any) -> None:
    sentence = "X is a pandas DataFrame, no dask collection; use turs.TURSClassifier for a table"
    fails(DaskTURSClassifier(client=client), PATIENTS, STAYS, InputTypeError, sentence)


def test_partitions_of_different_length(client: Any) -> None:
    X, y = in_list((0, 45, 90))
    y[1] = dask.delayed(CLASSES[45:80])
    fitted = learned_here(BLOCKS, CLASSES).set_params(client=client)
    sentence = "in partition 1: Found input variables with inconsistent numbers of samples"
    fails(fitted, X, y, TargetError, sentence)


def test_an_error_of_the_users_own_partition(client: Any) -> None:
    def read(place: int) -> np.ndarray:
        if place == 1:
            raise OSError("no such file")
        return BLOCKS

    X = [dask.delayed(read)(place) for place in range(2)]
    fitted = learned_here(BLOCKS, CLASSES).set_params(client=client)
    fails(fitted, X, [dask.delayed(CLASSES)] * 2, OSError, "no such file")


def test_nothing_is_left_on_the_cluster(client: Any) -> None:
    before = set(client.futures)
    DaskTURSClassifier(client=client).fit(*in_chunks())
    # The client lets go of them in a thread of its own.
    deadline = time.monotonic() + 10
    while not set(client.futures) <= before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert set(client.futures) <= before


# --- the door


def test_without_dask_it_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['distributed'] = None\n"
        "try:\n    import turs.dask\nexcept ImportError as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == (
        "turs.dask needs distributed, which is not installed; `pip install turs[dask]` installs "
        "it\n"
    )


def test_a_worker_that_predicts_needs_no_learner() -> None:
    program = "import sys, turs.distributed.predicting; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "False\n"
