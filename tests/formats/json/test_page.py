"""The plain program of the page "The model file" predicts what the library predicts."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import given

from tests.model.problems import Problem, problems

PAGE = Path(__file__).resolve().parents[3] / "docs" / "model_file.md"
BLOCK = re.compile(r"^```python\n(import json\n.*?)^```", re.MULTILINE | re.DOTALL)


def plain_program() -> str:
    """Return the definitions of the plain program, without the file that it reads and prints."""
    match = BLOCK.search(PAGE.read_text(encoding="utf-8"))
    assert match is not None
    program = re.sub(r"^model = .*\n", "", match[1], flags=re.MULTILINE)
    return program[: program.index("\nfor row in")]


PROGRAM = compile(plain_program(), str(PAGE), "exec")


@given(problems())
def test_the_plain_program_is_exact(problem: Problem) -> None:
    rule_set = problem.rule_set
    namespace: dict[str, Any] = {"model": json.loads(rule_set.to_json())}
    exec(PROGRAM, namespace)
    found = [namespace["probabilities"](row) for row in problem.rows]
    np.testing.assert_array_equal(found, rule_set.predict_proba(problem.table))
