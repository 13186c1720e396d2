"""Levels merge as sets, and orders into the one that all of them agree on."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turs.distributed.distinct_levels import agreed_order, distinct_levels, merge_levels
from turs.distributed.distinct_numbers import MOST_DISTINCT
from turs.exceptions import ColumnError


def agreed(levels: str, *orders: str) -> str:
    found = distinct_levels(levels, {tuple(order): place for place, order in enumerate(orders)})
    return "".join(agreed_order("c", found))


@pytest.mark.parametrize(
    ("levels", "orders", "order"),
    [
        ("ac", ["cba"], "ca"),
        ("abc", ["cb", "ba"], "cba"),
        ("abc", ["cba", "ca", "c"], "cba"),
        ("a", ["a", "ab"], "a"),
        # b and d, which do not occur, may stand anywhere.
        ("ac", ["badc", "dcb", "acd"], "ac"),
    ],
)
def test_orders_that_agree(levels: str, orders: list[str], order: str) -> None:
    assert agreed(levels, *orders) == order
    assert agreed(levels, *reversed(orders)) == order


@pytest.mark.parametrize(
    ("levels", "orders", "why"),
    [
        ("abc", ["abc", "acb"], "'b' comes before 'c' in partition 0 and after it in partition 1"),
        (
            "abc",
            ["ab", "bc", "ba"],
            "'a' comes before 'b' in partition 0 and after it in partition 2",
        ),
        ("abc", ["ab", "bc", "ca"], "together they go in a circle"),
        ("abc", ["ab", "ac"], "none says whether 'b' or 'c' comes first"),
    ],
)
def test_orders_that_do_not_agree(levels: str, orders: list[str], why: str) -> None:
    with pytest.raises(ColumnError) as error:
        agreed(levels, *orders)
    assert str(error.value) == (
        f"column 'c' is an ordered category whose orders differ between partitions: {why}; "
        "give it the same levels in the same order in every partition"
    )


@given(st.permutations("abcde"), st.lists(st.sets(st.sampled_from("abcde")), max_size=5))
def test_parts_of_one_order_give_it_back(order: list[str], parts: list[set[str]]) -> None:
    chains = ["".join(level for level in order if level in part) for part in parts]
    whole = "".join(order)
    assert agreed(whole, *chains, whole) == whole


@given(st.lists(st.lists(st.sampled_from("abcd"), unique=True), min_size=1, max_size=4))
def test_merging_unites_levels_and_keeps_the_first_place_of_an_order(parts: list[Any]) -> None:
    found = merge_levels(
        [distinct_levels(part, {tuple(part): place}) for place, part in enumerate(parts)][::-1]
    )
    assert found.levels == tuple(sorted({level for part in parts for level in part}))
    assert found.orders == {tuple(part): parts.index(part) for part in parts}
    assert found.complete


def test_of_too_many_levels_the_first_are_kept() -> None:
    half = MOST_DISTINCT // 2
    first, last = distinct_levels(range(half), {}), distinct_levels(range(half, 2 * half + 1), {})
    assert first.complete and last.complete
    found = merge_levels([last, first])
    assert not found.complete
    assert found.levels == tuple(range(MOST_DISTINCT))
    assert not merge_levels([found, first]).complete
