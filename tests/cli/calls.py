"""A call of the command line, and a stream that says it is a terminal."""

import io
from collections.abc import Callable

import pytest

from turs.cli.main import main

Run = Callable[..., tuple[int, str, str]]

# What makes ``turs fit`` find four rules of the penguins, whatever the default is.
FOUR_RULES = ("--beam-width", "5")


def call(*arguments: str) -> int:
    """Run a command line, and return its exit code."""
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    return stopped.value.code


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True
