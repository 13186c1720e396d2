"""``turs export``: a model in another form."""

from typing import Any

import click

from turs.cli.forms import FORMATS, chosen_format, refuse_foreign
from turs.cli.options import examples, model_argument, output_option, packed, smoothing_option

__all__ = ["export"]

_OPTIONS = packed(
    {
        "dialect": click.option(
            "--dialect",
            type=click.Choice(["sqlite", "duckdb", "postgresql"]),
            help="The database, with --to sql.  [default: sqlite]",
        ),
        "table": click.option(
            "--table",
            multiple=True,
            metavar="NAME",
            help="The table, with --to sql; repeat it for the parts of a qualified name.  "
            "[default: data]",
        ),
        "smoothing": smoothing_option,
        "caption": click.option("--caption", help="Of the table, with --to latex."),
        "label": click.option("--label", help="Of the table, with --to latex."),
    },
    "options",
    lambda table, **others: {"table": table or None, **others},
)


@click.command(
    short_help="Write a model in another form.",
    epilog=examples(
        "turs export model.json --to sql --dialect postgresql --table patients",
        "turs export model.json -o rules.py",
        'turs export model.json --to latex --caption "Who stays" -o rules.tex',
    ),
)
@model_argument
@click.option(
    "--to",
    type=click.Choice(FORMATS),
    help="The form; not needed if the name of --output says it.",
)
@output_option("Where to write; standard output if not given.")
@_OPTIONS
def export(model: str, to: str | None, output: str | None, options: dict[str, Any]) -> None:
    """Write MODEL in another form.

    text is what 'turs show' prints, json the model file itself. sql is a SELECT that predicts in a
    database, python a function that predicts and needs nothing installed. markdown, latex, html
    and csv are tables of the rules, for notes, papers, web pages and spreadsheets ('turs report'
    makes a whole page).
    """
    form = chosen_format(to, output)
    refuse_foreign(form, options)
    from turs.cli.exporting import exported
    from turs.cli.opening import open_model
    from turs.cli.output import refuse_output, write_output

    refuse_output(output, model)
    write_output(exported(open_model(model).rule_set, form, options), output)
