"""The scripts of ``examples/`` run as they stand, quietly, and print what they are to show."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = {
    "clinical_report.py": ("tumours.html", "The case to look at together", "holds"),
    "cluster.py": ("Expected to return in month 6", "The same as on one machine: True"),
    "expert_rules.py": ("The expert's rules, counted", "corrected accuracy"),
    "monitor_drift.py": ('"month": 4, "accuracy"', "Stopped in month 5", "no longer holds"),
    "pipeline_and_search.py": ("simplicity  log-loss", "bill_ratio", "Searching included"),
    "score_in_sql.py": ("The birds that no rule covers", "The same as in Python: True"),
}

MAX_LINES = 60
COMPILING = "loading compiled functions"


def test_every_script_is_here() -> None:
    assert {path.name for path in (ROOT / "examples").glob("*.py")} == EXAMPLES.keys()


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_script_runs(name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", ROOT / "examples" / name],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    errors = [line for line in done.stderr.splitlines() if COMPILING not in line]
    assert (done.returncode, errors) == (0, [])
    for words in EXAMPLES[name]:
        assert words in done.stdout


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_script_is_short_and_says_what_it_is(name: str) -> None:
    text = (ROOT / "examples" / name).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MAX_LINES
    assert ast.get_docstring(ast.parse(text))


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_script_is_in_the_documents(name: str) -> None:
    assert f"(../examples/{name})" in (ROOT / "docs" / "examples.md").read_text(encoding="utf-8")
