"""Workers for the command line: processes of this machine, or a cluster that runs."""

from typing import Any

import numpy as np
import pytest

pytest.importorskip("distributed", reason="dask is not installed; `pip install turs[dask]` has it")

from turs.distributed import engine, estimator
from turs.distributed.engine import Engine, SummarizedClassifier, running_workers
from turs.distributed.summary import merge, summarize
from turs.exceptions import ClusterError, InputError


def rows_of(place: int, n_rows: int) -> tuple[np.ndarray, np.ndarray]:
    """Make a partition with one rule in it."""
    random = np.random.RandomState(place)
    X = random.random_sample((n_rows, 2)).round(1)
    return X, (X[:, 0] > 0.5).astype(int)


def summary_of(place: int, _: int, n_rows: int) -> Any:
    return summarize(*rows_of(place, n_rows), place)


def test_partitions_are_summarised_once(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def again(*arguments: Any) -> None:
        raise AssertionError("the summary is there already")

    workers, told = Engine(client), []
    summary = workers.look(summary_of, [0, 1, 2], 40, merge, lambda *of: told.append(of))
    assert told == [(1, 3), (2, 3), (3, 3)]
    monkeypatch.setattr(estimator, "summarize", again)
    classifier = SummarizedClassifier()
    classifier.summary = summary
    fitted = workers.fit(
        classifier, rows_of, [0, 1, 2], 40, lambda classifier, X, y: classifier.fit(X, y)
    )
    assert len(fitted.rule_set_) > 0
    assert fitted.rule_set_.data.origin.n_rows == 120


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_SECONDS_TO_ANSWER", 1)
    sentence = r"no dask scheduler answers at 'tcp://127.0.0.1:1' \(.*\); give its address"
    with pytest.raises(ClusterError, match=sentence), running_workers("tcp://127.0.0.1:1"):
        pass


@pytest.mark.parametrize("address", ["", "foo", "tcp://127.0.0.1", "http://127.0.0.1:8786"])
def test_what_is_no_address(address: str) -> None:
    sentence = (
        f"'{address}' is no address of a dask scheduler; give one such as tcp://10.0.0.7:8786"
    )
    with pytest.raises(InputError, match=sentence), running_workers(address):
        pass


def test_a_scheduler_that_wants_certificates() -> None:
    with (
        pytest.raises(ClusterError, match="wants certificates, and there are none"),
        running_workers("tls://127.0.0.1:8786"),
    ):
        pass
