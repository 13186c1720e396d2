"""Tables are plain where a program reads, and notes can be silenced."""

import io

import pytest

from tests.cli.calls import Terminal
from turs.cli.screen import Screen, Table, print_table

TABLE = Table(("name", "n"), [("[bold]a[/bold] :smile:", "1"), ("b", "1,000")], frozenset({1}))


def test_a_plain_table() -> None:
    stream = io.StringIO()
    print_table(TABLE, stream)
    assert stream.getvalue() == (
        "name                        n\n"
        "[bold]a[/bold] :smile:      1\n"
        "b                       1,000\n"
    )


def test_a_wide_table_is_not_broken() -> None:
    stream = io.StringIO()
    print_table(Table(("a", "b"), [("x" * 200, "y z " * 100)]), stream)
    assert len(stream.getvalue().splitlines()) == 2


def test_a_table_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    stream = Terminal()
    print_table(TABLE, stream)
    assert "───" in stream.getvalue()
    assert "[bold]a[/bold] :smile:" in stream.getvalue()


def test_notes(capsys: pytest.CaptureFixture[str]) -> None:
    Screen().note("a note")
    Screen(quiet=True).note("nothing")
    Screen(quiet=True).table(TABLE)
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", "a note\n")


def test_a_bar_is_for_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    with Screen().bar("reading") as told:
        assert told is None
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    with Screen(quiet=True).bar("reading") as told:
        assert told is None
    with Screen().bar("reading", wanted=False) as told:
        assert told is None
    assert stream.getvalue() == ""
    with Screen().bar("reading [x]") as told:
        assert told is not None
        told(1, None)
        told(5, 10)
    assert "reading [x]" in stream.getvalue()
