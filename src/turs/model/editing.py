"""Make rule sets from rules and rows, and edited copies of them without the rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from turs.exceptions import InputError, InputTypeError
from turs.model.cells import CellTable
from turs.model.contents import Origin, RuleSetData, check_rules
from turs.model.covers import CoverPlan
from turs.model.labels import label_array, plain_labels, same_labels
from turs.model.notation import format_number
from turs.model.probability import check_smoothing
from turs.table.refusal import shown

if TYPE_CHECKING:
    from turs.model.rule import Rule
    from turs.table.columns import Columns
    from turs.table.target import Target


def count_rules(
    rules: Sequence[Rule],
    columns: Columns,
    target: Target,
    smoothing: float = 0.0,
    origin: Origin | None = None,
) -> RuleSetData:
    """Count rules on training rows.

    Parameters
    ----------
    rules : sequence of Rule
        No two alike.
    columns : Columns
        The training table.
    target : Target
        Its classes.
    smoothing : float, default=0.0
        How counts become probabilities.
    origin : Origin, optional
        What produced the rules.

    Returns
    -------
    RuleSetData
    """
    check_rules(rules, columns.schema)
    covers = CoverPlan.of(rules, columns.schema).covers(columns)
    cells = CellTable.count(covers, target.codes, target.n_classes)
    return RuleSetData(columns.schema, target.classes, tuple(rules), cells, smoothing, origin)


def without_rule(data: RuleSetData, rule: Rule) -> RuleSetData:
    """Return a copy without one of its rules, as if the others had been counted alone.

    Parameters
    ----------
    data : RuleSetData
        The rule set.
    rule : Rule
        One of its rules.

    Returns
    -------
    RuleSetData
    """
    if rule not in data.rules:
        raise InputError(f"the rule set has no rule '{rule}'; {_guess(rule, data.rules)}")
    index = data.rules.index(rule)
    rules = data.rules[:index] + data.rules[index + 1 :]
    origin = _edited(data, f"without {rule}")
    return replace(data, rules=rules, cells=data.cells.without(index), origin=origin)


def with_labels(data: RuleSetData, mapping: Mapping[Any, Any]) -> RuleSetData:
    """Return a copy with other class labels, in the same order.

    Parameters
    ----------
    data : RuleSetData
        The rule set.
    mapping : mapping
        From each label to its new one.

    Returns
    -------
    RuleSetData
    """
    if not isinstance(mapping, Mapping):
        raise InputTypeError(
            "the new labels must be a mapping from each class to its new label, as in "
            f"{{'no': 'alive', 'yes': 'dead'}}, not {shown(mapping)}"
        )
    labels = plain_labels(data.classes)
    absent = [label for label in labels if label not in mapping]
    if absent:
        raise InputError(f"the mapping has no new label for the class {absent[0]!r}")
    unknown = [label for label in mapping if label not in labels]
    if unknown:
        raise InputError(f"the mapping has {unknown[0]!r}, which is not a class; {labels} are")
    classes = label_array([mapping[label] for label in labels])
    return replace(data, classes=classes, origin=_edited(data, "relabelled"))


def with_smoothing(data: RuleSetData, smoothing: float) -> RuleSetData:
    """Return a copy whose counts become probabilities in another way.

    Parameters
    ----------
    data : RuleSetData
        The rule set.
    smoothing : float
        How many rows the overall class frequencies are worth in each estimate.

    Returns
    -------
    RuleSetData
    """
    number = check_smoothing(smoothing)
    origin = _edited(data, f"with smoothing {format_number(number)}")
    return replace(data, smoothing=number, origin=origin)


def same_contents(first: RuleSetData, second: RuleSetData) -> bool:
    """Tell whether two rule sets are the same, whatever the order of their rules and their origin.

    Parameters
    ----------
    first, second : RuleSetData
        The rule sets.

    Returns
    -------
    bool
    """
    return (
        first.schema == second.schema
        and same_labels(first.classes, second.classes)
        and first.smoothing == second.smoothing
        and set(first.rules) == set(second.rules)
        and first.cells == second.cells.select([second.rules.index(rule) for rule in first.rules])
    )


def _edited(data: RuleSetData, edit: str) -> Origin | None:
    return None if data.origin is None else data.origin.with_edit(edit)


def _guess(rule: Rule, rules: Sequence[Rule]) -> str:
    near = get_close_matches(str(rule), map(str, rules), n=1)
    if near:
        return f"did you mean '{near[0]}'?"
    return f"it has {len(rules) or 'no'} other{'' if len(rules) == 1 else 's'}"
