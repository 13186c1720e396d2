"""What the search may try, and when it must end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

# How they were chosen, and on which data: docs/decisions/007-what-a-rule-costs.md.
_LITERAL_SHARE = 0.15
_SHARE_GROWTH = 0.6

# And these: docs/decisions/010-what-the-forest-tells.md.
_USUALLY_UNSAID = 0.4
_LEAST_FACTOR = 0.3
_MOST_FACTOR = 1.3
_SIMPLE_FACTOR = 2.0
_LEAST_RATIO = 0.8

# Above so many rows classes are blended less, and from twice as many on not at all:
# docs/decisions/009-blended-classes.md.
_FULLY_BLENDED_ROWS = 7_500

# And these: docs/decisions/011-rules-looked-at-again.md.
_REVISED_ROWS = 1_500
_LOOKS = 2

Surrogate = Literal["tree", "cart"] | None
Revise = bool | Literal["auto"]


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
    surrogate : "tree", "cart" or None
        How the uncovered rows of an incomplete set are judged: by a decision tree that is grown
        now and then and pruned for each candidate, by trees grown for each candidate as in the
        paper, or by the else rule.
    surrogate_weight : float
        How much that counts; the rest is the length of the set as it stands.
    joint : bool
        Whether phase 2 grows all candidates in one beam, or each in its own, as in the paper.
    blend : float
        How much of a row is counted, at the most, as what rows like it say its class is: 0 is
        nothing, as in the paper.
    simplicity : float
        How much describing a rule costs: 0 is nothing, as in the paper.
    evidence : float
        Nothing is learned unless some rules pay this share of what describing them takes: 0 is
        nothing, as in the paper.
    min_new_rows : int
        Rows that a rule must be the first to cover.
    slack : float
        Of the sets that grow rule by rule, the last is kept that is longer than the shortest by
        less than this share of its bits, and of those that it saves; 0: the shortest, as in the
        paper.
    patience : int or None
        Stop when so many rules in a row have left the set longer than that; None: as in the
        paper, go on until there is no rule left or the surrogate has nothing to say.
    max_rules : int or None
        Stop after so many rules, and look for better ones that cost more.
    revise : bool or "auto"
        Whether rules are looked at again when all are known: until none changes any more, or,
        "auto", a few times in tables of many rows.
    enumerate_levels : int
        All sets of levels are tried when at most so many levels occur.
    max_set_size : int or None
        The largest set that is tried then.
    least_leaf : int
        Least number of rows in a leaf of the pruned tree.
    leaf_sizes : sequence of int or None
        Least numbers of rows in a leaf of the paper's trees, rising, of which the best counts;
        None: those of the paper's experiments (:func:`paper_leaf_sizes`).
    """

    beam_width: int = 7
    n_candidates: int = 5
    diversity: float = 0.05
    surrogate: Surrogate = "tree"
    surrogate_weight: float = 0.7
    joint: bool = True
    blend: float = 0.4
    simplicity: float = 1.0
    evidence: float = 0.75
    min_new_rows: int = 3
    slack: float = 0.04
    patience: int | None = 6
    max_rules: int | None = None
    revise: Revise = "auto"
    enumerate_levels: int = 8
    max_set_size: int | None = None
    least_leaf: int = 5
    leaf_sizes: Sequence[int] | None = None

    def leaf_sizes_for(self, n_rows: int) -> Sequence[int]:
        """Return the leaf sizes to try on so many rows, in rising order."""
        return paper_leaf_sizes(n_rows) if self.leaf_sizes is None else self.leaf_sizes

    @property
    def asks_forest(self) -> bool:
        """Whether a forest is asked what it knows; the trees of the paper know no shares of rows.

        Examples
        --------
        >>> SearchSettings().asks_forest, SearchSettings(blend=0.0).asks_forest
        (True, False)
        """
        return self.surrogate != "cart" and self.blend > 0.0

    def blend_for(self, n_rows: int) -> float:
        """Return how much of a row of so many is blended, at the most.

        Of many rows chance decides little.

        Examples
        --------
        >>> [SearchSettings(blend=0.4).blend_for(n) for n in (100, 7500, 12000, 15000)]
        [0.4, 0.4, 0.16, 0.0]
        """
        return round(self.blend * min(max(2.0 - n_rows / _FULLY_BLENDED_ROWS, 0.0), 1.0), 3)

    def literal_bits(self, n_rows: int, n_literals: int) -> float:
        """Return what a literal costs, of so many that a rule may begin with.

        Choosing one takes ``log2(n_literals)`` bits. Only a share of them is paid, which grows
        with the table: of few rows little could be said otherwise, and what many rows can tell
        apart soon outgrows what is worth reading.

        Examples
        --------
        >>> [round(SearchSettings().literal_bits(n, 1024), 2) for n in (100, 1000, 10000)]
        [0.38, 1.5, 5.97]
        """
        share: float = _LITERAL_SHARE * self.simplicity * (n_rows / 1000.0) ** _SHARE_GROWTH
        return share * math.log2(max(n_literals, 2))

    def blended_bits(self, literal_bits: float, blend: float) -> float:
        """Return what a literal costs where so much of a row is blended: it gains less, too.

        Examples
        --------
        >>> SearchSettings().blended_bits(2.0, blend=0.19)
        1.8
        """
        return literal_bits * math.sqrt(1.0 - blend)

    def informed_bits(self, literal_bits: float, by_forest: float, by_tree: float) -> float:
        """Return what a literal costs once a forest and a tree were asked.

        Less where the forest leaves little unsaid: there each rule is sure, and more of them are
        worth their price. But where a tree whose splits cost as much as literals leaves no more
        than the forest, there is little to be said, and a literal costs twice as much: what else
        looks sure is chance. And more where both of them leave much.

        Parameters
        ----------
        literal_bits : float
            What it costs otherwise.
        by_forest, by_tree : float
            The share of the bits of the classes that they leave unsaid.

        Examples
        --------
        >>> bits = SearchSettings().informed_bits
        >>> [round(bits(2.0, by_forest, by_tree=1.0), 2) for by_forest in (0.05, 0.3, 1.0)]
        [0.6, 1.5, 2.6]
        >>> [round(bits(2.0, 0.1, by_tree), 2) for by_tree in (0.08, 0.09, 0.1)]
        [4.0, 1.55, 0.6]
        >>> [round(bits(2.0, 0.9, by_tree), 2) for by_tree in (0.3, 0.5, 0.9)]
        [2.0, 2.5, 2.6]
        """
        if by_forest >= _USUALLY_UNSAID:
            noise = max(min(by_forest, by_tree) / _USUALLY_UNSAID, 1.0)
            return literal_bits * min(noise, _MOST_FACTOR)
        factor = max(by_forest / _USUALLY_UNSAID, _LEAST_FACTOR)
        ratio = by_tree / max(by_forest, 0.001)
        part = min(max((ratio - _LEAST_RATIO) / (1.0 - _LEAST_RATIO), 0.0), 1.0)
        return float(literal_bits * factor**part * _SIMPLE_FACTOR ** (1.0 - part))

    def looks_for(self, n_rows: int) -> float:
        """Return how often a rule that so many rows gave may give way to another, at the most.

        Examples
        --------
        >>> [SearchSettings(revise="auto").looks_for(n) for n in (1000, 2000)]
        [0.0, 2.0]
        >>> SearchSettings(revise=True).looks_for(1000)
        inf
        """
        if self.revise == "auto":
            return float(_LOOKS) if n_rows >= _REVISED_ROWS else 0.0
        return math.inf if self.revise else 0.0

    def evidence_bits(self, n_literals: int) -> float:
        """Return what a literal must pay, of so many that tell, for there to be evidence.

        Examples
        --------
        >>> SearchSettings().evidence_bits(1024)
        7.5
        """
        return self.evidence * math.log2(max(n_literals, 2))


def paper_leaf_sizes(n_rows: int) -> Sequence[int]:
    """Return the leaf sizes of the paper's experiments.

    Examples
    --------
    >>> list(paper_leaf_sizes(1000)), list(paper_leaf_sizes(8000))
    ([10, 30, 50, 70, 90], [10, 30, 50, 70])
    """
    return range(10, 110, 20) if n_rows <= 1000 else range(10, max(50, n_rows // 100), 20)
