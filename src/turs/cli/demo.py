"""``turs demo``: from the penguins to rules, one explained prediction, and what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from turs.cli.options import examples

if TYPE_CHECKING:
    from turs.data import Value

__all__ = ["demo"]

_EXAMPLE = 0

_NEXT = """\
The same in Python, with any table in place of the penguins:

    from turs import TURSClassifier
    from turs.data import load_penguins

    X, y = load_penguins()
    clf = TURSClassifier().fit(X, y)
    print(clf.rule_set_)
    clf.rule_set_.save("penguins.json")

And on the command line, with any CSV file in place of the penguins:

    turs demo --save penguins.csv
    turs fit penguins.csv --target species -o model.json
    turs report model.json -o rules.html"""


@click.command(
    short_help="Learn rules from penguins, and explain a prediction.",
    epilog=examples(
        "turs demo",
        "turs demo --save penguins.csv",
    ),
)
@click.option(
    "--save",
    type=click.Path(allow_dash=True),
    metavar="FILE",
    help="Instead, write the penguins to a file to play with: .csv, .parquet or .feather.",
)
def demo(save: str | None) -> None:
    """Learn rules from the 344 penguins that come with turs, and explain a prediction."""
    if save is None:
        _learn()
    else:
        _write(save)


def _write(output: str) -> None:
    """Write the penguins to a file."""
    from turs.data import load_penguins
    from turs.tablefile import TableWriter

    X, y = load_penguins()
    with TableWriter(output) as writer:
        writer.write({**X, "species": y})
    if output != "-":
        click.echo(
            f"{len(y)} penguins saved to {output}; next: turs fit {output} --target species",
            err=True,
        )


def _learn() -> None:
    """Learn from the penguins, and explain one of them."""
    # Learning needs numba and scikit-learn; asking for --help does not.
    from turs.data import load_penguins
    from turs.estimator import TURSClassifier

    X, y = load_penguins()
    click.echo(f"Learning to tell {_listed(sorted(set(y)))} penguins apart, from {len(y)} birds.\n")
    classifier = TURSClassifier().fit(X, y)
    click.echo(f"{classifier.rule_set_}\n")

    bird = {name: [values[_EXAMPLE]] for name, values in X.items()}
    click.echo(f"One bird, and why it is taken for what it is: {_described(bird)}.\n")
    click.echo(f"{classifier.explain(bird)[0]}\n")
    click.echo(_NEXT)


def _listed(words: list[str]) -> str:
    """Join words as a sentence does."""
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _described(bird: dict[str, list[Value]]) -> str:
    """Write a row of one bird as ``name = value`` pairs."""
    return ", ".join(
        f"{name} = {'missing' if value is None else value}" for name, (value,) in bird.items()
    )
