"""What rules ask of a row, in SQL."""

import pytest

from turs.formats.sql.conditions import rule_condition
from turs.formats.sql.dialects import DUCKDB, POSTGRESQL, SQLITE
from turs.model import Rule
from turs.table.schema import Column

COLUMNS = {
    column.name: column
    for column in [
        Column("age", "numeric"),
        Column("ward", "categorical", ("A", "B", "it's")),
        Column("grade", "categorical", (1, 2.5)),
        Column("flag", "categorical", (False, True)),
        Column("empty", "categorical"),
    ]
}


@pytest.mark.parametrize(
    ("rule", "condition"),
    [
        ("always", "TRUE"),
        ("age > 50", '"age" > 50'),
        ("age <= -0.5", '"age" <= -0.5'),
        ("30 < age <= 65", '"age" > 30 AND "age" <= 65'),
        ("age > 50 or missing", '("age" IS NULL OR "age" > 50)'),
        ("age is missing", '"age" IS NULL'),
        ("ward is not missing", '"ward" IS NOT NULL'),
        ("ward = A", "\"ward\" = 'A'"),
        ('ward in {B, A, "it\'s"}', "\"ward\" IN ('A', 'B', 'it''s')"),
        ("ward in {A, Z}", "\"ward\" = 'A'"),
        ("ward = Z", "FALSE"),
        ("ward = Z or missing", '("ward" IS NULL OR FALSE)'),
        ("empty = A", "FALSE"),
        ("grade in {1, 2.5}", '"grade" IN (1, 2.5)'),
        ("flag = true", '"flag" = 1'),
        ("age > 1 and ward = A", '"age" > 1 AND "ward" = \'A\''),
    ],
)
def test_conditions(rule: str, condition: str) -> None:
    assert rule_condition(Rule.parse(rule), COLUMNS, SQLITE) == condition


def test_dialects_differ_in_numbers_and_truth_values() -> None:
    rule = Rule.parse("age > 0.1 and flag = true")
    assert rule_condition(rule, COLUMNS, DUCKDB) == '"age" > 0.1e0 AND "flag" = 1'
    assert rule_condition(rule, COLUMNS, POSTGRESQL) == (
        "\"age\" > 0.1 AND \"flag\" IN ('true', '1')"
    )
