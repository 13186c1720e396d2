"""What the search says of itself, and every reason to stop."""

from dataclasses import FrozenInstanceError, replace
from typing import get_args

import numpy as np
import pytest

from turs.binning import BinnedColumn, BinnedTable
from turs.model import Rule
from turs.search import Clock, Learned, SearchSettings, Step, Trace, learn
from turs.search.trace import Reason, Revised

FIRST = Step(Rule.parse("a > 1"), 1, 40, 40, 82.0, 80.0, 60.5, 0.0, 200, 12, 0.1)
SECOND = Step(Rule.parse("b > 1"), 2, 30, 10, 73.0, 68.25, 61.0, 2.0, 100, 10, 0.2)
THIRD = Step(Rule.parse("c > 1"), 3, 30, 5, 70.5, 71.0, 75.0, 4.0, 90, 9, 0.3)
TRACE = Trace(120.0, 100.0, 65.0, (FIRST, SECOND, THIRD), 2, "surrogate is the else rule", 0.309)


def test_lengths_begin_with_the_empty_set() -> None:
    assert TRACE.real_bits == (120.0, 82.0, 73.0, 70.5)
    assert TRACE.blended_bits == (100.0, 80.0, 68.25, 71.0)
    assert TRACE.total_bits == (100.0, 80.0, 70.25, 75.0)
    assert TRACE.surrogate_bits == (65.0, 60.5, 61.0, 75.0)
    with pytest.raises(FrozenInstanceError):
        TRACE.n_kept = 3


def test_the_share_that_is_left_is_of_the_classes_as_they_are() -> None:
    assert TRACE.share_left == (73.0 + 2.0) / 120.0
    assert replace(TRACE, n_kept=1).share_left == 82.0 / 120.0
    assert replace(TRACE, n_kept=0).share_left == 1.0
    # A set that is shorter only where classes are blended has learned nothing of these.
    assert replace(TRACE, empty_real_bits=74.0).share_left == 1.0
    assert replace(TRACE, empty_real_bits=0.0).share_left == 1.0


def test_in_one_sentence() -> None:
    assert str(TRACE) == (
        "3 rules in 0.31 s; stopped because no tree described the uncovered rows better than the "
        "else rule; kept the first 2, whose length of 70.2 bits is the least (without rules 100.0)."
    )
    one = replace(TRACE, steps=(THIRD,), n_kept=1, stopped="max_rules")
    assert str(one) == (
        "1 rule in 0.31 s; stopped because there are as many rules as may be; "
        "kept it, whose length of 75.0 bits is the least (without rules 100.0)."
    )
    all_three = replace(TRACE, n_kept=3)
    assert "; kept all 3, whose length of 75.0 bits is close to the least, 70.2 (" in str(all_three)
    only_first = replace(TRACE, n_kept=1)
    assert "; kept the first, whose length of 80.0 bits is close to " in str(only_first)
    none_kept = replace(TRACE, n_kept=0)
    assert str(none_kept).endswith("; kept none, because 100.0 bits without rules are the least.")
    none_found = replace(TRACE, steps=(), n_kept=0, stopped="time_limit")
    assert str(none_found) == (
        "no rule was found in 0.31 s; stopped because time_limit was reached; "
        "the length without rules is 100.0 bits."
    )


def test_a_set_that_was_looked_at_again() -> None:
    revised = Revised(n_rules=1, real_bits=66.0, blended_bits=64.0, rules_bits=2.0)
    again = replace(TRACE, revised=revised)
    assert (TRACE.kept_bits, again.kept_bits) == (70.25, 66.0)
    assert again.share_left == 68.0 / 120.0
    assert str(again).endswith(
        "; kept the first 2, whose length of 70.2 bits is the least (without rules 100.0), "
        "and made 1 rule of them, with a length of 66.0 bits."
    )


@pytest.mark.parametrize("reason", get_args(Reason))
def test_every_reason_has_words(reason: Reason) -> None:
    assert "; stopped because " in str(replace(TRACE, stopped=reason))


# Reasons.

# Three pure bins, so two rules and the else rule: see the twin's tests.
LABELS = np.array([0] * 10 + [1] * 6 + [2] * 3)


def learn_labels(settings: SearchSettings, **options: object) -> Learned:
    """Learn the classes from a column that is the classes."""
    column = BinnedColumn("x", 3, True, False, np.array([0.5, 1.5]), None)
    table = BinnedTable((column,), LABELS.astype(np.uint8).reshape(1, -1), len(LABELS))
    return learn(table, LABELS, 3, settings, **options)


ELSE_RULE = SearchSettings(surrogate=None, blend=0.0)


def test_no_rule_is_left() -> None:
    trace = learn_labels(ELSE_RULE).trace
    assert (trace.stopped, len(trace.steps), trace.n_kept) == ("no rule left", 2, 2)


@pytest.mark.parametrize(
    "settings",
    [
        SearchSettings(least_leaf=50, blend=0.0),
        SearchSettings(least_leaf=50, blend=0.75),
        SearchSettings(surrogate="cart", leaf_sizes=(50,)),
    ],
)
def test_the_surrogate_has_nothing_left_to_say(settings: SearchSettings) -> None:
    trace = learn_labels(settings).trace
    assert (trace.stopped, len(trace.steps)) == ("surrogate is the else rule", 1)
    assert trace.surrogate_bits[1] == trace.blended_bits[1]
    assert (trace.blended_bits == trace.real_bits) is (settings.blend != 0.75)


@pytest.mark.parametrize("max_rules", [0, 1])
def test_max_rules(max_rules: int) -> None:
    trace = learn_labels(replace(ELSE_RULE, max_rules=max_rules)).trace
    assert (trace.stopped, len(trace.steps)) == ("max_rules", max_rules)


def test_time_limit() -> None:
    learned = learn_labels(ELSE_RULE, clock=Clock(limit=0.0))
    assert (learned.trace.stopped, learned.trace.steps, learned.rules) == ("time_limit", (), ())


def test_callback() -> None:
    seen: list[Step] = []

    def stop_after_one(step: Step) -> bool:
        seen.append(step)
        return True

    trace = learn_labels(ELSE_RULE, observer=stop_after_one).trace
    assert (trace.stopped, trace.steps) == ("callback", tuple(seen))
    assert len(seen) == 1
    # The search would have ended anyway: that is the reason then.
    trace = learn_labels(SearchSettings(least_leaf=50), observer=stop_after_one).trace
    assert trace.stopped == "surrogate is the else rule"


def test_steps_say_what_they_cost() -> None:
    seen: list[Step] = []
    trace = learn_labels(ELSE_RULE, observer=lambda step: bool(seen.append(step))).trace
    assert trace.steps == tuple(seen)
    first, second = trace.steps
    assert (first.n_rows, first.n_new_rows) == (10, 10)
    assert (second.n_rows, second.n_new_rows) == (3, 3)
    assert 0.0 < first.seconds <= second.seconds <= trace.seconds
    # Four refinements of the empty rule: one, or two, of the three bins; all have a gain, and those
    # of two bins can be refined again, unless too much like another.
    assert first.n_refinements >= 4 and first.n_scored >= 4
    assert trace.real_bits == trace.blended_bits
    assert trace.real_bits[trace.n_kept] == min(trace.real_bits)
