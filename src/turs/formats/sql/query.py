"""The query: a rule set to one SELECT.

The rules that cover a row are bits of integers. Rows fall into few such patterns, and all that
follows (which rules speak, their union, probabilities, texts) is computed once a pattern.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from turs.exceptions import InputError, InputTypeError
from turs.formats.sql.answers import answer_parts
from turs.formats.sql.dialects import find_dialect, identifier
from turs.formats.sql.layout import listed, select
from turs.formats.sql.masks import Masks
from turs.formats.sql.names import result_names
from turs.formats.sql.patterns import joined_answers, pattern_parts
from turs.formats.sql.plan import Plan
from turs.model.notation import format_number
from turs.table.refusal import shown

if TYPE_CHECKING:
    from turs.model.contents import RuleSetData


def write(data: RuleSetData, dialect: str, table: str | Sequence[str], smoothing: float) -> str:
    """Return a query that scores the rows of a table.

    Parameters
    ----------
    data : RuleSetData
        The rule set.
    dialect : {"sqlite", "duckdb", "postgresql"}
        The database that is to run the query.
    table : str or sequence of str
        The name of the table; several names are those of a schema and of a table in it.
    smoothing : float
        How counts become probabilities.

    Returns
    -------
    str
        A SELECT of the columns of the table, ``probability_<class>`` for each class in order,
        ``predicted_class`` and ``covering_rules``, in the order in which the table is read.
        It ends in a new line, and in no semicolon.
    """
    plan = Plan(Masks(data), find_dialect(dialect), _table_names(table), smoothing)
    _check_width(plan)
    _check_names(plan)
    parts = listed([*pattern_parts(plan), *answer_parts(plan)])
    return "\n".join([*_heading(plan), "WITH", *parts, *_result(plan)]) + "\n"


def _table_names(table: str | Sequence[str]) -> tuple[str, ...]:
    names = (table,) if isinstance(table, str) else tuple(table)
    if not all(isinstance(name, str) for name in names):
        raise InputTypeError(
            f"a table is named by a text or a list of texts, not by {shown(table)}"
        )
    if not names or "" in names:
        raise InputError(f"the name of the table is empty in {shown(table)}; give it a name")
    return names


def _check_width(plan: Plan) -> None:
    n_columns, most = len(plan.data.schema) + len(plan.labels) + 2, plan.dialect.most_columns
    if most is not None and n_columns > most:
        raise InputError(
            f"the result would have {n_columns} columns, but {plan.dialect.name} allows {most}; "
            "use fewer classes or a table with fewer columns"
        )


def _check_names(plan: Plan) -> None:
    """Refuse columns that no table of the database can have."""
    names = plan.data.schema.names
    if "" in names and not plan.dialect.allows_empty_names:
        raise InputError(
            f"a column has the empty name, which {plan.dialect.name} does not allow; "
            "name the column before learning"
        )
    if plan.dialect.tells_case_apart:
        return
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(name.lower(), name)
        if other != name:
            raise InputError(
                f"the columns {other!r} and {name!r} differ only in case, and are one name in "
                f"{plan.dialect.name}; rename one before learning"
            )


def _heading(plan: Plan) -> list[str]:
    n_rules, n_classes = len(plan.masks.rules), len(plan.labels)
    rules = "1 rule" if n_rules == 1 else f"{n_rules or 'no'} rules"
    return [
        f"-- A rule set as {plan.dialect.name} SQL: {rules} for {n_classes} classes, from "
        f"{plan.data.n_rows} training rows; smoothing {format_number(plan.smoothing)}.",
        "-- Each row of the table gets its class probabilities, its most probable class and the "
        "rules that cover it.",
    ]


def _result(plan: Plan) -> list[str]:
    wanted = [f"probability_{label}" for label in plan.labels]
    names = result_names(
        [*wanted, "predicted_class", "covering_rules"],
        plan.data.schema.names,
        plan.dialect.most_name_bytes,
    )
    values = [*plan.classes("probability"), plan.name("class"), plan.name("covering")]
    added = [f"{value} AS {identifier(name)}" for value, name in zip(values, names, strict=True)]
    columns, source = joined_answers(plan)
    return select([columns, *added], source)
