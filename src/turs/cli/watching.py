"""Let people watch a search: the rules as they are found, and the bits falling."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Any

from turs.cli.screen import Screen, console_for, counted

if TYPE_CHECKING:
    from rich.live import Live
    from rich.table import Table

    from turs.search import Step, Trace

__all__ = ["Watcher", "revision_of"]

_FRAMES_PER_SECOND = 8
_LONGEST = 100


class Watcher:
    """Show each rule when it is found; in a terminal, also that the search goes on.

    It is a callback of scikit-learn's, for ``set_callbacks``.

    Parameters
    ----------
    screen : Screen
        Where to.
    """

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._n_rules = 0
        self._bits: float | None = None
        self._start = time.monotonic()
        self._live: Live | None = None
        self._spinner: Any = None

    def __enter__(self) -> Watcher:
        if self._screen.is_live:
            from rich.live import Live
            from rich.spinner import Spinner

            self._spinner = Spinner("dots")
            self._live = Live(
                get_renderable=self._line,
                console=console_for(sys.stderr),
                refresh_per_second=_FRAMES_PER_SECOND,
                transient=True,
            )
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def show(self, step: Step) -> None:
        """Show a rule.

        Parameters
        ----------
        step : Step
            The rule that was found, with what it costs.
        """
        if step.n_rules <= self._n_rules:
            self._print("again, with rules at another price")
        self._n_rules = step.n_rules
        self._bits = step.blended_bits + step.rules_bits
        facts = f"{self._n_rules:>4}  {self._bits:>12,.1f} bits  {step.n_rows:>9,} rows"
        self._print(f"{facts}  {_cut(str(step.rule))}")

    def _print(self, text: str) -> None:
        if self._live is None:
            self._screen.note(text)
        else:
            self._live.console.print(text, soft_wrap=True)

    def _line(self) -> Table:
        """Draw the line that moves while the search goes on."""
        from rich.table import Table

        bits = "" if self._bits is None else f", {self._bits:,.1f} bits"
        seconds = time.monotonic() - self._start
        line = Table.grid(padding=(0, 1))
        line.add_row(
            self._spinner,
            f"{counted(self._n_rules, 'rule')}{bits}, {seconds:.0f} s; Ctrl-C stops, and keeps the "
            "best set so far",
        )
        return line

    # What scikit-learn calls.

    def setup(self, estimator: Any, context: Any) -> None:
        """Begin; there is nothing to do."""

    def teardown(self, estimator: Any, context: Any) -> None:
        """End; there is nothing to do."""

    def on_fit_task_begin(self, estimator: Any, context: Any) -> None:
        """Begin a task; there is nothing to do."""

    def on_fit_task_end(self, estimator: Any, context: Any, *, metadata: Any) -> bool:
        """Show the rule that a task found, and go on."""
        if metadata is not None:
            self.show(metadata["step"])
        return False


def revision_of(trace: Trace) -> str | None:
    """Say what became of the rules that were looked at again, if any were.

    Parameters
    ----------
    trace : Trace
        What the search did.

    Returns
    -------
    str or None
    """
    if trace.revised is None:
        return None
    found, left = counted(trace.n_kept, "rule"), counted(trace.revised.n_rules, "rule")
    return f"{found} looked at again: {left}, {trace.kept_bits:,.1f} bits"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 4]} ..."
