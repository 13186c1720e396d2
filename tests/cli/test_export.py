"""``turs export`` writes what the rule set itself writes."""

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.calls import Run
from turs import RuleSet, load

FORMS: dict[str, Callable[[RuleSet], str]] = {
    "text": str,
    "json": RuleSet.to_json,
    "sql": RuleSet.to_sql,
    "python": RuleSet.to_python,
    "markdown": RuleSet.to_markdown,
    "latex": RuleSet.to_latex,
    "html": RuleSet._repr_html_,
}
ENDINGS = [f"rules.{ending}" for ending in ("txt", "json", "sql", "py", "md", "tex", "html")]
NO_FORM = "say what to export to, by --to text|json|sql|python|markdown|latex|html|csv"


@pytest.mark.parametrize("form", FORMS)
def test_forms(place: Path, run: Run, form: str) -> None:
    code, out, err = run("export", "model.json", "--to", form)
    assert (code, err) == (0, "")
    assert out.rstrip("\n") == FORMS[form](load("model.json")).rstrip("\n")


@pytest.mark.parametrize(("name", "form"), list(zip(ENDINGS, FORMS, strict=True)))
def test_the_name_of_the_file_may_say_the_form(place: Path, run: Run, name: str, form: str) -> None:
    assert run("export", "model.json", "-o", name) == (0, "", "")
    written = Path(name).read_text(encoding="utf-8")
    assert written.rstrip("\n") == FORMS[form](load("model.json")).rstrip("\n")


def test_csv(place: Path, run: Run) -> None:
    _, out, _ = run("export", "model.json", "--to", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["rule"] for row in rows][::4] == [
        "bill_depth_mm > 16.7 and bill_length_mm <= 42.3",
        "else",
    ]
    assert (rows[-1]["number"], rows[-1]["count Chinstrap"]) == ("", "6")


def test_options_of_forms(place: Path, run: Run) -> None:
    rule_set = load("model.json")
    sql = ["--dialect", "duckdb", "--table", "zoo", "--table", "birds", "--smoothing", "0"]
    _, out, _ = run("export", "model.json", "--to", "sql", *sql)
    assert out.rstrip() == rule_set.to_sql("duckdb", ("zoo", "birds"), smoothing=0).rstrip()
    _, out, _ = run("export", "model.json", "--to", "sql", "--table", "birds")
    assert out.rstrip() == rule_set.to_sql(table="birds").rstrip()
    _, out, _ = run("export", "model.json", "--to", "latex", "--caption", "A", "--label", "t")
    assert out.rstrip() == rule_set.to_latex("A", "t").rstrip()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], NO_FORM),
        (["-o", "x.doc"], NO_FORM),
        (
            ["--to", "text", "--dialect", "sqlite"],
            "--dialect goes with --to sql, not with --to text",
        ),
        (["--to", "csv", "--table", "x"], "--table goes with --to sql, not with --to csv"),
        (
            ["--to", "json", "--smoothing", "1"],
            "--smoothing goes with --to sql and --to python, not with --to json",
        ),
    ],
)
def test_wrong_calls(place: Path, run: Run, arguments: list[str], sentence: str) -> None:
    expected = f"turs: {sentence}; try 'turs export --help'.\n"
    assert run("export", "model.json", *arguments) == (2, "", expected)
