"""``turs check``: which rules of a model no longer hold on new labelled rows."""

import json

import click

from turs.cli.options import (
    Asked,
    Number,
    data_argument,
    examples,
    json_option,
    model_argument,
    reading_options,
    screen_option,
    target_option,
)
from turs.cli.screen import Screen

__all__ = ["check"]

_CHANGED = 1


@click.command(
    short_help="Find rules that no longer hold on new rows.",
    epilog=examples(
        "turs check model.json march.csv",
        'turs check model.json march.csv --fail || mail -s "rules changed" me@example.org',
    ),
)
@model_argument
@data_argument
@target_option
@click.option(
    "--level",
    type=Number(min=0, max=1, min_open=True, max_open=True),
    default=0.95,
    show_default=True,
    help="How often no rule is called changed, when none has.",
)
@click.option("--fail", is_flag=True, help="Exit with 1 if a rule has changed.")
@reading_options
@json_option
@screen_option
def check(
    model: str,
    data: str,
    target: str | None,
    asked: Asked,
    as_json: bool,
    screen: Screen,
    **how: float,
) -> None:
    """Count every rule of MODEL on the labelled rows of DATA, and say which no longer hold.

    For each rule its class frequencies in training and on these rows, an interval of their
    difference, and a verdict. The exit code is 0 whatever is found, unless --fail is given: then a
    changed rule exits with 1, so that a nightly job can raise an alarm.
    """
    from turs.cli.labelled import read_labelled
    from turs.cli.opening import open_model

    opened = open_model(model, data)
    rows = read_labelled(opened, data, target, asked, screen)
    found = opened.rule_set.check(rows.X, rows.y, level=how["level"])
    click.echo(json.dumps(found.to_dict(), ensure_ascii=False, indent=2) if as_json else found)
    if how["fail"] and found.changed:
        click.get_current_context().exit(_CHANGED)
