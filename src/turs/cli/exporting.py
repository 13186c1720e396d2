"""A rule set in the form that was asked for."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from turs.formats import html
from turs.formats.rule_table import rule_frame_columns

if TYPE_CHECKING:
    from turs.ruleset import RuleSet

__all__ = ["exported"]


def exported(rule_set: RuleSet, to: str, options: Mapping[str, Any]) -> str:
    """Return a rule set in another form.

    Parameters
    ----------
    rule_set : RuleSet
        The rule set.
    to : str
        One of `FORMATS`.
    options : mapping of str to value
        What the format is to be told; None if nothing.

    Returns
    -------
    str
    """
    said = {name: value for name, value in options.items() if value is not None}
    forms: dict[str, Callable[[], str]] = {
        "text": lambda: str(rule_set),
        "json": rule_set.to_json,
        "sql": lambda: rule_set.to_sql(**said),
        "python": lambda: rule_set.to_python(**said),
        "markdown": rule_set.to_markdown,
        "latex": lambda: rule_set.to_latex(**said),
        "html": lambda: html.write(rule_set.data),
        "csv": lambda: _csv(rule_set),
    }
    return forms[to]()


def _csv(rule_set: RuleSet) -> str:
    columns = rule_frame_columns(rule_set.data)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return text.getvalue()
