"""A rule set as the source of one Python function, for places where nothing may be installed."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from turs.exceptions import InputError
from turs.model.groups import Groups
from turs.model.labels import plain_labels
from turs.model.literal import Interval, Missing
from turs.model.notation import format_number, sort_levels
from turs.model.patterns import as_integers, pack
from turs.model.probability import added_counts
from turs.table.refusal import shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from turs.model.contents import RuleSetData
    from turs.model.literal import Levels, Literal
    from turs.model.rule import Rule
    from turs.table.schema import Column, Schema

_OWN_NAMES = frozenset(
    {"row", "read", "name", "kind", "value", "cover", "silent", "group", "cells", "met", "members"}
    | {"counts", "count", "n", "float", "isinstance", "object", "str", "sum", "zip"}
    | {"TypeError", "ValueError"}
)

_HEADING = '''\
def predict_proba(row):
    """Estimate the class probabilities of a row, as a dictionary.

    The row is a mapping from columns to values. None, NaN and a column that is absent are missing.

    {summary}
    """
'''

_READ = """\
    def read(name, kind):
        value = row.get(name)
        if value is None or value != value:
            return None
        if isinstance(value, str) != (kind is str) and kind is not object:
            raise TypeError("column %r has %r, which is not a %s" % (name, value, kind.__name__))
        value = float(value) if kind is float else value
        if kind is float and value - value != 0:
            raise ValueError("column %r is infinite; it must be finite or missing" % name)
        return value
"""


def write(data: RuleSetData, smoothing: float) -> str:
    """Return the source of a function ``predict_proba(row)`` that needs nothing but Python.

    Parameters
    ----------
    data : RuleSetData
        The rule set.
    smoothing : float
        How counts become probabilities.

    Returns
    -------
    str
        It runs on Python 3.8 or later, imports nothing, and estimates the same floats as
        `RuleSet.predict_proba`. Class labels that Python cannot write as a literal, such as dates,
        become texts.

    Examples
    --------
    >>> from turs import RuleSet
    >>> rule_set = RuleSet.from_rules(["age > 50"], {"age": [25, 67]}, ["home", "stay"])
    >>> names = {}
    >>> exec(write(rule_set.data, smoothing=1), names)
    >>> names["predict_proba"]({"age": 60})
    {'home': 0.25, 'stay': 0.75}
    """
    ordered = sorted(range(len(data.rules)), key=lambda i: data.rules[i].key)
    lines = [
        *_HEADING.format(summary=_summary(data, smoothing)).splitlines(),
        *_cover_lines(data, ordered),
        *_group_lines(data, ordered),
        *_count_lines(data, ordered),
        *_estimate_lines(data, smoothing),
    ]
    return "\n".join(lines) + "\n"


def _summary(data: RuleSetData, smoothing: float) -> str:
    n_rules = len(data.rules)
    rules = "1 rule" if n_rules == 1 else f"{n_rules or 'no'} rules"
    return (
        f"A rule set: {rules} for {len(data.classes)} classes, from {data.n_rows} training rows; "
        f"smoothing {format_number(smoothing)}."
    )


def _cover_lines(data: RuleSetData, ordered: list[int]) -> list[str]:
    """Read the columns that rules ask of, and find the rules that cover the row."""
    columns = _asked_columns(data)
    names = _variable_names(data.schema)
    reads = [
        f"    {names[column.name]} = read({column.name!r}, {_kind(column)})" for column in columns
    ]
    by_name = {column.name: column for column in columns}
    covers = [
        f"    if {_rule_condition(data.rules[rule], by_name, names)}: "
        f"cover |= 1 << {bit}  # {data.rules[rule]}"
        for bit, rule in enumerate(ordered)
    ]
    return [
        *(["", *_READ.splitlines(), "", *reads] if reads else []),
        "",
        "    # The rules that cover the row, one bit a rule.",
        "    cover = 0",
        *covers,
    ]


def _group_lines(data: RuleSetData, ordered: list[int]) -> list[str]:
    """Leave out the rules that yield to others, and those without training rows."""
    yields = Groups(data.cells, data.rules).yields[ordered][:, ordered]
    silenced = [
        f"    if cover & 1 << {bit}: silent |= {mask:#x}"
        for bit, mask in enumerate(_masks(yields.T))
        if mask
    ]
    with_rows = _masks(data.cells.rule_counts[ordered].sum(axis=1, keepdims=True).T > 0)[0]
    return [
        "",
        "    # Where one of these covers, the rules with all of its training rows are silent.",
        "    silent = 0",
        *silenced,
        f"    group = cover & {with_rows:#x} & ~silent",
    ]


def _count_lines(data: RuleSetData, ordered: list[int]) -> list[str]:
    """Count the classes of the training rows that a rule of the group covers."""
    fallback = Groups(data.cells, data.rules).fallback_counts
    cells = zip(_masks(data.cells.members[:, ordered]), data.cells.counts.tolist(), strict=True)
    rows = [f"        ({mask:#x}, {tuple(counts)})," for mask, counts in sorted(cells) if mask]
    return [
        "",
        "    # The training rows: their covering rules, and how many of each class there are.",
        "    cells = (",
        *rows,
        "    )",
        "    # Those that a speaking rule covers count; those of the else rule where none speaks.",
        "    met = [counts for members, counts in cells if members & group]",
        f"    counts = [sum(count) for count in zip(*met)] if met else {fallback.tolist()}",
        "    n = sum(counts)",
    ]


def _estimate_lines(data: RuleSetData, smoothing: float) -> list[str]:
    added = added_counts(data.cells.total_counts, smoothing).tolist()
    shares = [
        f"        {label}: {_plus(f'counts[{i}]', more)} / {_plus('n', smoothing)},"
        for i, (label, more) in enumerate(zip(_label_literals(data), added, strict=True))
    ]
    return ["    return {", *shares, "    }"]


def _plus(name: str, value: float) -> str:
    return f"({name} + {value!r})" if value else name


def _asked_columns(data: RuleSetData) -> list[Column]:
    used = {name for rule in data.rules for name in rule.variables}
    return [column for column in data.schema.columns if column.name in used]


def _kind(column: Column) -> str:
    """Name the type that a column is read as; truth values are numbers, as True == 1."""
    if column.kind == "numeric":
        return "float"
    if not column.levels:
        return "object"
    return "str" if isinstance(column.levels[0], str) else "float"


def _variable_names(schema: Schema) -> dict[str, str]:
    """Name a variable after its column where Python allows it, and by its position otherwise."""
    own = [name for name in schema.names if _is_free(name)]
    names = {}
    for position, name in enumerate(schema.names):
        made_up = f"x{position}"
        while made_up in own:
            made_up += "_"
        names[name] = name if _is_free(name) else made_up
    return names


def _is_free(name: str) -> bool:
    # Python takes some names beyond ASCII for the same.
    usable = name.isascii() and name.isidentifier() and not keyword.iskeyword(name)
    return usable and name not in _OWN_NAMES and not name.startswith("__")


def _rule_condition(rule: Rule, columns: Mapping[str, Column], names: Mapping[str, str]) -> str:
    literals = [
        _condition(one, columns[one.variable], names[one.variable]) for one in rule.literals
    ]
    return " and ".join(literals) or "True"


def _condition(literal: Literal, column: Column, name: str) -> str:
    if isinstance(literal, Missing):
        return f"{name} is {'not ' if literal.negated else ''}None"
    if isinstance(literal, Interval):
        asked = _interval(literal, name)
        return (
            f"({name} is None or {asked})" if literal.missing else f"{name} is not None and {asked}"
        )
    asked = _levels(literal, column, name)
    return f"({name} is None or {asked})" if literal.missing else asked


def _interval(interval: Interval, name: str) -> str:
    if interval.low is None:
        return f"{name} <= {interval.high!r}"
    return (
        f"{name} > {interval.low!r}"
        if interval.high is None
        else (f"{interval.low!r} < {name} <= {interval.high!r}")
    )


def _levels(literal: Levels, column: Column, name: str) -> str:
    # A level that training did not see satisfies nothing, whatever a rule says.
    seen = [level for level in sort_levels(literal.levels) if level in column.code_of]
    if not seen:
        return "False"
    return f"{name} == {seen[0]!r}" if len(seen) == 1 else f"{name} in {tuple(seen)!r}"


def _label_literals(data: RuleSetData) -> list[str]:
    labels = plain_labels(data.classes)
    keys = [label if _is_literal(label) else str(label) for label in labels]
    for i, key in enumerate(keys):
        if key in keys[:i]:
            raise InputError(
                f"two classes have the same text {shown(key)}; relabel them by texts that differ"
            )
    return [repr(key) for key in keys]


def _is_literal(label: Any) -> bool:
    try:
        return bool(ast.literal_eval(repr(label)) == label)
    except (ValueError, SyntaxError):
        return False


def _masks(chosen: NDArray[np.bool_]) -> list[int]:
    """Return each row of booleans as an integer, of which bit r is entry r."""
    return as_integers(pack(chosen.T)) if chosen.size else [0] * len(chosen)
