"""Say why rows get what they get, as text for people or as one line of JSON a row."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from turs.exceptions import InputError

if TYPE_CHECKING:
    from turs.model.change import Change
    from turs.model.explanation import Explanation
    from turs.ruleset import RuleSet
    from turs.tablefile import Chunk, Chunks

__all__ = ["Explained", "explain_rows"]

_CHANGE = "would be"


@dataclass(frozen=True, eq=False)
class Explained:
    """Hold the explanation of a row.

    Parameters
    ----------
    explanation : Explanation
        Its row is counted from 1, as people count.
    line : int or None
        Where the row ends in a file of lines.
    changes : tuple of Change or None
        What would give it another class; None if nobody asked.
    """

    explanation: Explanation
    line: int | None = None
    changes: tuple[Change, ...] | None = None

    def to_json(self) -> str:
        """Return the explanation as one line of JSON.

        Returns
        -------
        str
        """
        record: dict[str, Any] = {**self.explanation.to_dict(), "line": self.line}
        if self.changes is not None:
            record["changes"] = [change.to_dict() for change in self.changes]
        return json.dumps(record, ensure_ascii=False, default=str)

    def __str__(self) -> str:
        """Return the explanation in a few lines for a person."""
        lines = [str(self.explanation)]
        if self.changes is not None:
            said = list(map(str, self.changes)) or ["nothing else by other values of one or two"]
            lines += [
                f"  {_CHANGE if i == 0 else 'or':<10} {change}" for i, change in enumerate(said)
            ]
        return "\n".join(lines)


def explain_rows(
    rule_set: RuleSet,
    chunks: Chunks,
    rows: Sequence[int],
    *,
    changes: bool = False,
    smoothing: float | None = None,
) -> Iterator[Explained]:
    """Explain some or all rows, in the order of the file.

    Parameters
    ----------
    rule_set : RuleSet
        The rules.
    chunks : Chunks
        The rows of the file.
    rows : sequence of int
        The numbers of the rows to explain, from 1; none is all.
    changes : bool, default=False
        Whether to say what would change the class.
    smoothing : float, optional
        In place of the smoothing of the rule set.

    Yields
    ------
    Explained

    Raises
    ------
    InputError
        If the file has no such row.
    """
    wanted = {row - 1 for row in rows}
    n_rows = 0
    for chunk in chunks:
        n_rows = chunk.first_row + chunk.n_rows
        places = _places(chunk, wanted)
        explanations = rule_set.explain(_chosen(chunk, places), smoothing) if places else ()
        for place, explanation in zip(places, explanations, strict=True):
            yield Explained(
                replace(explanation, row=chunk.first_row + place + 1),
                None if chunk.lines is None else int(chunk.lines[place]),
                _changes(rule_set, chunk, place, smoothing) if changes else None,
            )
        if wanted and max(wanted) < n_rows:
            return
    beyond = sorted(row + 1 for row in wanted if row >= n_rows)
    if beyond:
        raise InputError(f"{chunks.name} has {n_rows} rows; there is no row {beyond[0]} to explain")


def _places(chunk: Chunk, wanted: set[int]) -> list[int]:
    places = range(chunk.n_rows)
    if not wanted:
        return list(places)
    return [place for place in places if chunk.first_row + place in wanted]


def _chosen(chunk: Chunk, places: Sequence[int]) -> dict[str, Any]:
    if len(places) == chunk.n_rows:
        return dict(chunk.columns)
    return {name: [values[place] for place in places] for name, values in chunk.columns.items()}


def _changes(
    rule_set: RuleSet, chunk: Chunk, place: int, smoothing: float | None
) -> tuple[Change, ...]:
    [found] = rule_set.changes(_chosen(chunk, [place]), smoothing=smoothing)
    return found
