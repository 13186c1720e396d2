"""Layout: long expressions in lines, and never nested deeper than a database allows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

# SQLite refuses expressions deeper than 1000, and functions of more than 127 arguments.
_MOST_TERMS = 100

INDENT = "  "


def nested(terms: Sequence[str], operator: str) -> str:
    """Join terms by an operator that may be bracketed in any way.

    Parameters
    ----------
    terms : sequence of str
        The terms.
    operator : str
        As in ``" AND "``.

    Returns
    -------
    str
        Many terms are bracketed by the hundred.

    Examples
    --------
    >>> nested(["a", "b", "c"], " OR ")
    'a OR b OR c'
    """
    terms = list(terms)
    while len(terms) > _MOST_TERMS:
        terms = [f"({operator.join(some)})" for some in _parts(terms)]
    return operator.join(terms)


def nested_lines(terms: Sequence[str], operator: str, comments: Sequence[str] = ()) -> list[str]:
    r"""Join terms as `nested` does, a line a term.

    Parameters
    ----------
    terms : sequence of str
        The terms.
    operator : str
        It stands at the beginning of a line.
    comments : sequence of str, optional
        One a term, without a line break.

    Returns
    -------
    list of str

    Examples
    --------
    >>> print("\n".join(nested_lines(["1", "2"], "+", ["one", "two"])))
    1  -- one
    + 2  -- two
    """
    notes = [f"  -- {comment}" for comment in comments] or [""] * len(terms)
    blocks = [[term + note] for term, note in zip(terms, notes, strict=True)]
    while len(blocks) > _MOST_TERMS:
        blocks = [["(", *indented(_joined(some, operator)), ")"] for some in _parts(blocks)]
    return _joined(blocks, operator)


def nested_call(function: str, arguments: Sequence[str]) -> str:
    """Call a function of any number of arguments on some, by way of calls on fewer.

    Parameters
    ----------
    function : str
        Its value does not depend on how the arguments are grouped.
    arguments : sequence of str
        The arguments, at least two.

    Returns
    -------
    str

    Examples
    --------
    >>> nested_call("MAX", ["a", "b"])
    'MAX(a, b)'
    """
    arguments = list(arguments)
    while len(arguments) > _MOST_TERMS:
        arguments = [
            f"{function}({', '.join(some)})" if len(some) > 1 else some[0]
            for some in _parts(arguments)
        ]
    return f"{function}({', '.join(arguments)})"


def indented(lines: Sequence[str]) -> list[str]:
    """Return lines one step further to the right."""
    return [INDENT + line for line in lines]


def listed(items: Sequence[str | Sequence[str]]) -> list[str]:
    """Put a comma after each item of a list but the last.

    Parameters
    ----------
    items : sequence of str, or of sequences of str
        Items of one line or of several; the last line of an item has no comment.

    Returns
    -------
    list of str

    Examples
    --------
    >>> listed(["a", ["(", "b", ")"], "c"])
    ['a,', '(', 'b', '),', 'c']
    """
    blocks = [[item] if isinstance(item, str) else list(item) for item in items]
    return [line for block in blocks[:-1] for line in [*block[:-1], block[-1] + ","]] + blocks[-1]


def select(
    values: Sequence[str | Sequence[str]], source: Sequence[str], *, distinct: bool = False
) -> list[str]:
    """Return a SELECT, a line a value.

    Parameters
    ----------
    values : sequence of str, or of sequences of str
        As for `listed`.
    source : sequence of str
        The lines that follow.
    distinct : bool, default=False
        Whether each row is wanted once.

    Returns
    -------
    list of str
    """
    return [f"SELECT{' DISTINCT' if distinct else ''}", *indented(listed(values)), *source]


def _joined(blocks: Sequence[Sequence[str]], operator: str) -> list[str]:
    first, *rest = blocks
    return [*first, *(line for head, *tail in rest for line in (f"{operator} {head}", *tail))]


def _parts(items: Sequence[T]) -> list[Sequence[T]]:
    return [items[start : start + _MOST_TERMS] for start in range(0, len(items), _MOST_TERMS)]
