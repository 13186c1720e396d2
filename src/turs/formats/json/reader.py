"""Read a model file: parse, check every part, then build. Nothing in a file is ever run.

Each error is one sentence with the place, as in ``rules[2].literals[0].variable``.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from turs.exceptions import InputTypeError, ModelFileError
from turs.formats.json.layout import FORMAT, VERSION
from turs.formats.json.node import Node
from turs.model.cells import CellTable
from turs.model.contents import Origin, RuleSetData, check_literal
from turs.model.labels import check_labels, label_array
from turs.model.literal import Interval, Levels, Missing
from turs.model.plain import plain_level
from turs.model.possible import find_impossible_cell
from turs.model.rule import Rule
from turs.table.schema import Column, Schema

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from turs.model.literal import Literal
    from turs.table.schema import Kind

_FIELDS = (
    "format",
    "version",
    "classes",
    "named",
    "columns",
    "rules",
    "cells",
    "smoothing",
    "origin",
)


def read(text: str) -> RuleSetData:
    """Read a rule set from the text of a model file.

    Parameters
    ----------
    text : str
        What `write` returned, perhaps edited by hand.

    Returns
    -------
    RuleSetData

    Raises
    ------
    ModelFileError
        When the text is not JSON, not a rule set, of a newer version, or contradicts itself.
    """
    top = Node(_parse(text))
    _check_version(top)
    top.record(_FIELDS)
    classes = _classes(top.field("classes"))
    schema = _schema(top)
    rules = _rules(top.field("rules"), schema)
    cells = _cells(top.field("cells"), rules, schema, len(classes))
    smoothing = top.field("smoothing")
    if smoothing.number() < 0:
        smoothing.fail(f"{smoothing} is negative; smoothing is 0 or more")
    origin = _origin(top.field("origin"))
    if origin is not None and origin.n_rows != cells.n_rows:
        top.field("origin").field("n_rows").fail(
            f"{origin.n_rows} is not the number of rows in the cells, {cells.n_rows}"
        )
    with top.blamed():
        return RuleSetData(schema, classes, rules, cells, smoothing.number(), origin)


def _parse(text: str) -> object:
    if not isinstance(text, str):
        raise InputTypeError(f"a model file is read from a text, not from {type(text).__name__}")
    body = text.removeprefix("\ufeff")
    if not body.strip():
        raise ModelFileError("the model file is empty")
    try:
        return json.loads(body, object_pairs_hook=_object)
    except ModelFileError:
        raise
    except json.JSONDecodeError as error:
        if error.pos >= len(body.rstrip()) or error.msg.startswith("Unterminated"):
            problem = "is cut short: it ends in the middle of its JSON"
        else:
            problem = "is not JSON"
        raise ModelFileError(
            f"the model file {problem} (line {error.lineno}, column {error.colno}: {error.msg})"
        ) from None
    except RecursionError:
        raise ModelFileError("the model file is nested too deeply to be a rule set") from None
    except ValueError:
        raise ModelFileError(
            "the model file has a whole number of thousands of digits, which cannot be read"
        ) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ModelFileError(
            f"the model file has the field {json.dumps(twice)} twice in one object"
        )
    return record


def _check_version(top: Node) -> None:
    if not isinstance(top.value, dict) or top.value.get("format") != FORMAT:
        raise ModelFileError(
            f'the file is JSON, but not a rule set: its top has no field "format": "{FORMAT}"'
        )
    version = top.field("version").integer(low=1)
    if version > VERSION:
        raise ModelFileError(
            f"the model file has version {version}, but this release of turs reads versions up to "
            f"{VERSION}; install a newer release"
        )


def _classes(node: Node) -> NDArray[Any]:
    labels = [item.scalar() for item in node.items()]
    with node.blamed():
        classes = label_array(labels)
        check_labels(classes)
    return classes


def _schema(top: Node) -> Schema:
    named = top.field("named").flag()
    columns: list[Column] = []
    for node in top.field("columns").items():
        column = _column(node)
        if any(column.name == other.name for other in columns):
            node.field("name").fail(f"{node.field('name')} is the name of an earlier column too")
        columns.append(column)
    with top.field("columns").blamed():
        return Schema(tuple(columns), named=named)


def _column(node: Node) -> Column:
    node.record(("name", "kind"), ("levels", "ordered"))
    name = node.field("name").text()
    kind = cast("Kind", node.field("kind").one_of(("numeric", "categorical")))
    if kind == "numeric":
        node.record(("name", "kind"))
        return Column(name, kind)
    node.record(("name", "kind", "levels", "ordered"))
    levels = tuple(plain_level(item.scalar()) for item in node.field("levels").items())
    with node.field("levels").blamed():
        return Column(name, kind, levels, ordered=node.field("ordered").flag())


def _rules(node: Node, schema: Schema) -> tuple[Rule, ...]:
    rules: list[Rule] = []
    for item in node.items():
        literals = [
            _literal(x, schema) for x in item.record(("literals",)).field("literals").items()
        ]
        with item.field("literals").blamed():
            rule = Rule(literals)
        if rule in rules:
            item.fail(f"'{rule}' is the same rule as rules[{rules.index(rule)}]")
        rules.append(rule)
    return tuple(rules)


def _literal(node: Node, schema: Schema) -> Literal:
    node.record(("variable", "type"), ("low", "high", "levels", "missing"))
    with node.blamed():
        literal = _build_literal(node)
    if literal.variable not in schema.names:
        node.field("variable").fail(f"there is no column {node.field('variable')}")
    with node.blamed():
        check_literal(literal, schema)
    return literal


def _build_literal(node: Node) -> Literal:
    variable = node.field("variable").text()
    kind = node.field("type").one_of(("interval", "levels", "missing", "not missing"))
    if kind == "interval":
        node.record(("variable", "type"), ("low", "high", "missing"))
        low, high = (node.field(x).number() if node.has(x) else None for x in ("low", "high"))
        return Interval(variable, low, high, _missing(node))
    if kind == "levels":
        node.record(("variable", "type", "levels"), ("missing",))
        levels = [item.scalar() for item in node.field("levels").items()]
        return Levels(variable, levels, _missing(node))
    node.record(("variable", "type"))
    return Missing(variable, negated=kind == "not missing")


def _missing(node: Node) -> bool:
    return node.field("missing").flag() if node.has("missing") else False


def _cells(node: Node, rules: Sequence[Rule], schema: Schema, n_classes: int) -> CellTable:
    items = [item.record(("rules", "counts")) for item in node.items()]
    members = np.zeros((len(items), len(rules)), dtype=np.bool_)
    counts = np.zeros((len(items), n_classes), dtype=np.int64)
    seen: dict[bytes, int] = {}
    for i, item in enumerate(items):
        members[i, _members(item.field("rules"), len(rules))] = True
        counts[i] = _counts(item.field("counts"), n_classes)
        first = seen.setdefault(members[i].tobytes(), i)
        if first < i:
            item.field("rules").fail(f"cells[{first}] has the same rules")
    problem = find_impossible_cell(rules, schema, members)
    if problem is not None:
        items[problem[0]].field("rules").fail(f"the cell contradicts the rules: {problem[1]}")
    with node.blamed():
        return CellTable(members, counts)


def _members(node: Node, n_rules: int) -> list[int]:
    members = [
        item.integer(high=n_rules) if n_rules else item.fail("there are no rules")
        for item in node.items()
    ]
    if len(set(members)) < len(members):
        node.fail("a rule occurs twice in it")
    return members


def _counts(node: Node, n_classes: int) -> list[int]:
    counts = [item.integer() for item in node.items()]
    if len(counts) != n_classes:
        node.fail(f"it has {len(counts)} counts, but there are {n_classes} classes")
    if not any(counts):
        node.fail("all counts are 0; a cell without rows is left out")
    return counts


def _origin(node: Node) -> Origin | None:
    if node.value is None:
        return None
    node.record(("version", "parameters", "n_rows"), ("stopped", "edits"))
    parameters = node.field("parameters")
    if not isinstance(parameters.value, dict):
        parameters.fail(f"{parameters} is not an object")
    _check_finite(parameters)
    return Origin(
        version=node.field("version").text(),
        parameters=parameters.value,
        n_rows=node.field("n_rows").integer(low=1),
        stopped=_stopped(node),
        edits=_edits(node),
    )


def _stopped(node: Node) -> str | None:
    known = node.has("stopped") and node.field("stopped").value is not None
    return node.field("stopped").text() if known else None


def _edits(node: Node) -> tuple[str, ...]:
    items = node.field("edits").items() if node.has("edits") else []
    return tuple(item.text() for item in items)


def _check_finite(node: Node) -> None:
    if isinstance(node.value, dict):
        for name in node.value:
            _check_finite(node.field(name))
    elif isinstance(node.value, list):
        for item in node.items():
            _check_finite(item)
    elif isinstance(node.value, float) and not math.isfinite(node.value):
        node.fail(f"{node} is not a finite number")
