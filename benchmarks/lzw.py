"""Unpack files of the old Unix program compress (.Z), which the standard library cannot read."""

from __future__ import annotations

_MAGIC = b"\x1f\x9d"
_CLEAR = 256
_FIRST_WIDTH = 9


def decompress(data: bytes) -> bytes:
    """Return what a ``.Z`` file holds.

    Parameters
    ----------
    data : bytes
        The whole file.

    Returns
    -------
    bytes

    Raises
    ------
    ValueError
        When the data are not those of such a file.
    """
    if data[:2] != _MAGIC or len(data) < 3:
        raise ValueError(f"a .Z file begins with {_MAGIC!r}, not with {data[:2]!r}")
    max_width, has_clear = data[2] & 0x1F, bool(data[2] & 0x80)
    first = [bytes([byte]) for byte in range(256)] + [b""] * has_clear
    codes = _Codes(data[3:])
    table, previous, pieces = first.copy(), b"", []
    while (code := codes.next()) is not None:
        if has_clear and code == _CLEAR:
            table, previous = first.copy(), b""
            codes.change_width(_FIRST_WIDTH)
            continue
        piece = _piece(code, table, previous)
        pieces.append(piece)
        if previous and len(table) < 1 << max_width:
            table.append(previous + piece[:1])
        previous = piece
        if len(table) == 1 << codes.width and codes.width < max_width:
            codes.change_width(codes.width + 1)
    return b"".join(pieces)


def _piece(code: int, table: list[bytes], previous: bytes) -> bytes:
    if code < len(table):
        return table[code]
    if code == len(table) and previous:
        return previous + previous[:1]
    raise ValueError(f"the .Z file is damaged: code {code} with {len(table)} known")


class _Codes:
    """Codes of a growing number of bits, lowest bit first."""

    def __init__(self, data: bytes) -> None:
        self.width = _FIRST_WIDTH
        self._data = data
        self._bit = 0
        self._section = 0

    def next(self) -> int | None:
        """Return the next code; None at the end."""
        byte, shift = divmod(self._bit, 8)
        if self._bit + self.width > 8 * len(self._data):
            return None
        self._bit += self.width
        window = int.from_bytes(self._data[byte : byte + 4], "little")
        return (window >> shift) & ((1 << self.width) - 1)

    def change_width(self, width: int) -> None:
        """Go on with codes of another width."""
        # Codes are written eight at a time: what is left of the last eight is padding.
        group = 8 * self.width
        n_groups = -(-(self._bit - self._section) // group)
        self._section = self._bit = self._section + n_groups * group
        self.width = width
