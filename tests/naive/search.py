"""Codes and classes to a rule set: the whole search, from its definition.

A rule is a dict from column to mask, an integer whose bit c says that code c is allowed. Its
rows are a frozenset. Every cover, count and score starts again from the rows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from tests.naive.description import (
    evidence_bits,
    literal_ticks,
    rule_ticks,
    usual_bits,
)
from tests.naive.forest import BlendedTwin, blend_classes
from tests.naive.lengths import (
    Training,
    blended_rows,
    class_counts,
    cost_ticks,
    covered_ticks,
    regret_ticks,
    rows_ticks,
    rule_cover,
    set_ticks,
    training_rows,
    uncovered_rows,
)
from tests.naive.pruned import Tree
from tests.naive.refinements import ColumnLike, Problem, Rule, SettingsLike, refined_masks
from tests.naive.surrogate import (
    first_tree,
    newest_tree,
    next_tree,
    nothing_left_to_say,
    surrogate_set_ticks,
    worth_ticks,
)
from tests.naive.tree import Codes, Rows
from turs.counting import forest
from turs.mdl import Ticks


@dataclass(frozen=True)
class LearnedTwin:
    """What the search found.

    Attributes
    ----------
    rules : list of dict of int to int
        Every rule that was added, in order: column to mask.
    n_kept : int
        Length of the prefix with the least length, the description of its rules included.
    real : list of int
        ``L(M)`` in ticks; entry i is that of the first i rules, so entry 0 is that of the empty
        set.
    blended, surrogate : list of int
        ``L(M)`` and ``L_T(M)`` as the search sees them, in ticks of its own.
    described : list of int
        What describing the first i rules costs, in ticks.
    trees : list of Tree or None
        The tree by which each rule was sought, also one that was not found.
    literal_bits : float or None
        What was paid for a choice; None: as the settings say.
    revised : list of dict, or None
        What became of the rules that were kept, if they were looked at again.
    """

    rules: list[Rule]
    n_kept: int
    real: list[int]
    blended: list[int]
    surrogate: list[int]
    described: list[int]
    trees: list[Tree | None] = field(compare=False, default_factory=list)
    ticks: Ticks | None = field(compare=False, default=None)
    literal_bits: float | None = field(compare=False, default=None)
    revised: list[Rule] | None = None

    @property
    def returned(self) -> list[Rule]:
        """The rules that are returned."""
        return self.rules[: self.n_kept] if self.revised is None else self.revised


@dataclass(frozen=True)
class Grown:
    """A rule in a beam, or a candidate for it.

    Attributes
    ----------
    rule : dict of int to int
        Column to mask.
    rows : frozenset of int
        Its considered rows: phase 1 the uncovered ones, phase 2 all.
    gain : float
        Gain over its parent, in ticks.
    column : int
        Column of the literal that was added or changed.
    parent : int
        Place of the parent in its beam.
    """

    rule: Rule
    rows: Rows
    gain: float = 0.0
    column: int = -1
    parent: int = 0


# Set of considered rows -> number of uncovered rows among them, and their length in ticks.
Measure = Callable[[Rows], tuple[int, int]]


def learn(
    columns: Sequence[ColumnLike],
    codes: Codes,
    y: Sequence[int],
    n_classes: int,
    settings: SettingsLike,
) -> LearnedTwin:
    """Learn a rule set from codes, if there is evidence that there is one.

    Evidence is a forest that saves the bits of a choice, or a set of rules that pays where a
    choice costs a high share of its bits. The search sees blended classes.

    Parameters
    ----------
    columns : sequence of objects with ``n_bins``, ``ordered`` and ``has_missing``
        In the canonical order.
    codes : array-like of int, shape (n_columns, n_rows)
        Code ``n_bins`` of a column is "missing".
    y : array-like of int, shape (n_rows,)
        Classes, 0 to ``n_classes - 1``.
    n_classes : int
        Number of classes of the model.
    settings : object
        See :class:`SettingsLike`.
    """
    training = training_rows(codes, y, n_classes, leaf_sizes=settings.leaf_sizes)
    problem = Problem(columns, training, settings)
    blend = ask_forest(problem)
    evidence = evidence_bits(problem)
    if evidence > max(usual_bits(problem), blend.saved_bits) and settings.max_rules != 0:
        endless = replace(settings, max_rules=None, slack=0.0)
        trial = grow_set(Problem(columns, training, endless, evidence), training)
        if trial.n_kept == 0:
            return trial
    return grow_few(informed_problem(problem, blend), training)


def grow_few(problem: Problem, own: Training) -> LearnedTwin:
    """Grow sets at higher and higher prices while they are as large as may be; take the shortest.

    They are compared at the first of the prices.
    """
    from tests.naive.revise import looks_for  # which needs this file

    looks = looks_for(problem.settings, len(own.y))
    sets = [looked_at_again(grow_set(problem, own), problem, looks)]
    price = usual_bits(problem) if problem.literal_bits is None else problem.literal_bits
    while price > 0.0 and len(sets[-1].rules) == problem.settings.max_rules and sets[-1].n_kept:
        price *= 2.0
        dearer = replace(problem, literal_bits=price)
        sets.append(looked_at_again(grow_set(dearer, own), dearer, looks))
    settings = problem.settings
    n_doublings = math.floor(math.log2(max(settings.simplicity, 1.0)))
    if settings.revise is True and settings.max_rules is None and n_doublings:
        cheaper = [
            replace(problem, literal_bits=price / 2.0**n) for n in range(n_doublings, -1, -1)
        ]
        learned = grow_set(cheaper[0], own)
        for each in cheaper:
            learned = looked_at_again(learned, each, looks)
        sets.append(learned)

    def length(learned: LearnedTwin) -> int:
        covers = [rule_cover(rule, problem.training) for rule in learned.returned]
        described = sum(rule_ticks(rule, problem) for rule in learned.returned)
        return set_ticks(covers, problem.training) + described

    return min(sets, key=length)


def looked_at_again(learned: LearnedTwin, problem: Problem, looks: float) -> LearnedTwin:
    """Revise a set, if that is asked for and there is one."""
    from tests.naive.revise import revise_rules  # which needs this file

    if not looks or learned.n_kept == 0:
        return learned
    return replace(learned, revised=revise_rules(learned.returned, problem, looks))


def ask_forest(problem: Problem) -> BlendedTwin:
    """Return what a forest says of the classes, if it is asked."""
    training, settings = problem.training, problem.settings
    if settings.surrogate == "cart" or settings.blend == 0.0:
        return BlendedTwin()
    table = problem.columns, training.codes, training.y, training.n_classes
    return blend_classes(*table, settings.blend, forest.SHARES)


def informed_problem(problem: Problem, blend: BlendedTwin) -> Problem:
    """Return a problem as it is seen by who asked a forest: another price, and maybe shares.

    A choice costs less where the forest leaves less than 0.4 of the bits, and more where it and a
    tree leave more, within limits; and twice as much where it leaves less than that, but the tree
    leaves no more than 0.8 of what it leaves. Between that and all of what it leaves, something
    between.
    """
    if blend.unsaid is None:
        return problem
    by_tree = surrogate_set_ticks([], first_tree(problem), problem)
    by_tree /= max(set_ticks([], problem.training), 1)
    if blend.unsaid >= 0.4:
        factor = min(max(min(blend.unsaid, by_tree) / 0.4, 1.0), 1.3)
    else:
        part = min(max((by_tree / max(blend.unsaid, 0.001) - 0.8) / 0.2, 0.0), 1.0)
        factor = max(blend.unsaid / 0.4, 0.3) ** part * 2.0 ** (1.0 - part)
    price = usual_bits(problem) * factor * math.sqrt(1.0 - blend.part)
    if blend.shares is None:
        return replace(problem, literal_bits=price)
    n_shares = forest.SHARES
    settings = replace(
        problem.settings,
        min_new_rows=problem.settings.min_new_rows * n_shares,
        least_leaf=problem.settings.least_leaf * n_shares,
    )
    training = blended_rows(problem.training, blend.shares, blend.part, n_shares)
    return Problem(problem.columns, training, settings, price)


def grow_set(problem: Problem, own: Training) -> LearnedTwin:
    """Add the next best rule until there is none, or until nothing is left to say.

    What the search sees is the problem; ``own`` are the rows with their own classes.
    """
    rules: list[Rule] = []
    covers: list[Rows] = []
    tree = first_tree(problem)
    real, blended = [set_ticks([], own)], [set_ticks([], problem.training)]
    surrogate = [surrogate_set_ticks([], tree, problem)]
    trees: list[Tree | None] = []
    while problem.settings.max_rules is None or len(rules) < problem.settings.max_rules:
        trees.append(tree)
        rule = find_next_rule(covers, tree, problem)
        if rule is None:
            break
        rules.append(rule)
        covers.append(rule_cover(rule, problem.training))
        tree = next_tree(tree, covers, problem)
        real.append(set_ticks([rule_cover(rule, own) for rule in rules], own))
        blended.append(set_ticks(covers, problem.training))
        surrogate.append(surrogate_set_ticks(covers, tree, problem))
        if nothing_left_to_say(covers, tree, problem):
            tree = newest_tree(tree, covers, problem)
            if nothing_left_to_say(covers, tree, problem):
                break
        if len(rules) - n_kept_of(blended, rules, problem) == problem.settings.patience:
            break
    described = describe_prefixes(rules, problem)
    n_kept = n_kept_of(blended, rules, problem)
    lengths = real, blended, surrogate, described
    paid = problem.training.ticks, problem.literal_bits
    return LearnedTwin(rules, n_kept, *lengths, trees, *paid)


def describe_prefixes(rules: Sequence[Rule], problem: Problem) -> list[int]:
    """Return what describing the first so many rules costs, from none to all."""
    return [
        sum(rule_ticks(rule, problem) for rule in rules[:length])
        for length in range(len(rules) + 1)
    ]


def n_kept_of(real: Sequence[int], rules: Sequence[Rule], problem: Problem) -> int:
    """Return how many rules the last prefix has that is about as short as the shortest.

    Their description is included, and what is no shorter than no rules at all does not count. Of
    several shortest ones the first counts.
    """
    described = describe_prefixes(rules, problem)
    total = [length + price for length, price in zip(real, described, strict=True)]
    shortest = total.index(min(total))
    saved = total[0] - min(total)
    about = min(total) + round(problem.settings.slack * min(saved, min(total)))
    n_kept = shortest
    for n in range(shortest, len(total)):
        if total[n] < about and total[n] < total[0]:
            n_kept = n
    return n_kept


def find_next_rule(covers: Sequence[Rows], tree: Tree | None, problem: Problem) -> Rule | None:
    """Return the rule to add to the rules with these covers, None when phase 1 finds none."""
    starts = find_starts(covers, tree, problem)
    return find_best_rule(starts, covers, tree, problem) if starts else None


def find_starts(covers: Sequence[Rows], tree: Tree | None, problem: Problem) -> list[Rule]:
    """Phase 1: grow rules on the uncovered rows, and return the few with the least score."""
    records = record_uncovered(covers, problem)
    training = problem.training
    uncovered, covered = uncovered_rows(covers, training), covered_ticks(covers, training)

    def key(place: int) -> tuple[int, int, int]:
        rows = records[place].rows
        own = rows_ticks(rows, training) + rule_ticks(records[place].rule, problem)
        rest = worth_ticks(uncovered - rows, tree, problem)
        return covered + own + rest, -len(rows), place

    best: list[Rule] = []
    for place in sorted(range(len(records)), key=key):
        if records[place].rule not in best:
            best.append(records[place].rule)
    return best[: problem.settings.n_candidates]


def record_uncovered(covers: Sequence[Rows], problem: Problem) -> list[Grown]:
    """Return every rule that was in a beam of phase 1."""
    uncovered = uncovered_rows(covers, problem.training)
    measure, least = measure_uncovered(problem.training), problem.training.ticks.least_gain
    return record_beams([Grown({}, uncovered)], measure, problem, least)


def find_best_rule(
    starts: Sequence[Rule], covers: Sequence[Rows], tree: Tree | None, problem: Problem
) -> Rule:
    """Phase 2: grow the starts on all rows, and return the one rule with the least score.

    They grow together in one beam, or each in its own.
    """
    beams = [starts] if problem.settings.joint else [[start] for start in starts]
    records = [record for beam in beams for record in record_covers(beam, covers, problem)]

    def key(place: int) -> tuple[int, int, int]:
        rows = records[place].rows
        after = [*covers, rows]
        own = covered_ticks(after, problem.training) + rule_ticks(records[place].rule, problem)
        rest = worth_ticks(uncovered_rows(after, problem.training), tree, problem)
        return own + rest, -len(rows), place

    return records[min(range(len(records)), key=key)].rule


def record_covers(starts: Sequence[Rule], covers: Sequence[Rows], problem: Problem) -> list[Grown]:
    """Return some starts, then every rule that was in a beam of phase 2 from all of them.

    There a literal must gain more than it costs.
    """
    first = [Grown(start, rule_cover(start, problem.training)) for start in starts]
    uncovered = uncovered_rows(covers, problem.training)
    measure = measure_covers(uncovered, problem.training)
    least = max(problem.training.ticks.least_gain, float(literal_ticks(problem)))
    return [*first, *record_beams(first, measure, problem, least)]


def measure_uncovered(training: Training) -> Measure:
    """Return how phase 1 measures a rule: its considered rows are all uncovered."""
    return lambda rows: (len(rows), rows_ticks(rows, training))


def measure_covers(uncovered: Rows, training: Training) -> Measure:
    """Return how phase 2 measures a rule: the uncovered rows, coded with the whole cover."""

    def measure(rows: Rows) -> tuple[int, int]:
        n_uncovered = len(rows & uncovered)
        coded = class_counts(rows & uncovered, training)
        cost = cost_ticks(coded, class_counts(rows, training), training.ticks)
        return n_uncovered, cost + regret_ticks(n_uncovered, training.ticks)

    return measure


def literal_gain(child: Rows, parent: Rows, measure: Measure) -> float:
    """Return the gain, in ticks, of a rule over its parent."""
    n_child, child_ticks = measure(child)
    n_parent, parent_ticks = measure(parent)
    return float(n_child) * float(parent_ticks) / float(n_parent) - float(child_ticks)


def record_beams(
    first: Sequence[Grown], measure: Measure, problem: Problem, least_gain: float
) -> list[Grown]:
    """Grow a beam from some rules until nothing is kept, and return all that was kept, in order."""
    records: list[Grown] = []
    beam = list(first)
    while beam:
        candidates = [
            candidate
            for place, parent in enumerate(beam)
            for candidate in refine_rule(parent, place, measure, problem)
            if candidate.gain > least_gain
        ]
        beam = select_beam(candidates, problem.settings)
        records.extend(beam)
    return records


def select_beam(candidates: Sequence[Grown], settings: SettingsLike) -> list[Grown]:
    """Keep the best candidates that are not too similar to a better one."""
    kept: list[Grown] = []
    for candidate in sorted(candidates, key=beam_key):
        if len(kept) == settings.beam_width:
            break
        if candidate.gain > 0 and not any(
            too_similar(candidate.rows, other.rows, settings.diversity) for other in kept
        ):
            kept.append(candidate)
    return kept


def beam_key(candidate: Grown) -> tuple[float, int, int, int, int]:
    """Return what orders candidates, best first."""
    mask = candidate.rule[candidate.column]
    return -candidate.gain, -len(candidate.rows), candidate.column, mask, candidate.parent


def too_similar(rows: Rows, others: Rows, diversity: float) -> bool:
    """Return whether two sets of rows are the same, or nearly so."""
    if rows == others:
        return True
    return float(len(rows & others)) > (1.0 - diversity) * float(len(rows | others))


def refine_rule(parent: Grown, place: int, measure: Measure, problem: Problem) -> Iterator[Grown]:
    """Give every refinement of a rule by one literal that has a gain, and rows enough."""
    least = problem.settings.min_new_rows
    for column in range(len(problem.columns)):
        column_codes = problem.training.codes[column]
        for mask in sorted(refined_masks(parent.rule, parent.rows, column, problem)):
            rows = frozenset(row for row in parent.rows if mask >> column_codes[row] & 1)
            gain = literal_gain(rows, parent.rows, measure)
            if measure(rows)[0] >= least and gain > problem.training.ticks.least_gain:
                yield Grown({**parent.rule, column: mask}, rows, gain, column, place)
