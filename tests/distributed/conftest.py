"""A small cluster in this process, for the tests that need dask."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="session")
def client() -> Iterator[Any]:
    """The client of two workers; it is not the current one unless a test makes it so."""
    distributed = pytest.importorskip(
        "distributed", reason="dask is not installed; `pip install turs[dask]` has it"
    )
    # Any free port: tests may run side by side, and a port in use is warned of.
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=False,
            dashboard_address=":0",
            silence_logs=logging.CRITICAL,
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        yield client
