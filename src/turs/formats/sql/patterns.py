"""Patterns: rows of a table to the rules that cover them, as words of bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turs.formats.sql.conditions import rule_condition
from turs.formats.sql.dialects import identifier
from turs.formats.sql.layout import indented, nested_lines, select
from turs.formats.sql.masks import WORD_BITS

if TYPE_CHECKING:
    from turs.formats.sql.plan import Plan


def pattern_parts(plan: Plan) -> list[list[str]]:
    """Return the parts of a query that find the patterns of a table.

    Parameters
    ----------
    plan : Plan
        The plan.

    Returns
    -------
    list of list of str
        Common table expressions; the last of them is that of the distinct patterns.
    """
    comment = "The patterns of covering rules; what follows is computed once for each of them."
    if plan.dialect.whole_row is None:
        values = select(_reads(plan), plan.from_table())
        lines = select(_named_covers(plan), _from_values(plan, values), distinct=True)
        return [plan.part("patterns", comment, lines)]
    lines = [f"SELECT DISTINCT {plan.listed('cover')}", f"FROM {plan.name('rows')}"]
    return [_rows(plan), plan.part("patterns", comment, lines)]


def _rows(plan: Plan) -> list[str]:
    """Keep the rows with their place and their pattern."""
    whole, number = plan.name("whole"), plan.name("number")
    values = [
        f"{plan.name('table')} AS {whole}",
        f"row_number() OVER () AS {number}",
        *_reads(plan),
    ]
    source = _from_values(plan, select(values, plan.from_table()))
    comment = "The rules that cover each row, one bit a rule."
    return plan.part("rows", comment, select([whole, number, *_named_covers(plan)], source))


def joined_answers(plan: Plan) -> tuple[str, list[str]]:
    """Return what joins the rows of the table with the answers for their patterns.

    Parameters
    ----------
    plan : Plan
        The plan.

    Returns
    -------
    columns : str
        All columns of the table.
    source : list of str
        From where, in the order in which the table is read.
    """
    if plan.dialect.whole_row is None:
        return f"{plan.name('table')}.*", _looked_up(plan)
    return plan.dialect.whole_row.format(row=plan.name("whole")), [
        f"FROM {plan.name('rows')}",
        f"LEFT JOIN {plan.name('answers')} USING ({plan.listed('cover')})",
        f"ORDER BY {plan.name('number')}",
    ]


def _looked_up(plan: Plan) -> list[str]:
    """Join where a row cannot be kept with its pattern, and the pattern must be found anew.

    A column that was added to a row could not be left out of the result again. A left join reads
    the table in its own order, so that no number is needed either.
    """
    pattern = select(_covers(plan), _from_values(plan, select(_reads(plan), [])))
    return [
        *plan.from_table(),
        f"LEFT JOIN {plan.name('answers')}",
        f"ON ({plan.listed('cover')}) = (",
        *indented(pattern),
        ")",
    ]


def _reads(plan: Plan) -> list[str]:
    """Read each column that a rule asks of as what it is, under its own name."""
    used = {name for rule in plan.masks.rules for name in rule.variables}
    reads = []
    for column in plan.data.schema.columns:
        if column.name in used:
            name = identifier(column.name)
            read = plan.dialect.read(column, f"{plan.name('table')}.{name}")
            reads.append(f"{read} AS {name}")
    return reads or [f"1 AS {plan.name('nothing')}"]


def _from_values(plan: Plan, values: list[str]) -> list[str]:
    return ["FROM (", *indented(values), f") AS {plan.name('values')}"]


def _covers(plan: Plan, *, commented: bool = False) -> list[list[str]]:
    """Return the pattern of a row, word by word."""
    columns = {column.name: column for column in plan.data.schema.columns}
    words = []
    for word in range(plan.masks.n_words):
        rules = plan.masks.rules[word * WORD_BITS : (word + 1) * WORD_BITS]
        terms = [
            f"CASE WHEN {rule_condition(rule, columns, plan.dialect)} THEN {1 << bit} ELSE 0 END"
            for bit, rule in enumerate(rules)
        ]
        comments = [str(rule) for rule in rules] if commented else []
        words.append(
            ["CAST(", *indented(nested_lines(terms or ["0"], "+", comments)), "AS BIGINT)"]
        )
    return words


def _named_covers(plan: Plan) -> list[list[str]]:
    covers = zip(_covers(plan, commented=True), plan.words("cover"), strict=True)
    return [[*lines[:-1], f"{lines[-1]} AS {name}"] for lines, name in covers]
