"""Find the smallest changes of one or two values that would give a row another class.

The rules alone say where to look. A value matters by its atom, so each column has a few
alternatives, and the rules that cover a changed row are those that all its atoms leave open.
"""

from __future__ import annotations

import numbers
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np

from turs.exceptions import ColumnError, InputError, InputTypeError
from turs.model.alternatives import Alternative, Choice
from turs.model.change import Change
from turs.model.labels import plain_labels
from turs.model.near import failure
from turs.model.patterns import as_integers, from_integer, pack
from turs.table.schema import listed

if TYPE_CHECKING:
    from typing import Any

    from turs.model.prediction import Predictor
    from turs.table.columns import Columns
    from turs.table.schema import Schema

    Combination = tuple[Alternative, ...]

# Patterns whose classes are found at a time: bounds the memory.
_BLOCK_PATTERNS = 4096


@dataclass(frozen=True, eq=False)
class ChangeFinder:
    """Find the smallest changes that would give rows another class.

    Parameters
    ----------
    predictor : Predictor
        Of the rule set.
    smoothing : float
        As for the prediction.
    keep : collection of str, default=()
        Names of columns whose values cannot change.
    """

    predictor: Predictor
    smoothing: float
    keep: Collection[str] = ()

    def find(self, columns: Columns, row: int, most: int) -> tuple[Change, ...]:
        """Return the smallest changes of a row, for each class that can be reached.

        Parameters
        ----------
        columns : Columns
            A table.
        row : int
            A position in it.
        most : int
            The largest number of changes for each class.

        Returns
        -------
        tuple of Change
            Smallest first. Two values change only for a class that one does not reach.
        """
        place = _Place(self, columns, row)
        now = self._classes([place.pattern])[place.pattern][0]
        singles = place.singles()
        found = self._best(place, singles, {now}, most)
        reached = {now, *(code for code, _ in found)}
        if len(reached) < len(self.predictor.data.classes):
            known = {place.pattern, *(pattern for pattern, _ in singles)}
            found += self._best(place, place.pairs(known), reached, most)
        changes = [change for _, change in found]
        return tuple(sorted(changes, key=lambda change: (change.size, -change.probability)))

    def _best(
        self,
        place: _Place,
        candidates: Iterable[tuple[int, Combination]],
        reached: set[int],
        most: int,
    ) -> list[tuple[int, Change]]:
        """Keep the smallest changes to each class that is not reached yet."""
        by_pattern: dict[int, list[Combination]] = {}
        for pattern, combination in candidates:
            by_pattern.setdefault(pattern, []).append(combination)
        by_class: dict[int, list[tuple[float, Combination]]] = {}
        for pattern, (code, probability) in self._classes(list(by_pattern)).items():
            if code not in reached:
                scored = [(probability, one) for one in by_pattern[pattern]]
                by_class.setdefault(code, []).extend(scored)
        return [
            (code, self._change(place, code, probability, combination))
            for code, scored in sorted(by_class.items())
            for probability, combination in sorted(scored, key=_size)[:most]
        ]

    def _classes(self, patterns: list[int]) -> dict[int, tuple[int, float]]:
        """Return the class of each pattern and its probability."""
        found: dict[int, tuple[int, float]] = {}
        n_rules = len(self.predictor.data.rules)
        for start in range(0, len(patterns), _BLOCK_PATTERNS):
            block = patterns[start : start + _BLOCK_PATTERNS]
            covers = np.array([from_integer(pattern, n_rules) for pattern in block])
            estimates = self.predictor.estimate_patterns(covers, self.smoothing)
            best = zip(
                estimates.argmax(axis=1).tolist(), estimates.max(axis=1).tolist(), strict=True
            )
            found.update(zip(block, best, strict=True))
        return found

    def _change(
        self, place: _Place, code: int, probability: float, combination: Combination
    ) -> Change:
        columns, row = place.columns, place.row
        now = [
            failure(
                one.literal, columns.values[one.column][row], columns.schema.columns[one.column]
            )
            for one in combination
        ]
        n_steps = sum(one.n_steps for one in combination)
        return Change(tuple(now), self._labels[code], probability, n_steps)

    @cached_property
    def _labels(self) -> list[Any]:
        return plain_labels(self.predictor.data.classes)

    @cached_property
    def left_open(self) -> list[list[int]]:
        """The rules that each atom of each column that is asked leaves open, as bits."""
        return [as_integers(pack(atoms.open)) for _, atoms in self.predictor.plan.asked]


class _Place:
    """Where a row is: the atoms of its values, and what they leave open."""

    def __init__(self, finder: ChangeFinder, columns: Columns, row: int) -> None:
        self.columns, self.row = columns, row
        self._all = (1 << len(finder.predictor.data.rules)) - 1
        self._choices: list[Choice] = []
        asked = finder.predictor.plan.asked
        for (position, atoms), left_open in zip(asked, finder.left_open, strict=True):
            atom = int(atoms.find(columns.values[position][row : row + 1])[0]) % len(left_open)
            column = columns.schema.columns[position]
            self._choices.append(Choice(column, position, atoms.cuts, left_open, atom))
        self._free = [
            i for i, one in enumerate(self._choices) if one.column.name not in finder.keep
        ]

    @property
    def pattern(self) -> int:
        """The rules that cover the row as it is."""
        return self._without()

    def singles(self) -> list[tuple[int, Combination]]:
        """Return the changes of one value, each with the rules that would cover the row."""
        return [
            (one.open, (one,))
            for i in self._free
            for one in self._choices[i].alternatives(self._without(i))
        ]

    def pairs(self, known: set[int]) -> Iterator[tuple[int, Combination]]:
        """Yield the changes of two values, but those that one value or none would do as well."""
        for i, j in combinations(self._free, 2):
            rest = self._without(i, j)
            firsts = self._choices[i].alternatives(rest)
            seconds = self._choices[j].alternatives(rest)
            for first, second in product(firsts, seconds):
                pattern = first.open & second.open
                if pattern not in known:
                    yield pattern, (first, second)

    def _without(self, *left_out: int) -> int:
        pattern = self._all
        for i, choice in enumerate(self._choices):
            if i not in left_out:
                pattern &= choice.now_open
        return pattern


def _size(scored: tuple[float, Combination]) -> tuple[int, float, list[str]]:
    probability, combination = scored
    texts = [str(one.literal) for one in combination]
    return sum(one.n_steps for one in combination), -probability, texts


def known_columns(names: object, schema: Schema) -> frozenset[str]:
    """Return the names of columns as a set, and refuse one that the schema does not have."""
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise InputTypeError(f"the columns to keep must be a list of names, not {names!r}")
    kept = list(names)
    for name in kept:
        if name not in schema.names:
            raise ColumnError(
                f"cannot keep {name!r}: there is no such column; {listed(schema.names)}"
            )
    return frozenset(kept)


def check_most(most: object) -> None:
    """Refuse a number of changes that is not a whole number of 1 or more."""
    if isinstance(most, bool) or not isinstance(most, numbers.Integral) or most < 1:
        raise InputError(f"the largest number of changes must be 1 or more, not {most!r}")
