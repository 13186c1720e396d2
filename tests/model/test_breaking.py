"""Rules are broken before an "and", and nowhere else."""

import pytest

from turs.model.breaking import break_literals, text_width


@pytest.mark.parametrize(
    ("room", "lines"),
    [
        (100, ["a > 1 and b > 2 and c > 3"]),
        (15, ["a > 1 and b > 2", "  and c > 3"]),
        (14, ["a > 1", "  and b > 2", "  and c > 3"]),
        (1, ["a > 1", "  and b > 2", "  and c > 3"]),
    ],
)
def test_lines(room: int, lines: list[str]) -> None:
    assert break_literals(["a > 1", "b > 2", "c > 3"], room) == lines


def test_width_is_that_of_a_terminal() -> None:
    assert [text_width(text) for text in ("abc", "病棟", "e\u0301")] == [3, 4, 1]
