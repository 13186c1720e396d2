"""Paint: a few escape sequences for terminals, or none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turs.model.outcome import Share

_BOLD, _FAINT = "1", "2"
# Cyan, magenta, yellow, blue, green and red: with more classes, colours tell nothing.
_HUES = ("36", "35", "33", "34", "32", "31")


@dataclass(frozen=True)
class Paint:
    r"""Colour pieces of text for a terminal.

    Parameters
    ----------
    on : bool
        False leaves every text as it is.
    n_classes : int
        How many classes there are; few get a colour each.

    Examples
    --------
    >>> Paint(on=True, n_classes=2).strong("a"), Paint(on=False, n_classes=2).strong("a")
    ('\x1b[1ma\x1b[0m', 'a')
    """

    on: bool
    n_classes: int

    def strong(self, text: str) -> str:
        """Return text that stands out."""
        return self._coded(text, _BOLD)

    def faint(self, text: str) -> str:
        """Return text that stands back."""
        return self._coded(text, _FAINT)

    def share(self, share: Share, first: bool) -> str:
        """Return a part of an outcome in the colour of its class, the first of them in bold."""
        hued = share.position is not None and self.n_classes <= len(_HUES)
        codes = [*([_BOLD] if first else []), *([_HUES[share.position or 0]] if hued else [])]
        return self._coded(str(share), ";".join(codes))

    def _coded(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.on and text and code else text
