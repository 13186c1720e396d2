"""The text for people."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.model.problems import Problem, problems
from turs.formats import text
from turs.formats.layout import NARROWEST
from turs.model.breaking import text_width
from turs.ruleset import RuleSet

TABLE = {
    "flipper length": [180, 190, 195, 210, 215, 220, 225, 230],
    "island": ["A", "A", "B", "B", "B", "B", "B", "A"],
}
Y = ["Adelie", "Adelie", "Chinstrap", "Gentoo", "Gentoo", "Gentoo", "Gentoo", "Adelie"]


def table_of(rule_set: RuleSet, width: int | None = None) -> list[str]:
    return text.write(rule_set.data, width).split("\n\n")[1].splitlines()


def test_rules_by_coverage_then_else() -> None:
    rules = ["island = A", '"flipper length" > 200 and island = B', '"flipper length" > 1000']
    assert str(RuleSet.from_rules(rules, TABLE, Y)) == (
        "3 rules for 3 classes, from 8 rows; largest cover first, their order means nothing\n"
        "\n"
        '1  "flipper length" > 200 and island = B  -> Gentoo 1.00      (n = 4)\n'
        "2  island = A                             -> Adelie 1.00      (n = 3)\n"
        '3  "flipper length" > 1000                -> no training row  (n = 0)\n'
        "   else                                   -> Chinstrap 1.00   (n = 1)"
    )


def test_no_rules() -> None:
    assert str(RuleSet.from_rules([], TABLE, Y)) == (
        "no rules for 3 classes, from 8 rows\n"
        "\n"
        "else  -> Gentoo 0.50, Adelie 0.38, Chinstrap 0.12  (n = 8: 4 + 3 + 1)"
    )


def test_a_single_rule_has_no_number() -> None:
    assert table_of(RuleSet.from_rules(["x > 1"], {"x": [1, 2]}, ["a", "b"])) == [
        "x > 1  -> b 1.00  (n = 1)",
        "else   -> a 1.00  (n = 1)",
    ]


def test_everything_covered_and_an_exception() -> None:
    rules = ["island in {A, B}", "island = A"]
    assert str(RuleSet.from_rules(rules, TABLE, Y)) == (
        "2 rules for 3 classes, from 8 rows; largest cover first, their order means nothing\n"
        "\n"
        "1  island in {A, B}  -> Gentoo 0.50, Adelie 0.38, Chinstrap 0.12  (n = 8: 4 + 3 + 1)\n"
        "2  island = A        -> Adelie 1.00                               (n = 3)\n"
        "   else (all rows)   -> Gentoo 0.50, Adelie 0.38, Chinstrap 0.12  (n = 8: 4 + 3 + 1)\n"
        "\n"
        "Rule 2 is an exception to rule 1: where it covers, rule 1 is silent.\n"
        "Every training row is covered: the else rule uses the counts of all rows."
    )


def test_overlaps_say_what_the_shared_rows_say() -> None:
    rules = ["island = B", '190 < "flipper length"']
    assert str(RuleSet.from_rules(rules, TABLE, Y)).split("\n\n")[2] == (
        "Rule 2 is an exception to rule 1: where it covers, rule 1 is silent."
    )
    rules = ["island = B", '"flipper length" <= 210', '"flipper length" > 225']
    assert str(RuleSet.from_rules(rules, TABLE, Y)).split("\n\n")[2] == (
        "Rules 1 and 2 share 2 rows and disagree: Chinstrap 0.50, Gentoo 0.50.\n"
        "Where rules meet, the union of their covers speaks.\n"
        "Every training row is covered: the else rule uses the counts of all rows."
    )


def test_rules_show_plain_frequencies_and_a_note_tells_of_smoothing() -> None:
    rule_set = RuleSet.from_rules(["x > 1"], {"x": [1, 1, 2, 2]}, list("aabb"), smoothing=2)
    assert str(rule_set).splitlines()[2:] == [
        "x > 1  -> b 1.00  (n = 2)",
        "else   -> a 1.00  (n = 2)",
        "",
        "Predictions pull these frequencies toward those of all rows, "
        "which count like 2 rows more.",
    ]


def test_long_conditions_break_before_and() -> None:
    names = [f"measurement_{i}" for i in range(5)]
    table = {name: [0.0, 1.0, 2.0] for name in names}
    rule = " and ".join(f"{name} > 0.5" for name in names)
    rule_set = RuleSet.from_rules([rule, "measurement_0 > 1.5"], table, ["a", "b", "b"])
    assert table_of(rule_set, width=73) == [
        "1  measurement_0 > 0.5 and measurement_1 > 0.5",
        "     and measurement_2 > 0.5 and measurement_3 > 0.5",
        "     and measurement_4 > 0.5                          -> b 1.00  (n = 2)",
        "2  measurement_0 > 1.5                                -> b 1.00  (n = 1)",
        "   else                                               -> a 1.00  (n = 1)",
    ]


def test_class_counts_give_way_to_conditions() -> None:
    rule_set = RuleSet.from_rules(["height > 1", "height > 2"], {"height": [1, 2, 3]}, list("aab"))
    rest = [
        "2  height > 2  -> b 1.00          (n = 1)",
        "   else        -> a 1.00          (n = 1)",
    ]
    wide = "1  height > 1  -> a 0.50, b 0.50  (n = 2: 1 + 1)"
    assert table_of(rule_set, width=len(wide)) == [wide, *rest]
    narrow = "1  height > 1  -> a 0.50, b 0.50  (n = 2)"
    assert table_of(rule_set, width=len(wide) - 1) == [narrow, *rest]


def test_without_room_for_columns_outcomes_go_below() -> None:
    rules = ["island = A", '"flipper length" > 200 and island = B', "island in {A, B}"]
    assert text.write(RuleSet.from_rules(rules, TABLE, Y).data, width=44) == (
        "3 rules for 3 classes, from 8 rows\n"
        "largest cover first, their order means\n"
        "  nothing\n"
        "\n"
        "1  island in {A, B}\n"
        "     -> Gentoo 0.50, Adelie 0.38,\n"
        "        Chinstrap 0.12 (n = 8: 4 + 3 + 1)\n"
        '2  "flipper length" > 200 and island = B\n'
        "     -> Gentoo 1.00 (n = 4)\n"
        "3  island = A\n"
        "     -> Adelie 1.00 (n = 3)\n"
        "   else (all rows)\n"
        "     -> Gentoo 0.50, Adelie 0.38,\n"
        "        Chinstrap 0.12 (n = 8: 4 + 3 + 1)\n"
        "\n"
        "Rules 2 and 3 are exceptions to rule 1:\n"
        "  where they cover, rule 1 is silent.\n"
        "Every training row is covered: the else rule\n"
        "  uses the counts of all rows."
    )


def test_names_with_and_are_not_broken() -> None:
    rule_set = RuleSet.from_rules(['"sand and clay" > 1'], {"sand and clay": [1, 2]}, ["a", "b"])
    assert '"sand and clay" > 1' in text.write(rule_set.data, width=10).splitlines()


def test_many_classes_are_folded() -> None:
    y = np.arange(200) % 100
    shown = str(RuleSet.from_rules([], {"x": np.zeros(200)}, y)).splitlines()[-1]
    assert shown == "else  -> 0 0.01, 1 0.01, 2 0.01, 97 others 0.97  (n = 200: 2 + 2 + 2 + 194)"


def test_a_few_rows_of_other_classes_show_in_the_counts() -> None:
    y = [0] * 999 + [1]
    shown = str(RuleSet.from_rules([], {"x": np.zeros(1000)}, y)).splitlines()[-1]
    assert shown == "else  -> 0 >0.99  (n = 1000: 999)"


def test_wide_characters_are_aligned() -> None:
    lines = table_of(RuleSet.from_rules(["体温 > 1"], {"体温": [1, 2]}, ["a", "b"]))
    assert lines == ["体温 > 1  -> b 1.00  (n = 1)", "else      -> a 1.00  (n = 1)"]


def test_numbers_are_aligned() -> None:
    rule_set = RuleSet.from_rules(["x > 0"], {"x": [0] + [1] * 11}, ["a"] + ["b"] * 11)
    assert table_of(rule_set) == ["x > 0  -> b 1.00  (n = 11)", "else   -> a 1.00  (n =  1)"]
    many = RuleSet.from_rules([f"x > {i}" for i in range(10)], {"x": range(11)}, [0] * 10 + [1])
    assert [line[:4] for line in table_of(many)] == [
        *(f" {i}  " for i in range(1, 10)),
        "10  ",
        "    ",
    ]


def test_names_cannot_reach_the_terminal_as_they_are() -> None:
    name = "a\x1b[31m\nb"
    written = text.write(RuleSet.from_rules([], {"x": [1, 2]}, [name, "c"]).data)
    assert '"a\\u001b[31m\\nb" 0.50' in written
    assert "\x1b" not in written


def test_colour_changes_no_character() -> None:
    rule_set = RuleSet.from_rules(["x > 1", "x > 3"], {"x": [1, 2, 3, 4]}, list("aaab"))
    coloured = text.write(rule_set.data, colour=True)
    assert coloured.splitlines()[2] == (
        "\x1b[2m1  \x1b[0mx > 1\x1b[2m  -> \x1b[0m\x1b[1;36ma 0.67\x1b[0m, "
        "\x1b[35mb 0.33\x1b[0m  \x1b[2m(n = 3: 2 + 1)\x1b[0m"
    )
    for width in (30, 100):
        painted = text.write(rule_set.data, width, colour=True)
        assert "\x1b" in painted
        assert unpainted(painted) == text.write(rule_set.data, width)


def unpainted(painted: str) -> str:
    for code in ("0", "1", "2", "36", "35", "1;36", "1;35"):
        painted = painted.replace(f"\x1b[{code}m", "")
    return painted


@pytest.mark.parametrize("width", [60, 80, 100, 200])
def test_three_hundred_rules_keep_to_the_width(width: int) -> None:
    x = np.arange(3000)
    rules = [f"{10 * i} < position_of_the_row <= {10 * i + 9}" for i in range(300)]
    y = [f"class number {i % 12}" for i in x]
    written = text.write(RuleSet.from_rules(rules, {"position_of_the_row": x}, y).data, width)
    lines = written.splitlines()
    assert max(map(text_width, lines)) <= width


@given(problems(), st.integers(0, 120))
def test_every_rule_is_there_once_and_nothing_is_lost(problem: Problem, width: int) -> None:
    rule_set = problem.rule_set
    written = text.write(rule_set.data, width)
    table = " ".join(written.split("\n\n")[1].split())
    for rule in rule_set:
        assert " ".join(str(rule).split()) + " -> " in table
    assert table.count(" -> ") == len(rule_set) + 1
    widest = max(map(text_width, written.splitlines()))
    assert widest <= max(width, NARROWEST) or widest <= 60
