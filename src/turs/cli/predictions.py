"""Chunks of rows in, chunks of rows with their predictions out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import compress
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import numpy as np

from turs.cli.opening import STANDARD
from turs.formats.sql.names import result_names
from turs.tablefile import ReadOptions, TableWriter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from turs.ruleset import RuleSet
    from turs.tablefile import Chunk, Chunks

__all__ = ["Predictions", "writer_for"]

_SEPARATOR = "; "


@dataclass(frozen=True, eq=False)
class Predictions:
    """Add predictions to rows.

    Parameters
    ----------
    rule_set : RuleSet
        The rules.
    smoothing : float or None, default=None
        In place of the smoothing of the rule set.
    only_new : bool, default=False
        Whether to leave out the columns of the file.
    with_rules : bool, default=False
        Whether to add the covering rules.
    """

    rule_set: RuleSet
    smoothing: float | None = None
    only_new: bool = False
    with_rules: bool = False

    def of(self, chunks: Chunks) -> Iterator[dict[str, Any]]:
        """Predict chunk by chunk.

        Parameters
        ----------
        chunks : Chunks
            The rows.

        Yields
        ------
        dict of str to sequence
            The columns of the file as they came, ``probability_<class>`` for each class,
            ``predicted_class``, and ``covering_rules`` if wanted: the names that
            `RuleSet.to_sql` gives. One without rows if the file has none.
        """
        taken = () if self.only_new else chunks.names
        names = self._names(taken)
        empty = True
        for chunk in chunks:
            empty = False
            cells = {} if self.only_new else dict(chunk.cells)
            yield cells | dict(zip(names, self._columns(chunk), strict=True))
        if empty:
            yield {name: [] for name in (*taken, *names)}

    def _names(self, taken: Iterable[str]) -> list[str]:
        wanted = [f"probability_{label}" for label in self.rule_set.classes.tolist()]
        wanted.append("predicted_class")
        return result_names(wanted + ["covering_rules"] * self.with_rules, taken)

    def _columns(self, chunk: Chunk) -> list[Any]:
        probabilities = self.rule_set.predict_proba(chunk.columns, self.smoothing)
        labels = self.rule_set.classes[probabilities.argmax(axis=1)].tolist()
        columns = [*probabilities.T, labels]
        return [*columns, self._rules(chunk)] if self.with_rules else columns

    def _rules(self, chunk: Chunk) -> list[str]:
        covers = self.rule_set.covers(chunk.columns)
        patterns, which = np.unique(covers, axis=0, return_inverse=True)
        texts = [self._text(pattern) for pattern in patterns]
        return [texts[i] for i in which.ravel()]

    def _text(self, pattern: NDArray[np.bool_]) -> str:
        covering = compress(self.rule_set.rules, pattern.tolist())
        return _SEPARATOR.join(sorted(map(str, covering)))


def writer_for(output: str | None, options: ReadOptions) -> TableWriter:
    """Make a writer of predictions, which writes CSV as the rows were written.

    Parameters
    ----------
    output : str or None
        The file; None is standard output.
    options : ReadOptions
        How the rows were read.

    Returns
    -------
    TableWriter
    """
    name = STANDARD if output is None else output
    # The name of a file may say what stands between values.
    tabs = any(suffix.lower() in (".tsv", ".tab") for suffix in PurePath(name).suffixes)
    return TableWriter(name, replace(options, delimiter=None) if tabs else options)
