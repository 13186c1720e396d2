"""How a table file is to be read: what was asked, and what was found where nothing was asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from turs.exceptions import InputError, InputTypeError
from turs.table.refusal import shown

DEFAULT_MISSING = (
    *("NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan"),
    *("NULL", "null", "None", "?", "-", "."),
)
"""What stands for a missing value, beside an empty cell, when nothing else is asked."""

_WORDS_FOR_TAB = ("tab", "\\t")


@dataclass(frozen=True)
class ReadOptions:
    r"""Say how a text table is to be read; None lets the file decide.

    Parameters
    ----------
    delimiter : str, optional
        The one character between values; ``"tab"`` is the tab. Guessed among comma, semicolon,
        tab and bar.
    encoding : str, optional
        The encoding of the text, such as ``"latin-1"``. A byte order mark decides before this
        does; without either it is UTF-8.
    decimal : {".", ","}, optional
        The mark before the decimals. The comma is guessed only where it is not the delimiter.
    missing : tuple of str, optional
        The texts that stand for a missing value, in place of `DEFAULT_MISSING`. An empty cell is
        always missing.

    Examples
    --------
    >>> options = ReadOptions(delimiter="tab", missing=("unknown",))
    >>> options.to_dict()
    {'delimiter': '\t', 'encoding': None, 'decimal': None, 'missing': ['unknown']}
    >>> ReadOptions.from_dict(options.to_dict()) == options
    True
    """

    delimiter: str | None = None
    encoding: str | None = None
    decimal: str | None = None
    missing: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        """Refuse options that no file can be read with."""
        if self.delimiter in _WORDS_FOR_TAB:
            object.__setattr__(self, "delimiter", "\t")
        if self.missing is not None:
            object.__setattr__(self, "missing", _markers(self.missing))
        _check_delimiter(self.delimiter)
        _check_encoding(self.encoding)
        if self.decimal not in (None, ".", ","):
            raise InputError(f"the decimal mark is {shown(self.decimal)}; it must be '.' or ','")

    @property
    def markers(self) -> frozenset[str]:
        """Everything that stands for a missing value, the empty text included."""
        return frozenset(DEFAULT_MISSING if self.missing is None else self.missing) | {""}

    def to_dict(self) -> dict[str, Any]:
        """Return the options as JSON can hold them.

        Returns
        -------
        dict
            One entry an option; null where the file decides.
        """
        missing = None if self.missing is None else list(self.missing)
        return {
            "delimiter": self.delimiter,
            "encoding": self.encoding,
            "decimal": self.decimal,
            "missing": missing,
        }

    @classmethod
    def from_dict(cls, remembered: Mapping[str, Any]) -> ReadOptions:
        """Make options of what `to_dict` returned.

        Parameters
        ----------
        remembered : mapping
            Some or all of the options by name.

        Returns
        -------
        ReadOptions

        Raises
        ------
        InputError
            If there is an option of another name, or one that cannot be.
        InputTypeError
            If one is of a wrong type.
        """
        unknown = sorted(set(remembered) - set(cls.__dataclass_fields__))
        if unknown:
            raise InputError(
                f"there is no option {unknown[0]!r} for reading a table; "
                f"the options are {', '.join(cls.__dataclass_fields__)}"
            )
        return cls(**remembered)


def _markers(missing: Any) -> tuple[str, ...]:
    texts = () if isinstance(missing, str) else tuple(missing)
    if isinstance(missing, str) or not all(isinstance(text, str) for text in texts):
        raise InputTypeError(f"the missing markers are {shown(missing)}; give a tuple of texts")
    # Cells are compared without the blanks around them.
    return tuple(text.strip() for text in texts)


def _check_delimiter(delimiter: Any) -> None:
    if delimiter is None:
        return
    if not isinstance(delimiter, str):
        raise InputTypeError(f"the delimiter is {shown(delimiter)}; it must be a text")
    if len(delimiter) != 1 or delimiter in '"\r\n\0':
        raise InputError(
            f"the delimiter is {shown(delimiter)}; it must be one character, such as ';', or 'tab'"
        )


def _check_encoding(encoding: Any) -> None:
    if encoding is None:
        return
    if not isinstance(encoding, str):
        raise InputTypeError(f"the encoding is {shown(encoding)}; it must be a text")
    try:
        "".encode(encoding)
    except (LookupError, ValueError):
        raise InputError(
            f"there is no text encoding {shown(encoding)}; use one such as 'utf-8' or 'latin-1'"
        ) from None
