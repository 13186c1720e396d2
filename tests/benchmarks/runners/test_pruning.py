import numpy as np

from benchmarks.runners.pruning import best_pruning, thinned


def test_a_tree_of_noise_is_pruned_to_its_root_and_a_clear_one_is_not() -> None:
    x = np.arange(200.0)
    clear = (x > 100).astype(int)
    noise = (np.arange(200) * 7919 % 13 < 4).astype(int)
    assert best_pruning(x[:, None], clear) <= 0.5
    assert best_pruning(np.random.default_rng(1).normal(size=(200, 3)), noise) > 0.001


def test_thinning_keeps_both_ends_and_is_dense_at_the_beginning() -> None:
    kept = thinned(np.arange(1000))
    assert (kept[0], kept[-1]) == (0, 999)
    assert kept[:4] == [0, 1, 2, 3]
    assert len(kept) <= 40
    assert thinned(np.array([0.5])) == [0.5]
    assert thinned(np.arange(40)) == list(range(40))
