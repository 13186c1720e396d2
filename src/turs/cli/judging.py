"""Print how good a model is on labelled rows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from turs.cli.quality_table import MOST_CLASSES, confusion_table, quality_table
from turs.cli.screen import print_table
from turs.model.quality import measure
from turs.table.known_target import codes_of

if TYPE_CHECKING:
    from turs.cli.labelled import Labelled
    from turs.ruleset import RuleSet

__all__ = ["print_quality"]


def print_quality(
    rule_set: RuleSet, rows: Labelled, smoothing: float | None, *, as_json: bool
) -> None:
    """Measure the predictions for rows, and print what was found.

    Parameters
    ----------
    rule_set : RuleSet
        The rules.
    rows : Labelled
        The rows and their classes.
    smoothing : float or None
        In place of the smoothing of the rule set.
    as_json : bool
        Whether to print JSON.
    """
    probabilities = rule_set.predict_proba(rows.X, smoothing)
    codes = codes_of(rows.y, rule_set.classes)
    quality = measure(probabilities, codes, len(rule_set.classes))
    classes = rule_set.classes.tolist()
    if as_json:
        record = {"classes": classes, **quality.to_dict()}
        click.echo(json.dumps(record, ensure_ascii=False, indent=2, default=str))
        return
    print_table(quality_table(quality))
    click.echo()
    if len(classes) <= MOST_CLASSES:
        print_table(confusion_table(quality, classes))
    else:
        click.echo(f"{len(classes)} classes; --json has the confusion matrix")
