"""A table of any size, made by hidden rules: numbers, levels, missing values and noise.

A recipe says how large it is; the same recipe gives the same table, and a longer table of the same
seed begins with the rows of a shorter one. The hidden rules look at the first columns only, so a
wider table is the same question among more columns that say nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.data import DataSet

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

CHUNK = 1 << 16

_MISSING_SHARE = 0.02
_LEVELS = (3, 12)
# Thresholds and numbers with few values share these steps, so that every rule can be found.
_N_STEPS = 50

# Monotone, so that a threshold before is a threshold after.
_SHAPES: tuple[Callable[[Floats], Floats], ...] = (
    lambda share: np.round(100 * share, 3),
    lambda share: np.log((share + 1e-9) / (1 + 1e-9 - share)),
    lambda share: np.floor(_N_STEPS * share),
    lambda share: -np.log1p(-share),
)


@dataclass(frozen=True)
class Recipe:
    """What decides a table.

    Attributes
    ----------
    n_rows, n_columns, n_classes : int
        Every third column is categorical.
    seed : int
        Of the hidden rules and of the rows.
    part : int
        Another part is other rows of the same rules, such as those of a test.
    n_rules : int
        Hidden rules, of two or three literals each.
    n_telling : int
        The first so many columns are those that the rules look at.
    noise : float
        Share of the rows whose class is drawn at random.
    """

    n_rows: int
    n_columns: int = 10
    n_classes: int = 3
    seed: int = 1
    part: int = 0
    n_rules: int = 15
    n_telling: int = 10
    noise: float = 0.1


@dataclass(frozen=True)
class HiddenLiteral:
    """A condition on the quantile of a number, or on a level.

    Attributes
    ----------
    column : int
    lower, upper : float
        Shares between which the row lies, the upper left out. Levels are equal shares.
    """

    column: int
    lower: float
    upper: float

    def covers(self, shares: Floats) -> NDArray[np.bool_]:
        """Tell which rows satisfy it.

        Parameters
        ----------
        shares : ndarray of shape (n_columns, n_rows)
            Uniform numbers behind the values.

        Returns
        -------
        ndarray of bool of shape (n_rows,)
        """
        values = shares[self.column]
        covered: NDArray[np.bool_] = (values >= self.lower) & (values < self.upper)
        return covered


def generate(recipe: Recipe) -> DataSet:
    """Make the table of a recipe.

    Parameters
    ----------
    recipe : Recipe

    Returns
    -------
    DataSet
        Numbers are float64, NaN where missing. Levels are strings in an array of objects, None
        where missing: 8 bytes a row, because equal ones are the same object. Classes are integers
        from 0.
    """
    columns = {
        f"{'level' if n_levels(column) else 'number'}{column}": np.empty(
            recipe.n_rows, dtype=object if n_levels(column) else np.float64
        )
        for column in range(recipe.n_columns)
    }
    y = np.empty(recipe.n_rows, dtype=np.int64)
    rules = hidden_rules(recipe)
    for chunk, first in enumerate(range(0, recipe.n_rows, CHUNK)):
        rows = slice(first, min(first + CHUNK, recipe.n_rows))
        shares = _shares(recipe, chunk, rows.stop - first)
        y[rows] = _classes(recipe, rules, shares, chunk)
        for column, values in enumerate(columns.values()):
            values[rows] = _values(column, shares[column], _random(recipe, 2, chunk, column))
    return DataSet("generated", columns, y)


def n_levels(column: int) -> int:
    """Return how many levels a column has, 0 if it is numeric.

    Parameters
    ----------
    column : int
        From 0.

    Returns
    -------
    int
    """
    if column % 3 != 2:
        return 0
    fewest, most = _LEVELS
    return fewest + (7 * column) % (most - fewest + 1)


def has_missing(column: int) -> bool:
    """Tell whether values of a column are missing: of every fourth.

    Parameters
    ----------
    column : int

    Returns
    -------
    bool
    """
    return column % 4 == 1


def hidden_rules(recipe: Recipe) -> list[tuple[HiddenLiteral, ...]]:
    """Draw the rules that decide the classes; the first that covers a row speaks.

    Parameters
    ----------
    recipe : Recipe

    Returns
    -------
    list of tuple of HiddenLiteral
    """
    random = np.random.default_rng([recipe.seed, 0])
    n_telling = min(recipe.n_telling, recipe.n_columns)
    rules = []
    for _ in range(recipe.n_rules):
        size = min(int(random.integers(2, 4)), n_telling)
        columns = np.sort(random.permutation(n_telling)[:size])
        rules.append(tuple(_literal(int(column), random) for column in columns))
    return rules


def _literal(column: int, random: np.random.Generator) -> HiddenLiteral:
    """Draw a literal that is true of a third to two thirds of the rows."""
    n_steps = n_levels(column) or _N_STEPS
    cut = int(random.integers(-(-n_steps // 3), 2 * n_steps // 3 + 1)) / n_steps
    return (
        HiddenLiteral(column, 0.0, cut)
        if random.random() < 0.5
        else HiddenLiteral(column, cut, 1.0)
    )


def _shares(recipe: Recipe, chunk: int, n_rows: int) -> Floats:
    """Draw the uniform numbers behind the values, each column by itself."""
    shares = np.empty((recipe.n_columns, n_rows))
    for column in range(recipe.n_columns):
        shares[column] = _random(recipe, 1, chunk, column).random(n_rows)
    return shares


def _classes(
    recipe: Recipe, rules: list[tuple[HiddenLiteral, ...]], shares: Floats, chunk: int
) -> NDArray[np.int64]:
    """Let the rules decide, and noise after them.

    With more classes than rules, a rule speaks for several classes.
    """
    group = np.zeros(shares.shape[1], dtype=np.int64)
    for number in reversed(range(len(rules))):
        covered = np.logical_and.reduce([literal.covers(shares) for literal in rules[number]])
        group[covered] = number
    draws = _random(recipe, 3, chunk, 0).random((shares.shape[1], 3))
    n_shared = -(-recipe.n_classes // len(rules))
    of_rule = (group + len(rules) * (draws[:, 0] * n_shared).astype(np.int64)) % recipe.n_classes
    anything = (draws[:, 1] * recipe.n_classes).astype(np.int64)
    return np.where(draws[:, 2] < recipe.noise, anything, of_rule)


def _values(column: int, shares: Floats, random: np.random.Generator) -> NDArray[Any]:
    levels = n_levels(column)
    if levels:
        names = np.array([f"{chr(97 + level)}{column}" for level in range(levels)], dtype=object)
        values: NDArray[Any] = names[(shares * levels).astype(np.int64)]
    else:
        values = _SHAPES[column % len(_SHAPES)](shares)
    if has_missing(column):
        values[random.random(len(shares)) < _MISSING_SHARE] = None if levels else np.nan
    return values


def _random(recipe: Recipe, purpose: int, chunk: int, column: int) -> np.random.Generator:
    return np.random.default_rng([recipe.seed, purpose, recipe.part, chunk, column])
