"""Rules: conjunctions of literals, at most one a variable."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from turs.exceptions import InputError, InputTypeError
from turs.model.grammar import parse_literals
from turs.model.literal import Interval, Levels, Literal, Missing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from turs.table.columns import Columns


@dataclass(frozen=True, init=False, repr=False)
class Rule:
    """A conjunction of literals: the condition of a probabilistic rule.

    Parameters
    ----------
    literals : iterable of Interval, Levels or Missing
        At most one a variable. Their order means nothing; they are kept sorted by variable. A rule
        without literals covers every row.

    Examples
    --------
    >>> from turs.model import Interval, Levels
    >>> rule = Rule([Levels("ward", {"A", "B"}), Interval("age", low=30, high=65)])
    >>> print(rule)
    30 < age <= 65 and ward in {A, B}
    >>> Rule.parse("ward in {B, A} and 30 < age <= 65") == rule
    True
    >>> rule.n_literals
    3
    """

    literals: tuple[Literal, ...]

    def __init__(self, literals: Iterable[Literal] = ()) -> None:
        ordered = tuple(sorted(_checked(literals), key=lambda literal: literal.variable))
        for first, second in pairwise(ordered):
            if first.variable == second.variable:
                raise InputError(
                    f"a rule has two literals on {first.variable!r}, '{first}' and '{second}'; "
                    "write one, as in 30 < age <= 65"
                )
        object.__setattr__(self, "literals", ordered)

    @classmethod
    def parse(cls, text: str) -> Rule:
        """Read a rule from text, as `str` prints it.

        Parameters
        ----------
        text : str
            Literals joined by ``and``, or ``always`` for the rule without literals.

        Returns
        -------
        Rule

        Raises
        ------
        RuleSyntaxError
            When the text is not a rule; the message says where.

        Examples
        --------
        >>> Rule.parse("(age > 30 or missing) and ward = A").literals[0]
        Interval(variable='age', low=30.0, high=None, missing=True)
        """
        return cls(parse_literals(text))

    @property
    def n_literals(self) -> int:
        """How many literals, one per variable and bound used: ``2 < x <= 7`` counts two."""
        return sum(literal.n_bounds for literal in self.literals)

    @property
    def variables(self) -> tuple[str, ...]:
        """The names of the variables that the rule restricts, sorted."""
        return tuple(literal.variable for literal in self.literals)

    @property
    def parts(self) -> tuple[str, ...]:
        """The literals as text, in brackets where an ``or`` would stand beside an ``and``.

        Examples
        --------
        >>> Rule.parse("(age > 30 or missing) and ward = A").parts
        ('(age > 30 or missing)', 'ward = A')
        """
        alone = len(self.literals) < 2
        return tuple(
            str(literal) if alone or not getattr(literal, "missing", False) else f"({literal})"
            for literal in self.literals
        )

    @cached_property
    def key(self) -> tuple[int, str]:
        """A sort key that depends on the rule alone: fewest literals first, then its text."""
        return self.n_literals, str(self)

    def covers(self, columns: Columns) -> NDArray[np.bool_]:
        """Tell which rows of a table the rule covers.

        Parameters
        ----------
        columns : Columns
            The table as plain arrays.

        Returns
        -------
        ndarray of bool, shape (n_rows,)
        """
        covered = np.ones(columns.n_rows, dtype=np.bool_)
        for literal in self.literals:
            index = columns.schema.index(literal.variable)
            covered &= literal.covers(columns.values[index], columns.schema.columns[index])
        return covered

    def __str__(self) -> str:
        """Return the rule as text, which `parse` reads back as an equal rule."""
        return " and ".join(self.parts) or "always"

    def _repr_html_(self) -> str:
        """Return the rule as HTML, for a notebook."""
        # Imported here: HTML is made of rules, and only a notebook needs it.
        from turs.model.html import rule_html

        return rule_html(self)

    def __repr__(self) -> str:
        """Return the call that makes this rule."""
        return f"Rule.parse({str(self)!r})"


def _checked(literals: object) -> list[Literal]:
    if isinstance(literals, str):
        raise InputTypeError(f"a rule is made of literals; to read {literals!r}, use Rule.parse")
    if not isinstance(literals, Iterable):
        raise InputTypeError(f"a rule is made of a list of literals, not of {literals!r}")
    checked = list(literals)
    for literal in checked:
        if not isinstance(literal, Interval | Levels | Missing):
            raise InputTypeError(
                f"a rule is made of Interval, Levels and Missing literals, not of {literal!r}"
            )
    return checked
