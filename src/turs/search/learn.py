"""Codes and classes to a rule set: what a word is worth, and as many searches as that takes."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from turs.binning import BinnedTable
from turs.counting import Rows, Shape, Workers, full_masks
from turs.search.canonical import column_order
from turs.search.clock import Clock
from turs.search.description import Description, n_literals, n_telling_literals
from turs.search.given import Given, Tell, tell_nobody
from turs.search.growth import ENDED, Growth, Learned, Observer
from turs.search.partition import Partition
from turs.search.settings import SearchSettings
from turs.search.source import TrainingRows
from turs.search.surrogate import Surrogate

# By how much rules become dearer where there may be no more of them.
_DEARER = 2.0


def learn(
    table: BinnedTable,
    classes: NDArray[np.integer],
    n_classes: int,
    settings: SearchSettings,
    *,
    clock: Clock | None = None,
    n_threads: int = 1,
    observer: Observer | None = None,
    tell: Tell = tell_nobody,
) -> Learned:
    """Learn a rule set from rows in memory.

    Parameters
    ----------
    table : BinnedTable
    classes : int array, shape (n_rows,)
        Class of each row, from 0.
    n_classes : int
    settings : SearchSettings
    clock : Clock, optional
        Ends the search when its limit is reached.
    n_threads : int
        The result does not depend on it.
    observer : callable, optional
        Called with each :class:`Step`; the search ends when it returns True.
    tell : callable, optional
        Called with a few words when rules are looked at again, and when one has changed.

    Returns
    -------
    Learned
    """
    rows = Rows(table, classes, n_classes)
    with Workers(n_threads) as workers:
        return learn_from(
            rows, settings, clock=clock, workers=workers, observer=observer, tell=tell
        )


def learn_from(
    rows: TrainingRows,
    settings: SearchSettings,
    *,
    clock: Clock | None = None,
    workers: Workers | None = None,
    observer: Observer | None = None,
    tell: Tell = tell_nobody,
) -> Learned:
    """Learn a rule set (paper, Algorithm 2) from rows, wherever they are.

    Parameters
    ----------
    rows : TrainingRows
    settings : SearchSettings
    clock : Clock, optional
        Ends the search when its limit is reached.
    workers : Workers, optional
        Threads for what happens here; the result does not depend on them.
    observer : callable, optional
        Called with each :class:`Step`; the search ends when it returns True.
    tell : callable, optional
        Called with a few words when rules are looked at again, and when one has changed.

    Returns
    -------
    Learned

    Notes
    -----
    The best of thousands of literals looks better than it is. So classes are blended with what
    rows that are alike say (:mod:`turs.counting.forest`). That also tells what a literal is worth:
    it costs less where the classes are easy to tell, but not by a small tree.

    It looks a little better than nothing even where there is nothing to learn. So, unless rules
    cost enough anyway, or the forest tells that there is something, a search at a high price
    comes first, with the rows' own classes; where it finds no set that pays, the result is the
    empty set.

    Where there may be only so many rules, the first that are found are seldom the best. So there
    are further searches in which rules cost more, until fewer are found; the shortest set is taken.

    A rule is found when those that follow are not known yet. Who has time may have each of them
    looked at again (:mod:`turs.search.revise`). Where words cost more than usual, they do so a
    second time with a price that begins as usual and is doubled set by set: where each rule is
    dear, not all that is needed may be found. The shorter of both sets is taken.

    The paper's listing would throw away the rule after which the surrogate has nothing left to
    say; here it is kept, and the search ends. Running out of time and Ctrl-C end it as well,
    with the best set so far.
    """
    counts = rows.code_counts()
    canonical = rows.in_order(column_order(rows.columns, counts))
    shape = shape_of(canonical, settings)
    price = settings.literal_bits(rows.n_rows, n_literals(shape))
    class_counts = counts[0].sum(axis=0)
    evidence = settings.evidence_bits(n_telling_literals(shape, class_counts))
    given = Given(canonical, canonical, shape, clock or Clock(), workers or Workers(1), tell)
    blended = canonical
    left_by_tree: Callable[[], float] = partial(_left_by_tree, given, price, settings)
    if settings.asks_forest and evidence <= price:
        # it will be asked, too: an idle thread may grow it while the forest grows
        left_by_tree = given.workers.begin(left_by_tree)
    if settings.asks_forest:
        blended = canonical.with_blend(settings.blend_for(rows.n_rows), given.workers)

    if evidence > max(price, blended.blend.saved_bits) and settings.max_rules != 0:
        trial = Growth(given, evidence, replace(settings, max_rules=None, slack=0.0))
        stopped = trial.run(lambda _: trial.has_paid)
        if not trial.has_paid:
            in_vain = trial.so_far.steps and stopped not in ("time_limit", "interrupted")
            return trial.finish("no evidence" if in_vain else stopped)
    if blended.blend.unsaid is not None:
        price = settings.informed_bits(price, blended.blend.unsaid, left_by_tree())
    price = settings.blended_bits(price, blended.blend.part)
    given = replace(given, blended=blended, shape=shape_of(blended, settings))
    return _learn_few(given, price, settings, observer)


def _learn_few(
    given: Given, literal_bits: float, settings: SearchSettings, observer: Observer | None
) -> Learned:
    """Learn at this price, and at dearer ones as long as there are as many rules as may be."""
    growth = Growth(given, literal_bits, settings)
    stopped = growth.run(observer)
    first = growth.description
    last = best, least = growth.best(stopped, first)
    while growth.is_full and not last[0].was_ended:
        growth = Growth(given, growth.literal_bits * _DEARER, settings)
        last = growth.best(growth.run(observer), first)
        best, least = min((best, least), last, key=itemgetter(1))
    stopped = last[0].trace.stopped  # by whom, too, while rules were looked at again
    n_doublings = _n_doublings(settings)
    if n_doublings and not last[0].was_ended:
        growth = Growth(given, literal_bits / _DEARER**n_doublings, settings)
        stopped = growth.run(observer)
        other = growth.best(stopped, first, n_doublings)
        stopped = other[0].trace.stopped
        best, least = min((best, least), other, key=itemgetter(1))
    if stopped not in ENDED:
        stopped = best.trace.stopped
    trace = replace(best.trace, stopped=stopped, seconds=given.clock.seconds)
    return replace(best, trace=trace)


def _n_doublings(settings: SearchSettings) -> int:
    """Return how often the price is doubled while a second set of rules is revised."""
    if settings.revise is not True or settings.max_rules is not None:
        return 0
    return int(math.log2(max(settings.simplicity, 1.0)))


def _left_by_tree(given: Given, literal_bits: float, settings: SearchSettings) -> float:
    """Return the share of the bits that the surrogate of all rows leaves, at that price.

    The classes are the rows' own.
    """
    rows, ticks = given.rows, given.rows.ticks()
    partition = Partition(rows.class_counts(), ticks)
    description = Description(given.shape, ticks.of_bits(literal_bits))
    counter = rows.counter(given.shape, ticks, given.workers, description.literal_ticks)
    surrogate = Surrogate(counter, partition, description, ticks, settings)
    return surrogate.set_ticks() / max(partition.real_ticks, 1)


def shape_of(rows: TrainingRows, settings: SearchSettings) -> Shape:
    """Return what kernels need to know of the columns and of the literals to try."""
    columns, largest = rows.columns, settings.max_set_size
    return Shape(
        n_bins=np.array([column.n_bins for column in columns], dtype=np.int64),
        ordered=np.array([column.ordered for column in columns], dtype=np.bool_),
        has_missing=np.array([column.has_missing for column in columns], dtype=np.bool_),
        most_codes=max(column.n_codes for column in columns),
        n_classes=rows.n_classes,
        enumerate_levels=settings.enumerate_levels,
        max_set_size=settings.enumerate_levels if largest is None else largest,
        least_new=settings.min_new_rows * rows.shares,
        full=full_masks([column.n_codes for column in columns]),
    )
