"""What people see: notes and progress on standard error, tables on standard output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

    Told = Callable[[int, int | None], None]

__all__ = ["Screen", "Table", "console_for", "counted", "print_table"]

# Where there is no terminal, lines are as long as they need to be.
_NO_LIMIT = 10_000


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
        from rich.progress import Progress

        with Progress(console=console_for(sys.stderr), transient=True) as progress:
            task = progress.add_task(what, total=None)
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

    width = None if stream.isatty() else _NO_LIMIT
    return Console(file=stream, width=width, markup=False, highlight=False, emoji=False)


def print_table(table: Table, stream: IO[str] | None = None) -> None:
    """Print a table: plain columns, and in a terminal a line under their heads.

    Parameters
    ----------
    table : Table
        The table.
    stream : text stream, optional
        Where to; standard output if not given.
    """
    from rich import box
    from rich.table import Table as RichTable

    stream = sys.stdout if stream is None else stream
    terminal = stream.isatty()
    layout: dict[str, Any] = {"box": box.SIMPLE_HEAD if terminal else None, "pad_edge": False}
    laid_out = RichTable(**layout, padding=(0, 2, 0, 0), header_style="bold")
    for place, head in enumerate(table.heads):
        number = place in table.right
        laid_out.add_column(
            head, justify="right" if number else "left", no_wrap=number or place == 0
        )
    for row in table.rows:
        laid_out.add_row(*row)
    console = console_for(stream)
    with console.capture() as captured:
        console.print(laid_out)
    lines = [line.rstrip() for line in captured.get().splitlines()]
    stream.write("\n".join(line for line in lines if line) + "\n")


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
