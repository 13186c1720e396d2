"""What ``turs fit`` does: learn from a table file, judge the rules, keep them, say what is next."""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from turs.cli.learning import Folds, Learner, cross_validate, quality_on
from turs.cli.opening import STANDARD, remember
from turs.cli.output import write_output
from turs.cli.parts import hold_out
from turs.cli.quality_table import folds_table, quality_table
from turs.cli.screen import Screen, counted, print_rules, print_table
from turs.model.outcome import format_measure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turs.cli.describing import Description
    from turs.cli.training import Training
    from turs.model.quality import Quality
    from turs.ruleset import RuleSet
    from turs.search import Trace

__all__ = ["Fitted", "Judging", "fit_rules"]

_NO_EVIDENCE = (
    "no rules were found that chance alone would seldom give, so there are none; "
    "--evidence 0 gives the best ones all the same"
)
_NO_RULES = "no rule makes the classes shorter to describe, so there are none"


@dataclass(frozen=True)
class Judging:
    """Hold how the rules are to be judged.

    Parameters
    ----------
    test : float or None, default=None
        The share of the rows that is held out.
    n_folds : int or None, default=None
        The number of folds of a cross-validation.
    """

    test: float | None = None
    n_folds: int | None = None


@dataclass(frozen=True, eq=False)
class Fitted:
    """Hold what was learned from a table file, and how good it is.

    Parameters
    ----------
    description : Description
        The table.
    rule_set : RuleSet
        What was learned; it remembers how the table was read.
    trace : Trace
        What the search did.
    on_training : Quality
        On the rows that the rules were learned from.
    on_test : Quality or None
        On the rows that were held out.
    folds : Folds or None
        On folds.
    judge : str, default="--test 0.2 or --cv 10"
        What says how good they are on other rows.
    """

    description: Description
    rule_set: RuleSet
    trace: Trace
    on_training: Quality
    on_test: Quality | None = None
    folds: Folds | None = None
    judge: str = "--test 0.2 or --cv 10"

    @property
    def example(self) -> str:
        """A file with rows like those that were learned from."""
        files: Sequence[str] = self.description.more.get("files", (self.description.name,))
        return files[0]

    def save(self, output: str | None) -> None:
        """Write the model file.

        Parameters
        ----------
        output : str or None
            Where to; None is nowhere.
        """
        if output is not None:
            write_output(self.rule_set.to_json(), output)

    def show(self, screen: Screen, output: str | None) -> None:
        """Print the rules and how good they are, and say what to do next.

        Parameters
        ----------
        screen : Screen
            Where the notes go.
        output : str or None
            Where the model was saved.
        """
        # Where the model itself is printed, no table may be.
        stream = sys.stderr if output == STANDARD else sys.stdout
        if stream is sys.stdout or not screen.quiet:
            screen.note()
            print_rules(self.rule_set.data, stream)
            tables = [folds_table(self.folds)] if self.folds is not None else []
            tables += [quality_table(self.on_test, "test row")] if self.on_test is not None else []
            for table in tables:
                stream.write("\n")
                print_table(table, stream)
            stream.flush()
        screen.note()
        for line in [*self._remarks(), "", *self._next(output)]:
            screen.note(line)

    def to_dict(self, output: str | None) -> dict[str, Any]:
        """Return all of it as a dictionary that JSON can hold.

        Parameters
        ----------
        output : str or None
            Where the model was saved.

        Returns
        -------
        dict
        """
        return {
            **self.description.to_dict(),
            "classes": self.rule_set.classes.tolist(),
            "n_rules": len(self.rule_set),
            "n_literals": self.rule_set.n_literals,
            "rules": [str(rule) for rule in self.rule_set],
            "bits_without_rules": self.trace.total_bits[0],
            "bits": self.trace.kept_bits,
            "stopped": self.trace.stopped,
            "model": output,
            "quality_on_training_rows": self.on_training.to_dict(),
            "quality_on_test_rows": None if self.on_test is None else self.on_test.to_dict(),
            "cross_validation": None if self.folds is None else self.folds.to_dict(),
        }

    def print_json(self, output: str | None) -> None:
        """Print `to_dict`."""
        write_output(json.dumps(self.to_dict(output), ensure_ascii=False, indent=2), None)

    def _remarks(self) -> list[str]:
        trace, quality = self.trace, self.on_training
        bits = f"{trace.kept_bits:,.1f} bits"
        remarks = [
            f"{counted(len(self.rule_set), 'rule')} and "
            f"{counted(self.rule_set.n_literals, 'literal')}; {bits} in place of "
            f"{trace.total_bits[0]:,.1f} without rules."
        ]
        if trace.stopped in ("interrupted", "time_limit"):
            why = "Interrupted" if trace.stopped == "interrupted" else "The time is over"
            remarks.append(
                f"{why}: this is the best set so far, and a longer search may do better."
            )
        elif trace.stopped == "no evidence":
            remarks.append(f"note: {_NO_EVIDENCE}")
        elif not len(self.rule_set):
            remarks.append(f"note: {_NO_RULES}")
        remarks += self._suspicions()
        if self.on_test is None and self.folds is None:
            auc = "" if quality.auc is None else f" and the AUC {format_measure(quality.auc)}"
            accuracy = format_measure(quality.accuracy)
            remarks.append(
                f"On the rows that they were learned from, the accuracy is {accuracy}"
                f"{auc}: on others expect less, and let {self.judge} say how much."
            )
        return remarks

    def _suspicions(self) -> list[str]:
        used = {literal.variable for rule in self.rule_set for literal in rule.literals}
        return [
            f"note: the rules use {suspect.name!r}, which {suspect.reason}: on new rows they may "
            f"mean nothing; --drop {shlex.quote(suspect.name)} learns others"
            for suspect in self.description.suspects
            if suspect.name in used
        ]

    def _next(self, output: str | None) -> list[str]:
        if output is None:
            return ["Nothing was saved; to keep the rules, add -o model.json."]
        if output == STANDARD:
            return []
        model, data = shlex.quote(output), shlex.quote(self.example)
        if self.example == "standard input":
            data = "DATA.csv"
        return [
            f"Saved to {output}. What to do next:",
            f"  turs predict {model} NEW.csv -o predicted.csv",
            f"  turs explain {model} {data} --row 1",
            f"  turs report {model} -o rules.html",
        ]


def fit_rules(
    training: Training, settings: dict[str, Any], judging: Judging, screen: Screen
) -> Fitted:
    """Learn rules from a table, and judge them as asked.

    Parameters
    ----------
    training : Training
        The table.
    settings : dict
        Parameters of the learner that are set differently.
    judging : Judging
        Whether to hold out rows, or to go through folds.
    screen : Screen
        Where the progress is shown.

    Returns
    -------
    Fitted

    Raises
    ------
    KeyboardInterrupt
        If the search was interrupted before it had found a rule: there is nothing to keep.
    """
    screen.note()
    learner = Learner(settings, training.categorical)
    folds = None
    if judging.n_folds is not None:
        folds = cross_validate(training, learner, judging.n_folds, screen)
    test = None if judging.test is None else hold_out(training.codes, judging.test)
    rows = training.rows(None if test is None else ~test)
    classifier = learner.learn(*rows, screen)
    rule_set = classifier.rule_set_
    if classifier.trace_.stopped == "interrupted" and not len(rule_set):
        raise KeyboardInterrupt
    on_test = None
    if test is not None:
        on_test = quality_on(rule_set, *training.rows(test), training.classes)
    return Fitted(
        training.description,
        remember(rule_set, training.table.remembered, training.target.name),
        classifier.trace_,
        quality_on(rule_set, *rows, training.classes),
        on_test,
        folds,
    )
