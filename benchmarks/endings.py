"""How a command that measures ends: with what was wrong, or with how to go on."""

from __future__ import annotations

import sys
from collections.abc import Callable

from benchmarks.data import DataError
from benchmarks.records import LedgerError
from turs.exceptions import SearchStoppedWarning


def exit_status(program: str, work: Callable[[], object]) -> int:
    """Do the work of a command, and return its exit status.

    Parameters
    ----------
    program : str
        Its name, before what it says on standard error.
    work : callable
        Whatever it measured is kept when it is interrupted.

    Returns
    -------
    int
        0; 2 if data or results cannot be read; 130 after an interrupt.
    """
    try:
        work()
    except (DataError, LedgerError) as error:
        print(f"{program}: {error}", file=sys.stderr)
        return 2
    except (KeyboardInterrupt, SearchStoppedWarning):
        print(f"{program}: interrupted; the same command goes on from here", file=sys.stderr)
        return 130
    return 0
