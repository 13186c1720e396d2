"""``turs predict``: probabilities and a class for each row of a table file."""

import click

from turs.cli.options import (
    Asked,
    data_argument,
    examples,
    model_argument,
    output_option,
    reading_options,
    screen_option,
    smoothing_option,
)
from turs.cli.screen import Screen

__all__ = ["predict"]


@click.command(
    short_help="Predict the class of each row.",
    epilog=examples(
        "turs predict model.json new.csv -o predicted.csv",
        "turs predict model.json new.parquet -o predicted.parquet --rules",
        "zcat visits.csv.gz | turs predict model.json - --only-new > predicted.csv",
    ),
)
@model_argument
@data_argument
@output_option(
    "Where to write: .csv, .tsv, .csv.gz, .parquet or .feather; - or nothing is standard output, "
    "as CSV."
)
@click.option("--only-new", is_flag=True, help="Leave out the columns of DATA.")
@click.option("--rules", "with_rules", is_flag=True, help="Add the rules that cover each row.")
@smoothing_option
@reading_options
@screen_option
def predict(
    model: str,
    data: str,
    output: str | None,
    asked: Asked,
    screen: Screen,
    **wanted: bool,
) -> None:
    """Predict the class of each row of DATA by the rules in MODEL.

    The columns of DATA are written as they are, in the same order, and after them
    probability_CLASS for each class and predicted_class; --rules adds covering_rules. The file is
    read and written in pieces, and may be larger than memory. DATA may be CSV, Parquet or Arrow;
    - is standard input.
    """
    from turs.cli.opening import open_model, open_rows
    from turs.cli.output import refuse_output
    from turs.cli.predictions import Predictions, writer_for

    refuse_output(output, data, model)
    opened = open_model(model, data)
    predictions = Predictions(opened.rule_set, **wanted)
    onto_screen = output in (None, "-")
    with (
        open_rows(opened, data, asked, screen, onto_screen=onto_screen) as chunks,
        writer_for(output, chunks.options) as writer,
    ):
        for columns in predictions.of(chunks):
            writer.write(columns)
