"""Open what a command line names: a model, and a table to be read by its columns."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from turs.exceptions import InputError, InputTypeError, ModelFileError, TursError
from turs.formats import json as json_format
from turs.formats.files import read_text

if TYPE_CHECKING:
    from turs.cli.options import Asked
    from turs.cli.screen import Screen
    from turs.model import RuleSetData
    from turs.ruleset import RuleSet
    from turs.tablefile import Chunks, ReadOptions

__all__ = [
    "STANDARD",
    "Model",
    "column_names",
    "open_model",
    "open_rows",
    "remember",
]

STANDARD = "-"
"""The path that means standard input, or standard output."""

_READING = "reading"
_TARGET = "target"


@dataclass(frozen=True, eq=False)
class Model:
    """Hold a model file that was opened.

    What only some verbs need is made, and its modules are loaded, when it is asked for.

    Parameters
    ----------
    name : str
        What to call the file in messages.
    data : RuleSetData
        What is in it.
    """

    name: str
    data: RuleSetData

    @cached_property
    def rule_set(self) -> RuleSet:
        """The rules, ready to predict."""
        from turs.ruleset import RuleSet

        return RuleSet(self.data)

    @property
    def target(self) -> str | None:
        """The name of the class column, if ``turs fit`` made the model."""
        target = self._parameter(_TARGET)
        return target if isinstance(target, str) else None

    @cached_property
    def reading(self) -> ReadOptions | None:
        """How the training table was read, likewise."""
        from turs.tablefile import ReadOptions

        remembered = self._parameter(_READING)
        try:
            return ReadOptions.from_dict(remembered) if isinstance(remembered, dict) else None
        except (InputError, InputTypeError) as error:
            where = f"{self.name}: origin.parameters.{_READING}"
            raise ModelFileError(f"{where}: {error}") from None

    def _parameter(self, name: str) -> Any:
        return None if self.data.origin is None else self.data.origin.parameters.get(name)


def open_model(path: str, data: str | None = None) -> Model:
    """Open a model file, and see what it remembers of its training table.

    Parameters
    ----------
    path : str
        The file; ``"-"`` is standard input.
    data : str, optional
        The table file that will be read after it.

    Returns
    -------
    Model

    Raises
    ------
    click.UsageError
        If both come from standard input.
    ModelFileError
        If it is no model file, or what it remembers cannot be.
    OSError
        If it cannot be read.
    """
    if path == data == STANDARD:
        raise click.UsageError("only one of model and table can come from standard input")
    name = "standard input" if path == STANDARD else path
    text = _standard_input() if path == STANDARD else read_text(path)
    try:
        return Model(name, json_format.read(text))
    except ModelFileError as error:
        raise ModelFileError(f"{name}: {error}") from None


def _standard_input() -> str:
    # A model file is UTF-8, whatever the terminal is.
    try:
        return sys.stdin.buffer.read().decode()
    except UnicodeDecodeError:
        raise ModelFileError(
            "standard input: it is not UTF-8 text, so it is not a model file"
        ) from None


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
    if data.origin is None:
        return rule_set
    parameters = {**data.origin.parameters, _READING: reading.to_dict(), _TARGET: target}
    origin = replace(data.origin, parameters=parameters)
    return type(rule_set)(replace(data, origin=origin))


@contextmanager
def open_rows(
    model: Model,
    data: str,
    asked: Asked,
    screen: Screen,
    *,
    onto_screen: bool,
    n_rows: int = 50_000,
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
    onto_screen : bool
        Whether what is made of the rows goes to standard output: on a terminal, progress would
        be in its way.
    n_rows : int, default=50000
        The rows of a chunk.

    Yields
    ------
    Chunks
    """
    from turs.tablefile import iter_chunks

    options, schema = asked.over(model.reading), model.data.schema
    wanted = not (onto_screen and sys.stdout.isatty())
    with (
        screen.bar(f"reading {data}", wanted) as told,
        iter_chunks(data, options, schema, n_rows, told) as chunks,
    ):
        yield chunks


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
    from turs.table import Schema
    from turs.tablefile import iter_chunks

    if path == STANDARD:
        return ()
    try:
        with iter_chunks(path, None, Schema(())) as chunks:
            return chunks.names
    except (TursError, OSError):
        return ()
