"""Progress for someone who waits: rules so far, bits, time."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TextIO

from turs.search.trace import Step


class ProgressLine:
    """A line on standard error: rewritten in a terminal, one a rule elsewhere.

    Parameters
    ----------
    wanted : bool
        Without it nothing is written.
    """

    def __init__(self, wanted: bool, stream: TextIO | None = None) -> None:
        self._wanted = wanted
        self._stream = sys.stderr if stream is None else stream
        self._shown = False

    def __enter__(self) -> ProgressLine:
        return self

    def show(self, step: Step) -> None:
        """Show a rule that was added."""
        rules = "rule" if step.n_rules == 1 else "rules"
        self._write(
            f"{step.n_rules} {rules}, {step.real_bits:,.1f} bits "
            f"(surrogate {step.surrogate_bits:,.1f}), {step.seconds:.1f} s",
        )

    def tell(self, text: str) -> None:
        """Show what is going on between two rules, in a terminal alone."""
        if self._stream.isatty():
            self._write(text)

    def _write(self, text: str) -> None:
        if not self._wanted:
            return
        self._shown = True
        end = "" if self._stream.isatty() else "\n"
        start = "\r\x1b[2K" if self._stream.isatty() else ""
        self._stream.write(f"{start}turs: {text}{end}")
        self._stream.flush()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._shown and self._stream.isatty():
            self._stream.write("\n")


@contextmanager
def say_if_slow(sentence: str, seconds: float = 1.0) -> Iterator[None]:
    """Write a sentence to standard error if the work inside takes longer than a second."""

    def say() -> None:
        sys.stderr.write(f"turs: {sentence}\n")
        sys.stderr.flush()

    timer = threading.Timer(seconds, say)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
