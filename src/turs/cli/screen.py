"""What people see: notes and progress on standard error, tables on standard output."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console

    from turs.model import RuleSetData

    Told = Callable[[int, int | None], None]

__all__ = ["Screen", "Table", "console_for", "counted", "print_rules", "print_table"]

_GAP = "  "


@dataclass(frozen=True)
class Table:
    """Hold a table for people.

    Parameters
    ----------
    heads : sequence of str
        What stands above the columns.
    rows : sequence of sequence of str
        The cells.
    right : frozenset of int, default=frozenset()
        The columns of numbers, which are aligned to the right.
    """

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Screen:
    """Write to standard error what a person wants to know and a program does not.

    Parameters
    ----------
    quiet : bool, default=False
        Whether to write nothing.
    """

    quiet: bool = False

    @property
    def is_live(self) -> bool:
        """Tell whether lines may be rewritten, because someone looks on."""
        return not self.quiet and sys.stderr.isatty()

    def note(self, text: str = "") -> None:
        """Write a line.

        Parameters
        ----------
        text : str, default=""
            A sentence, or several lines.
        """
        if not self.quiet:
            click.echo(text, err=True)

    def table(self, table: Table) -> None:
        """Write a table.

        Parameters
        ----------
        table : Table
            The table.
        """
        if not self.quiet:
            print_table(table, sys.stderr)

    @contextmanager
    def bar(self, what: str, wanted: bool = True) -> Iterator[Told | None]:
        """Show how far some work is, on a terminal.

        Parameters
        ----------
        what : str
            The work.
        wanted : bool, default=True
            Without it nothing is shown.

        Yields
        ------
        callable or None
            To be told how much is done, and of how much, if that is known.
        """
        if not self.is_live or not wanted:
            yield None
            return
        from rich.markup import escape
        from rich.progress import Progress

        with Progress(console=console_for(sys.stderr), transient=True) as progress:
            task = progress.add_task(escape(what), total=None)
            yield lambda done, total: progress.update(task, completed=done, total=total)


def console_for(stream: IO[str]) -> Console:
    """Make a console that shows texts as they are, whatever brackets are in them.

    Parameters
    ----------
    stream : text stream
        Where to.

    Returns
    -------
    rich.console.Console
    """
    from rich.console import Console

    return Console(file=stream, markup=False, highlight=False, emoji=False)


def print_rules(data: RuleSetData, stream: IO[str] | None = None) -> None:
    """Print a rule set, in colour on a terminal.

    Parameters
    ----------
    data : RuleSetData
        The rule set.
    stream : text stream, optional
        Where to; standard output if not given.
    """
    from turs.formats import terminal, text

    stream = sys.stdout if stream is None else stream
    # Colours are made by rich, which takes time to load.
    if stream.isatty() or os.environ.get("FORCE_COLOR"):
        terminal.show(data, stream)
    else:
        stream.write(f"{text.write(data)}\n")


def print_table(table: Table, stream: IO[str] | None = None) -> None:
    """Print a table: plain columns, and in a terminal a line under their heads.

    Parameters
    ----------
    table : Table
        The table.
    stream : text stream, optional
        Where to; standard output if not given.
    """
    stream = sys.stdout if stream is None else stream
    if stream.isatty():
        _print_rich(table, stream)
    else:
        stream.writelines(f"{line}\n" for line in _plain_lines(table))


def _plain_lines(table: Table) -> list[str]:
    from turs.model.breaking import text_width

    rows = [table.heads, *table.rows]
    widths = [max(map(text_width, cells)) for cells in zip(*rows, strict=True)]

    def padded(place: int, cell: str) -> str:
        blanks = " " * (widths[place] - text_width(cell))
        return blanks + cell if place in table.right else cell + blanks

    return [_GAP.join(padded(*placed) for placed in enumerate(row)).rstrip() for row in rows]


def _print_rich(table: Table, stream: IO[str]) -> None:
    from rich import box
    from rich.table import Table as RichTable

    laid_out = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for place, head in enumerate(table.heads):
        number = place in table.right
        laid_out.add_column(
            head, justify="right" if number else "left", no_wrap=number or place == 0
        )
    for row in table.rows:
        laid_out.add_row(*row)
    console_for(stream).print(laid_out)


def counted(n: int, noun: str) -> str:
    """Return a number of things as text.

    Parameters
    ----------
    n : int
        How many.
    noun : str
        One of them.

    Returns
    -------
    str

    Examples
    --------
    >>> counted(1, "row"), counted(1200, "row")
    ('1 row', '1,200 rows')
    """
    return f"{n:,} {noun}{'' if n == 1 else 's'}"
