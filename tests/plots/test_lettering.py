import pytest

from turs.plots.lettering import ELLIPSIS, Lettering

PLAIN = ("sans-serif",)


def test_usual_text_takes_the_usual_font() -> None:
    import matplotlib as mpl

    lettering = Lettering.of(["age > 30", "é ß Ω ж"])
    assert lettering.families == tuple(mpl.rcParams["font.family"])
    assert lettering.lacking == frozenset()


def test_a_character_that_no_font_has_is_escaped() -> None:
    private = "\U000f1234"
    lettering = Lettering.of([f"a{private}"])
    assert lettering.lacking == {private}
    assert lettering.clean(f"a{private}b") == "a\\U000f1234b"
    assert lettering.width(private) > 0


def test_a_character_of_another_font_brings_that_font(monkeypatch: pytest.MonkeyPatch) -> None:
    from turs.plots import lettering as module

    usual = module._fonts_for.__wrapped__
    monkeypatch.setattr(
        module, "_characters_of", lambda file, wanted: wanted if "Serif" in file else frozenset()
    )
    families, lacking = usual(frozenset("\u732b"), PLAIN)
    assert families[0] == "sans-serif" and "Serif" in families[1]
    assert lacking == frozenset()


def test_width_grows_with_text_and_size() -> None:
    assert Lettering(8.0, PLAIN).width("") == 0
    assert Lettering(8.0, PLAIN).width("ab") > Lettering(8.0, PLAIN).width("a")
    assert Lettering(16.0, PLAIN).width("a") == pytest.approx(
        2 * Lettering(8.0, PLAIN).width("a"), rel=0.05
    )


def test_width_does_not_read_mathematics() -> None:
    lettering = Lettering(8.0, PLAIN)
    assert lettering.width("$x$") > lettering.width("x")


def test_shorten_cuts_at_the_room() -> None:
    lettering = Lettering(8.0, PLAIN)
    assert lettering.shorten("short", 2.0) == "short"
    cut = lettering.shorten("a long text that goes on and on", 1.0)
    assert cut.endswith(ELLIPSIS) and cut.startswith("a long")
    assert lettering.width(cut) <= 1.0
    assert lettering.shorten("abc", 0.0) == ELLIPSIS


def test_flow_breaks_between_words() -> None:
    lettering = Lettering(8.0, PLAIN)
    lines = lettering.flow(["age > 30", "ward = A", "z <= 3"], " and ", 1.5)
    assert lines == ["age > 30 and ward = A", "and z <= 3"]
    assert all(lettering.width(line) <= 1.5 for line in lines)


@pytest.mark.parametrize(
    ("room", "most_lines", "lines"),
    [
        (9.0, 1, ("age > 30 and ward = A and z <= 3",)),
        (1.5, 2, ("age > 30 and ward = A", "and z <= 3")),
        (1.5, 1, ("age > 30 and 2 more",)),
        (0.9, 2, ("age > 30", "and 2 more")),
    ],
)
def test_a_condition_says_how_many_literals_are_left_out(
    room: float, most_lines: int, lines: tuple[str, ...]
) -> None:
    lettering = Lettering(8.0, PLAIN)
    parts = ["age > 30", "ward = A", "z <= 3"]
    assert lettering.condition(parts, room, most_lines) == lines


def test_a_long_first_literal_is_cut_to_let_the_others_be_counted() -> None:
    (line,) = Lettering(8.0, PLAIN).condition(["a" * 50, "z <= 3"], 1.5, 1)
    assert line.endswith(f"{ELLIPSIS} and 1 more")
    assert Lettering(8.0, PLAIN).width(line) <= 1.51


def test_the_rule_without_literals_is_always() -> None:
    assert Lettering(8.0, PLAIN).condition((), 2.0) == ("always",)
