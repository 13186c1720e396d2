"""Rule sets to draw, small and large, and what a drawn picture must not do."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from turs.model import Rule
from turs.ruleset import RuleSet

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.text import Text

WARDS = ("surgery", "intensive care", "maternity", "A", "B")
AWKWARD = ("$x$", "_hidden", "50 % & \\alpha", "ünïcödé ß", "a very long name " * 6, "\u732b$")

# What rounding of pixels may do to the edges of letters.
_TOLERANCE = 1.0


@cache
def problem(
    n_rules: int, n_classes: int, seed: int = 0
) -> tuple[RuleSet, dict[str, list[Any]], list[str]]:
    """Make a rule set with rows: three numeric columns and a categorical one, some missing."""
    random = Random(seed)
    rows = [_row(random) for _ in range(300)]
    X = {name: [row[name] for row in rows] for name in rows[0]}
    classes = [f"class {i}" for i in range(n_classes)]
    y = [random.choice(classes[: 1 + round(abs(row["width"] or 0)) * 4]) for row in rows]
    rules: set[str] = set()
    while len(rules) < n_rules:
        rules.add(str(Rule.parse(_rule(random))))
    return RuleSet.from_rules(sorted(rules), X, y, classes=classes), X, y


def _row(random: Random) -> dict[str, Any]:
    return {
        "width": random.gauss(0, 1) if random.random() < 0.95 else None,
        "height of the door": random.gauss(170, 9),
        "z": random.randint(0, 9),
        "ward": random.choice([*WARDS, None]),
    }


def _rule(random: Random) -> str:
    low = round(random.uniform(-2, 1), 2)
    literals = [
        f"{low} < width <= {round(low + random.uniform(0.1, 2), 2)}",
        f'"height of the door" > {round(random.gauss(168, 6), 1)}',
        f"z <= {random.randint(2, 9)}",
        f'ward in {{A, "intensive care", {random.choice(["B", "maternity", "surgery"])}}}',
    ]
    return " and ".join(random.sample(literals, k=random.randint(1, 4)))


def awkward_problem() -> tuple[RuleSet, dict[str, list[Any]], list[str]]:
    """Make a rule set whose classes, columns and levels have names that a picture may misread."""
    x = list(range(24))
    X = {"$x$": x, "_y_{1}$": x[::-1], "niv\u00eau\n2": [AWKWARD[i % 6] for i in x]}
    y = [AWKWARD[(i // 4) % 6] for i in x]
    rules = [
        '"$x$" > 7',
        '"_y_{1}$" <= 11',
        '"niv\u00eau\\n2" = "$x$"',
        '"$x$" <= 3 and "_y_{1}$" > 2',
    ]
    return RuleSet.from_rules(rules, X, y), X, y


def texts_of(figure: Figure) -> list[Text]:
    """Return the texts of a figure that can be seen: axes keep some that they never draw."""
    from matplotlib.text import Text

    drawn: list[Text] = []
    original = Text.draw

    def draw(text: Text, *args: Any, **options: Any) -> None:
        if text.get_visible() and text.get_text().strip():
            drawn.append(text)
        original(text, *args, **options)

    with patch.object(Text, "draw", draw):
        figure.canvas.draw()
    return drawn


def words_of(figure: Figure) -> set[str]:
    """Return what is written on a figure."""
    return {text.get_text() for text in texts_of(figure)}


def assert_readable(figure: Figure) -> None:
    """Assert that no two texts of a figure overlap, and that none is cut off by its edge."""
    texts = texts_of(figure)
    boxes = [text.get_window_extent() for text in texts]
    width, height = figure.bbox.width, figure.bbox.height
    for text, box in zip(texts, boxes, strict=True):
        assert box.x0 >= -_TOLERANCE and box.x1 <= width + _TOLERANCE, text.get_text()
        assert box.y0 >= -_TOLERANCE and box.y1 <= height + _TOLERANCE, text.get_text()
    for (first, a), (second, b) in combinations(zip(texts, boxes, strict=True), 2):
        across = min(a.x1, b.x1) - max(a.x0, b.x0)
        along = min(a.y1, b.y1) - max(a.y0, b.y0)
        assert across <= _TOLERANCE or along <= _TOLERANCE, (first.get_text(), second.get_text())
