"""``turs fit``: from a table file to a model file."""

from __future__ import annotations

import json
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

import click

from turs.cli.describing import Description
from turs.cli.engine_options import EngineAsked, engine_options, refuse_engine
from turs.cli.options import (
    Asked,
    Number,
    Smoothing,
    complete_columns,
    examples,
    json_option,
    output_option,
    packed,
    reading_options,
    screen_option,
)
from turs.cli.screen import Screen

if TYPE_CHECKING:
    from turs.cli.fitting import Fitted

__all__ = ["fit"]


def _columns(name: str, help: str) -> Any:
    return click.option(
        name,
        multiple=True,
        metavar="COLUMN",
        shell_complete=complete_columns,
        help=f"{help}; a name, or a pattern such as 'lab_*'. May be repeated.",
    )


def _set(name: str, parameter: str, type: Any, help: str) -> Any:
    metavar = None if isinstance(type, Number) else "N"
    return click.option(name, parameter, type=type, metavar=metavar, help=help)


_COLUMN_OPTIONS = packed(
    {
        "categorical": _columns("--categorical", "Take a column of numbers for categories"),
        "numeric": _columns("--numeric", "A column that must be numbers"),
        "drop": _columns("--drop", "Leave a column out"),
    },
    "columns",
    dict,
)

_SETTINGS = packed(
    {
        "simplicity": _set(
            "--simplicity",
            "simplicity",
            Number(min=0),
            "The dial: larger gives fewer and shorter rules, 0 as many as the paper's criterion "
            "does.  [default: 1]",
        ),
        "evidence": _set(
            "--evidence",
            "evidence",
            Number(min=0),
            "How much surer than chance rules must be; 0 learns some in any case.  [default: 0.75]",
        ),
        "smoothing": _set(
            "--smoothing",
            "smoothing",
            Smoothing(),
            "How many rows the overall class frequencies are worth in each probability; 0 gives "
            "plain frequencies.  [default: auto]",
        ),
        "max_rules": _set(
            "--max-rules",
            "max_rules",
            click.IntRange(min=0),
            "The best so many rules, at the most.",
        ),
        "revise": click.option(
            "--revise/--no-revise",
            default=None,
            help="Look at each rule again when all are known, until none changes any more, or not "
            "at all.  [default: once or twice, in tables of 1,500 rows and more]",
        ),
        "time_limit": _set(
            "--time-limit",
            "time_limit",
            Number(min=0),
            "Stop after so many seconds, with the best set so far.",
        ),
        "min_new_rows": _set(
            "--min-new-rows",
            "min_new_rows",
            click.IntRange(min=1),
            "Rows that a rule must be the first to cover.  [default: 3]",
        ),
        "max_cuts": _set(
            "--max-cuts",
            "max_cuts",
            click.IntRange(min=1, max=65534),
            "Candidate cuts of a numeric column.  [default: 100]",
        ),
        "beam_width": _set(
            "--beam-width",
            "beam_width",
            click.IntRange(min=1),
            "Rules kept at each step of the search; wider searches more.  [default: 7]",
        ),
        "n_jobs": _set(
            "--jobs",
            "n_jobs",
            click.INT,
            "Threads; -1 is all cores. The rules do not depend on it.  [default: 1]",
        ),
        "paper": click.option(
            "--paper",
            is_flag=True,
            default=None,
            help="Begin with the settings of the paper instead of our own.",
        ),
    },
    "settings",
    lambda **given: {name: value for name, value in given.items() if value is not None},
)


@click.command(
    short_help="Learn rules from a table file.",
    epilog=examples(
        "turs demo --save penguins.csv",
        "turs fit penguins.csv --target species -o model.json",
        "turs fit patients.csv --target outcome --dry-run",
        "turs fit patients.csv --target outcome --drop id --test 0.2 -o model.json",
        "turs fit visits.csv.gz --target ward --categorical 'code_*' --cv 10",
        "turs fit --engine dask big/*.parquet --target y -o model.json",
    ),
)
@click.argument("data", nargs=-1, required=True, type=click.Path(allow_dash=True))
@click.option(
    "--target",
    metavar="COLUMN",
    required=True,
    shell_complete=complete_columns,
    help="The column with the classes to be told apart.",
)
@output_option("Where to save the model; - is standard output.")
@click.option(
    "--test",
    type=Number(min=0, max=1, min_open=True, max_open=True),
    metavar="SHARE",
    help="Hold out this share of each class, and measure the rules on it.",
)
@click.option(
    "--cv",
    type=click.IntRange(min=2),
    metavar="K",
    help="Measure by cross-validation on K folds first; then learn from all rows.",
)
@click.option(
    "--dry-run", is_flag=True, help="Say what each column is taken for, and learn nothing."
)
@_COLUMN_OPTIONS
@reading_options
@_SETTINGS
@engine_options
@json_option
@screen_option
def fit(
    data: tuple[str, ...],
    target: str,
    output: str | None,
    as_json: bool,
    screen: Screen,
    **options: Any,
) -> None:
    """Learn rules from the table file DATA, and save them as a model.

    DATA is a CSV file (compressed or not), a Parquet or an Arrow file; - is standard input. What
    each column is taken for is guessed and shown: correct it by --categorical, --numeric, --drop
    and --missing. The model remembers how to read the columns, so that later commands need no
    options.

    Rows without a class are left out. Test rows and folds are chosen by the place of a row in the
    file, mixed up, within each class: the same file gives the same parts, and there is no seed.

    Ctrl-C stops the search and keeps the best set so far: the model is saved, and the exit code
    is 0. (Before the first rule is found, and while --cv goes through the folds, it ends the
    command without a model.)

    With --engine dask, DATA are Parquet files, directories of them or patterns, which together may
    be larger than memory: processes of this machine, or the workers of --scheduler, read them part
    by part. The rules are the same.
    """
    _refuse(output, target, as_json, options)
    engine: EngineAsked = options["engine"]
    refuse_engine(engine, data, options)
    learn = _learn if engine.is_local else _learn_on_dask
    learned = learn(data, target, output, screen, options)
    if isinstance(learned, Description):
        if as_json:
            click.echo(json.dumps(learned.to_dict(), ensure_ascii=False, indent=2))
        return
    learned.save(output)
    if as_json:
        learned.print_json(output)
    else:
        learned.show(screen, output)


def _learn(
    data: tuple[str, ...], target: str, output: str | None, screen: Screen, options: dict[str, Any]
) -> Fitted | Description:
    """Learn in memory; return the description alone if no more is wanted."""
    from turs.cli.output import refuse_output
    from turs.cli.training import read_training

    [file] = data
    refuse_output(output, file)
    asked: Asked = options["asked"]
    training = read_training(file, target, asked, options["columns"], screen)
    training.description.show(screen)
    if options["dry_run"]:
        return training.description

    # The learner takes a second to load: trouble with the file is told before.
    from turs.cli.fitting import Judging, fit_rules

    judging = Judging(options["test"], options["cv"])
    return fit_rules(training, options["settings"], judging, screen)


def _learn_on_dask(
    data: tuple[str, ...], target: str, output: str | None, screen: Screen, options: dict[str, Any]
) -> Fitted | Description:
    """Learn on dask, likewise."""
    from turs.cli.cluster_fitting import describe_parts, fit_parts, open_files, start
    from turs.cli.output import refuse_output

    engine: EngineAsked = options["engine"]
    source = open_files(data, target, options["asked"], options["columns"], engine)
    refuse_output(output, *source.table.files)
    with start(engine, source, screen) as workers:
        looked, description = describe_parts(workers, source, screen)
        description.show(screen)
        if options["dry_run"]:
            return description
        return fit_parts(workers, source, (looked, description), options["settings"], screen)


def _refuse(output: str | None, target: str, as_json: bool, options: dict[str, Any]) -> None:
    """Refuse what contradicts itself, before anything is read."""
    if options["test"] is not None and options["cv"] is not None:
        raise click.UsageError("--test and --cv are two ways to the same; choose one")
    if as_json and output == "-":
        raise click.UsageError("--json and -o - would both go to standard output; choose one")
    if any(fnmatchcase(target, pattern) for pattern in options["columns"]["drop"]):
        raise click.UsageError(f"{target!r} is both the --target and to be left out by --drop")
    if options["settings"].get("n_jobs") == 0:
        raise click.UsageError("--jobs 0 is no number of threads; give 1 or more, or -1")
