"""The forms that a model can be exported to."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ENDINGS", "FORMATS", "chosen_format", "refuse_foreign"]

FORMATS = ("text", "json", "sql", "python", "markdown", "latex", "html", "csv")
"""What a model can be exported to."""

ENDINGS = {
    ".txt": "text",
    ".json": "json",
    ".sql": "sql",
    ".py": "python",
    ".md": "markdown",
    ".tex": "latex",
    ".html": "html",
    ".csv": "csv",
}
"""What the end of a file's name says."""

_TAKERS = {
    "dialect": ("sql",),
    "table": ("sql",),
    "smoothing": ("sql", "python"),
    "caption": ("latex",),
    "label": ("latex",),
}


def chosen_format(to: str | None, output: str | None) -> str:
    """Return the format that was asked for, or that the output's name says.

    Parameters
    ----------
    to : str or None
        What was asked for.
    output : str or None
        Where to write.

    Returns
    -------
    str

    Raises
    ------
    click.UsageError
        If neither says.
    """
    found = to or ENDINGS.get(PurePath(output or "").suffix.lower())
    if found is None:
        raise click.UsageError(f"say what to export to, by --to {'|'.join(FORMATS)}")
    return found


def refuse_foreign(to: str, options: Mapping[str, Any]) -> None:
    """Refuse options that the format does not take.

    Parameters
    ----------
    to : str
        The format.
    options : mapping of str to value
        The options; None if not given.

    Raises
    ------
    click.UsageError
        If one is given and belongs to another format.
    """
    for name, value in options.items():
        if value is not None and to not in _TAKERS[name]:
            takers = " and ".join(f"--to {taker}" for taker in _TAKERS[name])
            raise click.UsageError(f"--{name} goes with {takers}, not with --to {to}")
