"""The options that several verbs have, and those that are handed over as one thing."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from turs.cli.screen import Screen

if TYPE_CHECKING:
    from turs.tablefile import ReadOptions

    Function = TypeVar("Function", bound=Callable[..., Any])

__all__ = [
    "Asked",
    "Number",
    "Smoothing",
    "complete_columns",
    "data_argument",
    "examples",
    "json_option",
    "model_argument",
    "output_option",
    "packed",
    "reading_options",
    "screen_option",
    "smoothing_option",
    "target_option",
]

_PATH = click.Path(allow_dash=True)


class Number(click.FloatRange):
    """A finite number."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse what is no finite number."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a finite number.", param, ctx)
        return number


class Smoothing(Number):
    """A number of rows, or ``auto``."""

    name = "rows|auto"

    def __init__(self) -> None:
        super().__init__(min=0)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Let ``auto`` be what it is."""
        return value if value == "auto" else super().convert(value, param, ctx)


@dataclass(frozen=True)
class Asked:
    """Hold how a table file is to be read, as far as the command line says.

    Parameters
    ----------
    delimiter, encoding, decimal : str or None
        As for `turs.tablefile.ReadOptions`.
    missing : tuple of str
        The missing markers; none if nothing is said.
    """

    delimiter: str | None = None
    encoding: str | None = None
    decimal: str | None = None
    missing: tuple[str, ...] = ()

    def over(self, remembered: ReadOptions | None = None) -> ReadOptions:
        """Return how to read a file: as asked here, and where nothing is asked, as remembered.

        Parameters
        ----------
        remembered : ReadOptions, optional
            What a model remembers.

        Returns
        -------
        ReadOptions
        """
        from turs.tablefile import ReadOptions

        asked: dict[str, Any] = {
            "delimiter": self.delimiter,
            "encoding": self.encoding,
            "decimal": self.decimal,
            "missing": self.missing or None,
        }
        said = {name: value for name, value in asked.items() if value is not None}
        return replace(ReadOptions() if remembered is None else remembered, **said)


def examples(*lines: str) -> str:
    """Lay out commands for the end of a help text.

    Parameters
    ----------
    *lines : str
        The commands.

    Returns
    -------
    str
        With the sign by which click knows that lines are to be left as they are.
    """
    head = "Example:" if len(lines) == 1 else "Examples:"
    return "\n".join(["\b", head, *(f"  {line}" for line in lines)])


def packed(
    options: Mapping[str, Callable[[Any], Any]], into: str, pack: Callable[..., Any]
) -> Callable[[Function], Function]:
    """Make a decorator that adds options, and hands their values over as one argument.

    Parameters
    ----------
    options : mapping of str to decorator
        The options, by the names of their values.
    into : str
        The name of the argument.
    pack : callable
        Makes the argument of the values, which it takes by name.

    Returns
    -------
    callable
    """

    def decorate(function: Function) -> Function:
        @wraps(function)
        def call(**values: Any) -> Any:
            chosen = {name: values.pop(name) for name in options}
            return function(**values, **{into: pack(**chosen)})

        decorated: Any = call
        for option in reversed(list(options.values())):
            decorated = option(decorated)
        return decorated  # type: ignore[no-any-return]

    return decorate


def complete_columns(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[str]:
    """Complete the name of a column from the header of the table on the command line."""
    from turs.cli.opening import column_names

    # While the word after an option is not there yet, click has read no argument either.
    data = context.params.get("data") or ()
    words = [*((data,) if isinstance(data, str) else data)]
    words += os.environ.get("COMP_WORDS", "").split()[::-1]
    table = next((word for word in words if os.path.isfile(word)), None)
    names = () if table is None else column_names(table)
    return [name for name in names if name.startswith(incomplete)]


model_argument = click.argument("model", type=_PATH)
"""The model file."""

data_argument = click.argument("data", type=_PATH)
"""The table file."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for a program.")
"""Whether to print for a program."""

smoothing_option = click.option(
    "--smoothing",
    type=Number(min=0),
    metavar="ROWS",
    help="How many rows the overall class frequencies are worth, in place of what the model says.",
)
"""In place of the smoothing of the model."""

target_option = click.option(
    "--target",
    metavar="COLUMN",
    shell_complete=complete_columns,
    help="The column with the true classes; needed only if the model does not know it.",
)
"""The class column of new rows."""


def output_option(help: str, required: bool = False) -> Callable[[Function], Function]:
    """Make the option ``-o``.

    Parameters
    ----------
    help : str
        What is written there.
    required : bool, default=False
        Whether it must be given.

    Returns
    -------
    callable
    """
    return click.option("-o", "--output", type=_PATH, metavar="FILE", required=required, help=help)


reading_options = packed(
    {
        "delimiter": click.option(
            "--delimiter", metavar="MARK", help="What stands between values, as ';' or tab."
        ),
        "encoding": click.option(
            "--encoding", metavar="NAME", help="The encoding of a CSV file, such as latin-1."
        ),
        "decimal": click.option(
            "--decimal", type=click.Choice([".", ","]), help="The mark before decimals."
        ),
        "missing": click.option(
            "--missing",
            multiple=True,
            metavar="TEXT",
            help="What stands for a missing value, in place of NA, ?, null and the like; may be "
            "repeated. An empty cell is always missing.",
        ),
    },
    "asked",
    Asked,
)
"""How to read a table file, as the argument ``asked``."""

screen_option = packed(
    {
        "quiet": click.option(
            "-q", "--quiet", is_flag=True, help="No progress and no notes on standard error."
        )
    },
    "screen",
    Screen,
)
"""Whether to be quiet, as the argument ``screen``."""
