"""``turs report`` makes the page that ``RuleSet.report`` makes."""

from pathlib import Path

from tests.cli.calls import Run
from turs import load
from turs.data import load_penguins


def test_a_page(place: Path, run: Run) -> None:
    assert run("report", "model.json", "-o", "page.html") == (0, "", "Saved to page.html.\n")
    expected = load("model.json").report().html
    assert Path("page.html").read_text(encoding="utf-8").rstrip() == expected.rstrip()


def test_a_page_with_test_rows(place: Path, run: Run) -> None:
    arguments = ["-o", "page.html", "--title", "Birds", "-q"]
    assert run("report", "model.json", "penguins.csv", *arguments) == (0, "", "")
    expected = load("model.json").report(*load_penguins(), title="Birds").html
    assert Path("page.html").read_text(encoding="utf-8").rstrip() == expected.rstrip()


def test_to_standard_output(place: Path, run: Run) -> None:
    code, out, err = run("report", "model.json", "-o", "-")
    assert (code, err) == (0, "")
    assert out.startswith("<!DOCTYPE html>") or out.startswith("<!doctype html>")


def test_wrong_calls(place: Path, run: Run) -> None:
    assert run("report", "model.json") == (
        2,
        "",
        "turs: Missing option '-o' / '--output'; try 'turs report --help'.\n",
    )
    assert run("report", "model.json", "-o", "model.json") == (
        2,
        "",
        "turs: --output would replace 'model.json', which is read; name another; "
        "try 'turs report --help'.\n",
    )
    assert run("report", "model.json", "-o", "no/page.html") == (
        2,
        "",
        f"turs: cannot save to 'no/page.html': there is no directory '{place}/no'; make it first\n",
    )
