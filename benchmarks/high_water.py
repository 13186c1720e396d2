"""The most memory that a process had, whoever started it."""

from __future__ import annotations

from pathlib import Path

from benchmarks.memory import peak_bytes

_STATUS = Path("/proc/self/status")


def high_water_bytes(status: Path = _STATUS) -> int:
    """Return the most memory that this process had.

    Parameters
    ----------
    status : path
        Where Linux says it. What the system counts for `benchmarks.memory.peak_bytes` begins with
        what the parent had when it started the process, and a worker has a large parent.

    Returns
    -------
    int
        On other systems that of `peak_bytes`.
    """
    if not status.exists():
        return peak_bytes()
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
    kilobytes, _ = lines["VmHWM"].split()
    return 1024 * int(kilobytes)
