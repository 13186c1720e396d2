"""The plan: what is written, for which database, and the names that the query uses for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from turs.formats.sql.dialects import identifier
from turs.formats.sql.layout import indented
from turs.formats.sql.masks import Masks
from turs.formats.sql.names import free_prefix
from turs.model.labels import plain_labels

if TYPE_CHECKING:
    from turs.formats.sql.dialects import Dialect
    from turs.model.contents import RuleSetData

# What is read more than once, or once for each row, must not be computed each time.
_MATERIALIZED = frozenset({"rows", "groups", "answers"})


@dataclass(frozen=True, eq=False)
class Plan:
    """Say what a query is made from, and name its parts.

    Parameters
    ----------
    masks : Masks
        The rule set.
    dialect : Dialect
        The database.
    table : tuple of str
        The name of the table, after those of what it is in.
    smoothing : float
        How counts become probabilities.
    """

    masks: Masks
    dialect: Dialect
    table: tuple[str, ...]
    smoothing: float

    @property
    def data(self) -> RuleSetData:
        """The rule set."""
        return self.masks.data

    @cached_property
    def labels(self) -> list[Any]:
        """The class labels, in order."""
        return plain_labels(self.data.classes)

    def name(self, name: str) -> str:
        """Return a name that no column of the table has."""
        return self._prefix + name

    def words(self, name: str) -> list[str]:
        """Return a name for each word of a mask."""
        return [self.name(f"{name}_{word}") for word in range(1, self.masks.n_words + 1)]

    def classes(self, name: str) -> list[str]:
        """Return a name for each class."""
        return [self.name(f"{name}_{number}") for number in range(1, len(self.labels) + 1)]

    def listed(self, name: str) -> str:
        """Return the names of the words of a mask in one line."""
        return ", ".join(self.words(name))

    def covered_by(self, rule: int) -> str:
        """Return the condition that a pattern has a rule.

        Parameters
        ----------
        rule : int
            A position in the rules of `masks`.

        Returns
        -------
        str
        """
        word, bit = self.masks.place(rule)
        return f"({self.words('cover')[word]} & {bit}) <> 0"

    def from_table(self) -> list[str]:
        """Return the line that reads the table."""
        return [f"FROM {'.'.join(map(identifier, self.table))} AS {self.name('table')}"]

    def part(
        self, name: str, comment: str, select: Sequence[str], columns: Sequence[str] = ()
    ) -> list[str]:
        """Return a common table expression.

        Parameters
        ----------
        name : str
            Its name.
        comment : str
            What it is, without a line break.
        select : sequence of str
            The lines inside it.
        columns : sequence of str, optional
            The names of its columns, where `select` does not give them.

        Returns
        -------
        list of str
        """
        named = f"{self.name(name)} ({', '.join(columns)})" if columns else self.name(name)
        kept = "MATERIALIZED " if name in _MATERIALIZED else ""
        return [f"-- {comment}", f"{named} AS {kept}(", *indented(select), ")"]

    @cached_property
    def _prefix(self) -> str:
        return free_prefix([*self.table, *self.data.schema.names])
