"""Learn a class of which there are few rows: ``python -m benchmarks.imbalance``.

Tables of scikit-learn's generator, in which one or three of a hundred rows are of the rarer class,
and 20,000 further rows to test on. turs stands beside CN2 and CLASSY, and learns from shuffled
classes as well, where there is nothing to learn. What was measured before is not measured again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
from sklearn.datasets import make_classification

from benchmarks.apart import measure_rows
from benchmarks.data import DataSet
from benchmarks.endings import exit_status
from benchmarks.ledger import RESULTS
from benchmarks.markdown import table
from benchmarks.measures import score
from benchmarks.methods import PeerTask, pythons
from benchmarks.records import Records
from turs import TURSClassifier

SHARES = (0.01, 0.03)
N_ROWS = (1000, 3000)
N_COLUMNS = (8, 30)
OURS: Mapping[str, Mapping[str, Any]] = {"turs": {}, "turs, evidence=0": {"evidence": 0.0}}
SHUFFLED = "turs, shuffled"
PEERS = {"cn2": "CN2", "rulelist": "CLASSY"}

_N_TEST_ROWS = 20_000


class Recipe(NamedTuple):
    """What decides a table: the share of the rarer class, its rows, columns and seed."""

    share: float
    n_rows: int
    n_columns: int
    seed: int


@dataclass(frozen=True)
class Rare:
    """What a learner made of a table.

    Attributes
    ----------
    share : float
        Of the rarer class.
    n_rows, n_columns, seed : int
    method : str
    status : str
        As in `benchmarks.methods.PeerResult`.
    auc, log_loss : float or None
        On the test rows; None if there is no model, or nothing to predict.
    n_rules : int or None
    """

    share: float
    n_rows: int
    n_columns: int
    seed: int
    method: str
    status: str
    auc: float | None
    log_loss: float | None
    n_rules: int | None

    @property
    def task(self) -> tuple[Recipe, str]:
        """What is not measured again."""
        return Recipe(self.share, self.n_rows, self.n_columns, self.seed), self.method


def generate(recipe: Recipe) -> tuple[DataSet, DataSet]:
    """Return training and test rows.

    Parameters
    ----------
    recipe : Recipe

    Returns
    -------
    tuple of DataSet
    """
    X, y = make_classification(
        recipe.n_rows + _N_TEST_ROWS,
        recipe.n_columns,
        n_informative=4,
        n_redundant=2,
        weights=[1.0 - recipe.share],
        flip_y=0.0,
        random_state=recipe.seed,
    )
    whole = DataSet("rare", {f"x{j}": column for j, column in enumerate(X.T)}, y)
    rows = np.arange(len(y))
    return whole.take(rows[: recipe.n_rows]), whole.take(rows[recipe.n_rows :])


def measure(recipe: Recipe, method: str, python: str | None, limit: float) -> Rare:
    """Learn from a table, and measure on its test rows.

    Parameters
    ----------
    recipe : Recipe
    method : str
        Of `OURS`, `PEERS`, or `SHUFFLED`.
    python : str or None
        The one that has the learner; None for turs.
    limit : float
        Seconds that another learner has.

    Returns
    -------
    Rare
    """
    training, test = generate(recipe)
    if python is not None:
        found = measure_rows(PeerTask(method, "rare", 1), training, test, python, limit)
        return Rare(*recipe, method, found.status, found.auc, found.log_loss, found.n_rules)
    if method == SHUFFLED:
        y = np.random.default_rng(recipe.seed).permutation(training.y)
        n_rules = len(TURSClassifier().fit(training.X, y).rule_set_)
        return Rare(*recipe, method, "ok", None, None, n_rules)
    fitted = TURSClassifier(**OURS[method]).fit(training.X, training.y)
    scores = score(test.y, fitted.predict_proba(test.X), fitted.classes_)
    n_rules = len(fitted.rule_set_)
    return Rare(*recipe, method, "ok", scores.auc, scores.log_loss, n_rules)


def rare_table(results: Iterable[Rare]) -> str:
    """Return a line for each kind of table, and one for all; only finished tables count.

    Parameters
    ----------
    results : iterable of Rare

    Returns
    -------
    str
        Markdown: the mean AUC of each learner, and how often nothing was learned of shuffled
        classes.
    """
    found = {result.task: result for result in results}
    recipes = sorted({recipe for recipe, _ in found})
    learners = [*OURS, *(method for method in PEERS if any(m == method for _, m in found))]
    whole = [r for r in recipes if all(_auc(found, r, method) is not None for method in learners)]
    kinds = sorted({(recipe.share, recipe.n_rows) for recipe in whole})
    groups = [
        (f"{share:.0%} of {n_rows:,}", [r for r in whole if (r.share, r.n_rows) == (share, n_rows)])
        for share, n_rows in kinds
    ]
    rows = [
        [
            name,
            str(len(group)),
            *(f"{fmean(_auc(found, r, method) or 0.0 for r in group):.3f}" for method in learners),
            _nothing_learned(found, group),
        ]
        for name, group in [*groups, ("**all**", whole)]
        if group
    ]
    titles = [PEERS.get(method, method) for method in learners]
    return table(["rarer class", "tables", *titles, "shuffled: nothing learned"], rows)


def _auc(found: Mapping[tuple[Recipe, str], Rare], recipe: Recipe, method: str) -> float | None:
    result = found.get((recipe, method))
    return None if result is None else result.auc


def _nothing_learned(found: Mapping[tuple[Recipe, str], Rare], group: Sequence[Recipe]) -> str:
    fits = [found[recipe, SHUFFLED] for recipe in group if (recipe, SHUFFLED) in found]
    return f"{sum(fit.n_rules == 0 for fit in fits)} of {len(fits)}"


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.imbalance", description="Learn a class of which there are few."
    )
    parser.add_argument("--times", type=int, default=4, help="tables of each kind; default 4")
    parser.add_argument("--peers", nargs="*", choices=PEERS, default=list(PEERS))
    parser.add_argument("--limit", type=float, default=120, metavar="SECONDS", help="of a peer")
    parser.add_argument("--output", type=Path, default=RESULTS / "imbalance.csv")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what the command line asks for, and print the table.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the command line if not given.

    Returns
    -------
    int
        Exit status.
    """
    options = _arguments(arguments)
    records = Records(options.output, Rare)

    def say(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    def measure_and_show() -> None:
        done = {result.task for result in records.read()}
        found: dict[str, str | None] = dict.fromkeys([*OURS, SHUFFLED])
        found |= pythons(options.peers, say)
        recipes = map(Recipe._make, product(SHARES, N_ROWS, N_COLUMNS, range(options.times)))
        for recipe, method in product(recipes, found):
            if (recipe, method) not in done:
                result = measure(recipe, method, found[method], options.limit)
                records.append(result)
                say(f"{' '.join(map(str, recipe))} {method}: {result.auc or result.status}")
        print(rare_table(records.read()), end="")

    return exit_status("benchmarks.imbalance", measure_and_show)


if __name__ == "__main__":
    sys.exit(main())
