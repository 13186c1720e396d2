"""Rules against new rows: counts, intervals, verdicts, and how often the alarm is false."""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from tests.model.problems import LABELS, Problem, problems, table
from turs.exceptions import InputError, InputTypeError
from turs.model.check import Check, RuleCheck, check_on_new_rows
from turs.model.difference import difference_intervals
from turs.model.quality import measure
from turs.model.summary import Summary
from turs.ruleset import RuleSet
from turs.table.known_target import codes_of


def check(rule_set: RuleSet, X: Any, y: Any, level: float = 0.95) -> Check:
    codes = codes_of(y, rule_set.classes)
    return check_on_new_rows(
        rule_set.data, rule_set.covers(X), rule_set.predict_proba(X), codes, level
    )


def everything(checked: Check) -> tuple[RuleCheck, ...]:
    return (*checked.rules, checked.otherwise)


def one_column(counts: dict[float, tuple[int, int]]) -> tuple[dict[str, Any], list[str]]:
    """Make rows with the values of x that are asked for, so many a class."""
    x = [value for value, (n_no, n_yes) in counts.items() for _ in range(n_no + n_yes)]
    y = [label for n_no, n_yes in counts.values() for label in ["no"] * n_no + ["yes"] * n_yes]
    return {"x": x}, y


# 160 training rows: in x > 2 are 10 no and 90 yes, in x > 3 are 5 no and 45 yes, else 50 and 10.
TRAINING = one_column({1: (50, 10), 3: (5, 45), 4: (5, 45)})
RULES = ["x > 3", "x > 2", "x > 9"]


@pytest.fixture
def rule_set() -> RuleSet:
    return RuleSet.from_rules(RULES, *TRAINING)


def test_the_same_rows_hold(rule_set: RuleSet) -> None:
    checked = check(rule_set, *TRAINING)
    assert [str(one.rule) for one in checked.rules] == ["x > 2", "x > 3", "x > 9"]
    assert [one.number for one in checked.rules] == [1, 2, 3]
    assert checked.otherwise.number is None
    assert checked.otherwise.rule is None
    assert [one.verdict for one in everything(checked)] == ["holds", "holds", "no rows", "holds"]
    assert checked.changed == ()
    for one in everything(checked):
        assert one.before == one.after
        assert one.differences == (0.0, 0.0)
        assert not one.coverage_shifted
    assert checked.quality.accuracy == pytest.approx(140 / 160)


def test_a_change_is_seen_where_it_is(rule_set: RuleSet) -> None:
    """In x > 3 the classes have changed places; x > 2 contains it, the others hold."""
    checked = check(rule_set, *one_column({1: (50, 10), 3: (5, 45), 4: (45, 5)}))
    assert [one.verdict for one in everything(checked)] == [
        "changed",
        "changed",
        "no rows",
        "holds",
    ]
    assert checked.changed == checked.rules[:2]
    assert checked.rules[0].before.counts == (10, 90)
    assert checked.rules[0].after.counts == (50, 50)
    assert checked.rules[0].differences == pytest.approx((0.4, -0.4))
    assert checked.rules[1].differences == pytest.approx((0.8, -0.8))
    assert checked.rules[1].main_class == 1
    # Three rules are compared, with two classes: each interval is at the level 1 - 0.05 / 3.
    wanted = difference_intervals(np.array([[10, 90]]), np.array([[50, 50]]), 1 - 0.05 / 3)
    np.testing.assert_allclose(checked.rules[0].intervals, wanted[0])


def test_a_shift_of_the_cover_is_no_change_of_the_rule(rule_set: RuleSet) -> None:
    checked = check(rule_set, *one_column({1: (100, 20), 3: (1, 9), 4: (3, 27)}))
    assert checked.changed == ()
    assert [one.coverage_shifted for one in everything(checked)] == [True, False, False, True]
    larger = checked.rules[0]
    assert (larger.coverage_before, larger.coverage_after) == (100 / 160, 40 / 160)
    # Three rules and the else rule have a cover, whether or not there is a row in it.
    wanted = difference_intervals(np.array([[100, 60]]), np.array([[40, 120]]), 1 - 0.05 / 4)
    assert larger.coverage_interval == pytest.approx(tuple(wanted[0, 0]))


def test_no_rows_before_or_after(rule_set: RuleSet) -> None:
    appeared = check(rule_set, *one_column({1: (30, 6), 10: (6, 2)})).rules[2]
    assert appeared.verdict == "no rows"
    assert appeared.before.counts == (0, 0)
    assert appeared.before.frequencies == (60 / 160, 100 / 160)
    assert appeared.after.counts == (6, 2)
    assert appeared.intervals == ((-1.0, 1.0), (-1.0, 1.0))
    assert appeared.coverage_shifted
    vanished = check(rule_set, *one_column({1: (30, 10)})).rules[0]
    assert vanished.verdict == "no rows"
    assert vanished.after.frequencies == (0.75, 0.25)
    assert vanished.after.intervals == ((0.0, 1.0), (0.0, 1.0))
    assert vanished.coverage_shifted


def test_an_else_rule_without_training_rows_is_not_compared() -> None:
    rule_set = RuleSet.from_rules(["x > 0"], *TRAINING)
    checked = check(rule_set, *one_column({-1: (40, 0), 1: (5, 5)}))
    assert checked.otherwise.verdict == "no rows"
    assert checked.otherwise.before.counts == (0, 0)
    assert checked.otherwise.after.counts == (40, 0)


def test_without_rules_the_else_rule_is_all() -> None:
    rule_set = RuleSet.from_rules([], *TRAINING)
    checked = check(rule_set, *one_column({1: (60, 20)}))
    assert checked.rules == ()
    assert checked.changed == (checked.otherwise,)
    assert (checked.otherwise.coverage_before, checked.otherwise.coverage_after) == (1.0, 1.0)
    assert not checked.otherwise.coverage_shifted


def test_of_many_classes_the_one_that_changed_is_spoken_of() -> None:
    """The main class keeps its half, and the second gives way to the third."""
    X = {"x": [1] * 100}
    rule_set = RuleSet.from_rules(["x > 0"], X, [0] * 50 + [1] * 40 + [2] * 10)
    (one,) = check(rule_set, X, [0] * 50 + [1] * 5 + [2] * 45).rules
    assert one.verdict == "changed"
    assert one.main_class == 1
    assert one.differences == pytest.approx((0.0, -0.35, 0.35))


@pytest.mark.parametrize("level", [0, 1, -0.5, 95, float("nan")])
def test_a_level_is_between_0_and_1(rule_set: RuleSet, level: float) -> None:
    with pytest.raises(InputError, match="the level must lie between 0 and 1"):
        check(rule_set, *TRAINING, level)


def test_a_level_is_a_number(rule_set: RuleSet) -> None:
    with pytest.raises(InputTypeError, match="the level must be a number"):
        check(rule_set, *TRAINING, "0.95")


def test_the_highest_level_is_never_alarmed(rule_set: RuleSet) -> None:
    checked = check(rule_set, *one_column({1: (50, 10), 4: (3, 5)}), 1 - 2**-53)
    assert checked.changed == ()


TEXT = """\
3 rules from 160 rows, checked on 165 new rows; level 0.95 for all intervals together

   rule   class  training     new rows     difference
1  x > 2  yes    0.90 of 100  0.50 of 105  -0.53 to -0.26  changed
2  x > 3  yes    0.90 of 50   0.13 of 55   -0.87 to -0.57  changed
3  x > 9  yes    no row       0.40 of 5                    no rows
   else   no     0.83 of 60   0.83 of 60   -0.17 to +0.17  holds

Rules 1 and 2 no longer hold.
Not compared, with no training row or no new row: rule 3.
Predictions: accuracy 0.618, balanced accuracy 0.662, AUC 0.662, log loss 0.937, Brier 0.628.
"""


def test_as_text(rule_set: RuleSet) -> None:
    checked = check(rule_set, *one_column({1: (50, 10), 3: (5, 45), 4: (45, 5), 10: (3, 2)}))
    assert f"{checked}\n" == TEXT


def test_as_text_when_all_is_well(rule_set: RuleSet) -> None:
    checked = check(rule_set, *one_column({1: (100, 20), 3: (1, 9), 4: (3, 27)}))
    assert str(checked).splitlines()[-3:] == [
        "No rule has changed, as far as these rows can tell.",
        "Shifted in coverage: rule 1 (0.62, now 0.25) and the else rule (0.38, now 0.75).",
        "Predictions: accuracy 0.850, balanced accuracy 0.802, AUC 0.802, log loss 0.419, "
        "Brier 0.253.",
    ]


def test_long_rules_and_long_lists_stay_within_the_page() -> None:
    names = [f"a_rather_long_name_{i}" for i in range(5)]
    X = {name: list(range(60)) * 4 for name in names}
    long = " and ".join(f"{name} > 5" for name in names)
    rules = [long, *(f"{names[0]} > {i}" for i in range(30))]
    y = ["yes", "no"] * 120
    checked = check(RuleSet.from_rules(rules, X, y), X, ["yes"] * 240)
    lines = str(checked).splitlines()
    assert max(map(len, lines)) <= 100
    assert "Rules 1, 2, 3, 4, 5, 6, 7, 8, 9 and 22 more no longer hold." in lines
    at = next(i for i, line in enumerate(lines) if line.endswith("a_rather_long_name_0 > 5"))
    assert lines[at : at + 2] == [
        " 7  a_rather_long_name_0 > 5",
        "      and a_rather_long_name_1 > 5",
    ]


def test_as_text_without_anything_to_compare() -> None:
    rule_set = RuleSet.from_rules(["x > 0"], *TRAINING)
    lines = str(check(rule_set, {"x": [-1]}, ["no"])).splitlines()
    assert lines[0].startswith("1 rule from 160 rows, checked on 1 new row;")
    assert "No rule has rows to compare." in lines
    assert "Not compared, with no training row or no new row: rule 1 and the else rule." in lines
    # One row has one class, which has no area under a curve.
    assert "AUC" not in lines[-1]


def test_to_dict_is_json(rule_set: RuleSet) -> None:
    checked = check(rule_set, *one_column({1: (50, 10), 3: (5, 45), 4: (45, 5)}))
    made = checked.to_dict()
    assert json.loads(json.dumps(made)) == made
    assert {*made} == {*Check.__dataclass_fields__, "changed"}
    assert made["changed"] == [1, 2]
    assert made["rules"][0]["rule"] == "x > 2"
    assert made["rules"][0]["before"]["counts"] == [10, 90]
    assert {*made["otherwise"]} == {*RuleCheck.__dataclass_fields__}
    assert made["otherwise"]["rule"] is None
    assert made["quality"] == checked.quality.to_dict()


def test_labels_that_json_cannot_hold_become_text() -> None:
    days = np.array(["2024-01-01", "2024-01-02"] * 2, dtype="M8[D]")
    X = {"x": [1, 2, 3, 4]}
    made = check(RuleSet.from_rules(["x > 2"], X, days), X, days).to_dict()
    assert json.loads(json.dumps(made))["classes"] == ["2024-01-01", "2024-01-02"]


@given(problems())
def test_counts_are_those_of_the_rows(problem: Problem) -> None:
    rule_set, training = problem.rule_set, problem.training
    codes = [i % training.n_classes for i in range(len(problem.rows))]
    checked = check(rule_set, table(problem.rows), [LABELS[code] for code in codes])
    summary = Summary(rule_set.data)
    for one, known in zip(checked.rules, summary.rules, strict=True):
        covered = [training.covers(known.rule, row) for row in problem.rows]
        counts = [
            sum(c and code == i for c, code in zip(covered, codes, strict=True))
            for i in range(training.n_classes)
        ]
        assert (one.number, one.rule, one.before) == (known.number, known.rule, known.outcome)
        assert list(one.after.counts) == counts
        assert one.coverage_after == sum(counts) / len(codes)
        assert (one.verdict == "no rows") == (not known.n_rows or not sum(counts))
    if summary.has_else_rows:
        assert checked.otherwise.before == summary.otherwise
    probabilities = rule_set.predict_proba(table(problem.rows))
    assert checked.quality == measure(probabilities, np.array(codes), training.n_classes)
    assert str(checked)


@pytest.mark.parametrize(("rate", "n_new"), [(0.01, 60), (0.3, 200)])
def test_false_alarms_are_rare(rate: float, n_new: int) -> None:
    """Rules of one source: at most 5 % of checks may call one changed, or its cover shifted."""
    random = np.random.default_rng(0)

    def draw(n: int) -> tuple[dict[str, Any], list[int]]:
        X = {"x": random.normal(size=n), "z": random.normal(size=n)}
        return X, (random.random(n) < rate * (1 + (X["x"] > 0))).astype(int).tolist()

    rules = ["x > 0", "z > 0", "x > 0 and z > 0", "x > 1", "z > 1", "x <= -1", "-1 < z <= 0"]
    n_changed = n_shifted = 0
    for _ in range(200):
        checked = check(RuleSet.from_rules(rules, *draw(400), classes=[0, 1]), *draw(n_new))
        n_changed += bool(checked.changed)
        n_shifted += any(one.coverage_shifted for one in everything(checked))
    # Of 200 checks 10 would be 5 %; 18 would be seen in one of a hundred runs at that rate.
    assert n_changed <= 17
    assert n_shifted <= 17
