"""The first lines say how a text table is written."""

import pytest

from turs.tablefile.dialect import guess_decimal, guess_delimiter, sample_of, sample_rows

MISSING = frozenset({"", "NA"})


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a,b\n1,2\n", ","),
        ("a;b\n1;2\n", ";"),
        ("a\tb\n1\t2\n", "\t"),
        ("a|b\n1|2\n", "|"),
        ("a\n1\n", ","),
        ("", ","),
        ("a;b", ";"),
        ("a;b\n1,5;2,5\n", ";"),
        ('"last, first";age\n"x, y";3\n', ";"),
        ("last, first;age\nsmith;3\njones;4\n", ";"),
        ('a,"b;c;d"\n1,"2;3;4"\n', ","),
        ("a b,c\tlong\n1,2\n", ","),
        ("a,b;c\r1,2\r", ","),
        ('a,b\n1,"never closed\n', ","),
    ],
)
def test_delimiter(text: str, delimiter: str) -> None:
    assert guess_delimiter(text) == delimiter


@pytest.mark.parametrize(
    ("text", "delimiter", "decimal"),
    [
        ("a;b\n1,5;x\n", ";", ","),
        ("a\tb\n1,5\tNA\n", "\t", ","),
        ("a;b\n1,5;2.5\n", ";", "."),
        ("a;b\n15;x, y\n", ";", "."),
        ("a;b\n1,5;x\nmany;x\n", ";", "."),
        ('a,b\n"1,5",x\n', ",", "."),
        ("", ";", "."),
    ],
)
def test_decimal(text: str, delimiter: str, decimal: str) -> None:
    assert guess_decimal(sample_rows(text, delimiter), delimiter, MISSING) == decimal


def test_a_sample_is_of_whole_lines() -> None:
    assert sample_of("a\n" * 10) == "a\n" * 10
    assert sample_of("abc\n" * 50_000 + "x") == "abc\n" * (2**16 // 4)
    assert len(sample_of("a" * 100_000)) == 100_000
