"""A shell completes verbs, and names of columns from the file on the command line."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.calls import Run

START = "from turs.cli.main import main; main()"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script(run: Run, shell: str) -> None:
    code, out, err = run("completion", shell)
    assert (code, err) == (0, "")
    assert "_TURS_COMPLETE" in out


def test_another_shell(run: Run) -> None:
    code, out, err = run("completion", "tcsh")
    assert (code, out) == (2, "")
    assert err.startswith("turs: Invalid value for ")
    assert "'tcsh' is not one of 'bash', 'zsh', 'fish'" in err


def completed(place: Path, words: str) -> list[str]:
    environment = {
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split(" ")) - 1),
        "_TURS_COMPLETE": "bash_complete",
    }
    ended = subprocess.run(
        [sys.executable, "-c", START],
        cwd=place,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return ended.stdout.split()


@pytest.mark.parametrize(
    ("words", "answers"),
    [
        ("turs ev", ["plain,evaluate"]),
        (
            "turs fit penguins.csv --target b",
            ["plain,bill_length_mm", "plain,bill_depth_mm", "plain,body_mass_g"],
        ),
        ("turs check model.json penguins.csv --target sp", ["plain,species"]),
        ("turs fit --target sp", []),
    ],
)
def test_answers(place: Path, words: str, answers: list[str]) -> None:
    assert completed(place, words) == answers
