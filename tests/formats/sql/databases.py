"""Databases to run queries in: tables in, named rows out."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from turs.formats import sql
from turs.formats.sql.dialects import identifier
from turs.ruleset import RuleSet

Column = tuple[str, Sequence[Any]]

TYPES = {
    "sqlite": {"number": "REAL", "integer": "INTEGER", "truth": "INTEGER", "text": "TEXT"},
    "duckdb": {"number": "DOUBLE", "integer": "BIGINT", "truth": "BOOLEAN", "text": "VARCHAR"},
    "postgresql": {
        "number": "DOUBLE PRECISION",
        "integer": "BIGINT",
        "truth": "BOOLEAN",
        "text": "TEXT",
    },
}


@dataclass(frozen=True)
class Answer:
    """The result of a query."""

    names: list[str]
    rows: list[tuple[Any, ...]]

    def column(self, name: str) -> list[Any]:
        """Return the values of a column."""
        return [row[self.names.index(name)] for row in self.rows]


@dataclass(frozen=True)
class Database:
    """A connection, and the name of its dialect."""

    dialect: str
    connection: Any

    def fill(self, table: str, columns: Mapping[str, Column]) -> None:
        """Make a temporary table of columns with their types, in place of one of the same name."""
        types = [TYPES[self.dialect].get(kind, kind) for kind, _ in columns.values()]
        described = [f"{identifier(n)} {t}" for n, t in zip(columns, types, strict=True)]
        self.execute(f"DROP TABLE IF EXISTS {identifier(table)}")
        self.execute(f"CREATE TEMPORARY TABLE {identifier(table)} ({', '.join(described)})")
        # psycopg says of some values, such as None, that they are of a type of their own.
        marks = [f"%s::{t}" if self.dialect == "postgresql" else "?" for t in types]
        insert = f"INSERT INTO {identifier(table)} VALUES ({', '.join(marks)})"
        rows = list(zip(*(values for _, values in columns.values()), strict=True))
        if rows:
            self._cursor().executemany(insert, rows)

    def execute(self, query: str) -> Any:
        """Run a statement."""
        return self._cursor().execute(query)

    def _cursor(self) -> Any:
        # A cursor of DuckDB is a connection of its own, without the temporary tables.
        return self.connection if self.dialect == "duckdb" else self.connection.cursor()

    def run(self, query: str) -> Answer:
        """Run a query."""
        result = self.execute(query)
        return Answer([column[0] for column in result.description], result.fetchall())

    def score(
        self, rule_set: RuleSet, columns: Mapping[str, Column], smoothing: float = 0.0
    ) -> Answer:
        """Make a table of columns, and score its rows."""
        self.fill("data", columns)
        return self.run(sql.write(rule_set.data, self.dialect, "data", smoothing))


def check_same(
    answer: Answer, rule_set: RuleSet, table: Mapping[str, Any], smoothing: float = 0.0
) -> None:
    """Check that a query says exactly what Python says of the rows of a table."""
    n_added = len(rule_set.classes) + 2
    added = [row[-n_added:] for row in answer.rows]
    expected = rule_set.predict_proba(table, smoothing=smoothing)
    assert [list(row[:-2]) for row in added] == expected.tolist()
    assert [row[-2] for row in added] == rule_set.predict(table, smoothing=smoothing).tolist()
    assert [row[-1] for row in added] == covering_texts(rule_set, table)


def covering_texts(rule_set: RuleSet, table: Mapping[str, Any]) -> list[str]:
    """Write the covering rules of each row, in the order of their keys."""
    found = []
    for covers in rule_set.covers(table):
        rules = [rule_set.rules[i] for i in np.flatnonzero(covers)]
        found.append("; ".join(str(rule) for rule in sorted(rules, key=lambda rule: rule.key)))
    return found


def open_sqlite() -> Database:
    """Open a database of SQLite in memory."""
    return Database("sqlite", sqlite3.connect(":memory:"))
