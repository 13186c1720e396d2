"""``turs show`` prints the rules: plain in a pipe, in colour in a terminal, or as JSON."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.calls import Run, Terminal, call
from turs import load


def test_plain_in_a_pipe(place: Path, run: Run) -> None:
    assert run("show", "model.json") == (0, f"{load('model.json')}\n", "")


def test_colour_in_a_terminal(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert call("show", "model.json") == 0
    assert "\x1b[" in terminal.getvalue()
    assert "bill_depth_mm" in terminal.getvalue()


def test_json(place: Path, run: Run) -> None:
    code, out, err = run("show", "model.json", "--json")
    assert (code, err) == (0, "")
    read = json.loads(out)
    assert (read["target"], read["classes"]) == ("species", ["Adelie", "Chinstrap", "Gentoo"])
    assert (read["n_rows"], read["n_rules"], read["n_literals"]) == (344, 4, 9)
    assert read["rules"][0]["rule"] == "bill_depth_mm > 16.7 and bill_length_mm <= 42.3"
    assert read["rules"][0]["counts"] == [128, 0, 0]
    assert read["else"]["counts"] == [8, 6, 0]


def test_through_a_pipe(place: Path, run: Run, pipe: Callable[[bytes], None]) -> None:
    pipe(Path("model.json").read_bytes())
    assert run("show", "-") == (0, f"{load('model.json')}\n", "")


@pytest.mark.parametrize(
    ("block", "sentence"),
    [
        (b"", "standard input: the model file is empty"),
        (b"\xff", "standard input: it is not UTF-8 text, so it is not a model file"),
    ],
)
def test_what_is_no_model_in_a_pipe(
    run: Run, pipe: Callable[[bytes], None], block: bytes, sentence: str
) -> None:
    pipe(block)
    assert run("show", "-") == (2, "", f"turs: {sentence}\n")


def test_what_is_no_model(place: Path, run: Run) -> None:
    assert run("show", ".") == (
        2,
        "",
        "turs: cannot load '.': it is a directory; add the name of a file\n",
    )
    Path("x.json").write_bytes(b"\xff\xfe")
    assert run("show", "x.json") == (
        2,
        "",
        "turs: x.json: the file is not UTF-8 text (byte 0), so it is not a model file\n",
    )
