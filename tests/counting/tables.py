"""Counters for the tables of the naive twin, and their beams as rules and sets of rows."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.naive.description import literal_ticks
from tests.naive.lengths import Training, training_rows
from tests.naive.problems import Column, Settings, Table, planted_tables, small_tables
from tests.naive.refinements import Problem
from tests.naive.tree import Rows
from turs.counting import Beam, Counter, Masks, Shape, View, Workers, as_integers
from turs.counting.entries import plain_entries


def random_table(
    seed: int, n_rows: int, n_bins: Sequence[int], n_classes: int = 3, noise: float = 0.3
) -> Table:
    """Make a table whose class is the sum of some of its codes, but for noise."""
    random = Random(seed)
    columns = [Column(n, random.random() < 0.5, random.random() < 0.4) for n in n_bins]
    codes = [random.choices(range(c.n_bins + c.has_missing), k=n_rows) for c in columns]
    y = [
        random.randrange(n_classes)
        if random.random() < noise
        else sum(3 * code // n for code, n in zip(row, n_bins, strict=True)) % n_classes
        for row in zip(*codes, strict=True)
    ]
    return Table(columns, codes, y, n_classes)


seeds = st.integers(0, 2**32)
some_tables = small_tables().filter(lambda table: table.columns) | planted_tables
# More than 256 codes, so of 16 bits, of which about a hundred occur.
wide_tables = st.builds(random_table, seeds, st.just(120), st.just((300, 4)), st.integers(2, 3))


def shape_of(table: Table, settings: Settings) -> Shape:
    """Return what the kernels need to know of a table."""
    largest = settings.max_set_size
    n_codes = [column.n_bins + column.has_missing for column in table.columns]
    return Shape(
        n_bins=np.array([column.n_bins for column in table.columns], dtype=np.int64),
        ordered=np.array([column.ordered for column in table.columns], dtype=np.bool_),
        has_missing=np.array([column.has_missing for column in table.columns], dtype=np.bool_),
        most_codes=max(n_codes),
        n_classes=table.n_classes,
        enumerate_levels=settings.enumerate_levels,
        max_set_size=settings.enumerate_levels if largest is None else largest,
        least_new=settings.min_new_rows,
        full=np.array([words([True] * n, max(n_codes) // 64 + 1) for n in n_codes]),
    )


def words(is_in: Sequence[bool], n_words: int) -> NDArray[np.uint64]:
    """Return a set of codes as words of 64 bits, bit by bit."""
    mask = sum(1 << code for code in range(len(is_in)) if is_in[code])
    return np.array([mask >> 64 * word & (2**64 - 1) for word in range(n_words)], dtype=np.uint64)


def problem_of(table: Table, settings: Settings) -> Problem:
    """Return a table as the naive twin knows it."""
    training = training_rows(*table.arguments[1:], leaf_sizes=settings.leaf_sizes)
    return Problem(table.columns, training, settings)


def counter_of(
    table: Table,
    settings: Settings,
    *,
    dtype: type[np.unsignedinteger] | None = None,
    workers: Workers | None = None,
) -> Counter:
    """Make a counter with no rule yet; codes are as small as they can be, or of a type."""
    problem, shape = problem_of(table, settings), shape_of(table, settings)
    if dtype is None:
        dtype = np.uint8 if shape.most_codes <= 256 else np.uint16
    entries = plain_entries(np.array(table.codes, dtype=dtype), np.array(table.y))
    return Counter(
        entries,
        entries,
        shape,
        problem.training.ticks,
        workers or Workers(1),
        price=literal_ticks(problem),
    )


def words_of(rules: Sequence[Mapping[int, int]], shape: Shape) -> Masks:
    """Return the masks of rules as words."""
    masks = np.stack([shape.full] * len(rules))
    for place, rule in enumerate(rules):
        for column, mask in rule.items():
            is_in = [bool(mask >> code & 1) for code in range(shape.most_codes)]
            masks[place, column] = words(is_in, masks.shape[2])
    return masks


def beam_in(view: View, *rules: Mapping[int, int]) -> Beam:
    """Return a beam of some rules within a view."""
    return view.beam_of(words_of(rules, view.shape))


def advance(view: View, beam: Beam, width: int, diversity: float) -> tuple[Beam, int]:
    """Return the next level of a beam search, and how many refinements were seen."""
    found = view.descend(beam, width, diversity, n_levels=1)
    return found.beam, found.n_seen


def rule_of(rows: Iterable[int], view: View) -> Beam:
    """Return a rule that has just these rows of a view, whatever it says."""
    array = np.fromiter(rows, dtype=np.int32)
    counts = np.zeros(view.n_labels, dtype=np.int64)
    np.add.at(counts, view.entries.labels[array], view.entries.weights[array])
    return Beam(array, np.array([0, len(array)]), counts[None], view.shape.full[None])


def rows_of(beam: Beam, place: int = 0) -> Rows:
    """Return the rows of a rule of a beam."""
    return frozenset(beam.rows[beam.starts[place] : beam.starts[place + 1]].tolist())


def rules_of(beam: Beam, shape: Shape) -> list[dict[int, int]]:
    """Return the masks of the rules of a beam as the twin has them."""
    return [dict(as_integers(masks, shape)) for masks in beam.masks]


def random_rule(random: Random, table: Table, n_literals: int) -> dict[int, int]:
    """Make a rule that allows about two thirds of the codes of some columns, not all."""
    chosen = random.sample(range(len(table.columns)), k=min(n_literals, len(table.columns)))
    rule = {}
    for column in chosen:
        about = table.columns[column]
        n_codes = about.n_bins + about.has_missing
        mask = sum(1 << code for code in range(n_codes) if random.random() < 0.67)
        if mask != (1 << n_codes) - 1:
            rule[column] = mask
    return rule


def cover_with(counter: Counter, rule: Mapping[int, int]) -> None:
    """Cover the rows of a first rule: they move from cell 0 to cell 1."""
    counter.move(beam_in(counter.whole, rule), np.array([1], dtype=np.int32))


def labels_of(training: Training, uncovered: Rows) -> list[int]:
    """Return the labels of all rows: the class, plus the number of classes if uncovered."""
    return [y + training.n_classes * (row in uncovered) for row, y in enumerate(training.y)]
