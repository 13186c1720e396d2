"""Open what a command line names: a model, and a table to be read by its columns."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from turs.exceptions import InputError, InputTypeError, ModelFileError, TursError
from turs.model import Origin
from turs.ruleset import RuleSet, load
from turs.table import Schema
from turs.tablefile import Chunks, ReadOptions, iter_chunks

if TYPE_CHECKING:
    from turs.cli.options import Asked
    from turs.cli.screen import Screen

__all__ = [
    "STANDARD",
    "Model",
    "column_names",
    "open_model",
    "open_rows",
    "refuse_two_pipes",
    "remember",
]

STANDARD = "-"
"""The path that means standard input, or standard output."""

_READING = "reading"
_TARGET = "target"


@dataclass(frozen=True, eq=False)
class Model:
    """Hold a model file that was opened.

    Parameters
    ----------
    path : str
        Where it is.
    rule_set : RuleSet
        What is in it.
    reading : ReadOptions or None
        How its training table was read, if ``turs fit`` made it.
    target : str or None
        The name of the class column, likewise.
    """

    path: str
    rule_set: RuleSet
    reading: ReadOptions | None = None
    target: str | None = None


def open_model(path: str) -> Model:
    """Open a model file, and see what it remembers of its training table.

    Parameters
    ----------
    path : str
        The file; ``"-"`` is standard input.

    Returns
    -------
    Model

    Raises
    ------
    ModelFileError
        If it is no model file, or what it remembers cannot be.
    OSError
        If it cannot be read.
    """
    try:
        rule_set = RuleSet.from_json(sys.stdin.read()) if path == STANDARD else load(path)
    except ModelFileError as error:
        raise ModelFileError(f"standard input: {error}" if path == STANDARD else error) from None
    origin = rule_set.data.origin
    known: Any = {} if origin is None else origin.parameters
    target, reading = known.get(_TARGET), known.get(_READING)
    try:
        options = ReadOptions.from_dict(reading) if isinstance(reading, dict) else None
    except (InputError, InputTypeError) as error:
        raise ModelFileError(f"{path}: origin.parameters.{_READING}: {error}") from None
    return Model(path, rule_set, options, target if isinstance(target, str) else None)


def remember(rule_set: RuleSet, reading: ReadOptions, target: str) -> RuleSet:
    """Return a copy that remembers how its training table was read.

    Parameters
    ----------
    rule_set : RuleSet
        As it was learned.
    reading : ReadOptions
        How another file of the same kind should be read.
    target : str
        The name of the class column.

    Returns
    -------
    RuleSet
    """
    data = rule_set.data
    origin = Origin("", {}, data.n_rows) if data.origin is None else data.origin
    parameters = {**origin.parameters, _READING: reading.to_dict(), _TARGET: target}
    return RuleSet(replace(data, origin=replace(origin, parameters=parameters)))


@contextmanager
def open_rows(
    model: Model, data: str, asked: Asked, screen: Screen, n_rows: int = 50_000
) -> Iterator[Chunks]:
    """Open a table file to be read in chunks, by the columns of a model, with progress.

    Parameters
    ----------
    model : Model
        The model.
    data : str
        The file; ``"-"`` is standard input.
    asked : Asked
        How to read it, in place of what the model remembers.
    screen : Screen
        Where the progress is shown.
    n_rows : int, default=50000
        The rows of a chunk.

    Yields
    ------
    Chunks
    """
    refuse_two_pipes(model, data)
    options, schema = asked.over(model.reading), model.rule_set.data.schema
    # A bar among the rows themselves would be in the way.
    with (
        screen.bar(f"reading {data}", wanted=not sys.stdout.isatty()) as told,
        iter_chunks(data, options, schema, n_rows, told) as chunks,
    ):
        yield chunks


def refuse_two_pipes(model: Model, data: str) -> None:
    """Refuse to read both the model and the table from standard input."""
    if model.path == data == STANDARD:
        raise click.UsageError("only one of model and table can come from standard input")


def column_names(path: str) -> tuple[str, ...]:
    """Return the names of the columns of a table file; none if it cannot be read.

    Parameters
    ----------
    path : str
        The file.

    Returns
    -------
    tuple of str
    """
    if path == STANDARD:
        return ()
    try:
        with iter_chunks(path, None, Schema(())) as chunks:
            return chunks.names
    except (TursError, OSError):
        return ()
