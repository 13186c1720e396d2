"""``turs check`` finds rules that no longer hold, and may raise an alarm by its exit code."""

import json
from pathlib import Path

import pytest

from tests.cli.calls import Run
from turs import load
from turs.data import load_penguins


@pytest.fixture
def turned(place: Path) -> Path:
    """Penguins of which two kinds have changed their names with each other."""
    text = Path("penguins.csv").read_text()
    text = text.replace("Adelie", "?").replace("Gentoo", "Adelie").replace("?", "Gentoo")
    path = Path("turned.csv")
    path.write_text(text)
    return path


def test_nothing_has_changed(place: Path, run: Run) -> None:
    expected = str(load("model.json").check(*load_penguins()))
    assert run("check", "model.json", "penguins.csv") == (0, f"{expected}\n", "")
    assert run("check", "model.json", "penguins.csv", "--fail")[0] == 0


def test_rules_that_no_longer_hold(turned: Path, run: Run) -> None:
    code, out, err = run("check", "model.json", "turned.csv")
    assert (code, err) == (0, "")
    assert "Rules 1, 2, 3 and the else rule no longer hold." in out
    assert run("check", "model.json", "turned.csv", "--fail") == (1, out, "")


def test_json(turned: Path, run: Run) -> None:
    code, out, err = run("check", "model.json", "turned.csv", "--json", "--level", "0.99")
    assert (code, err) == (0, "")
    read = json.loads(out)
    assert (read["level"], read["changed"][:3]) == (0.99, [1, 2, 3])
    assert [rule["verdict"] for rule in read["rules"]][:3] == ["changed"] * 3


def test_a_wrong_level(place: Path, run: Run) -> None:
    assert run("check", "model.json", "penguins.csv", "--level", "1") == (
        2,
        "",
        "turs: Invalid value for '--level': 1.0 is not in the range 0<x<1; "
        "try 'turs check --help'.\n",
    )
