"""How much memory this process has, and had at the most."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path


def resident_bytes() -> int:
    """Return the memory that the process has now.

    Returns
    -------
    int
        On systems that do not say, the most that it had.
    """
    statistics = Path("/proc/self/statm")
    if not statistics.exists():
        return peak_bytes()
    return int(statistics.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def peak_bytes() -> int:
    """Return the most memory that the process had.

    Returns
    -------
    int
        0 on systems that do not say.
    """
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak


def forget_peak() -> None:
    """Let the peak be counted from now on, on systems that can."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")
