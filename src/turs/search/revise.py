"""A rule set to a shorter one: every rule is looked at again, now that the others are known."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from turs.counting import Beam, Masks, Shape, join_beams, one_rule
from turs.search.beam import search_beam
from turs.search.clock import Clock, OutOfTime
from turs.search.counted_set import CountedSet
from turs.search.given import Given
from turs.search.scoring import Scorer
from turs.search.settings import SearchSettings

# What a rule grows into begins at several rules that are a little wider: few of each are enough,
# where looks are counted.
_NARROW = 2


@dataclass(frozen=True)
class Revision:
    """A rule set that was looked at again.

    Attributes
    ----------
    counted : CountedSet
    stopped : "time_limit", "interrupted" or None
        What ended it before there was nothing more to do.
    """

    counted: CountedSet
    stopped: Literal["time_limit", "interrupted"] | None = None


def revise(counted: CountedSet, given: Given, settings: SearchSettings) -> Revision:
    """Make a rule set shorter, rule by rule.

    Parameters
    ----------
    counted : CountedSet
        Its rules in the order in which they were found.
    given : Given
    settings : SearchSettings

    Returns
    -------
    Revision

    Notes
    -----
    A rule is found when those that come later are not there yet, and with a tree in place of them.
    So each is taken out of the set in turn, the last first, and comes back as it was, or as what it
    becomes without one of its bounds or sets, grown further by a beam as in phase 2, or not at all:
    whichever set is the shortest. That goes on until no rule changes any more; or, where looks are
    counted, until each rule has stayed once, or has come after so many others.
    """
    looks = settings.looks_for(given.rows.n_rows)
    width = settings.beam_width if math.isinf(looks) else min(_NARROW, settings.beam_width)
    settings = replace(settings, surrogate=None, beam_width=width)
    waiting, n_unchanged = deque((number, looks) for number in reversed(counted.rules)), 0
    try:
        given.tell(_words(counted))
        while n_unchanged < len(waiting):
            number, n_left = waiting.popleft()
            changed = _changed(counted, number, given, settings)
            if changed is None:
                if math.isinf(n_left):
                    waiting.append((number, n_left))
                    n_unchanged += 1
                continue
            if len(changed.rules) == len(counted.rules) and n_left > 1:
                waiting.append((changed.last, n_left - 1))
            counted, n_unchanged = changed, 0
            given.tell(_words(counted))
    except OutOfTime:
        return Revision(counted, "time_limit")
    except KeyboardInterrupt:
        return Revision(counted, "interrupted")
    return Revision(counted)


def _words(counted: CountedSet) -> str:
    """Return what somebody who waits is told."""
    bits = counted.ticks.to_bits(counted.total_ticks)
    rules = "1 rule" if len(counted.rules) == 1 else f"{len(counted.rules)} rules"
    return f"looking again at {rules}, {bits:,.1f} bits"


def _changed(
    old: CountedSet, number: int, given: Given, settings: SearchSettings
) -> CountedSet | None:
    """Return the shortest set with another rule in place of one, or none; None if it is the old."""
    rest = old.without(number)
    least, best = old.total_ticks, None
    beams = _others(rest, old.rules[number], settings, given.clock)
    if beams:
        scorer = Scorer(rest.score_of(settings), given.workers, given.clock)
        for beam in beams:
            scorer.add(beam)
        found = scorer.best(1)
        length = rest.rules_ticks + found.scores[0]
        if length < least:
            least, best = length, found.rules[0]
    if rest.total_ticks <= least and rest.total_ticks < old.total_ticks:
        return rest
    return None if best is None else rest.with_rule(best)


def _others(rest: CountedSet, masks: Masks, settings: SearchSettings, clock: Clock) -> list[Beam]:
    """Return rules that are a little wider than one, and those that they grow into."""
    clock.check()
    wider = wider_rules(masks[0], rest.shape)
    if not len(wider):
        return []
    view = rest.counter.whole
    starts = view.beam_of(wider)
    n_new = starts.counts[:, rest.shape.n_classes :].sum(axis=1)
    places = np.flatnonzero(n_new >= rest.shape.least_new)
    if not len(places):
        return []
    if len(places) < len(wider):
        starts = join_beams([one_rule(starts, place) for place in places.tolist()])
    return [starts, *search_beam(view, starts, settings, clock).beams]


def wider_rules(masks: Masks, shape: Shape) -> Masks:
    """Return a rule without each of its literals, and without each bound of those that have two.

    Parameters
    ----------
    masks : uint64 array, shape (n_columns, n_words)
    shape : Shape

    Returns
    -------
    uint64 array, shape (n_rules, n_columns, n_words)
        The empty rule is not among them.
    """
    wider = []
    restricted = np.flatnonzero((masks != shape.full).any(axis=1))
    for column in restricted:
        literals = _with_one_bound(masks[column], int(shape.n_bins[column]), shape.ordered[column])
        if len(restricted) > 1:
            literals.append(shape.full[column])
        for literal in literals:
            rule = masks.copy()
            rule[column] = literal
            wider.append(rule)
    return np.array(wider, dtype=np.uint64).reshape(-1, *masks.shape)


def _with_one_bound(mask: Masks, n_bins: int, is_ordered: bool) -> list[Masks]:
    """Return an interval with either of its bounds, if it has two."""
    if not is_ordered:
        return []
    codes = int.from_bytes(mask.astype("<u8").tobytes(), "little")
    inside = codes & ((1 << n_bins) - 1)
    if not inside or inside & 1 or inside >> (n_bins - 1):
        return []
    below = (inside & -inside) - 1
    above = (1 << n_bins) - (1 << inside.bit_length())
    as_bytes = ((codes | more).to_bytes(mask.nbytes, "little") for more in (below, above))
    return [np.frombuffer(each, dtype="<u8").astype(np.uint64) for each in as_bytes]
