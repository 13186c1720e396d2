"""Cells without one of their rules, against lengths and groups counted again from the rows."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.naive.lengths import class_counts, covered_ticks, set_ticks, speaking_covers
from tests.naive.tree import Rows
from tests.search.test_partition import (
    Growing,
    any_cover,
    labels,
    ranges,
    training_of,
    with_new_rows,
)
from turs.search.partition import Partition, members_of


def facts_of(partition: Partition) -> list[object]:
    """Return all that a partition holds."""
    arrays = [partition.counts, *partition.rules]
    return [partition.covered_ticks, *(array.tolist() for array in arrays)]


def check_rest(growing: Growing, covers: list[Rows]) -> None:
    """Check what is left when rules were taken out: those have no cover."""
    left = [cover for cover in covers if cover]
    training, partition = growing.training, growing.partition
    members = members_of(partition.rules)
    for row, cell in enumerate(growing.cells):
        assert members[cell].tolist() == [row in cover for cover in covers]
        covering = [cover for cover in left if row in cover]
        if covering:
            union = frozenset().union(*speaking_covers(covering))
            group = partition.rules.group_of[cell]
            assert partition.rules.unions[group].tolist() == list(class_counts(union, training))
        else:
            assert cell == 0
    assert partition.covered_ticks == covered_ticks(left, training)
    assert partition.real_ticks == set_ticks(left, training)


@given(
    st.lists(any_cover, max_size=8) | st.lists(ranges, max_size=8),
    st.lists(st.integers(0, 7) | any_cover | ranges, max_size=8),
    labels,
)
def test_any_rules_taken_out_and_added(
    covers: list[Rows], changes: list[int | Rows], y: list[int]
) -> None:
    growing, covers = Growing(training_of(y, 3)), with_new_rows(covers)
    for cover in covers:
        growing.add(cover)
    for change in changes:
        if not isinstance(change, int):
            if change <= frozenset().union(*covers):
                continue  # the search adds no such rule
            place = covers.index(frozenset()) if frozenset() in covers else len(covers)
            growing.add(change)
            covers = [*covers[:place], change, *covers[place + 1 :]]
        elif change < len(covers) and covers[change]:
            before = growing.partition
            known = facts_of(before)
            growing.take_out(change, covers[change])
            covers = [frozenset() if i == change else cover for i, cover in enumerate(covers)]
            assert facts_of(before) == known
        check_rest(growing, covers)


def test_a_rule_within_another_is_taken_out() -> None:
    growing = Growing(training_of([0, 0, 1, 1, 1, 1], 2))
    covers = [frozenset({0, 1}), frozenset({0, 1, 2, 3}), frozenset({3, 4})]
    for cover in covers:
        growing.add(cover)
    growing.take_out(0, covers[0])
    check_rest(growing, [frozenset(), *covers[1:]])
    growing.take_out(2, covers[2])
    check_rest(growing, [frozenset(), covers[1], frozenset()])
    assert growing.partition.counts[0].tolist() == [0, 2]
    growing.take_out(1, covers[1])
    check_rest(growing, [frozenset()] * 3)
    assert growing.partition.counts[0].tolist() == [2, 4]


@pytest.mark.parametrize("seed", range(3))
def test_more_rules_than_bits_in_a_word_come_and_go(seed: int) -> None:
    random = Random(seed)
    training = training_of(random.choices(range(3), k=150), 3)
    growing = Growing(training)
    covers = [
        # a row of its own, and some or none of the rows before: often exceptions of old rules
        frozenset([row, *random.sample(range(row), k=min(row, random.choice([0, 1, 5, 30])))])
        for row in range(140)
    ]
    for cover in covers:
        growing.add(cover)
    for number in random.sample(range(140), k=12):
        growing.take_out(number, covers[number])
        covers[number] = frozenset()
    check_rest(growing, covers)
    for row in range(140, 150):
        place = covers.index(frozenset())
        covers[place] = frozenset([row, *random.sample(range(140), k=random.choice([1, 40]))])
        growing.add(covers[place])
    check_rest(growing, covers)
