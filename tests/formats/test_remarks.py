"""Sentences about a rule set."""

from turs.formats.remarks import (
    exception_remarks,
    heading,
    overlap_remarks,
    prediction_remarks,
    remarks,
    twin_remarks,
)
from turs.model.summary import Summary
from turs.ruleset import RuleSet

X = {"x": list(range(12)), "z": [0, 1] * 6}
Y = list("aaaaaabbbbbb")


def summary_of(*rules: str, smoothing: float = 0.0) -> Summary:
    return Summary(RuleSet.from_rules(rules, X, Y, smoothing=smoothing).data)


def test_heading() -> None:
    assert heading(summary_of()) == ("no rules for 2 classes, from 12 rows", "")
    assert heading(summary_of("x > 1")) == ("1 rule for 2 classes, from 12 rows", "")
    assert heading(summary_of("x > 1", "x > 2")) == (
        "2 rules for 2 classes, from 12 rows",
        "largest cover first, their order means nothing",
    )


def test_nothing_to_say() -> None:
    assert remarks(summary_of("x > 5")) == []


def test_exceptions_to_the_same_rules_share_a_sentence() -> None:
    # By size and text: 1 is x <= 8, 2 is x > 2, 3 and 4 have two rows, 5 has one.
    found = summary_of("x > 2", "x <= 8", "3 < x <= 5", "6 < x <= 8", "x > 10")
    assert exception_remarks(found) == [
        "Rules 3 and 4 are exceptions to rules 1 and 2: where they cover, those are silent.",
        "Rule 5 is an exception to rule 2: where it covers, rule 2 is silent.",
    ]


def test_an_exception_to_an_exception_names_the_closest() -> None:
    assert exception_remarks(summary_of("x > 2", "x > 5", "x > 8")) == [
        "Rule 2 is an exception to rule 1: where it covers, rule 1 is silent.",
        "Rule 3 is an exception to rule 2: where it covers, rule 2 is silent.",
    ]


def test_of_twins_the_one_with_the_smaller_number_speaks() -> None:
    assert twin_remarks(summary_of("x > 5", "x > 5.5", "5 < x <= 20", "x > 8")) == [
        "Rules 1, 2 and 3 cover the same training rows: where they meet, only rule 1 speaks."
    ]


def test_twins_speak_as_they_say() -> None:
    rule_set = RuleSet.from_rules(["x > 5", "x > 5.5", "5 < x <= 20"], X, Y)
    explained = rule_set.explain({"x": [9], "z": [0]})[0]
    assert explained.speaking == (Summary(rule_set.data).rules[0].rule,)


def test_overlaps_that_disagree_first_and_the_rest_counted() -> None:
    found = summary_of("x <= 8", "x > 2", "z > 0")
    assert overlap_remarks(found) == [
        "Rules 1 and 2 share 6 rows and disagree: a 0.50, b 0.50.",
        "Rules 2 and 3 share 5 rows and disagree: b 0.60, a 0.40.",
        "Rules 1 and 3 share 4 rows: a 0.75, b 0.25.",
    ]
    assert overlap_remarks(found, most=1) == [
        "Rules 1 and 2 share 6 rows and disagree: a 0.50, b 0.50.",
        "2 more pairs of rules share rows.",
    ]
    assert overlap_remarks(found, most=2) == overlap_remarks(found)


def test_predictions() -> None:
    assert prediction_remarks(summary_of("x <= 8", "x > 2", "5 < x <= 6", smoothing=1)) == [
        "Where rules meet, the union of their covers speaks, unless an exception covers.",
        "Every training row is covered: the else rule uses the counts of all rows.",
        "Predictions pull these frequencies toward those of all rows, which count like 1 row more.",
    ]
