"""A rule set on rows that it was not learned from, as a page shows it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from turs.model.notation import format_number
from turs.model.outcome import format_measure, format_share
from turs.report.contents import format_percent
from turs.report.shares import DASH, format_interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turs.model.check import Check, RuleCheck
    from turs.model.quality import Quality
    from turs.model.summary import Outcome

_MOST_CLASSES_OF_A_MATRIX = 30
_MOST_MISTAKES = 20


@dataclass(frozen=True)
class Figure:
    """A number with its name and what it means."""

    name: str
    value: str
    meaning: str


@dataclass(frozen=True)
class Counted:
    """An entry of the confusion matrix: a count, and its share of the row in percent."""

    count: int
    percent: int


@dataclass(frozen=True)
class Mistake:
    """A class that was taken for another, and how often."""

    true: str
    predicted: str
    count: int


@dataclass(frozen=True)
class Bin:
    """A point of the reliability curve, as text and in percent of the axes."""

    promised: str
    seen: str
    interval: str
    n_rows: int
    x: float
    y: float
    low: float
    high: float
    radius: float


@dataclass(frozen=True)
class Side:
    """What the rows of a rule say of one class, on one side of the comparison."""

    n_rows: int
    coverage: str
    share: str


@dataclass(frozen=True)
class CheckedRule:
    """One rule on both sides.

    Parameters
    ----------
    number : int or None
        Its number; None is the else rule.
    label : str
        The class to speak of: the most frequent one, or the one that has changed most.
    before, after : Side
        The share of that class in training, and on the other rows.
    difference : str
        The interval of the difference between the two.
    verdict : str
        Whether what the rule says holds.
    shifted : bool
        Whether it covers a clearly larger or smaller share of the rows.
    """

    number: int | None
    label: str
    before: Side
    after: Side
    difference: str
    verdict: str
    shifted: bool


@dataclass(frozen=True)
class Checked:
    """A rule set on rows that it was not learned from.

    Parameters
    ----------
    check : Check
        The figures.
    labels : tuple of str
        The class labels as text.
    """

    check: Check
    labels: tuple[str, ...]

    @property
    def figures(self) -> tuple[Figure, ...]:
        """How good the predictions are."""
        quality = self.check.quality
        chance = "1 is perfect, 0.5 is chance"
        return (
            Figure("AUC", _number(quality.auc), f"how well rows are ranked; {chance}"),
            Figure("Accuracy", _number(quality.accuracy), "share of rows with the right class"),
            Figure(
                "Balanced accuracy",
                _number(quality.balanced_accuracy),
                "the same, each class counting alike",
            ),
            Figure("Log-loss", _number(quality.log_loss), "in nats a row; less is better"),
            Figure("Brier score", _number(quality.brier), "squared error; less is better"),
        )

    @property
    def confusion(self) -> tuple[tuple[str, tuple[Counted, ...]], ...]:
        """The confusion matrix: a true class, and how often each class was predicted for it."""
        rows = zip(self.labels, self.check.quality.confusion, strict=True)
        return tuple((label, _counted(counts)) for label, counts in rows)

    @property
    def fits(self) -> bool:
        """Whether the confusion matrix is small enough to be shown."""
        return len(self.labels) <= _MOST_CLASSES_OF_A_MATRIX

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The classes that were taken for another most often."""
        found = [
            Mistake(true, predicted, count)
            for true, counts in zip(self.labels, self.check.quality.confusion, strict=True)
            for predicted, count in zip(self.labels, counts, strict=True)
            if count and predicted != true
        ]
        return tuple(sorted(found, key=lambda one: -one.count)[:_MOST_MISTAKES])

    @property
    def bins(self) -> tuple[Bin, ...]:
        """The reliability curve."""
        return _bins(self.check.quality)

    @property
    def rules(self) -> tuple[CheckedRule, ...]:
        """The rules, and the else rule last."""
        found = [self._rule(one, one.number) for one in self.check.rules]
        return (*found, self._rule(self.check.otherwise, None))

    @property
    def level(self) -> str:
        """The level of all intervals of differences together."""
        return format_number(self.check.level)

    @property
    def sentence(self) -> str:
        """How many rules hold on these rows, in a sentence."""
        verdicts = [one.verdict for one in self.check.rules]
        n_changed, n_without = verdicts.count("changed"), verdicts.count("no rows")
        if not n_changed:
            said = "No rule says something clearly different here"
        elif n_changed == 1:
            said = "1 rule says something clearly different here"
        else:
            said = f"{n_changed} rules say something clearly different here"
        return f"{said}; {n_without} have no test row." if n_without else f"{said}."

    def for_scripts(self) -> dict[str, Any]:
        """Return what the scripts of the page need of it, ready for JSON."""
        by_number = sorted(self.check.rules, key=lambda one: one.number or 0)
        return {
            "nRows": self.check.n_rows_after,
            "rules": [
                {
                    "counts": list(one.after.counts),
                    "intervals": [[round(a, 4), round(b, 4)] for a, b in one.after.intervals],
                    "verdict": one.verdict,
                    "shifted": bool(one.coverage_shifted),
                }
                for one in by_number
            ],
        }

    def _rule(self, one: RuleCheck, number: int | None) -> CheckedRule:
        position = one.main_class
        return CheckedRule(
            number=number,
            label=self.labels[position],
            before=_side(one.before, position, self.check.n_rows_before),
            after=_side(one.after, position, self.check.n_rows_after),
            difference=_interval_of_difference(one, position),
            verdict=one.verdict,
            shifted=bool(one.coverage_shifted),
        )


def _side(outcome: Outcome, position: int, n_all: int) -> Side:
    n_rows = outcome.n_rows
    return Side(
        n_rows=n_rows,
        coverage=format_percent(n_rows / n_all),
        share=format_share(outcome.frequencies[position]) if n_rows else DASH,
    )


def _interval_of_difference(one: RuleCheck, position: int) -> str:
    if one.verdict == "no rows":
        return DASH
    # Adding 0 makes a plain zero of a negative one.
    ends = (f"{round(end, 2) + 0.0:+.2f}" for end in one.intervals[position])
    return " to ".join(ends).replace("-", "\N{MINUS SIGN}")


def _counted(counts: Sequence[int]) -> tuple[Counted, ...]:
    n_rows = max(1, sum(counts))
    return tuple(Counted(count, round(100 * count / n_rows)) for count in counts)


def _bins(quality: Quality) -> tuple[Bin, ...]:
    most = max((one.n_rows for one in quality.reliability), default=1)
    return tuple(
        Bin(
            promised=f"{one.mean_predicted:.2f}",
            seen=f"{one.frequency:.2f}",
            interval=format_interval(*one.interval),
            n_rows=one.n_rows,
            x=round(100 * one.mean_predicted, 2),
            y=round(100 - 100 * one.frequency, 2),
            low=round(100 - 100 * one.interval[0], 2),
            high=round(100 - 100 * one.interval[1], 2),
            radius=round(1.2 + 1.8 * math.sqrt(one.n_rows / most), 2),
        )
        for one in quality.reliability
        if one.n_rows > 0
    )


def _number(value: float | None) -> str:
    return DASH if value is None else format_measure(value)
