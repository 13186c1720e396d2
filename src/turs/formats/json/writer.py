"""Write a rule set as a model file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from turs.exceptions import InputError
from turs.formats.json.layout import FORMAT, VERSION, lay_out
from turs.model.labels import plain_labels
from turs.model.literal import Interval, Levels
from turs.model.notation import sort_levels

if TYPE_CHECKING:
    from turs.model.contents import Origin, RuleSetData
    from turs.model.literal import Literal
    from turs.table.schema import Column

    Record = dict[str, Any]

# Every reader of JSON holds whole numbers up to here exactly.
_LARGEST_INT = 2**53


def write(data: RuleSetData) -> str:
    """Return a rule set as the text of a model file.

    Parameters
    ----------
    data : RuleSetData
        The rule set; its class labels must be texts, truth values or numbers.

    Returns
    -------
    str
        The same for the same rule set, byte for byte.

    Raises
    ------
    InputError
        When a class label, or a parameter of the origin, has no place in JSON.
    """
    members = data.cells.members
    cells = [
        {"rules": np.flatnonzero(members[i]).tolist(), "counts": counts}
        for i, counts in enumerate(data.cells.counts.tolist())
    ]
    return lay_out(
        {
            "format": FORMAT,
            "version": VERSION,
            "classes": [_label(label) for label in plain_labels(data.classes)],
            "named": data.schema.named,
            "columns": [_column(column) for column in data.schema.columns],
            "rules": [{"literals": [_literal(x) for x in rule.literals]} for rule in data.rules],
            "cells": cells,
            "smoothing": _number(data.smoothing),
            "origin": None if data.origin is None else _origin(data.origin),
        }
    )


def _label(label: object) -> object:
    finite = not isinstance(label, float) or np.isfinite(label)
    if isinstance(label, str | bool | int | float) and finite:
        return label
    raise InputError(
        f"the class label {label!r} cannot be saved: a model file holds texts, truth values and "
        "finite numbers; give the classes other labels with relabel() first"
    )


def _column(column: Column) -> Record:
    record: Record = {"name": column.name, "kind": column.kind}
    if column.kind == "categorical":
        record |= {"levels": list(column.levels), "ordered": column.ordered}
    return record


def _literal(literal: Literal) -> Record:
    record: Record = {"variable": literal.variable}
    if isinstance(literal, Interval):
        bounds = {"low": literal.low, "high": literal.high}
        record["type"] = "interval"
        record |= {name: _number(bound) for name, bound in bounds.items() if bound is not None}
    elif isinstance(literal, Levels):
        record |= {"type": "levels", "levels": sort_levels(literal.levels)}
    else:
        return record | {"type": "not missing" if literal.negated else "missing"}
    return record | {"missing": True} if literal.missing else record


def _origin(origin: Origin) -> Record:
    parameters = {name: _json(name, origin.parameters[name]) for name in sorted(origin.parameters)}
    return {
        "version": origin.version,
        "parameters": parameters,
        "n_rows": origin.n_rows,
        "stopped": origin.stopped,
        "edits": list(origin.edits),
    }


def _json(path: str, value: object) -> Any:
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float) and np.isfinite(value):
        return value
    if isinstance(value, list | tuple):
        return [_json(f"{path}[{i}]", item) for i, item in enumerate(value)]
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {key: _json(f"{path}.{key}", value[key]) for key in sorted(value)}
    raise InputError(
        f"the parameter {path} = {value!r} of the origin cannot be saved: it must be made of "
        "texts, truth values, finite numbers, None, lists and dictionaries"
    )


def _number(value: float) -> float | int:
    """Return a whole number as int, which is written without a decimal point."""
    return int(value) if value.is_integer() and abs(value) <= _LARGEST_INT else value
