"""Write what was asked for: to a file, all of it or nothing, or to standard output."""

from __future__ import annotations

import os
import stat

import click

from turs.cli.opening import STANDARD
from turs.formats.files import write_text
from turs.replacing import Replacement

__all__ = ["refuse_output", "write_output"]


def refuse_output(output: str | None, *inputs: str) -> None:
    """Refuse early what cannot be written, and what would replace an input.

    Parameters
    ----------
    output : str or None
        Where something is to be written.
    *inputs : str
        The files that are read.

    Raises
    ------
    click.UsageError
        If it is one of the inputs.
    OSError
        If there can be no such file.
    """
    if output is None or output == STANDARD:
        return
    if not os.path.exists(output):
        Replacement(output).discard()
        return
    if any(os.path.exists(name) and os.path.samefile(output, name) for name in inputs):
        raise click.UsageError(f"--output would replace {output!r}, which is read; name another")
    # A pipe that exists would wait for its reader.
    if not stat.S_ISFIFO(os.stat(output).st_mode):
        Replacement(output).discard()


def write_output(text: str, output: str | None) -> None:
    """Write a text to a file, all of it or nothing, or to standard output.

    Parameters
    ----------
    text : str
        With or without a new line at its end.
    output : str or None
        The file; None and ``"-"`` are standard output.
    """
    whole = text if text.endswith("\n") else text + "\n"
    if output is None or output == STANDARD:
        click.echo(whole, nl=False)
    else:
        write_text(output, whole)
