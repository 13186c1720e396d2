"""The contents of a rule set: all that is saved, and all that a format needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from turs.exceptions import ColumnError, InputError, InputTypeError
from turs.model.cells import CellTable
from turs.model.labels import check_labels
from turs.model.literal import Interval, Levels, Missing
from turs.model.possible import find_impossible_cell
from turs.model.probability import check_smoothing
from turs.model.rule import Rule
from turs.table.refusal import shown

if TYPE_CHECKING:
    from typing import TypeAlias

    from numpy.typing import NDArray

    from turs.model.literal import Literal
    from turs.table.schema import Schema

    JSON: TypeAlias = "str | int | float | bool | list[JSON] | dict[str, JSON] | None"


@dataclass(frozen=True)
class Origin:
    """Say what produced a rule set.

    Parameters
    ----------
    version : str
        The version of the library.
    parameters : mapping of str to JSON values
        The parameters that it was called with.
    n_rows : int
        The number of training rows.
    stopped : str or None, default=None
        Why the search ended, when there was one.
    edits : tuple of str, default=()
        What was changed since, in order, as in "without age > 30".
    """

    version: str
    parameters: Mapping[str, JSON] = field(default_factory=dict)
    n_rows: int = 0
    stopped: str | None = None
    edits: tuple[str, ...] = ()

    def with_edit(self, edit: str) -> Origin:
        """Return a copy that speaks of one more change.

        Parameters
        ----------
        edit : str
            What was changed.

        Returns
        -------
        Origin
        """
        return replace(self, edits=(*self.edits, edit))


@dataclass(frozen=True, eq=False)
class RuleSetData:
    """Hold a rule set as plain data, and refuse what contradicts itself.

    Parameters
    ----------
    schema : Schema
        The columns of the training table.
    classes : ndarray, shape (n_classes,)
        The class labels, in the order of the counts.
    rules : tuple of Rule
        No two alike. Their order means nothing but the order of ``cells.members``.
    cells : CellTable
        The training rows.
    smoothing : float, default=0.0
        How counts become probabilities, unless prediction is asked for another way.
    origin : Origin or None, default=None
        What produced the rule set, when it is known.
    """

    schema: Schema
    classes: NDArray[Any]
    rules: tuple[Rule, ...]
    cells: CellTable
    smoothing: float = 0.0
    origin: Origin | None = None

    def __post_init__(self) -> None:
        """Check that the parts agree with each other."""
        classes = np.array(self.classes)
        check_labels(classes)
        classes.flags.writeable = False
        object.__setattr__(self, "classes", classes)
        object.__setattr__(self, "rules", tuple(self.rules))
        object.__setattr__(self, "smoothing", check_smoothing(self.smoothing))
        check_rules(self.rules, self.schema)
        self._check_cells()

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Unpickle; an array comes back writeable, and is made read-only again."""
        self.__dict__.update(state)
        self.classes.flags.writeable = False

    @property
    def n_rows(self) -> int:
        """The number of training rows."""
        return self.cells.n_rows

    def _check_cells(self) -> None:
        shape = (self.cells.n_rules, self.cells.n_classes)
        if shape != (len(self.rules), len(self.classes)):
            raise InputError(
                f"the cells are of {shape[0]} rules and {shape[1]} classes, but the rule set has "
                f"{len(self.rules)} rules and {len(self.classes)} classes"
            )
        problem = find_impossible_cell(self.rules, self.schema, self.cells.members)
        if problem is not None:
            raise InputError(f"cell {problem[0]} contradicts the rules: {problem[1]}")
        if self.origin is not None and self.origin.n_rows != self.n_rows:
            raise InputError(
                f"the origin speaks of {self.origin.n_rows} rows, but the cells hold {self.n_rows}"
            )


def check_rules(rules: Iterable[Rule], schema: Schema) -> None:
    """Refuse rules that do not suit the columns, and a rule that occurs twice.

    Parameters
    ----------
    rules : iterable of Rule
        The rules of one set.
    schema : Schema
        The columns that they speak of.

    Raises
    ------
    InputError
        In one sentence, with the rule.
    """
    seen: set[Rule] = set()
    for rule in rules:
        if not isinstance(rule, Rule):
            raise _not_a_rule(rule)
        if rule in seen:
            raise InputError(f"the rule '{rule}' occurs twice; once is enough")
        seen.add(rule)
        for literal in rule.literals:
            check_literal(literal, schema)


def _not_a_rule(value: object) -> InputTypeError:
    if isinstance(value, Interval | Levels | Missing):
        return InputTypeError(
            f"a rule set is made of rules, not of the literal '{value}'; use Rule([{value!r}])"
        )
    return InputTypeError(f"a rule set is made of rules, not of {shown(value)}")


def check_literal(literal: Literal, schema: Schema) -> None:
    """Refuse a literal that names no column, or one of another kind."""
    columns = {column.name: column for column in schema.columns}
    if literal.variable not in columns:
        raise ColumnError(
            f"the literal '{literal}' names no column of the table; {_guess(literal, schema)}"
        )
    literal.check(columns[literal.variable])


def _guess(literal: Literal, schema: Schema) -> str:
    # Imported here: only a mistake needs it.
    from difflib import get_close_matches

    near = get_close_matches(literal.variable, schema.names, n=1)
    if near:
        return f"did you mean {near[0]!r}?"
    few = ", ".join(map(repr, schema.names[:8])) + (", ..." if len(schema) > 8 else "")
    return f"its columns are {few}"
