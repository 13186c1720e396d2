"""Answers: patterns of covering rules to probabilities, a class and texts.

By the same steps as in :mod:`turs.model.groups` and :mod:`turs.model.probability`, and with the
same arithmetic in the same order, so that the floats are the same too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turs.exceptions import InputError
from turs.formats.sql.dialects import text
from turs.formats.sql.layout import indented, listed, nested, nested_call, nested_lines, select
from turs.model.probability import added_counts

if TYPE_CHECKING:
    from turs.formats.sql.dialects import Dialect
    from turs.formats.sql.plan import Plan

_SEPARATOR = "; "
_LARGEST_INTEGER = 2**63

_YIELDING = (
    "The rules that speak: where one of those below covers, those whose training rows include all "
    "of its own are silent."
)
_NEVER_YIELDING = "The rules that speak: all that have training rows."


def answer_parts(plan: Plan) -> list[list[str]]:
    """Return the parts of a query that answer for each pattern.

    Parameters
    ----------
    plan : Plan
        The plan.

    Returns
    -------
    list of list of str
        Common table expressions; the last of them is that of the answers.
    """
    return [_groups(plan), _cells(plan), _unions(plan), _estimates(plan), _answers(plan)]


def _groups(plan: Plan) -> list[str]:
    """Silence the rules that yield to others, and those without training rows."""
    groups = []
    for word, name in enumerate(plan.words("group")):
        speaking = f"{plan.words('cover')[word]} & {plan.masks.with_rows[word]}"
        silent = _silent(plan, word)
        if silent:
            groups.append([f"{speaking} & ~(", *indented(silent), f") AS {name}"])
        else:
            groups.append([f"{speaking} AS {name}"])
    lines = select([*plan.words("cover"), *groups], [f"FROM {plan.name('patterns')}"])
    yielding = any(map(any, plan.masks.silenced))
    return plan.part("groups", _YIELDING if yielding else _NEVER_YIELDING, lines)


def _silent(plan: Plan, word: int) -> list[str]:
    """Return the mask of the silent rules, one line for each rule that silences some."""
    silenced = [(rule, words[word]) for rule, words in enumerate(plan.masks.silenced)]
    terms = [
        f"CASE WHEN {plan.covered_by(rule)} THEN {mask} ELSE 0 END"
        for rule, mask in silenced
        if mask
    ]
    comments = [str(plan.masks.rules[rule]) for rule, mask in silenced if mask]
    return nested_lines(terms, "|", comments) if terms else []


def _cells(plan: Plan) -> list[str]:
    comment = (
        "The training rows: their covering rules, how many there are, and how many of each class; "
        "first those of the else rule."
    )
    rows = [
        f"({', '.join(map(str, [*cell.members, cell.n_rows, *cell.counts]))})"
        for cell in plan.masks.cells
    ]
    columns = [*plan.words("members"), plan.name("n"), *plan.classes("count")]
    return plan.part("cells", comment, ["VALUES", *indented(listed(rows))], columns)


def _unions(plan: Plan) -> list[str]:
    """Count the classes in the union of the covers of each group."""
    comment = (
        "The training rows that a speaking rule covers; where none speaks, those of the else rule."
    )
    sums = [
        f"CAST(SUM({name}) AS {plan.dialect.double}) AS {name}_sum"
        for name in [plan.name("n"), *plan.classes("count")]
    ]
    words = list(zip(plan.words("group"), plan.words("members"), strict=True))
    met = [f"({group} & {members}) <> 0" for group, members in words]
    neither = nested([name for pair in words for name in pair], " | ")
    groups, distinct = plan.listed("group"), plan.name("distinct")
    source = [
        f"FROM (SELECT DISTINCT {groups} FROM {plan.name('groups')}) AS {distinct}",
        f"JOIN {plan.name('cells')}",
        f"ON {nested([*met, f'({neither}) = 0'], ' OR ')}",
        f"GROUP BY {groups}",
    ]
    return plan.part("unions", comment, select([*plan.words("group"), *sums], source))


def _estimates(plan: Plan) -> list[str]:
    n = _plus(plan.dialect, f"{plan.name('n')}_sum", plan.smoothing)
    added = added_counts(plan.masks.data.cells.total_counts, plan.smoothing).tolist()
    counts, names = plan.classes("count"), plan.classes("probability")
    shares = [
        f"{_plus(plan.dialect, f'{count}_sum', more)} / {n} AS {name}"
        for count, more, name in zip(counts, added, names, strict=True)
    ]
    source = [f"FROM {plan.name('unions')}"]
    comment = "The class probabilities of each group."
    return plan.part("estimates", comment, select([*plan.words("group"), *shares], source))


def _answers(plan: Plan) -> list[str]:
    shares = plan.classes("probability")
    predicted = [
        f"CASE {nested_call(plan.dialect.greatest, shares)}",
        *(
            f"  WHEN {share} THEN {_label(plan.dialect, label)}"
            for share, label in zip(shares, plan.labels, strict=True)
        ),
        f"END AS {plan.name('class')}",
    ]
    source = [
        f"FROM {plan.name('groups')}",
        f"LEFT JOIN {plan.name('estimates')} USING ({plan.listed('group')})",
    ]
    values = [*plan.words("cover"), *shares, predicted, _covering(plan)]
    return plan.part("answers", "All that is said of a pattern.", select(values, source))


def _covering(plan: Plan) -> list[str]:
    """Join the texts of the covering rules, without the separator before the first."""
    terms = [
        f"CASE WHEN {plan.covered_by(rule)} THEN {text(_SEPARATOR + str(one))} ELSE '' END"
        for rule, one in enumerate(plan.masks.rules)
    ]
    *lines, last = indented(nested_lines(terms or ["''"], "||"))
    start = len(_SEPARATOR) + 1
    return ["substr(", *lines, f"{last},", f"  {start}", f") AS {plan.name('covering')}"]


def _plus(dialect: Dialect, name: str, value: float) -> str:
    return f"({name} + {dialect.number(value)})" if value else name


def _label(dialect: Dialect, label: Any) -> str:
    if isinstance(label, bool):
        return dialect.labels[label]
    if isinstance(label, float):
        return dialect.number(label)
    if not isinstance(label, int):
        return text(str(label))
    if not -_LARGEST_INTEGER <= label < _LARGEST_INTEGER:
        raise InputError(
            f"the class label {label} is too large for an integer of SQL; relabel the classes"
        )
    return str(label)
