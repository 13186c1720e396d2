"""Rows 0 to 9; overlaps worked out by hand."""

from tests.plots.pictures import problem, words_of
from turs.plots import OverlapsDisplay
from turs.plots.overlap_plan import Cell, Selection
from turs.ruleset import RuleSet

X = {"x": list(range(10))}
Y = list("nnnnyyyyyn")
# Numbered by size: x > 1 has eight rows, x <= 4 five, x > 7 two and lies within the first.
RULES = ["x > 1", "x > 7", "x <= 4"]


def cell(rules: set[int], speaking: set[int], *counts: int) -> Cell:
    return Cell(frozenset(rules), frozenset(speaking), counts)


def test_cells_are_the_rows_with_the_same_rules() -> None:
    display = OverlapsDisplay.from_rule_set(RuleSet.from_rules(RULES, X, Y))
    assert display.cells == (
        cell({1}, {1}, 0, 3),
        cell({1, 2}, {1, 2}, 2, 1),
        cell({1, 3}, {3}, 1, 1),
        cell({2}, {2}, 2, 0),
    )


def test_bars_are_rows_by_class() -> None:
    display = OverlapsDisplay.from_rule_set(RuleSet.from_rules(RULES, X, Y))
    bars = {
        (round(bar.get_x() + bar.get_width() / 2), bar.get_y(), bar.get_height())
        for bar in display.axes_["rows"].patches
    }
    # Class n first, from the floor; class y on it.
    assert bars == {(0, 0, 3), (1, 0, 2), (1, 2, 1), (2, 0, 1), (2, 1, 1), (3, 0, 2)}
    sizes = [bar.get_width() for bar in display.axes_["sizes"].patches]
    assert sizes == [8, 5, 2]


def test_dots_are_filled_for_the_rules_that_speak() -> None:
    display = OverlapsDisplay.from_rule_set(RuleSet.from_rules(RULES, X, Y))
    filled, hollow = set(), set()
    for dots in display.axes_["members"].collections:
        colours = dots.get_facecolor()
        if len(dots.get_edgecolor()) == 0 or dots.get_sizes()[0] < 10:
            continue
        for (x, y), colour in zip(dots.get_offsets().tolist(), colours, strict=True):
            (filled if colour[0] < 0.5 else hollow).add((x, y))
    assert sorted(x for x, _ in filled) == [0, 1, 1, 2, 3]
    assert [x for x, _ in hollow] == [2]


def test_the_cell_without_rules_is_named() -> None:
    display = OverlapsDisplay.from_rule_set(RuleSet.from_rules(["x > 4"], X, Y))
    assert display.cells[0] == cell(set(), set(), 4, 1)
    words = words_of(display.figure_)
    assert {"else", "1 rule cuts 10 rows into 2 cells"} <= words


def test_without_rules_there_is_one_cell() -> None:
    display = OverlapsDisplay.from_rule_set(RuleSet.from_rules([], X, Y))
    assert display.cells == (cell(set(), set(), 5, 5),)
    assert "No rules cut 10 rows into 1 cell" in words_of(display.figure_)


def test_what_is_left_out_is_counted() -> None:
    rule_set, _, _ = problem(300, 12)
    display = OverlapsDisplay.from_rule_set(rule_set, max_cells=5, max_rules=7)
    words = " ".join(words_of(display.figure_))
    left_out = display.cells[5:]
    n_rows = sum(one.n_rows for one in left_out)
    assert f"Not drawn: {len(left_out)} smaller cells with {n_rows} rows." in words
    in_cells = len(frozenset().union(*(one.rules for one in display.cells[:5])))
    assert f"{in_cells - 7} other rules" in words
    assert f"{300 - in_cells} rules are in none of the cells drawn." in words


def test_the_rules_with_most_rows_in_the_cells_have_lines() -> None:
    cells = (cell({1, 2}, {2}, 5), cell({2, 3}, {3}, 4), cell({4}, {4}, 1))
    selection = Selection.of(cells, max_cells=2, max_rules=2)
    assert selection == Selection(cells[:2], (1, 2), 1)
    assert [selection.n_unlisted(one) for one in selection.cells] == [0, 1]
