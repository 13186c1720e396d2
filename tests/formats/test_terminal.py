"""Colour on a terminal, plain text elsewhere."""

import io

import pytest

from turs.formats.terminal import rich_text, show
from turs.formats.text import write
from turs.ruleset import RuleSet

RULE_SET = RuleSet.from_rules(["x > 1", "x > 3"], {"x": [1, 2, 3, 4]}, list("aaab"))


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "40")


def test_a_file_gets_plain_text() -> None:
    stream = io.StringIO()
    show(RULE_SET.data, stream)
    assert stream.getvalue() == f"{RULE_SET}\n"


def test_standard_output_is_where_it_goes(capsys: pytest.CaptureFixture[str]) -> None:
    show(RULE_SET.data)
    assert capsys.readouterr().out == f"{RULE_SET}\n"


def test_a_terminal_gets_colour_and_its_own_width() -> None:
    stream = Terminal()
    show(RULE_SET.data, stream)
    assert "\x1b[1;36ma 0.67\x1b[0m" in stream.getvalue()
    assert "largest cover first, their order means\x1b[0m" in stream.getvalue()


def test_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    stream = Terminal()
    show(RULE_SET.data, stream)
    assert "36m" not in stream.getvalue()
    assert "largest cover first, their order means\n" in unbold(stream.getvalue())


def unbold(text: str) -> str:
    return text.replace("\x1b[1m", "").replace("\x1b[2m", "").replace("\x1b[0m", "")


def test_rich_has_the_same_characters() -> None:
    assert rich_text(RULE_SET.data, 60).plain == write(RULE_SET.data, 60)
