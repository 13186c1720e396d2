"""Rules while they grow."""

from tests.counting.tables import counter_of, cover_with, rows_of
from tests.naive.problems import Column, Settings, Table
from turs.search.candidate import Candidate

TABLE = Table(
    [Column(4), Column(2, ordered=False)],
    [[0, 1, 2, 3, 0, 1, 2, 3], [0, 0, 0, 0, 1, 1, 1, 1]],
    [0, 0, 1, 1, 0, 0, 1, 1],
    2,
)


def test_literals_narrow() -> None:
    view = counter_of(TABLE, Settings()).whole
    empty = Candidate.empty(view)
    assert (empty.masks, rows_of(empty.cover)) == ({}, frozenset(range(8)))
    above = empty.narrowed(view, 0, 0b1110)
    middle = above.narrowed(view, 0, 0b0111)
    corner = middle.narrowed(view, 1, 0b10)
    assert (middle.masks, rows_of(middle.cover)) == ({0: 0b0110}, {1, 2, 5, 6})
    assert (corner.masks, rows_of(corner.cover)) == ({0: 0b0110, 1: 0b10}, {5, 6})
    assert empty.masks == {}


def test_rows_within_another_view() -> None:
    counter = counter_of(TABLE, Settings())
    rule = Candidate.empty(counter.whole).narrowed(counter.whole, 0, 0b0110)
    cover_with(counter, {1: 0b01})  # rows 4 to 7 are left
    uncovered = rule.within(counter.uncovered)
    assert uncovered.masks == rule.masks
    assert rows_of(uncovered.cover) == {1, 2}  # rows 5 and 6 of all
    assert uncovered.cover.counts.tolist() == [1, 1]
    again = uncovered.within(counter.whole)
    assert rows_of(again.cover) == {1, 2, 5, 6}
    assert again.cover.counts.tolist() == [1, 1, 1, 1]  # covered by class, uncovered by class
