"""A generated table in blocks, each made where it is needed: on a worker, or all of them here.

A block is a part of a recipe of `benchmarks.generate`: other rows of the same hidden rules. Numbers
have two digits after the point, so that no column has more distinct values than a summary keeps,
and the cuts of a cluster are those of one machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.data import DataSet
from benchmarks.generate import Recipe, generate

if TYPE_CHECKING:
    from numpy.typing import NDArray

_DIGITS = 2


def blocks_of(recipe: Recipe, block_rows: int) -> list[Recipe]:
    """Cut a table into blocks.

    Parameters
    ----------
    recipe : Recipe
        Of the whole table.
    block_rows : int
        Rows of a block, at the most.

    Returns
    -------
    list of Recipe
        One a block; no block has two rows more than another.
    """
    n_blocks = -(-recipe.n_rows // block_rows)
    ends = [recipe.n_rows * place // n_blocks for place in range(n_blocks + 1)]
    return [
        replace(recipe, n_rows=end - begin, part=recipe.part + place)
        for place, (begin, end) in enumerate(pairwise(ends))
    ]


def make_block(recipe: Recipe) -> DataSet:
    """Make the rows of a block.

    Parameters
    ----------
    recipe : Recipe
        One of `blocks_of`.

    Returns
    -------
    DataSet
        As of `benchmarks.generate.generate`, with rounded numbers.
    """
    made = generate(recipe)
    return DataSet(made.name, {name: _rounded(of) for name, of in made.X.items()}, made.y)


def make_whole(blocks: Sequence[Recipe]) -> DataSet:
    """Make all blocks, one below the other.

    Parameters
    ----------
    blocks : sequence of Recipe

    Returns
    -------
    DataSet
    """
    made = [make_block(block) for block in blocks]
    columns = {}
    for name in list(made[0].X):
        # what has been copied is let go, or the table would be there twice
        columns[name] = np.concatenate([one.X.pop(name) for one in made])
    return DataSet(made[0].name, columns, np.concatenate([one.y for one in made]))


def _rounded(values: NDArray[Any]) -> NDArray[Any]:
    return np.round(values, _DIGITS) if values.dtype.kind == "f" else values
