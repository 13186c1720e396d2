"""Large tables: some rows choose the splits of the pruned tree, and all are counted."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from turs.counting import Shape, Workers, full_masks, pruned
from turs.counting.entries import plain_entries
from turs.counting.growing import find_leaves, grow
from turs.counting.growing_kernels import mark_sample
from turs.counting.pruned import PrunedTree
from turs.mdl import Ticks

N_ROWS = 3000


def table(seed: int, n_codes: int = 40) -> tuple[np.ndarray, np.ndarray]:
    """Make codes and classes that follow two of three columns."""
    random = np.random.default_rng(seed)
    codes = random.integers(0, n_codes, (3, N_ROWS)).astype(np.uint8)
    noise = random.random(N_ROWS) < 0.1
    classes = ((codes[0] > n_codes // 2) & (codes[1] > n_codes // 3)) ^ noise
    return codes, classes.astype(np.uint16)


def shape_of(codes: np.ndarray) -> Shape:
    """Describe the columns of a table, the last of them without an order."""
    n_bins = np.full(3, int(codes.max()) + 1)
    ordered, missing = np.array([True, True, False]), np.zeros(3, dtype=np.bool_)
    return Shape(n_bins, ordered, missing, int(n_bins[0]), 2, 8, 8, 1, full_masks(n_bins))


def grown(codes: np.ndarray, classes: np.ndarray, workers: Workers | None = None) -> PrunedTree:
    """Grow the tree of a table."""
    ticks = Ticks.for_rows(N_ROWS, 2)
    entries = plain_entries(codes, classes)
    return PrunedTree(entries, 5, 0, shape_of(codes), ticks, workers or Workers(1))


@pytest.fixture
def few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruned, "MOST_ROWS", 600)


@pytest.mark.usefixtures("few_rows")
@pytest.mark.parametrize("seed", range(5))
def test_all_rows_are_counted(seed: int) -> None:
    codes, classes = table(seed)
    tree = grown(codes, classes)
    leaves = Counter(zip(tree.leaves.tolist(), classes.tolist(), strict=True))
    nodes = tree._nodes
    for leaf in set(tree.leaves.tolist()):
        assert nodes.left[leaf] == -1
        assert nodes.counts[leaf].tolist() == [leaves[leaf, 0], leaves[leaf, 1]]
    assert nodes.counts[0].tolist() == np.bincount(classes).tolist()
    assert len(nodes.parent) > 10


@pytest.mark.parametrize("n_threads", [1, 2])
def test_every_row_finds_the_leaf_that_it_grew(n_threads: int) -> None:
    codes, classes = table(0)
    n_times = 50  # more rows than are parted at once
    with Workers(n_threads) as workers:
        nodes, splits, leaves = grow(
            plain_entries(codes, classes), 5, 0, shape_of(codes), Ticks.for_rows(N_ROWS, 2), workers
        )
        found = find_leaves(np.tile(codes, n_times), nodes, splits, workers)
    assert len(set(leaves.tolist())) > 10
    assert (found == np.tile(leaves, n_times)).all()


@pytest.mark.usefixtures("few_rows")
@pytest.mark.parametrize("n_threads", [2, 3])
def test_threads_change_nothing(n_threads: int) -> None:
    codes, classes = table(0)
    with Workers(n_threads) as workers:
        tree = grown(codes, classes, workers)
    assert tree.length == grown(codes, classes).length
    assert tree.leaves.tolist() == grown(codes, classes).leaves.tolist()


@pytest.mark.usefixtures("few_rows")
def test_the_order_of_rows_changes_nothing() -> None:
    codes, classes = table(0)
    order = np.array(Random(0).sample(range(N_ROWS), N_ROWS))
    turned = grown(np.ascontiguousarray(codes[:, order]), classes[order])
    assert turned.length == grown(codes, classes).length
    assert turned.leaves.tolist() == grown(codes, classes).leaves[order].tolist()


@pytest.mark.parametrize("seed", range(5))
def test_a_sample_chooses_splits_of_about_the_same_length(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes, classes = table(seed)
    whole = grown(codes, classes).length
    monkeypatch.setattr(pruned, "MOST_ROWS", 600)
    assert whole <= grown(codes, classes).length < 1.3 * whole


def test_the_share_is_about_what_was_asked_for() -> None:
    out = np.zeros(N_ROWS, dtype=np.bool_)
    for seed in range(5):
        n = mark_sample(table(seed)[0], 0.2, out)
        assert n == out.sum()
        assert 0.15 * N_ROWS < n < 0.25 * N_ROWS


@pytest.mark.usefixtures("few_rows")
@pytest.mark.parametrize("code", range(8))
def test_few_different_rows_all_choose(code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # One row many times is in the sample whole, or not at all; then all rows are taken.
    codes, classes = np.full((3, N_ROWS), code, dtype=np.uint8), table(0)[1]
    sample = pruned._sample(codes)
    assert sample is None or len(sample) == N_ROWS
    tree = grown(codes, classes)
    monkeypatch.undo()
    assert tree.length == grown(codes, classes).length
