"""Each database in turn; one that is not at hand is skipped, or fails where all are required."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from typing import Any

import pytest

from tests.formats.sql.databases import Database, open_sqlite


def leave_out(message: str) -> None:
    if os.environ.get("TURS_REQUIRE_DATABASES") == "1":
        pytest.fail(message, pytrace=False)
    pytest.skip(message)


def package(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        leave_out(f"{name} is not installed, so its database is not compared with Python")


def open_duckdb() -> Database:
    return Database("duckdb", package("duckdb").connect())


def open_postgresql() -> Database:
    where = os.environ.get("TURS_POSTGRES")
    if not where:
        leave_out(
            "PostgreSQL is not compared with Python: set TURS_POSTGRES to a server, "
            "as `.ci/postgres start DIR` prints it"
        )
    return Database("postgresql", package("psycopg").connect(where, autocommit=True))


OPEN = {"sqlite": open_sqlite, "duckdb": open_duckdb, "postgresql": open_postgresql}


# Opened once: a fixture of each test would be one of each example of hypothesis.
@pytest.fixture(scope="module", params=list(OPEN))
def database(request: pytest.FixtureRequest) -> Iterator[Database]:
    """A database to fill and to ask, each in turn."""
    opened = OPEN[request.param]()
    yield opened
    opened.connection.close()


@pytest.fixture(scope="module")
def sqlite() -> Iterator[Database]:
    """The database that is always at hand."""
    opened = open_sqlite()
    yield opened
    opened.connection.close()
