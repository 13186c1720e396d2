"""The .Z files are packed here by a plain encoder; `gzip -d` reads what it writes."""

import random

import pytest

from benchmarks.lzw import decompress


def compress(data: bytes, *, max_width: int = 16, clear_when_full: bool = False) -> bytes:
    """Pack like the Unix program compress."""
    first = {bytes([byte]): byte for byte in range(256)}
    sections: list[tuple[int, list[int]]] = [(9, [])]
    known, n_codes, piece = dict(first), 257, b""
    for byte in data:
        longer = piece + bytes([byte])
        if longer in known:
            piece = longer
            continue
        sections[-1][1].append(known[piece])
        piece = bytes([byte])
        if n_codes == 1 << sections[-1][0] and sections[-1][0] < max_width:
            sections.append((sections[-1][0] + 1, []))
        if n_codes < 1 << max_width:
            known[longer] = n_codes
            n_codes += 1
        elif clear_when_full:
            sections[-1][1].append(256)
            sections.append((9, []))
            known, n_codes = dict(first), 257
    sections[-1][1].append(known[piece])
    *whole, (width, codes) = sections
    groups = [(w, c + [0] * (-len(c) % 8)) for w, c in whole]
    body = b"".join(packed(*part) for part in [*groups, (width, codes)])
    return b"\x1f\x9d" + bytes([0x80 | max_width]) + body


def packed(width: int, codes: list[int]) -> bytes:
    """Write codes lowest bit first."""
    number = sum(code << (width * place) for place, code in enumerate(codes))
    return number.to_bytes(-(-width * len(codes) // 8), "little")


TEXT = "\n".join(f"{i * 37 % 101},{i % 7}.{i * i % 1009}" for i in range(9000)).encode()


@pytest.mark.parametrize("max_width", [10, 12, 16])
@pytest.mark.parametrize("clear_when_full", [False, True])
def test_what_was_packed_comes_out(max_width: int, clear_when_full: bool) -> None:
    file = compress(TEXT, max_width=max_width, clear_when_full=clear_when_full)
    assert len(file) < len(TEXT)
    assert decompress(file) == TEXT


def test_a_piece_may_be_used_before_it_is_known() -> None:
    # aaaa is a, then 257 = aa, which is made from this very code.
    assert decompress(b"\x1f\x9d\x90" + bytes([0x61, 0x02, 0x86, 0x01])) == b"aaaa"


def test_bytes_of_any_sort() -> None:
    data = random.Random(1).randbytes(3000) + b"end"
    assert decompress(compress(data)) == data


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"PK\x03\x04", "begins with"),
        (b"\x1f\x9d", "begins with"),
        (b"\x1f\x9d\x90\x61\xfe\x03\x00", "damaged"),
    ],
)
def test_other_files_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        decompress(data)
