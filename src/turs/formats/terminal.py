"""A rule set on a terminal: in colour and as wide as it is, or plain where there is none."""

from __future__ import annotations

import sys
from typing import IO, TYPE_CHECKING

from turs.formats.text import write

if TYPE_CHECKING:
    from rich.text import Text

    from turs.model.contents import RuleSetData


def show(data: RuleSetData, stream: IO[str] | None = None) -> None:
    """Print a rule set to a stream.

    Parameters
    ----------
    data : RuleSetData
        The rule set.
    stream : text stream, optional
        Where to; standard output if not given. A terminal gets lines of its own width, in colour
        unless the environment variable ``NO_COLOR`` is set; a file or a pipe gets plain text.
    """
    # Imported here: it takes longer than all the rest, and only a terminal needs it.
    from rich.console import Console

    console = Console(file=stream, force_jupyter=False)
    if console.is_terminal:
        console.print(rich_text(data, console.width), soft_wrap=True)
    else:
        (stream or sys.stdout).write(write(data) + "\n")


def rich_text(data: RuleSetData, width: int | None = None) -> Text:
    """Return a rule set as coloured text of the library rich.

    Parameters
    ----------
    data : RuleSetData
        The rule set.
    width : int, optional
        How many columns a line may take.

    Returns
    -------
    rich.text.Text
    """
    from rich.text import Text

    return Text.from_ansi(write(data, width, colour=True))
