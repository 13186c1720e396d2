"""The grammar: what is printed is read back, whatever the names; errors say where."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turs.exceptions import InputTypeError, RuleSyntaxError
from turs.model import Interval, Levels, Literal, Missing, Rule

KEYWORDS = ["and", "or", "in", "is", "not", "missing", "always", "true", "False", "AND", "i\u017f"]
TRICKY = [
    *KEYWORDS,
    "",
    " ",
    "3",
    "-1e5",
    "nan",
    "Infinity",
    'a"b',
    "a\\",
    "a\nb",
    "{}",
    "²",
    "é",
    "'a'",
]
NAMES = st.text() | st.sampled_from(TRICKY) | st.text(alphabet='abz<>={},"\\ .-_1', max_size=4)
FINITE = st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def intervals(draw: st.DrawFn, variable: str) -> Literal:
    low, high = draw(FINITE | st.none()), draw(FINITE | st.none())
    if low is None and high is None:
        low = 0.0
    if low is not None and high is not None and low >= high:
        low, high = (high, low) if high < low else (low, None)
    return Interval(variable, low, high, draw(st.booleans()))


@st.composite
def literals(draw: st.DrawFn, variable: str) -> Literal:
    numbers = st.integers() | FINITE
    levels = draw(st.sampled_from([NAMES, numbers, st.booleans()]))
    chosen = st.sets(levels, min_size=1, max_size=4)
    return draw(
        intervals(variable)
        | chosen.map(lambda found: Levels(variable, found, len(found) > 2))
        | st.booleans().map(lambda negated: Missing(variable, negated))
    )


@st.composite
def rules(draw: st.DrawFn) -> Rule:
    names = draw(st.lists(NAMES, unique=True, max_size=4))
    return Rule([draw(literals(name)) for name in names])


@settings(max_examples=500)
@given(rules())
def test_parse_reads_what_str_prints(rule: Rule) -> None:
    text = str(rule)
    assert Rule.parse(text) == rule
    assert str(Rule.parse(text)) == text
    assert "\n" not in text


@pytest.mark.parametrize("name", TRICKY)
def test_tricky_names_and_levels(name: str) -> None:
    rule = Rule([Levels(name, {name, "B"}), Interval(name + "x", 1)])
    assert Rule.parse(str(rule)) == rule


@pytest.mark.parametrize(
    ("text", "literals"),
    [
        ("always", []),
        ("ALWAYS", []),
        ("age>30", [Interval("age", 30)]),
        ("30<age", [Interval("age", 30)]),
        ("  30 < age<=65   AND ward == A", [Interval("age", 30, 65), Levels("ward", ["A"])]),
        ("age <= -.5 or missing", [Interval("age", high=-0.5, missing=True)]),
        (
            "(age > 1 or missing) and ward = A",
            [Interval("age", 1, missing=True), Levels("ward", ["A"])],
        ),
        ("(age > 1)", [Interval("age", 1)]),
        ("age > +1E2", [Interval("age", 100)]),
        ("ward in {A}", [Levels("ward", ["A"])]),
        ('ward in {A/B, "C, D", 9th}', [Levels("ward", ["A/B", "C, D", "9th"])]),
        ("grade in {1, 2.0, 2.5}", [Levels("grade", [1, 2, 2.5])]),
        ("n = 123456789012345678901", [Levels("n", [123456789012345678901])]),
        ("flag = TRUE", [Levels("flag", [True])]),
        ("lactate is missing", [Missing("lactate")]),
        ("lactate IS NOT missing", [Missing("lactate", negated=True)]),
        (r'"a\"b\u00e9" is missing', [Missing('a"bé')]),
        ("größe > 1", [Interval("größe", 1)]),
    ],
)
def test_what_people_may_write(text: str, literals: list[Literal]) -> None:
    assert Rule.parse(text) == Rule(literals)


@pytest.mark.parametrize(
    ("text", "character", "hint"),
    [
        ("", 1, "the name of a variable should stand here"),
        ("age", 4, "one of > <= = in is should follow"),
        ("age >= 3", 5, "there is no >= and no <"),
        ("age < 3", 5, "there is no >= and no <"),
        ("age > ", 7, "a number should stand here"),
        ("age > old", 7, "a number should stand here"),
        ("age > 3 ward = A", 9, "'and' and another literal may follow here"),
        ("age > 3 and", 12, "the name of a variable should stand here"),
        ("age > 3 or ward = A", 12, "only 'missing' may follow 'or'"),
        ("3 > age", 3, "goes on with '<'"),
        ("3 < age < 5", 9, "there is no '<' after the name; write '<='"),
        ("ward != A", 6, "list the other levels, as in ward in {A, B}"),
        ("ward not in {A}", 6, "list the other levels, as in ward in {A, B}"),
        ("ward = 'A'", 8, 'use double quotes, as in ward = "A"'),
        ("'body mass' > 3", 1, "use double quotes"),
        ("5 < 6", 5, "the name of a variable should stand here, quoted"),
        ("and > 3", 1, "the name of a variable should stand here, quoted"),
        ("ward = and", 8, "a level should stand here, quoted"),
        ("ward in A", 9, "'{' should follow 'in'"),
        ("ward in {A B}", 12, "',' or '}' should follow a level"),
        ("ward in {A,}", 12, "a level should stand here"),
        ("ward is empty", 9, "'missing' or 'not missing' should follow 'is'"),
        ("always and x > 1", 8, "nothing may follow 'always'"),
        ('ward = "A', 8, "the quotes do not close"),
        (r'ward = "\q"', 8, "a wrong escape"),
        ("7 < age <= 3", 1, "low must be less than high"),
        ("age > 3 and ward in {A, 1}", 13, "mix 'A' and 1"),
        ("age > 1e999", 1, "finite number"),
        ("age > 3 and age <= 7", 1, "'age' has two literals"),
    ],
)
def test_errors_say_where(text: str, character: int, hint: str) -> None:
    with pytest.raises(RuleSyntaxError) as caught:
        Rule.parse(text)
    message = str(caught.value)
    assert f"cannot read the rule {text!r} at character {character}, " in message
    assert hint in message


def test_only_text_is_parsed() -> None:
    with pytest.raises(InputTypeError, match="read from a text, not from 3"):
        Rule.parse(3)  # type: ignore[arg-type]


@given(st.text(alphabet='ab13<>={},"\\ .-!or missing') | st.text())
def test_any_other_text_is_refused_with_a_syntax_error(text: str) -> None:
    try:
        rule = Rule.parse(text)
    except RuleSyntaxError:
        return
    assert Rule.parse(str(rule)) == rule


@given(FINITE)
def test_numbers_are_exact(number: float) -> None:
    (literal,) = Rule.parse(str(Interval("x", low=number))).literals
    assert isinstance(literal, Interval) and literal.low == number
    assert math.copysign(1, literal.low) == (1 if number == 0 else math.copysign(1, number))
