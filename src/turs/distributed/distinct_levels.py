"""Summarise the levels of a categorical column, and the orders that its parts give them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from itertools import combinations, pairwise
from typing import Any, TypeAlias

from turs.distributed.distinct_numbers import MOST_DISTINCT
from turs.exceptions import ColumnError
from turs.table import Level
from turs.table.refusal import shown

Order: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class DistinctLevels:
    """Hold the levels that occur in a column, all strings, all numbers or all booleans.

    Parameters
    ----------
    levels : tuple of str, int, float or bool
        Sorted; at most `MOST_DISTINCT`, which is more than a column may have.
    complete : bool
        Whether they are all; otherwise they are the first.
    orders : mapping of tuple to int
        For an ordered category each order that was found, and the first partition that has it.
        An order also lists levels that do not occur.
    """

    levels: tuple[Level, ...]
    complete: bool = True
    orders: Mapping[Order, int] = field(default_factory=dict)


def distinct_levels(
    levels: Iterable[Level], orders: Mapping[Order, int], *, complete: bool = True
) -> DistinctLevels:
    """Keep the levels of a column, as far as so many can be used.

    Parameters
    ----------
    levels : iterable of str, int, float or bool
        All of one sort, each once.
    orders : mapping of tuple to int
        As in `DistinctLevels`.
    complete : bool, default=True
        Whether these are all levels of the column.

    Returns
    -------
    DistinctLevels
        The levels, or the first of them.
    """
    kept = sorted(levels)
    complete = complete and len(kept) <= MOST_DISTINCT
    return DistinctLevels(tuple(kept[:MOST_DISTINCT]), complete, orders)


def merge_levels(parts: Sequence[DistinctLevels]) -> DistinctLevels:
    """Merge what is known of the parts of a column.

    Parameters
    ----------
    parts : sequence of DistinctLevels
        One or more, in any order, with levels of one sort.

    Returns
    -------
    DistinctLevels
        What is known of the whole column.
    """
    levels = {level for part in parts for level in part.levels}
    orders: dict[Order, int] = {}
    for part in parts:
        for order, place in part.orders.items():
            orders[order] = min(place, orders.get(order, place))
    return distinct_levels(levels, orders, complete=all(part.complete for part in parts))


def agreed_order(name: str, found: DistinctLevels) -> Order:
    """Find the one order of the levels that all parts of an ordered category agree on.

    Parameters
    ----------
    name : str
        The name of the column, for errors.
    found : DistinctLevels
        The levels that occur, and their orders.

    Returns
    -------
    tuple
        The levels that occur, in order.

    Raises
    ------
    ColumnError
        If two orders contradict each other, or do not say which of two levels comes first.

    Examples
    --------
    >>> orders = {("low", "mid"): 0, ("mid", "high", "top"): 1}
    >>> agreed_order("stage", DistinctLevels(("high", "low", "mid"), True, orders))
    ('low', 'mid', 'high')
    """
    chains = _chains(found)
    sorter: TopologicalSorter[Any] = TopologicalSorter(dict.fromkeys(found.levels, ()))
    for chain in chains:
        for low, high in pairwise(chain):
            sorter.add(high, low)
    try:
        sorter.prepare()
    except CycleError:
        raise _contradiction(name, chains) from None
    order: list[Any] = []
    while sorter.is_active():
        first, *others = sorter.get_ready()
        if others:
            raise _undecided(name, [first, *others])
        order.append(first)
        sorter.done(first)
    return tuple(order)


def _chains(found: DistinctLevels) -> dict[Order, int]:
    """Return the orders of the levels that occur, those of the first partitions first."""
    occurring = set(found.levels)
    chains: dict[Order, int] = {}
    for order, place in sorted(found.orders.items(), key=lambda item: item[1]):
        chains.setdefault(tuple(level for level in order if level in occurring), place)
    return chains


def _contradiction(name: str, chains: Mapping[Order, int]) -> ColumnError:
    for (one, one_place), (other, other_place) in combinations(chains.items(), 2):
        pair = _swapped(one, other)
        if pair is not None:
            low, high = map(shown, pair)
            return _order_error(
                name,
                f"{low} comes before {high} in partition {one_place} "
                f"and after it in partition {other_place}",
            )
    # Of three or more orders each two may agree: a before b, b before c, and c before a.
    return _order_error(name, "together they go in a circle")


def _swapped(one: Order, other: Order) -> tuple[Any, Any] | None:
    """Find two levels that come one way round in one order and the other way in another."""
    position = {level: index for index, level in enumerate(one)}
    shared = [level for level in other if level in position]
    pairs = ((low, high) for high, low in pairwise(shared) if position[low] < position[high])
    return next(pairs, None)


def _undecided(name: str, levels: Collection[Any]) -> ColumnError:
    one, other, *_ = sorted(map(shown, levels))
    return _order_error(name, f"none says whether {one} or {other} comes first")


def _order_error(name: str, why: str) -> ColumnError:
    return ColumnError(
        f"column {name!r} is an ordered category whose orders differ between partitions: {why}; "
        "give it the same levels in the same order in every partition"
    )
