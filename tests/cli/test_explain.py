"""``turs explain`` says of single rows why they get what they get."""

import json
from pathlib import Path

import pytest

from tests.cli.calls import Run
from turs import load
from turs.cli import opening
from turs.data import load_penguins

FIRST = """\
row 1: Adelie >0.99  (n = 144, the union of 2 rules; all rows count like 1 more)
  because    bill_depth_mm > 16.7 and bill_length_mm <= 42.3
  and        flipper_length_mm <= 199 and island in {Biscoe, Torgersen}
  how sure   Adelie 0.97 to >0.99
"""
CHANGE = (
    "  would be   Chinstrap 0.99 if island = Dream (now island = Torgersen) and "
    "bill_length_mm > 44.7 (now bill_length_mm = 39.1)\n"
)


def test_a_row(place: Path, run: Run) -> None:
    assert run("explain", "model.json", "penguins.csv", "--row", "1") == (0, f"{FIRST}\n", "")
    code, out, _ = run("explain", "model.json", "penguins.csv", "--row", "1", "--changes")
    assert (code, out) == (0, f"{FIRST}{CHANGE}\n")


def test_the_first_rows_if_nobody_chooses(place: Path, run: Run) -> None:
    code, out, err = run("explain", "model.json", "penguins.csv")
    assert (code, err) == (0, "The first rows; --row N explains another, --json all.\n")
    assert out.startswith(FIRST)
    assert [line.split()[1] for line in out.splitlines() if line.startswith("row ")] == [
        "1:", "2:", "3:", "4:", "5:",
    ]  # fmt: skip


def test_a_file_of_two_rows(place: Path, run: Run) -> None:
    lines = Path("penguins.csv").read_text().splitlines()[:3]
    Path("two.csv").write_text("\n".join(lines))
    code, out, _ = run("explain", "model.json", "two.csv")
    assert (code, out.count("row ")) == (0, 2)


@pytest.mark.parametrize("n_rows", [5, 1000])
def test_all_rows_as_json(
    place: Path, run: Run, monkeypatch: pytest.MonkeyPatch, n_rows: int
) -> None:
    open_rows = opening.open_rows
    monkeypatch.setattr(
        opening, "open_rows", lambda *given, **how: open_rows(*given, **{**how, "n_rows": n_rows})
    )
    code, out, err = run("explain", "model.json", "penguins.csv", "--json")
    assert (code, err) == (0, "")
    records = [json.loads(line) for line in out.splitlines()]
    assert [record["row"] for record in records] == list(range(1, 345))
    assert [record["line"] for record in records] == list(range(2, 346))
    explained = load("model.json").explain(load_penguins()[0])
    assert [record["covering"] for record in records] == [
        [str(rule) for rule in one.covering] for one in explained
    ]


def test_some_rows_as_json(place: Path, run: Run) -> None:
    arguments = ["--row", "344", "--row", "2", "--json", "--changes", "--smoothing", "0"]
    _, out, _ = run("explain", "model.json", "penguins.csv", *arguments)
    first, second = map(json.loads, out.splitlines())
    assert (first["row"], second["row"]) == (2, 344)
    assert second["probabilities"] == [0.0, 1.0, 0.0]
    assert second["changes"][0]["prediction"] == "Adelie"


def test_parquet_has_no_lines(place: Path, run: Run) -> None:
    pytest.importorskip("pyarrow")
    run("demo", "--save", "penguins.parquet")
    _, out, _ = run("explain", "model.json", "penguins.parquet", "--row", "1", "--json")
    assert json.loads(out)["line"] is None


def test_a_row_that_nothing_changes(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("same.csv").write_text("x,y\n" + "1,a\n1,b\n1,a\n" * 4)
    run("fit", "same.csv", "--target", "y", "-o", "m.json", "-q")
    _, out, _ = run("explain", "m.json", "same.csv", "--row", "1", "--changes")
    assert "  would be   nothing else by other values of one or two\n" in out


def test_a_row_that_is_not_there(place: Path, run: Run) -> None:
    assert run("explain", "model.json", "penguins.csv", "--row", "400") == (
        2,
        "",
        "turs: penguins.csv has 344 rows; there is no row 400 to explain\n",
    )
    assert run("explain", "model.json", "penguins.csv", "--row", "0") == (
        2,
        "",
        "turs: Invalid value for '--row': 0 is not in the range x>=1; try 'turs explain --help'.\n",
    )
