"""Conditions: what rules ask of a row, in SQL.

A condition speaks of columns that were read by `Dialect.read`, in which a missing value is NULL.
What it says of NULL may be NULL too: it is meant for CASE WHEN, which takes that for false.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from turs.exceptions import InputError
from turs.formats.sql.dialects import identifier, text
from turs.formats.sql.layout import nested
from turs.model.literal import Interval, Missing
from turs.model.notation import sort_levels

if TYPE_CHECKING:
    from turs.formats.sql.dialects import Dialect
    from turs.model.literal import Levels, Literal
    from turs.model.rule import Rule
    from turs.table.schema import Column, Level


def rule_condition(rule: Rule, columns: Mapping[str, Column], dialect: Dialect) -> str:
    """Return what a row must satisfy for a rule to cover it.

    Parameters
    ----------
    rule : Rule
        The rule.
    columns : mapping of str to Column
        The columns of training, by name.
    dialect : Dialect
        The dialect.

    Returns
    -------
    str

    Examples
    --------
    >>> from turs.formats.sql.dialects import SQLITE
    >>> from turs.model import Rule
    >>> from turs.table.schema import Column
    >>> columns = {"age": Column("age", "numeric"), "ward": Column("ward", "categorical", ("A",))}
    >>> rule = Rule.parse("(age > 50 or missing) and ward in {A, B}")
    >>> print(rule_condition(rule, columns, SQLITE))
    ("age" IS NULL OR "age" > 50) AND "ward" = 'A'
    """
    literals = [_condition(one, columns[one.variable], dialect) for one in rule.literals]
    return nested(literals, " AND ") or "TRUE"


def _condition(literal: Literal, column: Column, dialect: Dialect) -> str:
    name = identifier(literal.variable)
    if isinstance(literal, Missing):
        return f"{name} IS {'NOT ' if literal.negated else ''}NULL"
    asked = (
        _interval(name, literal, dialect)
        if isinstance(literal, Interval)
        else _levels(name, literal, column, dialect)
    )
    return f"({name} IS NULL OR {asked})" if literal.missing else asked


def _interval(name: str, interval: Interval, dialect: Dialect) -> str:
    bounds = []
    if interval.low is not None:
        bounds.append(f"{name} > {dialect.number(interval.low)}")
    if interval.high is not None:
        bounds.append(f"{name} <= {dialect.number(interval.high)}")
    return " AND ".join(bounds)


def _levels(name: str, levels: Levels, column: Column, dialect: Dialect) -> str:
    # A level that training did not see satisfies nothing, whatever a rule says.
    seen = [level for level in sort_levels(levels.levels) if level in column.code_of]
    values = [value for level in seen for value in _values(level, column, dialect)]
    if not values:
        return "FALSE"
    return f"{name} = {values[0]}" if len(values) == 1 else f"{name} IN ({', '.join(values)})"


def _values(level: Level, column: Column, dialect: Dialect) -> tuple[str, ...]:
    if isinstance(level, bool):
        return dialect.truths[level]
    if isinstance(level, str):
        return (text(level),)
    if float(level) != level:
        raise InputError(
            f"column {column.name!r} has the level {level}, which a float cannot hold; "
            "SQL compares numbers as floats, so use texts as levels"
        )
    return (dialect.number(float(level)),)
