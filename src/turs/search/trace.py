"""What the search did, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from turs.model import Rule

Reason = Literal[
    "no rule left",
    "surrogate is the else rule",
    "patience",
    "no evidence",
    "max_rules",
    "time_limit",
    "interrupted",
    "callback",
]

_MEANING: dict[Reason, str] = {
    "no rule left": "no literal had a positive gain any more",
    "surrogate is the else rule": "no tree described the uncovered rows better than the else rule",
    "patience": "the last rules made the set longer",
    "no evidence": "no rules were found that chance alone would seldom give",
    "max_rules": "there are as many rules as may be",
    "time_limit": "time_limit was reached",
    "interrupted": "it was interrupted",
    "callback": "a callback asked for it",
}


@dataclass(frozen=True)
class Step:
    """One rule that the search added.

    Attributes
    ----------
    rule : Rule
    n_rules : int
        Rules so far, with this one. Where `max_rules` ends a search, or rules are revised with a
        rising price, another begins, and it is 1 again.
    n_rows : int
        Training rows that it covers.
    n_new_rows : int
        Of these, the rows that no rule covered before.
    real_bits : float
        L(M) with the rule added.
    blended_bits, surrogate_bits : float
        L(M) and L_T(M) as the search sees them: where classes are blended, that of the blended
        ones, with regret counted less.
    rules_bits : float
        What describing the rules so far costs.
    n_refinements : int
        Refinements with positive gain that were looked at to find it.
    n_scored : int
        Rules whose surrogate score was computed.
    seconds : float
        Time since the search began.
    """

    rule: Rule
    n_rules: int
    n_rows: int
    n_new_rows: int
    real_bits: float
    blended_bits: float
    surrogate_bits: float
    rules_bits: float
    n_refinements: int
    n_scored: int
    seconds: float


@dataclass(frozen=True)
class Revised:
    """What became of the rules when each was looked at again.

    Attributes
    ----------
    n_rules : int
    real_bits : float
        L(M).
    blended_bits : float
        The same as the search sees it.
    rules_bits : float
        What describing the rules costs.
    times_dearer : float
        How many times as much as in the search words cost at last.
    """

    n_rules: int
    real_bits: float
    blended_bits: float
    rules_bits: float
    times_dearer: float = 1.0


@dataclass(frozen=True)
class Trace:
    """The whole search: the set before the first rule, each rule added, and the end.

    Attributes
    ----------
    empty_real_bits : float
        L of the set without rules.
    empty_blended_bits, empty_surrogate_bits : float
        L and L_T of the set without rules as the search sees them.
    steps : tuple of Step
    n_kept : int
        Steps of which the rules were kept: the last prefix with about the least total bits.
    stopped : str
        Why the search ended.
    seconds : float
    revised : Revised or None
        What became of the rules that were kept, where they were looked at again.
    """

    empty_real_bits: float
    empty_blended_bits: float
    empty_surrogate_bits: float
    steps: tuple[Step, ...]
    n_kept: int
    stopped: Reason
    seconds: float
    revised: Revised | None = None

    @property
    def real_bits(self) -> tuple[float, ...]:
        """L(M) of the empty set and after each step."""
        return (self.empty_real_bits, *(step.real_bits for step in self.steps))

    @property
    def blended_bits(self) -> tuple[float, ...]:
        """L(M) as the search sees it, of the empty set and after each step."""
        return (self.empty_blended_bits, *(step.blended_bits for step in self.steps))

    @property
    def surrogate_bits(self) -> tuple[float, ...]:
        """L_T(M) of the empty set and after each step."""
        return (self.empty_surrogate_bits, *(step.surrogate_bits for step in self.steps))

    @property
    def total_bits(self) -> tuple[float, ...]:
        """What the search makes small, of the empty set and after each step.

        That is L(M) as it sees it, and what describing the rules costs.
        """
        steps = (step.blended_bits + step.rules_bits for step in self.steps)
        return (self.empty_blended_bits, *steps)

    @property
    def kept_bits(self) -> float:
        """Total bits of the returned set."""
        if self.revised is None:
            return self.total_bits[self.n_kept]
        return self.revised.blended_bits + self.revised.rules_bits

    @property
    def share_left(self) -> float:
        """Bits of the returned set, and of describing it, over those of the empty one.

        1 if nothing is learned; the classes are the rows' own.
        """
        if self.empty_real_bits <= 0.0 or not self.n_kept:
            return 1.0
        last = self.revised or self.steps[self.n_kept - 1]
        return min((last.real_bits + last.rules_bits) / self.empty_real_bits, 1.0)

    def __str__(self) -> str:
        """Say in one sentence how the search went."""
        found = {0: "no rule was found", 1: "1 rule"}.get(
            len(self.steps), f"{len(self.steps)} rules"
        )
        why = _MEANING[self.stopped]
        kept = f"{self._kept()}{self._revised()}"
        return f"{found} in {self.seconds:.2f} s; stopped because {why}; {kept}."

    def _kept(self) -> str:
        without = f"{self.total_bits[0]:.1f}"
        if not self.steps:
            return f"the length without rules is {without} bits"
        if not self.n_kept:
            return f"kept none, because {without} bits without rules are the least"
        if self.n_kept == len(self.steps):
            which = "it" if self.n_kept == 1 else f"all {self.n_kept}"
        else:
            which = "the first" if self.n_kept == 1 else f"the first {self.n_kept}"
        kept, least = f"{self.total_bits[self.n_kept]:.1f}", f"{min(self.total_bits):.1f}"
        close = "is the least" if kept == least else f"is close to the least, {least}"
        return f"kept {which}, whose length of {kept} bits {close} (without rules {without})"

    def _revised(self) -> str:
        if self.revised is None:
            return ""
        n_rules = self.revised.n_rules
        rules = "1 rule" if n_rules == 1 else f"{n_rules} rules"
        made = f", and made {rules} of them, with a length of {self.kept_bits:.1f} bits"
        dearer = self.revised.times_dearer
        return made if dearer == 1.0 else f"{made} where words cost {dearer:g} times as much"
