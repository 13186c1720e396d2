"""Text in pictures: names as they are, in a font that has their characters, in the room there is.

Names of classes and columns are data. They are never read as mathematics, and a character that no
font at hand has is written as its escape.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"

# Fonts of symbols, whose characters are not what their codes say, and one of boxes.
_NOT_FOR_WORDS = ("cm", "STIXNonUnicode", "STIXSize", "Last Resort", "LastResort")
_MOST_FALLBACKS = 4
_POINTS_PER_INCH = 72
# Letters on a screen are a little wider than their outlines.
_SLACK = 1.08


@dataclass(frozen=True)
class Lettering:
    """How text is written: its size, its fonts, and the characters that they lack.

    Parameters
    ----------
    size : float
        In points.
    families : tuple of str
        Font families, the first that has a character being used for it.
    lacking : frozenset of str
        Characters that none of them has.
    """

    size: float
    families: tuple[str, ...]
    lacking: frozenset[str] = field(default_factory=frozenset)

    @classmethod
    def of(cls, texts: Iterable[str], size: float = 8.0) -> Lettering:
        """Find fonts for texts.

        Parameters
        ----------
        texts : iterable of str
            Whatever comes from the data.
        size : float, default=8.0
            In points.

        Returns
        -------
        Lettering
        """
        import matplotlib as mpl

        usual = tuple(mpl.rcParams["font.family"])
        unusual = frozenset().union(*texts) - frozenset(map(chr, range(32, 127)))
        families, lacking = _fonts_for(frozenset(unusual), usual)
        return cls(size, families, lacking)

    @property
    def line(self) -> float:
        """The height of a line, in inches."""
        return 1.3 * self.size / _POINTS_PER_INCH

    @property
    def style(self) -> dict[str, Any]:
        """The arguments of matplotlib for a text."""
        return {
            "fontsize": self.size,
            "fontfamily": list(self.families),
            "parse_math": False,
            "usetex": False,
        }

    def clean(self, text: str) -> str:
        r"""Return a text that the fonts can write.

        Examples
        --------
        >>> Lettering(8.0, ("sans-serif",), frozenset("\u732b")).clean("a \u732b")
        'a \\u732b'
        """
        if self.lacking.isdisjoint(text):
            return text
        return "".join(_escape(one) if one in self.lacking else one for one in text)

    def width(self, text: str) -> float:
        """Return how wide a text is, in inches."""
        from matplotlib.font_manager import FontProperties
        from matplotlib.textpath import text_to_path

        if not text:
            return 0.0
        font = FontProperties(family=list(self.families), size=self.size)
        points, _, _ = text_to_path.get_text_width_height_descent(self.clean(text), font, False)
        return float(points) * _SLACK / _POINTS_PER_INCH

    def shorten(self, text: str, room: float) -> str:
        """Cut a text off at the right where it is wider than `room`, in inches.

        Parameters
        ----------
        text : str
            One line.
        room : float
            In inches.

        Returns
        -------
        str
            Cleaned; cut ones end in an ellipsis.
        """
        text = self.clean(text)
        if self.width(text) <= room:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(text[:middle].rstrip() + ELLIPSIS) <= room:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + ELLIPSIS

    def wrap(self, text: str, room: float) -> list[str]:
        """Break a sentence into lines no wider than `room`, in inches."""
        return self.flow(text.split(), " ", room)

    def flow(self, words: Sequence[str], joint: str, room: float) -> list[str]:
        """Join words into lines no wider than `room`; a word that is wider is cut.

        Parameters
        ----------
        words : sequence of str
            What is not broken.
        joint : str
            What stands between two words; a line that begins within the text begins with it.
        room : float
            In inches.

        Returns
        -------
        list of str
        """
        lines: list[str] = []
        for word in words:
            longer = f"{lines[-1]}{joint}{word}" if lines else word
            if not lines or self.width(longer) <= room:
                lines[-1:] = [longer]
            else:
                lines.append(f"{joint}{word}".strip())
        return [self.shorten(line, room) for line in lines]

    def condition(self, parts: Sequence[str], room: float, most_lines: int = 2) -> tuple[str, ...]:
        """Break a rule into lines, and say how many literals are left out of the last.

        Parameters
        ----------
        parts : sequence of str
            The literals of a rule as text.
        room : float
            In inches.
        most_lines : int, default=2
            How many lines it may take.

        Returns
        -------
        tuple of str
        """
        parts = parts or ("always",)
        for n_shown in range(len(parts), 0, -1):
            left_out = len(parts) - n_shown
            rest = [f"{left_out} more"] if left_out else []
            lines = self.flow([*parts[:n_shown], *rest], " and ", room)
            if len(lines) <= most_lines:
                return tuple(lines)
        end = f" and {len(parts) - 1} more"
        return (self.shorten(parts[0], room - self.width(end)) + end,)


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


@lru_cache(maxsize=64)
def _fonts_for(
    characters: frozenset[str], usual: tuple[str, ...]
) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return the usual families and what else it takes to write characters, and what none has."""
    from matplotlib import font_manager

    lacking = characters
    for family in usual:
        file = font_manager.findfont(font_manager.FontProperties(family=[family]))
        lacking -= _characters_of(file, lacking)
    families = usual
    while lacking and len(families) < len(usual) + _MOST_FALLBACKS:
        family, found = _best_font(lacking)
        if not found:
            break
        families, lacking = (*families, family), lacking - found
    return families, lacking


def _best_font(lacking: frozenset[str]) -> tuple[str, frozenset[str]]:
    """Find the installed font with most of some characters; of equals, the first by name."""
    from matplotlib.font_manager import fontManager

    upright = {
        (font.name, font.fname)
        for font in fontManager.ttflist
        if font.style == "normal" and not font.name.startswith(_NOT_FOR_WORDS)
    }
    best: tuple[str, frozenset[str]] = ("", frozenset())
    for name, file in sorted(upright):
        found = _characters_of(file, lacking)
        if len(found) > len(best[1]):
            best = (name, found)
    return best


def _characters_of(file: str, characters: frozenset[str]) -> frozenset[str]:
    from matplotlib.font_manager import get_font

    try:
        font = get_font(file)
    except (OSError, RuntimeError):
        # A file that went away, or one of bitmaps: no letters from there.
        return frozenset()
    return frozenset(one for one in characters if font.get_char_index(ord(one)))
