"""A change: other values of one or two variables, and the class that they would give a row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from turs.model.outcome import format_label, format_share

if TYPE_CHECKING:
    from turs.model.near import Failure


@dataclass(frozen=True)
class Change:
    """Say what one or two other values would make of a row.

    Parameters
    ----------
    to : tuple of Failure
        What the changed values would have to satisfy, and what they are now; one a variable.
    prediction : label
        The class that the changed row would get.
    probability : float
        Its probability.
    n_steps : int
        The size of the change: over how many bounds of rules the values move; another level
        counts as one.

    Examples
    --------
    >>> from turs import RuleSet
    >>> X = {"age": [25, 30, 41, 52, 67, 70], "ward": ["A", "B", "A", "A", "B", "B"]}
    >>> y = ["home", "home", "home", "stay", "stay", "stay"]
    >>> rule_set = RuleSet.from_rules(["age > 50", "ward = B"], X, y)
    >>> print(rule_set.changes({"age": [60], "ward": ["A"]})[0][0])
    home 1.00 if age <= 50 (now age = 60)
    """

    to: tuple[Failure, ...]
    prediction: Any
    probability: float
    n_steps: int

    @property
    def size(self) -> tuple[int, int]:
        """How many values change, and over how many bounds: smaller changes come first."""
        return len(self.to), self.n_steps

    def to_dict(self) -> dict[str, Any]:
        """Return the change as a dictionary of plain values, literals as text."""
        return {
            "prediction": self.prediction,
            "probability": self.probability,
            "n_steps": self.n_steps,
            "to": [one.to_dict() for one in self.to],
        }

    def __str__(self) -> str:
        """Return the change on one line."""
        conditions = " and ".join(f"{one.literal} (now {one})" for one in self.to)
        return f"{format_label(self.prediction)} {format_share(self.probability)} if {conditions}"
