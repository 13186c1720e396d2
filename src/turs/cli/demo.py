"""``turs demo``: from the penguins to rules, one explained prediction, and what to do next."""

import click

from turs.data import Value, load_penguins

__all__ = ["demo"]

_EXAMPLE = 0

_NEXT = """\
The same in Python, with any table in place of the penguins:

    from turs import TURSClassifier
    from turs.data import load_penguins

    X, y = load_penguins()
    clf = TURSClassifier().fit(X, y)
    print(clf.rule_set_)
    clf.rule_set_.save("penguins.json")"""


@click.command()
def demo() -> None:
    """Learn rules from 344 penguins and explain a prediction."""
    # Learning needs numba and scikit-learn; asking for --help does not.
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
