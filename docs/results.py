"""Read the results of benchmarks, and write tables in Markdown."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

RESULTS = Path(__file__).resolve().parent.parent / "benchmarks" / "results"

Row = dict[str, str]


def read(name: str) -> list[Row]:
    """Return the rows of a file of results."""
    with (RESULTS / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def markdown(head: Sequence[str], lines: Iterable[Sequence[str]], first_number: int | None) -> str:
    """Return a table in Markdown, with figures to the right from some column on."""
    n_text = len(head) if first_number is None else first_number
    rule = ["---"] * n_text + ["---:"] * (len(head) - n_text)
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, rule, *lines])
