"""Lines of rules, in columns or stacked."""

from hypothesis import given
from hypothesis import strategies as st

from turs.formats.layout import Line, break_commas, lay_out
from turs.formats.paint import Paint
from turs.model.outcome import Share

PLAIN = Paint(on=False, n_classes=2)
SURE = (Share(0, "a", 1.0, 9),)
LEFT = Line("", ("else",), (Share(1, "b", 0.75, 3), Share(0, "a", 0.25, 1)), 4)


def test_columns_with_counts_then_without_then_stacked() -> None:
    lines = [Line("1", ("temperature > 37.5", "ward = A"), SURE, 9), LEFT]
    assert lay_out(lines, 70, PLAIN) == [
        "1  temperature > 37.5 and ward = A  -> a 1.00          (n = 9)",
        "   else                             -> b 0.75, a 0.25  (n = 4: 3 + 1)",
    ]
    assert lay_out(lines, 68, PLAIN) == [
        "1  temperature > 37.5 and ward = A  -> a 1.00          (n = 9)",
        "   else                             -> b 0.75, a 0.25  (n = 4)",
    ]
    assert lay_out(lines, 62, PLAIN) == [
        "1  temperature > 37.5 and ward = A  -> a 1.00          (n = 9)",
        "   else                             -> b 0.75, a 0.25  (n = 4)",
    ]
    assert lay_out(lines, 61, PLAIN) == [
        "1  temperature > 37.5",
        "     and ward = A      -> a 1.00          (n = 9)",
        "   else                -> b 0.75, a 0.25  (n = 4)",
    ]
    assert lay_out(lines, 40, PLAIN) == [
        "1  temperature > 37.5 and ward = A",
        "     -> a 1.00 (n = 9)",
        "   else",
        "     -> b 0.75, a 0.25 (n = 4: 3 + 1)",
    ]


def test_what_cannot_be_broken_sticks_out_with_the_arrow_below() -> None:
    lines = [Line("1", ("x" * 50 + " > 1",), SURE, 9), Line("2", ("z > 1",), SURE, 9)]
    assert lay_out(lines, 60, PLAIN) == [
        "1  " + "x" * 50 + " > 1",
        "          -> a 1.00  (n = 9)",
        "2  z > 1  -> a 1.00  (n = 9)",
    ]


def test_sets_are_broken_after_commas_outside_of_quotes() -> None:
    assert break_commas("ward in {A, B}", 14) == ["ward in {A, B}"]
    assert break_commas("  and ward in {A, B}", 19) == ["  and ward in {A,", "      B}"]
    assert break_commas(r'ward in {"a\", b", c}', 4) == [r'ward in {"a\", b",', "    c}"]
    assert break_commas(r'ward in {"a\\", b}', 4) == [r'ward in {"a\\",', "    b}"]


@given(
    st.lists(st.sampled_from(["a", '", "', r'"\","', "long_level"]), min_size=1), st.integers(0, 50)
)
def test_breaking_loses_nothing(levels: list[str], room: int) -> None:
    line = f"  and ward in {{{', '.join(levels)}}}"
    parts = break_commas(line, room)
    assert " ".join(part.strip() for part in parts) == line.strip()
