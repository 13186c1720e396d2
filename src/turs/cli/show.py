"""``turs show``: the rules of a model file."""

import click

from turs.cli.options import examples, json_option, model_argument
from turs.cli.screen import print_rules

__all__ = ["show"]


@click.command(
    short_help="Print the rules of a model.",
    epilog=examples(
        "turs show model.json",
        "turs show model.json --json | jq '.rules[].rule'",
    ),
)
@model_argument
@json_option
def show(model: str, as_json: bool) -> None:
    """Print the rules in MODEL: in colour on a terminal, as plain text elsewhere.

    Every rule comes with the class frequencies of the training rows that it covers. With --json
    the same as data; the model file itself is what 'turs export --to json' prints.
    """
    from turs.cli.opening import open_model
    from turs.cli.rules_json import rules_json

    opened = open_model(model)
    if as_json:
        click.echo(rules_json(opened))
    else:
        print_rules(opened.data)
