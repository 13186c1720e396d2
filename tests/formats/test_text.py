"""The table for people."""

import numpy as np

from turs.formats import text
from turs.ruleset import RuleSet

TABLE = {
    "flipper length": [180, 190, 195, 210, 215, 220, 225, 230],
    "island": ["A", "A", "B", "B", "B", "B", "B", "A"],
}
Y = ["Adelie", "Adelie", "Chinstrap", "Gentoo", "Gentoo", "Gentoo", "Gentoo", "Adelie"]


def test_rules_by_coverage_then_else() -> None:
    rules = ["island = A", '"flipper length" > 200 and island = B', '"flipper length" > 1000']
    assert str(RuleSet.from_rules(rules, TABLE, Y)) == (
        "3 rules for 3 classes, from 8 rows; largest cover first, their order means nothing\n"
        "\n"
        '"flipper length" > 200 and island = B  -> Gentoo 1.00      (n = 4)\n'
        "island = A                             -> Adelie 1.00      (n = 3)\n"
        '"flipper length" > 1000                -> no training row  (n = 0)\n'
        "else                                   -> Chinstrap 1.00   (n = 1)"
    )


def test_no_rules() -> None:
    assert str(RuleSet.from_rules([], TABLE, Y)) == (
        "no rules for 3 classes, from 8 rows\n"
        "\n"
        "else  -> Gentoo 0.50, Adelie 0.38, Chinstrap 0.12  (n = 8)"
    )


def test_everything_covered_and_overlaps() -> None:
    rules = ["island in {A, B}", "island = A"]
    assert str(RuleSet.from_rules(rules, TABLE, Y)) == (
        "2 rules for 3 classes, from 8 rows; largest cover first, their order means nothing\n"
        "\n"
        "island in {A, B}  -> Gentoo 0.50, Adelie 0.38, Chinstrap 0.12  (n = 8)\n"
        "island = A        -> Adelie 1.00                               (n = 3)\n"
        "else (all rows)   -> Gentoo 0.50, Adelie 0.38, Chinstrap 0.12  (n = 8)\n"
        "\n"
        "Every training row is covered: the else rule uses the counts of all rows.\n"
        "Where covers overlap, their union speaks; where one lies inside another, it alone."
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
    assert text.write(rule_set.data, width=70).splitlines()[2:-2] == [
        "measurement_0 > 0.5 and measurement_1 > 0.5",
        "  and measurement_2 > 0.5 and measurement_3 > 0.5",
        "  and measurement_4 > 0.5                          -> b 1.00  (n = 2)",
        "measurement_0 > 1.5                                -> b 1.00  (n = 1)",
        "else                                               -> a 1.00  (n = 1)",
    ]


def test_names_with_and_are_not_broken() -> None:
    rule_set = RuleSet.from_rules(['"sand and clay" > 1'], {"sand and clay": [1, 2]}, ["a", "b"])
    assert '"sand and clay" > 1  -> ' in text.write(rule_set.data, width=10)


def test_many_classes_are_folded() -> None:
    y = np.arange(200) % 100
    shown = str(RuleSet.from_rules([], {"x": np.zeros(200)}, y)).splitlines()[-1]
    assert shown == "else  -> 0 0.01, 1 0.01, 2 0.01, 97 others 0.97  (n = 200)"


def test_wide_characters_are_aligned() -> None:
    lines = str(RuleSet.from_rules(["体温 > 1"], {"体温": [1, 2]}, ["a", "b"])).splitlines()[2:]
    assert lines == ["体温 > 1  -> b 1.00  (n = 1)", "else      -> a 1.00  (n = 1)"]


def test_numbers_are_aligned() -> None:
    rule_set = RuleSet.from_rules(["x > 0"], {"x": [0] + [1] * 11}, ["a"] + ["b"] * 11)
    assert str(rule_set).splitlines()[2:] == [
        "x > 0  -> b 1.00  (n = 11)",
        "else   -> a 1.00  (n =  1)",
    ]
