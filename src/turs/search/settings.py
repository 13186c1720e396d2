"""What the search may try, and when it must end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Surrogate = Literal["tree"] | None


@dataclass(frozen=True)
class SearchSettings:
    """The parameters of the search, under the names that the estimator gives them.

    Attributes
    ----------
    beam_width : int
        Rules kept at each step of a beam (w in the paper).
    n_candidates : int
        Rules of phase 1 that phase 2 grows further (m).
    diversity : float
        Two rules of a beam may not be more alike than ``1 - diversity`` (alpha).
    surrogate : "tree" or None
        How the uncovered rows of an incomplete set are judged: by a decision tree, or by the
        else rule.
    max_rules : int or None
        Stop after so many rules.
    enumerate_levels : int
        All sets of levels are tried when at most so many levels occur.
    max_set_size : int or None
        The largest set that is tried then.
    leaf_sizes : sequence of int or None
        Least numbers of rows in a leaf of the surrogate tree, rising, of which the best counts;
        None: those of the paper's experiments (:func:`paper_leaf_sizes`).
    """

    beam_width: int = 5
    n_candidates: int = 5
    diversity: float = 0.05
    surrogate: Surrogate = "tree"
    max_rules: int | None = None
    enumerate_levels: int = 8
    max_set_size: int | None = None
    leaf_sizes: Sequence[int] | None = None

    def leaf_sizes_for(self, n_rows: int) -> Sequence[int]:
        """Return the leaf sizes to try on so many rows, in rising order."""
        return paper_leaf_sizes(n_rows) if self.leaf_sizes is None else self.leaf_sizes


def paper_leaf_sizes(n_rows: int) -> Sequence[int]:
    """Return the leaf sizes of the paper's experiments.

    Examples
    --------
    >>> list(paper_leaf_sizes(1000)), list(paper_leaf_sizes(8000))
    ([10, 30, 50, 70, 90], [10, 30, 50, 70])
    """
    return range(10, 110, 20) if n_rows <= 1000 else range(10, max(50, n_rows // 100), 20)
