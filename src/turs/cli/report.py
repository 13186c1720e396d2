"""``turs report``: a page of the rules that opens in any browser."""

import click

from turs.cli.options import (
    Asked,
    examples,
    model_argument,
    output_option,
    reading_options,
    screen_option,
    target_option,
)
from turs.cli.screen import Screen

__all__ = ["report"]


@click.command(
    short_help="Make a page of the rules for a browser.",
    epilog=examples(
        "turs report model.json -o rules.html",
        'turs report model.json test.csv -o rules.html --title "Length of stay"',
    ),
)
@model_argument
@click.argument("data", type=click.Path(allow_dash=True), required=False)
@output_option("Where to save the page, as page.html; - is standard output.", required=True)
@target_option
@click.option("--title", help="The title of the page.")
@reading_options
@screen_option
def report(
    model: str,
    data: str | None,
    output: str,
    target: str | None,
    title: str | None,
    asked: Asked,
    screen: Screen,
) -> None:
    """Make one HTML file of the rules in MODEL, to be opened by double click, without a network.

    It has the rules to sort and filter, and a form to try cases. With DATA, labelled rows that the
    rules were not learned from, it also says how good the predictions are, and how each rule does.
    """
    from turs.cli.labelled import read_labelled
    from turs.cli.opening import open_model
    from turs.cli.output import refuse_output, write_output

    refuse_output(output, model, *([] if data is None else [data]))
    opened = open_model(model, data)
    if data is None:
        page = opened.rule_set.report(title=title)
    else:
        rows = read_labelled(opened, data, target, asked, screen)
        page = opened.rule_set.report(rows.X, rows.y, title=title)
    write_output(page.html, output)
    if output != "-":
        screen.note(f"Saved to {output}.")
