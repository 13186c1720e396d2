"""One rule of a beam, alone."""

from tests.counting.tables import beam_in, counter_of, cover_with
from tests.naive.problems import Column, Settings, Table
from turs.counting import as_integers, one_rule

TABLE = Table(
    [Column(4), Column(2, ordered=False)],
    [[0, 1, 2, 3, 0, 1, 2, 3], [0, 0, 0, 0, 1, 1, 1, 1]],
    [0, 0, 1, 1, 0, 0, 1, 1],
    2,
)
RULES = [{0: 0b0110}, {}, {0: 0b0110, 1: 0b10}]


def test_one_rule_of_a_beam() -> None:
    view = counter_of(TABLE, Settings()).whole
    beam = beam_in(view, *RULES)
    rules = [one_rule(beam, place) for place in range(3)]
    assert [as_integers(rule.masks[0], view.shape) for rule in rules] == RULES
    assert [rule.rows.tolist() for rule in rules] == [[1, 2, 5, 6], [*range(8)], [5, 6]]
    assert [rule.starts.tolist() for rule in rules] == [[0, 4], [0, 8], [0, 2]]
    assert [rule.counts.sum() for rule in rules] == [4, 8, 2]


def test_rows_within_another_view() -> None:
    counter = counter_of(TABLE, Settings())
    rule = one_rule(beam_in(counter.whole, *RULES), 0)
    cover_with(counter, {1: 0b01})  # rows 4 to 7 are left
    uncovered = counter.uncovered.beam_of(rule.masks)
    assert uncovered.masks.tolist() == rule.masks.tolist()
    assert uncovered.rows.tolist() == [1, 2]  # rows 5 and 6 of all
    assert uncovered.counts.tolist() == [[1, 1]]
    again = counter.whole.beam_of(uncovered.masks)
    assert again.rows.tolist() == [1, 2, 5, 6]
    assert again.counts.tolist() == [[1, 1, 1, 1]]  # covered by class, uncovered by class
