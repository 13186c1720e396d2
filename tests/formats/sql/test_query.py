"""The query, run: what a database says of rows is what Python says, bit for bit."""

from __future__ import annotations

import datetime
import math
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.sql.databases import Database, check_same
from tests.formats.sql.problems import Problem, many_rules, problems
from tests.model.problems import Problem as PlainProblem
from tests.model.problems import problems as plain_problems
from turs.exceptions import InputError, InputTypeError
from turs.formats import sql
from turs.model import Interval, Levels, Rule
from turs.ruleset import RuleSet

TABLE = {
    "age": [25, 30, 41, 52, 67, None, 70, 35],
    "ward": ["A", "B", "A", "A", "B", "B", None, "A"],
}
OUTCOME = ["home", "home", "home", "stay", "stay", "stay", "stay", "home"]
RULES = ["age > 50 or missing", "ward = B", "35 < age <= 60 and ward = A"]

SMOOTHING = st.sampled_from([0.0, 1.0, 0.1, 1 / 3, 1e-9, 12345.678])


@pytest.fixture
def rule_set() -> RuleSet:
    return RuleSet.from_rules(RULES, TABLE, OUTCOME)


def rows_of(n_rows: int = 3) -> dict[str, Any]:
    """Return rows as a database holds them."""
    return {
        "id": ("integer", [3, 1, 2][:n_rows]),
        "age": ("number", [55.0, 55.0, 20.0][:n_rows]),
        "ward": ("text", ["B", "A", "C"][:n_rows]),
    }


def table_of(columns: dict[str, Any]) -> dict[str, Any]:
    return {name: list(values) for name, (_, values) in columns.items()}


def test_worked_example(database: Database, rule_set: RuleSet) -> None:
    answer = database.score(rule_set, rows_of(), smoothing=1.0)
    names = ["probability_home", "probability_stay", "predicted_class", "covering_rules"]
    assert answer.names == ["id", "age", "ward", *names]
    # Of the five rows that a rule of the first row's group covers, one is home; where the narrow
    # rule covers it shares one of its two rows with the first, so both speak: five rows again.
    assert answer.rows == [
        (3, 55.0, "B", 1.5 / 6, 4.5 / 6, "stay", "age > 50 or missing; ward = B"),
        (1, 55.0, "A", 1.5 / 6, 4.5 / 6, "stay", f"age > 50 or missing; {RULES[2]}"),
        (2, 20.0, "C", 2.5 / 3, 0.5 / 3, "home", ""),
    ]


@given(problem=plain_problems(), smoothing=SMOOTHING)
@settings(max_examples=60)
def test_same_as_python(database: Database, problem: PlainProblem, smoothing: float) -> None:
    types = {"x": "number", "z": "number", "ward": "text", "grade": "integer", "flag": "truth"}
    columns = {
        name: (kind, [None if is_nan(value) else value for value in problem.table[name]])
        for name, kind in types.items()
    }
    columns["grade"] = ("integer", [v if v is None else int(v) for v in columns["grade"][1]])
    answer = database.score(problem.rule_set, columns, smoothing)
    check_same(answer, problem.rule_set, problem.table, smoothing)


def is_nan(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)


@given(problem=problems(), smoothing=SMOOTHING)
@settings(max_examples=60)
def test_hard_names_levels_and_numbers(
    database: Database, problem: Problem, smoothing: float
) -> None:
    answer = database.score(problem.rule_set, problem.columns, smoothing)
    check_same(answer, problem.rule_set, problem.table, smoothing)
    n_own = len(problem.columns)
    own = [list(values) for _, values in problem.columns.values()]
    assert answer.names[:n_own] == list(problem.columns)
    assert [list(column) for column in zip(*answer.rows, strict=True)][:n_own] == own


@pytest.mark.parametrize("labels", [(1, 2, 30), (False, True), (-1.0, 1.0), ("", " ", "A'b")])
def test_labels(database: Database, labels: tuple[Any, ...]) -> None:
    y = [labels[i % len(labels)] for i in range(8)]
    rule_set = RuleSet.from_rules(RULES, TABLE, y, labels)
    answer = database.score(rule_set, rows_of())
    check_same(answer, rule_set, table_of(rows_of()))
    assert answer.names[3:-2] == [f"probability_{label}" for label in labels]


def test_other_labels_become_texts(database: Database) -> None:
    days = np.array(["2024-02-29", "2023-01-01"], dtype="datetime64[D]")
    rule_set = RuleSet.from_rules(["age > 50"], {"age": [20, 60]}, days, days)
    answer = database.score(rule_set, {"age": ("number", [60.0])})
    assert answer.names[1:3] == ["probability_2024-02-29", "probability_2023-01-01"]
    assert answer.column("predicted_class") == ["2023-01-01"]
    dates = [datetime.date(2024, 2, 29), datetime.date(2023, 1, 1)]
    answer = database.score(rule_set.relabel(dict(zip(days, dates, strict=True))), rows_of(1))
    assert answer.column("predicted_class") == ["2023-01-01"]


@pytest.mark.parametrize(
    "rules",
    [[], ["always"], ["always", "age > 50"], ["age > 1000"], ["age > 1000", "age <= 1000"]],
    ids=str,
)
def test_odd_rule_sets(database: Database, rules: list[str]) -> None:
    rule_set = RuleSet.from_rules(rules, TABLE, OUTCOME)
    columns = rows_of() | {"age": ("number", [2000.0, None, 20.0])}
    check_same(database.score(rule_set, columns, 0.5), rule_set, table_of(columns), 0.5)


def test_every_row_covered(database: Database) -> None:
    rule_set = RuleSet.from_rules(["age is not missing"], {"age": [1, 2]}, ["a", "b"])
    answer = database.score(rule_set, {"age": ("number", [None])})
    assert answer.rows == [(None, 0.5, 0.5, "a", "")]


def test_a_table_without_rows(database: Database, rule_set: RuleSet) -> None:
    assert database.score(rule_set, rows_of(0)).rows == []


def test_rows_come_in_their_order(database: Database, rule_set: RuleSet) -> None:
    chosen = random.Random(3)
    n_rows = 5000
    columns = {
        "age": ("number", [float(chosen.randrange(100)) for _ in range(n_rows)]),
        "ward": ("text", chosen.choices(["A", "B", "C", None], k=n_rows)),
        "id": ("integer", chosen.sample(range(n_rows), k=n_rows)),
    }
    answer = database.score(rule_set, columns)
    assert answer.column("id") == columns["id"][1]
    check_same(answer, rule_set, table_of(columns))


def test_result_names_give_way_to_those_of_the_table(database: Database) -> None:
    table = {"Predicted_Class": [1, 2], "probability_yes": [1, 2], "turs_cover_1": [1, 2]}
    rules = ["Predicted_Class > 1", "turs_cover_1 > 1"]
    rule_set = RuleSet.from_rules(rules, table, ["Yes", "yes"])
    answer = database.score(rule_set, {name: ("number", [2.0]) for name in table})
    assert answer.names == [
        *table,
        "probability_Yes_2",
        "probability_yes_3",
        "predicted_class_2",
        "covering_rules",
    ]


def test_long_labels(database: Database) -> None:
    labels = ["é" * 40 + "a", "é" * 40 + "b"]
    rule_set = RuleSet.from_rules(["age > 50"], {"age": [20, 60]}, labels)
    answer = database.score(rule_set, {"age": ("number", [60.0])})
    assert len(set(answer.names)) == 5
    assert answer.column("predicted_class") == [labels[1]]


def test_qualified_table(database: Database, rule_set: RuleSet) -> None:
    schema = {"sqlite": "temp", "duckdb": "temp", "postgresql": "pg_temp"}[database.dialect]
    database.fill('the "Select"', rows_of())
    query = sql.write(rule_set.data, database.dialect, (schema, 'the "Select"'), 0.0)
    check_same(database.run(query), rule_set, table_of(rows_of()))


def test_a_table_named_like_a_part(database: Database, rule_set: RuleSet) -> None:
    for name in ("turs_rows", "TURS_patterns"):
        database.fill(name, rows_of())
        query = sql.write(rule_set.data, database.dialect, name, 0.0)
        check_same(database.run(query), rule_set, table_of(rows_of()))


def test_a_view(database: Database, rule_set: RuleSet) -> None:
    database.fill("data", rows_of())
    database.execute('CREATE TEMPORARY VIEW "a view" AS SELECT * FROM data')
    query = sql.write(rule_set.data, database.dialect, "a view", 0.0)
    answer = database.run(query)
    database.execute('DROP VIEW "a view"')
    check_same(answer, rule_set, table_of(rows_of()))


def test_nan_is_missing(database: Database) -> None:
    table = {"x": [1.0, None, 3.0], "grade": [1, 2, None], "empty": [None, None, None]}
    rules = ["x > 2", "x is missing", "grade is missing", "grade in {1, 2}", "empty is missing"]
    rule_set = RuleSet.from_rules(rules, table, ["a", "b", "b"], categorical_features=["grade"])
    columns = {name: ("number", [math.nan, 1.0, None]) for name in table}
    check_same(database.score(rule_set, columns), rule_set, table_of(columns))


def test_text_in_a_column_that_training_never_saw(database: Database) -> None:
    rule_set = RuleSet.from_rules(
        ["empty is missing", "empty = A"], {"empty": [None, None]}, ["a", "b"]
    )
    columns = {"empty": ("text", ["nan", "A", None, "NaN"])}
    check_same(database.score(rule_set, columns), rule_set, table_of(columns))


@pytest.mark.parametrize("kind", ["truth", "integer", "number"])
def test_truth_values_may_be_numbers(database: Database, kind: str) -> None:
    table = {"flag": [True, False, True]}
    rule_set = RuleSet.from_rules(["flag = true", "flag = false or missing"], table, [1, 2, 2])
    convert = {"truth": bool, "integer": int, "number": float}[kind]
    columns = {"flag": (kind, [convert(1), convert(0), None])}
    check_same(database.score(rule_set, columns), rule_set, table_of(columns))


def test_whole_numbers_are_compared_as_floats(database: Database) -> None:
    cut = float(2**53)
    rule_set = RuleSet.from_rules([Rule([Interval("n", low=cut)])], {"n": [0, 2**60]}, ["a", "b"])
    columns = {"n": ("integer", [2**53, 2**53 + 1, 2**53 + 2])}
    answer = database.score(rule_set, columns)
    assert answer.column("predicted_class") == ["a", "a", "b"]
    check_same(answer, rule_set, {"n": np.array(columns["n"][1])})


def test_texts_are_compared_exactly(database: Database, rule_set: RuleSet) -> None:
    nocase = {
        "sqlite": "TEXT COLLATE NOCASE",
        "duckdb": "VARCHAR COLLATE NOCASE",
        "postgresql": "VARCHAR(20)",
    }[database.dialect]
    columns = {"age": ("number", [20.0, 20.0]), "ward": (nocase, ["b", "B"])}
    check_same(database.score(rule_set, columns), rule_set, table_of(columns))


def test_numbers_that_sqlite_holds_as_texts(sqlite: Database) -> None:
    rule_set = RuleSet.from_rules(["x > 10", "x is missing"], {"x": [1, 20]}, ["a", "b"])
    values = ["12.5", "9", "", "many", 11, None, " 12 "]
    answer = sqlite.score(rule_set, {"x": ("", values)})
    more, missing = "x > 10", "x is missing"
    assert answer.column("covering_rules") == [more, "", missing, missing, more, missing, more]


def test_many_rules_classes_and_cells(database: Database) -> None:
    rule_set = many_rules(300, 12, 3000)
    assert rule_set.data.cells.n_cells > 2500
    drawn = np.random.default_rng(2)
    columns: dict[str, Any] = {
        f"x{i}": ("number", drawn.normal(size=60).tolist()) for i in range(6)
    }
    columns["ward"] = ("text", drawn.choice(list("ABCDEFG"), size=60).tolist())
    check_same(database.score(rule_set, columns, 1.0), rule_set, table_of(columns), 1.0)


@pytest.mark.slow
def test_more_rules_and_classes_than_an_expression_is_deep(database: Database) -> None:
    rule_set = many_rules(1200, 130, 20)
    columns: dict[str, Any] = {f"x{i}": ("number", [0.0, 1.0, None]) for i in range(6)}
    columns["ward"] = ("text", ["A", None, "B"])
    check_same(database.score(rule_set, columns, 1.0), rule_set, table_of(columns), 1.0)


def test_the_order_of_rules_changes_nothing(rule_set: RuleSet) -> None:
    turned = RuleSet.from_rules(RULES[::-1], TABLE, OUTCOME)
    for dialect in ("sqlite", "duckdb", "postgresql"):
        query = sql.write(rule_set.data, dialect, "data", 0.0)
        assert sql.write(turned.data, dialect, "data", 0.0) == query


def test_a_comment_cannot_be_left(sqlite: Database) -> None:
    levels = ["A\n; DROP TABLE data; --", "*/ --", "B\r\nSELECT 1", "C\u2028D"]
    rules = [Rule([Levels("ward", [level])]) for level in levels]
    rule_set = RuleSet.from_rules(rules, {"ward": levels}, levels)
    answer = sqlite.score(rule_set, {"ward": ("text", levels)})
    check_same(answer, rule_set, {"ward": levels})


def test_postgres_is_another_name(rule_set: RuleSet) -> None:
    query = sql.write(rule_set.data, "postgres", "data", 0.0)
    assert query == sql.write(rule_set.data, "postgresql", "data", 0.0)


def test_unknown_dialect(rule_set: RuleSet) -> None:
    message = "no SQL dialect 'oracle'; use one of 'sqlite', 'duckdb', 'postgresql'$"
    with pytest.raises(InputError, match=message):
        sql.write(rule_set.data, "oracle", "data", 0.0)


@pytest.mark.parametrize("table", ["", (), ("a", "")])
def test_table_without_a_name(rule_set: RuleSet, table: Any) -> None:
    with pytest.raises(InputError, match="the name of the table is empty"):
        sql.write(rule_set.data, "sqlite", table, 0.0)


def test_table_that_is_no_name(rule_set: RuleSet) -> None:
    with pytest.raises(InputTypeError, match="a text or a list of texts"):
        sql.write(rule_set.data, "sqlite", (1, 2), 0.0)  # type: ignore[arg-type]


def test_characters_that_sql_cannot_hold(rule_set: RuleSet) -> None:
    for label in ("a\0", "\ud800"):
        bad = rule_set.relabel({"home": label, "stay": "b"})
        with pytest.raises(InputError, match="SQL cannot hold the text"):
            sql.write(bad.data, "postgresql", "data", 0.0)


def test_too_many_columns() -> None:
    table = {f"x{i}": [1, 2] for i in range(1661)}
    rule_set = RuleSet.from_rules(["x0 > 1"], table, ["a", "b"])
    with pytest.raises(InputError, match="1665 columns, but postgresql allows 1664"):
        sql.write(rule_set.data, "postgresql", "data", 0.0)
    assert sql.write(rule_set.data, "sqlite", "data", 0.0)


def test_too_large_a_label(rule_set: RuleSet) -> None:
    large = rule_set.relabel({"home": 2**63, "stay": 1})
    with pytest.raises(InputError, match="too large for an integer of SQL"):
        sql.write(large.data, "sqlite", "data", 0.0)


def test_a_level_that_no_float_holds() -> None:
    import pandas as pd

    ids = pd.Series([2**53, 2**53 + 1]).astype("category")
    rule_set = RuleSet.from_rules([Rule([Levels("id", [2**53 + 1])])], {"id": ids}, ["a", "b"])
    with pytest.raises(InputError, match="9007199254740993, which a float cannot hold"):
        sql.write(rule_set.data, "sqlite", "data", 0.0)


@pytest.mark.parametrize("dialect", ["sqlite", "duckdb"])
def test_columns_that_differ_only_in_case_are_refused_where_they_are_one(dialect: str) -> None:
    rule_set = RuleSet.from_rules(["AGE > 1"], {"Age": [1, 2], "AGE": [1, 2]}, ["a", "b"])
    with pytest.raises(InputError, match="'Age' and 'AGE' differ only in case, and are one name"):
        rule_set.to_sql(dialect)
    assert '"AGE"' in rule_set.to_sql("postgresql")


@pytest.mark.parametrize("dialect", ["duckdb", "postgresql"])
def test_an_empty_name_is_refused_where_no_column_can_have_it(dialect: str) -> None:
    rule_set = RuleSet.from_rules(['"" > 1'], {"": [1, 2]}, ["a", "b"])
    with pytest.raises(InputError, match=f"the empty name, which {dialect} does not allow"):
        rule_set.to_sql(dialect)
    assert rule_set.to_sql("sqlite")
