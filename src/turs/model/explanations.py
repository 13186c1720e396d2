"""Many explanations: a sequence that makes each of them when it is looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, overload

from turs.model.explanation import Explanation

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from turs.model.near import Neighbourhood
    from turs.table.columns import Columns

# Rows that are explained at a time, when all of them are gone through; patterns remembered.
_CHUNK_ROWS = 1024
_MOST_KNOWN = 4096
_SHOWN = 5


class Explanations(Sequence[Explanation]):
    """The explanations of the rows of a table, made one by one when they are asked for.

    So a million rows can be gone through, a row at a time, in the memory of a few; what is
    kept is which rules cover each row.

    Parameters
    ----------
    which : ndarray of int32, shape (n_rows,)
        The pattern of each row: which rules cover it.
    explain_pattern : callable
        From the number of a pattern to its explanation, without a row.
    columns : Columns
        The table.
    neighbourhood : Neighbourhood
        To find the rules nearest to a row that no rule covers.

    Examples
    --------
    >>> from turs import RuleSet
    >>> rule_set = RuleSet.from_rules(["x > 2"], {"x": [1, 2, 3, 4]}, list("aabb"))
    >>> explanations = rule_set.explain({"x": [1, 4]})
    >>> len(explanations), [explanation.prediction for explanation in explanations]
    (2, ['a', 'b'])
    """

    def __init__(
        self,
        which: NDArray[np.int32],
        explain_pattern: Callable[[int], Explanation],
        columns: Columns,
        neighbourhood: Neighbourhood,
    ) -> None:
        self._which = which
        self._explain_pattern = lru_cache(_MOST_KNOWN)(explain_pattern)
        self._columns = columns
        self._neighbourhood = neighbourhood

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self._which)

    @overload
    def __getitem__(self, row: int) -> Explanation: ...
    @overload
    def __getitem__(self, row: slice) -> list[Explanation]: ...
    def __getitem__(self, row: int | slice) -> Explanation | list[Explanation]:
        """Explain one row, or a slice of them."""
        if isinstance(row, int) and not -len(self) <= row < len(self):
            raise IndexError(f"there is no row {row}; the table has {len(self)} rows, from 0")
        rows = range(len(self))[row]
        return self._explained([rows])[0] if isinstance(rows, int) else self._explained(rows)

    def __iter__(self) -> Iterator[Explanation]:
        """Go through the rows, explaining each."""
        for start in range(0, len(self), _CHUNK_ROWS):
            yield from self._explained(range(start, min(start + _CHUNK_ROWS, len(self))))

    def __eq__(self, other: object) -> bool:
        """Tell whether all explanations are equal, one by one."""
        if not isinstance(other, Explanations | list | tuple):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        """Return the first few explanations as text."""
        shown = [str(explanation) for explanation in self[:_SHOWN]]
        rest = len(self) - len(shown)
        more = [f"... and {rest} more {'row' if rest == 1 else 'rows'}"] if rest else []
        return "\n".join([*shown, *more])

    def __repr__(self) -> str:
        """Return a short description."""
        return f"<Explanations of {len(self)} {'row' if len(self) == 1 else 'rows'}>"

    def _repr_html_(self) -> str:
        """Return the first few explanations as HTML, for a notebook."""
        from turs.model.html import explanations_html

        return explanations_html(self)

    def _explained(self, rows: Sequence[int]) -> list[Explanation]:
        made = [replace(self._explain_pattern(int(self._which[row])), row=row) for row in rows]
        left = [i for i, explanation in enumerate(made) if not explanation.speaking]
        near = self._neighbourhood.near(self._columns, [rows[i] for i in left])
        for i, rules in zip(left, near, strict=True):
            made[i] = replace(made[i], near=rules)
        return made
