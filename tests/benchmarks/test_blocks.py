import numpy as np

from benchmarks.blocks import blocks_of, make_block, make_whole
from benchmarks.generate import Recipe


def test_blocks_are_of_equal_size_and_no_two_are_the_same() -> None:
    blocks = blocks_of(Recipe(10), 4)
    assert [block.n_rows for block in blocks] == [3, 3, 4]
    assert [block.part for block in blocks] == [0, 1, 2]
    assert [block.n_rows for block in blocks_of(Recipe(8), 4)] == [4, 4]


def test_the_whole_is_its_blocks() -> None:
    blocks = blocks_of(Recipe(500, 4), 200)
    whole, made = make_whole(blocks), [make_block(block) for block in blocks]
    assert len(whole.y) == 500
    np.testing.assert_array_equal(whole.y, np.concatenate([one.y for one in made]))
    for name, values in whole.X.items():
        np.testing.assert_array_equal(values, np.concatenate([one.X[name] for one in made]))


def test_numbers_have_few_distinct_values() -> None:
    table = make_block(Recipe(50_000, 10))
    numbers = [values for name, values in table.X.items() if name.startswith("number")]
    assert len(numbers) == 7
    for values in numbers:
        known = values[~np.isnan(values)]
        assert len(np.unique(known)) <= 10_001
        np.testing.assert_array_equal(known, np.round(known, 2))
