"""Every text and figure of the page, before any HTML."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.report.models import large, penguins, wards
from turs.model import Origin, Rule
from turs.report.contents import Contents, Link, Phrase, cut_phrases
from turs.ruleset import RuleSet


def contents(rule_set: RuleSet, title: str | None = None) -> Contents:
    return Contents(rule_set.data, title)


def test_rules_are_numbered_by_cover_and_know_each_other() -> None:
    first, second, third, fourth, fifth, last = contents(wards()).rules
    assert [one.shares.n_rows for one in (first, second, third, last)] == [6, 3, 2, 0]
    assert first.phrases == (Phrase("", "age", " > 50 or missing"),)
    assert first.coverage == "60%"
    assert first.exceptions == (3, 4)
    assert first.doubts == (Link(5, 1, agree=False),)
    assert first.overlaps == (Link(2, 2, agree=True),)
    assert (third.exception_to, third.same_cover) == ((1,), (4,))
    assert (fourth.exception_to, fourth.same_cover) == ((1,), (3,))
    assert fifth.n_literals == 3


def test_sentences() -> None:
    said = contents(wards())
    assert said.title == "Rules for home or stay"
    assert said.lede == "6 rules with 8 literals for 2 classes, counted on 10 rows."
    assert said.smoothing.endswith("which count like 1 row more.")
    assert said.overlap_sentence == (
        "4 of 10 training rows are covered by more than one rule. 4 pairs of rules share rows "
        "without one lying inside the other: there the union speaks. Of them, 1 pair has different "
        "most frequent classes. 2 rules lie inside another, as an exception to it."
    )
    assert contents(wards(0), "Wards").smoothing.endswith("nothing is smoothed.")
    assert contents(wards(), "Wards").title == "Wards"
    assert contents(large(5, 6, 100)).title == "Rules for 6 classes"


def test_no_rules() -> None:
    said = contents(RuleSet.from_rules([], {"x": [1, 2]}, ["a", "b"]))
    assert said.lede == "No rules: all 2 rows are left to the else rule."
    assert (said.rules, said.overlaps, said.has_shared_rows) == ((), (), False)
    assert (said.n_else_rows, said.else_coverage) == (2, "100%")


def test_everything_covered() -> None:
    said = contents(RuleSet.from_rules(["x > 0"], {"x": [1, 2]}, ["a", "b"]))
    assert (said.n_else_rows, said.otherwise.n_rows) == (0, 2)


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("1e-05 < e <= 2", [("1e-05 < ", "e", " <= 2")]),
        ("x > 3", [("", "x", " > 3")]),
        ("(x <= 3 or missing) and y = x", [("(", "x", " <= 3 or missing)"), ("", "y", " = x")]),
        ("(1 < x <= 2 or missing) and y is missing",
         [("(1 < ", "x", " <= 2 or missing)"), ("", "y", " is missing")]),
        ('"a b" in {a, b}', [("", '"a b"', " in {a, b}")]),
        ("always", []),
    ],
)  # fmt: skip
def test_literals_are_cut_at_their_variables(text: str, phrases: list[tuple[str, ...]]) -> None:
    assert cut_phrases(Rule.parse(text)) == tuple(Phrase(*one) for one in phrases)


def test_columns_by_how_many_rules_use_them() -> None:
    columns = contents(penguins()).columns
    assert [(one.name, one.kind, one.n_rules) for one in columns[:2]] == [
        ("bill_depth_mm", "number", 2),
        ("bill_length_mm", "number", 1),
    ]
    sex = next(one for one in columns if one.name == "sex")
    assert (sex.kind, sex.levels, sex.n_more_levels, sex.n_rules) == (
        "levels",
        ("female", "male"),
        0,
        0,
    )
    assert contents(penguins()).variables == (
        "bill_length_mm",
        "bill_depth_mm",
        "flipper_length_mm",
    )


def test_origin() -> None:
    origin = Origin(
        "1.2", {"max_rules": 3, "time_limit": None}, 10, "max_rules", ("without x > 1",)
    )
    view = Contents(replace(wards().data, origin=origin)).origin
    assert view is not None
    assert view.parameters == (("max_rules", "3"), ("time_limit", "none"))
    assert (view.version, view.stopped, view.edits) == ("1.2", "max_rules", ("without x > 1",))
    assert contents(wards()).origin is None


def test_for_scripts_in_the_order_of_the_numbers() -> None:
    given = contents(wards()).for_scripts()
    assert given["classes"] == ["home", "stay"]
    assert [one["position"] for one in given["rules"]][:2] == [0, 1]
    assert given["rules"][2]["exceptionTo"] == [1]
    assert given["rules"][5]["intervals"] == [[0.0, 1.0], [0.0, 1.0]]
