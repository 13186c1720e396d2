"""Prediction: rows to patterns, patterns to counts, counts to probabilities and explanations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from turs.model.covers import CoverPlan
from turs.model.explanation import Explanation
from turs.model.groups import Groups
from turs.model.labels import plain_labels
from turs.model.patterns import distinct_rows, pack, unpack
from turs.model.probability import probabilities

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from turs.model.contents import RuleSetData
    from turs.model.explanation import Source
    from turs.model.rule import Rule
    from turs.table.columns import Columns

    Bools = NDArray[np.bool_]

# Rows whose covers are computed at a time, and the most booleans that this may take.
_CHUNK_ROWS = 16_384
_CHUNK_ENTRIES = 16_000_000


@dataclass(frozen=True, eq=False)
class Assigned:
    """The distinct patterns of a table, and which of them each row has."""

    patterns: Bools
    which: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Predictor:
    """Predict with a rule set.

    Parameters
    ----------
    data : RuleSetData
        The rule set. Nothing else is needed: no training rows, no learner.
    """

    data: RuleSetData

    def covers(self, columns: Columns) -> Bools:
        """Tell which rules cover which rows, shape (n_rows, n_rules)."""
        covers = np.empty((columns.n_rows, len(self.data.rules)), dtype=np.bool_)
        for start, stop in self._chunks(columns.n_rows):
            covers[start:stop] = self._plan.covers(columns, start, stop).T
        return covers

    def predict_proba(self, columns: Columns, smoothing: float) -> NDArray[np.float64]:
        """Return class probabilities, shape (n_rows, n_classes)."""
        assigned = self._assign(columns)
        return self._probabilities(assigned.patterns, smoothing)[assigned.which]

    def predict_codes(self, columns: Columns, smoothing: float) -> NDArray[np.intp]:
        """Return the index of the most probable class of each row; of equals, the first."""
        assigned = self._assign(columns)
        codes: NDArray[np.intp] = self._probabilities(assigned.patterns, smoothing).argmax(axis=1)
        return codes[assigned.which]

    def explain(self, columns: Columns, smoothing: float) -> list[Explanation]:
        """Return one explanation a row."""
        assigned = self._assign(columns)
        made = self._explanations(assigned.patterns, smoothing)
        return [replace(made[which], row=row) for row, which in enumerate(assigned.which.tolist())]

    @cached_property
    def groups(self) -> Groups:
        """Which rules speak where several cover."""
        return Groups(self.data.cells, self.data.rules)

    @cached_property
    def _plan(self) -> CoverPlan:
        return CoverPlan.of(self.data.rules, self.data.schema)

    def _assign(self, columns: Columns) -> Assigned:
        which = np.empty(columns.n_rows, dtype=np.int32)
        known: dict[bytes, int] = {}
        for start, stop in self._chunks(columns.n_rows):
            words = pack(self._plan.covers(columns, start, stop))
            distinct = distinct_rows(words)
            numbers = [known.setdefault(row.tobytes(), len(known)) for row in words[distinct.first]]
            which[start:stop] = np.array(numbers, dtype=np.int32)[distinct.which]
        n_rules = len(self.data.rules)
        n_words = max(1, -(-n_rules // 64))
        packed = np.frombuffer(b"".join(known), dtype=np.uint64).reshape(-1, n_words)
        return Assigned(unpack(packed, n_rules), which)

    def _chunks(self, n_rows: int) -> Iterator[tuple[int, int]]:
        step = max(1, min(_CHUNK_ROWS, _CHUNK_ENTRIES // max(1, len(self.data.rules))))
        for start in range(0, n_rows, step):
            yield start, min(start + step, n_rows)

    def _probabilities(self, patterns: Bools, smoothing: float) -> NDArray[np.float64]:
        # In blocks: patterns are few as a rule, but nothing keeps them from being as many as rows.
        blocks = [
            self.groups.counts(self.groups.speaking(patterns[start : start + _CHUNK_ROWS]))
            for start in range(0, max(1, len(patterns)), _CHUNK_ROWS)
        ]
        counts = blocks[0] if len(blocks) == 1 else np.concatenate(blocks)
        return probabilities(counts, self.data.cells.total_counts, smoothing)

    def _explanations(self, patterns: Bools, smoothing: float) -> list[Explanation]:
        speaking = self.groups.speaking(patterns)
        counts = self.groups.counts(speaking)
        estimates = probabilities(counts, self.data.cells.total_counts, smoothing)
        classes = tuple(plain_labels(self.data.classes))
        return [
            Explanation(
                probabilities=tuple(estimates[i].tolist()),
                classes=classes,
                covering=self._sorted(patterns[i]),
                speaking=self._sorted(speaking[i]),
                set_aside=self._set_aside(patterns[i], speaking[i]),
                counts=tuple(counts[i].tolist()),
                source=self._source(speaking[i]),
                row=0,
            )
            for i in range(len(patterns))
        ]

    def _sorted(self, chosen: Bools) -> tuple[Rule, ...]:
        rules = [self.data.rules[i] for i in np.flatnonzero(chosen)]
        return tuple(sorted(rules, key=lambda rule: rule.key))

    def _set_aside(
        self, pattern: Bools, speaking: Bools
    ) -> tuple[tuple[Rule, tuple[Rule, ...]], ...]:
        silent = np.flatnonzero(pattern & ~speaking)
        found = [
            (self.data.rules[i], self._sorted(self.groups.yields[i] & speaking)) for i in silent
        ]
        return tuple(sorted(found, key=lambda pair: pair[0].key))

    def _source(self, speaking: Bools) -> Source:
        n_speaking = int(speaking.sum())
        if n_speaking:
            return "rule" if n_speaking == 1 else "union"
        return "else" if self.groups.has_else_rows else "else (all rows)"
