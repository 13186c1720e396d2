"""Prediction: rows to patterns, patterns to counts, counts to probabilities and explanations."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from turs.model.confidence import wilson_intervals
from turs.model.covers import CoverPlan
from turs.model.explanation import Explanation
from turs.model.explanations import Explanations
from turs.model.groups import Groups
from turs.model.labels import plain_labels
from turs.model.near import Neighbourhood
from turs.model.patterns import distinct_rows, from_integer, unpack
from turs.model.probability import added_counts, probabilities

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from turs.model.contents import RuleSetData
    from turs.model.explanation import Source
    from turs.model.rule import Rule
    from turs.table.columns import Columns

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]

_FIRST = np.zeros(1, dtype=np.int32)

# Patterns whose unions are counted at a time, and those of single rows that are remembered.
_BLOCK_PATTERNS = 16_384
_MOST_KNOWN = 4096


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
        return self.plan.covers(columns)

    def predict_proba(self, columns: Columns, smoothing: float) -> Floats:
        """Return class probabilities, shape (n_rows, n_classes)."""
        estimates, which = self._estimates(columns, smoothing)
        return estimates[which]

    def predict_codes(self, columns: Columns, smoothing: float) -> NDArray[np.intp]:
        """Return the index of the most probable class of each row; of equals, the first."""
        estimates, which = self._estimates(columns, smoothing)
        codes: NDArray[np.intp] = estimates.argmax(axis=1)
        return codes[which]

    def explain(self, columns: Columns, smoothing: float) -> Explanations:
        """Return one explanation a row, made when it is looked at."""
        assigned = self._assign(columns)

        def explain_pattern(which: int) -> Explanation:
            return self._explanation(assigned.patterns[which], smoothing)

        return Explanations(assigned.which, explain_pattern, columns, self._neighbourhood)

    @cached_property
    def groups(self) -> Groups:
        """Which rules speak where several cover."""
        return Groups(self.data.cells, self.data.rules)

    @cached_property
    def _neighbourhood(self) -> Neighbourhood:
        has_rows = self.data.cells.rule_counts.sum(axis=1) > 0
        return Neighbourhood(self.data.rules, self.plan, has_rows)

    @cached_property
    def _cover_counts(self) -> dict[Rule, tuple[int, ...]]:
        counts = self.data.cells.rule_counts.tolist()
        return {rule: tuple(row) for rule, row in zip(self.data.rules, counts, strict=True)}

    @cached_property
    def plan(self) -> CoverPlan:
        """The literals of the rules, by column."""
        return CoverPlan.of(self.data.rules, self.data.schema)

    def _estimates(self, columns: Columns, smoothing: float) -> tuple[Floats, NDArray[np.int32]]:
        """Return the probabilities of distinct patterns, and which of them each row has."""
        if columns.n_rows == 1:
            return self._estimate_one(self.plan.pattern_of_one(columns), smoothing), _FIRST
        assigned = self._assign(columns)
        return self.estimate_patterns(assigned.patterns, smoothing), assigned.which

    def _estimate_one(self, pattern: int, smoothing: float) -> Floats:
        """Return the probabilities of a pattern, shape (1, n_classes); it may be known already."""
        estimate = self._known.get((pattern, smoothing))
        if estimate is None:
            patterns = from_integer(pattern, len(self.data.rules))[np.newaxis]
            estimate = self.estimate_patterns(patterns, smoothing)
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[pattern, smoothing] = estimate
        return estimate

    @cached_property
    def _known(self) -> dict[tuple[int, float], Floats]:
        return {}

    def _assign(self, columns: Columns) -> Assigned:
        which = np.empty(columns.n_rows, dtype=np.int32)
        known: dict[bytes, int] = {}
        for rows, patterns in self.plan.patterns(columns):
            distinct = distinct_rows(patterns)
            firsts = patterns[distinct.first]
            numbers = [known.setdefault(row.tobytes(), len(known)) for row in firsts]
            which[rows] = np.array(numbers, dtype=np.int32)[distinct.which]
        n_rules = len(self.data.rules)
        n_words = max(1, -(-n_rules // 64))
        packed = np.frombuffer(b"".join(known), dtype=np.uint64).reshape(-1, n_words)
        return Assigned(unpack(packed, n_rules), which)

    def estimate_patterns(self, patterns: Bools, smoothing: float) -> Floats:
        """Return the class probabilities of rows by the rules that cover them."""
        # In blocks: patterns are few as a rule, but nothing keeps them from being as many as rows.
        blocks = [
            self.groups.counts(self.groups.speaking(patterns[start : start + _BLOCK_PATTERNS]))
            for start in range(0, max(1, len(patterns)), _BLOCK_PATTERNS)
        ]
        counts = blocks[0] if len(blocks) == 1 else np.concatenate(blocks)
        return probabilities(counts, self.data.cells.total_counts, smoothing)

    def _explanation(self, pattern: Bools, smoothing: float) -> Explanation:
        speaking = self.groups.speaking(pattern[np.newaxis])
        counts = self.groups.counts(speaking)
        estimates = probabilities(counts, self.data.cells.total_counts, smoothing)
        covering = self._sorted(pattern)
        return Explanation(
            probabilities=tuple(estimates[0].tolist()),
            classes=tuple(plain_labels(self.data.classes)),
            covering=covering,
            speaking=self._sorted(speaking[0]),
            set_aside=self._set_aside(pattern, speaking[0]),
            counts=tuple(counts[0].tolist()),
            source=self._source(speaking[0]),
            row=0,
            cover_counts=tuple(self._cover_counts[rule] for rule in covering),
            intervals=self._intervals(counts[0], smoothing),
            smoothing=smoothing,
        )

    def _intervals(
        self, counts: NDArray[np.int64], smoothing: float
    ) -> tuple[tuple[float, float], ...]:
        """Return Wilson's intervals of class frequencies, pulled as the probabilities are."""
        n = int(counts.sum())
        added = added_counts(self.data.cells.total_counts, smoothing)[:, np.newaxis]
        ends = (wilson_intervals(counts) * n + added) / (n + smoothing)
        return tuple((low, high) for low, high in ends.tolist())

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
