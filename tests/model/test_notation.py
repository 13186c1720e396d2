"""Names, levels and numbers as words."""

import pytest

from turs.model.notation import format_level, format_name, format_number, is_plain_word, sort_levels


@pytest.mark.parametrize(
    ("number", "text"),
    [(30.0, "30"), (0.1, "0.1"), (-2.5, "-2.5"), (1e16, "1e+16"), (1e-7, "1e-07"), (0.0, "0")],
)
def test_numbers(number: float, text: str) -> None:
    assert format_number(number) == text


@pytest.mark.parametrize(
    "name", ["age", "x0", "_a", "bill.length", "Self-emp", "größe", "体温", "किताब", "İ"]
)
def test_plain_words(name: str) -> None:
    assert is_plain_word(name)
    assert format_name(name) == name


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("", '""'),
        ("a b", '"a b"'),
        ("1st", '"1st"'),
        ("Not", '"Not"'),
        ("inf", '"inf"'),
        ('say "hi"', r'"say \"hi\""'),
        ("a\\b", r'"a\\b"'),
        ("tab\there", r'"tab\there"'),
        ("zero\u200bwidth", r'"zero\u200bwidth"'),
        ("x>1", '"x>1"'),
        ("<=50K", '"<=50K"'),
    ],
)
def test_other_names_are_quoted(name: str, text: str) -> None:
    assert format_name(name) == text


def test_levels() -> None:
    assert [format_level(level) for level in ("A", "1", 1, 0.5, True, False)] == [
        "A",
        '"1"',
        "1",
        "0.5",
        "true",
        "false",
    ]
    assert sort_levels({10, 9.5, -1}) == [-1, 9.5, 10]
    assert sort_levels({"b", "a", "B"}) == ["B", "a", "b"]
