"""The fast way to read a column of numbers agrees with looking at each cell."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turs.tablefile.numbers import NotANumber, Notation, has_decimal_comma, parse_numbers

MISSING = frozenset({"", "NA", "-"})
POINT = Notation(".", MISSING)
COMMA = Notation(",", MISSING)
PADDED = Notation(".", MISSING, padded=True)


@pytest.mark.parametrize(
    "text", ["0", "-0", "1", "+3", "-.5", "5.", "1e5", "1E-5", "0.5", "12345678901234567890"]
)
def test_a_number(text: str) -> None:
    assert POINT.is_number(text)
    assert parse_numbers([text, f" {text}\t"], POINT).tolist() == [float(text)] * 2


@pytest.mark.parametrize(
    "text",
    [
        *("inf", "-Infinity", "nan", "1e999", "1_000", "1,5", "1,234.5", "١٢", "0x10", "1 2"),
        *("007", "-01", "00", "e5", ".", "+", "1.2.3", "2020-01-31", "12h", "--1"),
    ],
)
def test_no_number(text: str) -> None:
    assert not POINT.is_number(text)
    with pytest.raises(NotANumber) as error:
        parse_numbers(["1", "NA", text, text], POINT)
    assert error.value.position == 2


def test_leading_zeros_if_asked() -> None:
    assert parse_numbers(["007", " -01.5", "00"], PADDED).tolist() == [7, -1.5, 0]


def test_the_decimal_comma() -> None:
    assert parse_numbers(["1,5", " -,25 ", "3", "1e2"], COMMA).tolist() == [1.5, -0.25, 3, 100]
    assert math.isnan(parse_numbers(["1,5", "NA"], COMMA)[1])
    for text in ("1.5", "1.234,5", "1,2,3"):
        assert not COMMA.is_number(text)
        with pytest.raises(NotANumber):
            parse_numbers([text], COMMA)
    assert has_decimal_comma("1,5")
    assert not has_decimal_comma("15")


def test_missing_alone() -> None:
    assert [math.isnan(value) for value in parse_numbers(["", " NA", "-"], POINT)] == [True] * 3


CELLS = st.one_of(
    st.text(st.sampled_from("0123456789+-.,eE _\tnaif\xa0")),
    st.floats(allow_nan=False).map(repr),
    st.sampled_from(["", "NA", "-", " - "]),
)


@given(
    st.lists(CELLS, min_size=1), st.sampled_from([POINT, COMMA, PADDED, Notation(".", {"", "nan"})])
)
def test_agrees_with_each_cell(cells: list[str], notation: Notation) -> None:
    expected: list[float] = []
    for position, cell in enumerate(cells):
        text = cell.strip()
        if text in notation.missing:
            expected.append(math.nan)
        elif notation.is_number(text):
            expected.append(float(text.replace(",", ".")))
        else:
            with pytest.raises(NotANumber) as error:
                parse_numbers(cells, notation)
            assert error.value.position == position
            return
    assert list(map(repr, parse_numbers(cells, notation).tolist())) == list(map(repr, expected))
