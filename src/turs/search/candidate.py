"""A rule while it grows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from turs.counting import Cover, View

Masks = Mapping[int, int]


@dataclass(frozen=True)
class Candidate:
    """A rule in the language of codes, with its rows.

    Attributes
    ----------
    masks : mapping of int to int
        For each restricted column the bitset of codes that it allows.
    cover : Cover
        Its rows, within the view in which it grows.
    """

    masks: Masks
    cover: Cover

    @classmethod
    def empty(cls, view: View) -> Candidate:
        """Return the rule without literals."""
        return cls({}, view.everything())

    def within(self, view: View) -> Candidate:
        """Return the same rule, with its rows in another view."""
        cover = view.everything()
        for column, mask in self.masks.items():
            cover = view.restrict(cover, column, mask)
        return Candidate(self.masks, cover)

    def narrowed(self, view: View, column: int, mask: int) -> Candidate:
        """Return the rule with a further restriction of one column."""
        mask &= self.masks.get(column, -1)
        return Candidate({**self.masks, column: mask}, view.restrict(self.cover, column, mask))
