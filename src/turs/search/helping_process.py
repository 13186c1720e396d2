"""A second process that runs one function of this package, if there can be one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from turs.counting import n_cores

# A process that takes so long is stuck.
_MOST_SECONDS = 60


@contextmanager
def helping_process(function: Callable[[str], Any], argument: str) -> Iterator[None]:
    """Call a function in another Python while the work inside is done, and wait for both.

    It is to spare work, not to do it: nothing happens where no process can be started, or where
    it fails, and whatever it would have written is silenced.

    Parameters
    ----------
    function : callable
        A function of a module, of one string.
    argument : str
    """
    process = _start(function, argument) if _can_start() else None
    try:
        yield
        if process is not None:
            with suppress(subprocess.TimeoutExpired):
                process.wait(_MOST_SECONDS)
    finally:
        if process is not None:
            process.kill()
            process.wait()


def _can_start() -> bool:
    """Tell whether this is a plain Python, and has more than one core to run on."""
    is_plain = Path(sys.executable or "").stem.lower().startswith("python")
    return is_plain and not getattr(sys, "frozen", False) and n_cores() > 1


def _start(function: Callable[[str], Any], argument: str) -> subprocess.Popen[bytes] | None:
    module, name = function.__module__, function.__name__
    script = f"import sys; from {module} import {name}; {name}(sys.argv[1])"
    silent = subprocess.DEVNULL
    try:
        path = [str(entry) or os.getcwd() for entry in sys.path]
        return subprocess.Popen(
            [sys.executable, "-P", "-c", script, argument],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
            stdin=silent,
            stdout=silent,
            stderr=silent,
        )
    except OSError:
        return None
