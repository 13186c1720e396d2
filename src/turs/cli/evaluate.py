"""``turs evaluate``: how good the predictions of a model are on labelled rows."""

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
    target_option,
)
from turs.cli.screen import Screen

__all__ = ["evaluate"]


@click.command(
    short_help="Measure predictions on labelled rows.",
    epilog=examples(
        "turs evaluate model.json labelled.csv",
        "turs evaluate model.json labelled.csv --target outcome --json",
    ),
)
@model_argument
@data_argument
@target_option
@smoothing_option
@reading_options
@json_option
@screen_option
def evaluate(
    model: str,
    data: str,
    target: str | None,
    smoothing: float | None,
    asked: Asked,
    as_json: bool,
    screen: Screen,
) -> None:
    """Measure how well MODEL predicts the classes of the rows of DATA.

    AUC, log loss, Brier score and accuracy, and how many rows of each class were taken for which.
    Rows without a class are left out. Rows that the rules were learned from flatter them.
    """
    from turs.cli.judging import print_quality
    from turs.cli.labelled import read_labelled
    from turs.cli.opening import open_model

    opened = open_model(model, data)
    rows = read_labelled(opened, data, target, asked, screen)
    print_quality(opened.rule_set, rows, smoothing, as_json=as_json)
