"""``turs explain``: why rows get the probabilities that they get."""

from itertools import islice

import click

from turs.cli.options import (
    Asked,
    data_argument,
    examples,
    json_option,
    model_argument,
    reading_options,
    screen_option,
    smoothing_option,
)
from turs.cli.screen import Screen

__all__ = ["explain"]

_FIRST_ROWS = 5
_CHUNK_ROWS = 1_000


@click.command(
    short_help="Say why rows get what they get.",
    epilog=examples(
        "turs explain model.json new.csv",
        "turs explain model.json new.csv --row 17 --changes",
        "turs explain model.json new.csv --json > reasons.jsonl",
    ),
)
@model_argument
@data_argument
@click.option(
    "--row",
    "rows",
    type=click.IntRange(min=1),
    multiple=True,
    metavar="N",
    help="A row to explain; the first under the header is 1. May be repeated.  "
    "[default: the first 5; with --json all]",
)
@click.option("--changes", is_flag=True, help="Add the smallest changes to another class.")
@smoothing_option
@reading_options
@json_option
@screen_option
def explain(
    model: str,
    data: str,
    rows: tuple[int, ...],
    asked: Asked,
    as_json: bool,
    screen: Screen,
    **how: bool,
) -> None:
    """Say why rows of DATA get the probabilities that they get.

    For each row: the rules that cover it, those that are set aside because another is an exception
    to them, where no rule covers it those that came nearest, and how sure the counts are. With
    --json one line of JSON a row, for all rows.
    """
    from turs.cli.explaining import explain_rows
    from turs.cli.opening import open_model, open_rows

    opened = open_model(model, data)
    n_most = None if rows or as_json else _FIRST_ROWS
    with open_rows(opened, data, asked, screen, onto_screen=True, n_rows=_CHUNK_ROWS) as chunks:
        for explained in islice(explain_rows(opened.rule_set, chunks, rows, **how), n_most):
            click.echo(explained.to_json() if as_json else f"{explained}\n")
    if not rows and not as_json:
        screen.note("The first rows; --row N explains another, --json all.")
