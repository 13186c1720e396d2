"""Codes and classes to blended classes: what trees say of the rows that they have not seen.

Nothing is random: numbers that look so come from a generator that begins with the number of a tree.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.naive.refinements import ColumnLike
from tests.naive.tree import Codes
from turs.mdl import Ticks

N_TREES = 100
N_TREES_OF_SAMPLE = 25
SAMPLE_ROWS = 7_500
TRIES = 1.5
LEAST_ROWS = 6
LEAST_PART = 1 / 32
POWERS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0)
SCALE = 2**20

WORD = 2**64 - 1
FIRST_KEY = 0xBF58476D1CE4E5B9


@dataclass(frozen=True)
class BlendedTwin:
    """What becomes of the classes.

    ``shares[row][y]`` is how many of the shares of a row fall to class y; None: all to its own.
    """

    part: float = 0.0
    shares: list[list[int]] | None = None
    saved_bits: float = 0.0
    unsaid: float | None = None


def blend_classes(
    columns: Sequence[ColumnLike],
    codes: Codes,
    y: Sequence[int],
    n_classes: int,
    most: float,
    n_shares: int,
) -> BlendedTwin:
    """Give each row some shares in the classes that a forest says, at most that part of them.

    Where that is next to nothing, say what a smaller forest knows of a sample.
    """
    if most < LEAST_PART:
        return ask_sample(columns, codes, y, n_classes)
    said = forest_says(columns, codes, y, n_classes, N_TREES)
    power, saved_bits, unsaid = what_it_knows(said, y)
    part = min(most, unsaid)
    if part < LEAST_PART:
        return BlendedTwin(saved_bits=saved_bits, unsaid=unsaid)
    shares = [
        row_shares([part * n_shares * p for p in row], part * n_shares, own, n_shares)
        for own, row in zip(y, sharpened(said, power), strict=True)
    ]
    return BlendedTwin(part, shares, saved_bits, unsaid)


def ask_sample(
    columns: Sequence[ColumnLike], codes: Codes, y: Sequence[int], n_classes: int
) -> BlendedTwin:
    """Tell what a forest knows of a sample, if that has about as many rows as it should."""
    wanted = min(SAMPLE_ROWS, len(y))
    rows = [row for row in range(len(y)) if is_sampled(codes, row, wanted / len(y))]
    if not wanted / 2 <= len(rows) <= wanted * 2:
        return BlendedTwin()
    its_codes = [[int(column[row]) for row in rows] for column in codes]
    its_y = [y[row] for row in rows]
    said = forest_says(columns, its_codes, its_y, n_classes, N_TREES_OF_SAMPLE)
    _, saved_bits, unsaid = what_it_knows(said, its_y)
    return BlendedTwin(saved_bits=saved_bits, unsaid=unsaid)


def is_sampled(codes: Codes, row: int, share: float) -> bool:
    """Tell whether a row is in a sample of that share of a table; what is in it decides."""
    key = 0x9E3779B97F4A7C15
    for column in codes:
        key = (key ^ int(column[row])) * 0xBF58476D1CE4E5B9 & WORD
        key ^= key >> 29
    return share == 1.0 or (key * 0x94D049BB133111EB & WORD) >> 32 < int(share * 2**32)


def what_it_knows(said: Sequence[Sequence[float]], y: Sequence[int]) -> tuple[float, float, float]:
    """Return the best power, the bits that are saved by it, and the share of them that is left."""
    lengths = {power: length(sharpened(said, power), y) for power in POWERS}
    power = min(POWERS, key=lengths.__getitem__)
    frequencies = [[y.count(label) / len(y) for label in range(len(said[0]))]] * len(y)
    without = length(frequencies, y)
    return power, (without - lengths[power]) / SCALE, round(lengths[power] / max(without, 1), 3)


def row_shares(wanted: Sequence[float], most: float, own: int, n_shares: int) -> list[int]:
    """Round what the other classes want, down if that is too much; the own class has the rest."""
    others = [0.0 if label == own else share for label, share in enumerate(wanted)]
    rounded = [int(share + 0.5) for share in others]
    if sum(rounded) > most:
        rounded = [int(share) for share in others]
    rounded[own] = n_shares - sum(rounded)
    return rounded


def sharpened(said: Sequence[Sequence[float]], power: float) -> list[list[float]]:
    """Return probabilities to some power."""
    powered = []
    for row in said:
        logs = [math.log2(max(p, 2.0**-20)) for p in row]
        parts = [2.0 ** (power * (log - max(logs))) for log in logs]
        powered.append([part / sum(sorted(parts)) for part in parts])
    return powered


def length(probabilities: Sequence[Sequence[float]], y: Sequence[int]) -> int:
    """Return how long the classes are by these probabilities, in parts of a bit."""
    return sum(
        round(-math.log2(row[label]) * SCALE) for row, label in zip(probabilities, y, strict=True)
    )


def forest_says(
    columns: Sequence[ColumnLike], codes: Codes, y: Sequence[int], n_classes: int, n_trees: int
) -> list[list[float]]:
    """Return the mean of what trees say of each row that they were not grown of.

    The overall frequencies are a vote more.
    """
    prior = [list(y).count(label) / len(y) for label in range(n_classes)]
    votes = [[0] * n_classes for _ in y]
    n_votes = [0] * len(y)
    keys = row_keys(codes, y)
    for number in range(n_trees):
        for row, probabilities in tree_says(number, keys, columns, codes, y, prior):
            n_votes[row] += 1
            for label, p in enumerate(probabilities):
                votes[row][label] += int(p * SCALE + 0.5)
    return [
        [(its_votes[label] / SCALE + prior[label]) / (n + 1.0) for label in range(n_classes)]
        for its_votes, n in zip(votes, n_votes, strict=True)
    ]


def tree_says(
    number: int,
    keys: Sequence[int],
    columns: Sequence[ColumnLike],
    codes: Codes,
    y: Sequence[int],
    prior: Sequence[float],
) -> Iterator[tuple[int, Sequence[float]]]:
    """Grow a tree of about half of the rows; give what it says of each of the others."""
    draws = numbers_from(mix((number + 1) * 0x9E3779B97F4A7C15 & WORD))
    salt = next(draws)
    drawn = [row for row in range(len(y)) if mix(keys[row] ^ salt) & 1]
    others = [row for row in range(len(y)) if not mix(keys[row] ^ salt) & 1]
    open_nodes = [(drawn, others, list(prior))]
    while open_nodes:
        drawn, others, above = open_nodes.pop()
        counts = [sum(y[row] == label for row in drawn) for label in range(len(prior))]
        pairs = zip(counts, above, strict=True)
        here = [(count + p) / (len(drawn) + 1.0) for count, p in pairs]
        sides = None
        if max(counts) < len(drawn) and len(drawn) >= LEAST_ROWS:
            sides = best_split(draws, drawn, columns, codes, y, len(prior))
        if sides is None:
            yield from ((row, here) for row in others)
            continue
        column, left = sides
        for is_left in (False, True):
            its_drawn, its_others = (
                [row for row in rows if left[int(codes[column][row])] == is_left]
                for rows in (drawn, others)
            )
            if its_others:
                open_nodes.append((its_drawn, its_others, here))


def best_split(
    draws: Iterator[int],
    rows: Sequence[int],
    columns: Sequence[ColumnLike],
    codes: Codes,
    y: Sequence[int],
    n_classes: int,
) -> tuple[int, dict[int, bool]] | None:
    """Return the shortest of a few splits, as a column and the codes that go left; None if none."""
    best, score_of_best = None, 0
    ticks = Ticks.for_rows(len(y), n_classes)
    for _ in range(math.ceil(TRIES * math.sqrt(len(columns)))):
        column = (next(draws) >> 33) % len(columns)
        its_codes = [int(codes[column][row]) for row in rows]
        all_codes = range(columns[column].n_bins + columns[column].has_missing)
        if columns[column].ordered:
            low, high = min(its_codes), max(its_codes)
            if low == high:
                continue
            cut = low + (next(draws) >> 33) % (high - low)
            left = {code: code <= cut for code in all_codes}
        else:
            salt = next(draws)
            left = {code: bool(mix(code ^ salt) & 1) for code in all_codes}
            if len(set(its_codes)) < 2:
                continue
            if len({left[code] for code in its_codes}) < 2:
                left[min(its_codes)] = not left[min(its_codes)]
        score = sum(
            purity([y[row] for row in rows if left[int(codes[column][row])] == is_left], ticks)
            for is_left in (False, True)
        )
        if best is None or score > score_of_best:
            best, score_of_best = (column, left), score
    return best


def purity(labels: Sequence[int], ticks: Ticks) -> int:
    """Return how pure some rows are: less their length by their own frequencies."""
    terms = [int(ticks.xlogx[n]) for n in Counter(labels).values()]
    return sum(terms) - int(ticks.xlogx[len(labels)])


def row_keys(codes: Codes, y: Sequence[int]) -> list[int]:
    """Return a number for each row: of its codes, of the rows of its class, and which it is."""
    of_class: Counter[int] = Counter()
    for row, label in enumerate(y):
        of_class[label] += stirred(FIRST_KEY, codes, row)
    keys = [stirred(of_class[label] & WORD, codes, row) for row, label in enumerate(y)]
    before: Counter[int] = Counter()
    for row in sorted(range(len(y)), key=y.__getitem__):
        key = keys[row]
        keys[row] = stir(key, before[key])
        before[key] += 1
    return keys


def stirred(key: int, codes: Codes, row: int) -> int:
    """Return another key, with the codes of a row in it."""
    for column in codes:
        key = stir(key, int(column[row]))
    return key


def stir(key: int, number: int) -> int:
    """Return another key, with a number in it."""
    key = (key ^ number) * 0x9E3779B97F4A7C15 & WORD
    return key ^ (key >> 29)


def mix(x: int) -> int:
    """Return a number that looks random (splitmix64)."""
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & WORD
    return x ^ (x >> 31)


def numbers_from(state: int) -> Iterator[int]:
    """Give numbers that look random, one after another."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) & WORD
        yield mix(state)
