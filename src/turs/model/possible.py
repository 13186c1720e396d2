"""Tell whether a row could be in a cell at all, from the rules alone.

Each column is cut into atoms that no literal of the rules divides, and a rule is a box of atoms. A
cell is impossible when the boxes of its rules have no atom of some column in common, or when their
common box lies inside that of a rule that does not cover the cell. (Several such rules together
might fill the box too; that is not looked for.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from turs.model.atoms import Atoms
from turs.table.content import UNSEEN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from turs.model.rule import Rule
    from turs.table.schema import Column, Schema

    Bools = NDArray[np.bool_]

_BLOCK_CELLS = 4096


def find_impossible_cell(
    rules: Sequence[Rule], schema: Schema, members: Bools
) -> tuple[int, str] | None:
    """Find a cell that no training row can be in.

    Parameters
    ----------
    rules : sequence of Rule
        Rules that suit the schema.
    schema : Schema
        The columns, with all levels of the training rows.
    members : ndarray of bool, shape (n_cells, n_rules)
        Which rules cover the rows of a cell.

    Returns
    -------
    (int, str) or None
        The index of the cell and what is wrong with it; None when nothing is seen to be wrong.

    Examples
    --------
    >>> from turs.model import Rule
    >>> from turs.table.schema import Column, Schema
    >>> rules = [Rule.parse("x > 1"), Rule.parse("x > 2")]
    >>> schema = Schema((Column("x", "numeric"),))
    >>> find_impossible_cell(rules, schema, np.array([[True, True], [False, True]]))
    (1, "no row can be covered by 'x > 2' and not by 'x > 1'")
    """
    boxes = _boxes(rules, schema)
    for start in range(0, len(members), _BLOCK_CELLS):
        found = _first_problem(rules, boxes, members[start : start + _BLOCK_CELLS])
        if found is not None:
            return start + found[0], found[1]
    return None


@dataclass(frozen=True, eq=False)
class _Boxes:
    """Which atoms each rule allows, and where the atoms of each column start."""

    allowed: Bools
    starts: NDArray[np.intp]


def _first_problem(rules: Sequence[Rule], boxes: _Boxes, members: Bools) -> tuple[int, str] | None:
    common, inside = _common_atoms(members, boxes.allowed)
    somewhere = np.logical_or.reduceat(common, boxes.starts, axis=1)
    reachable = np.logical_and.reduce(somewhere, axis=1)
    broken: Bools = inside & ~members
    for cell in np.flatnonzero(~reachable | broken.any(axis=1)).tolist():
        covered_by = [rules[i] for i in np.flatnonzero(members[cell]).tolist()]
        covering = _listed(covered_by)
        if not reachable[cell]:
            all_of = "all of " if len(covered_by) > 1 else ""
            return cell, f"no row can be covered by {all_of}{covering}"
        outside = rules[np.flatnonzero(broken[cell])[0].item()]
        if not covering:
            return cell, f"every row is covered by '{outside}'"
        return cell, f"no row can be covered by {covering} and not by '{outside}'"
    return None


def _common_atoms(members: Bools, allowed: Bools) -> tuple[Bools, Bools]:
    """Return the atoms that all rules of each cell allow, and the rules that allow all of these.

    Rule by rule in bits: a product of large matrices would wake the threads of another library,
    which go on looking for work when it is done, on a core that a search may need.
    """
    packed, forbidden = np.packbits(allowed, axis=1), np.packbits(~allowed, axis=1)
    common = np.full((len(members), packed.shape[1]), 0xFF, dtype=np.uint8)
    for rule, its_atoms in enumerate(packed):
        common[members[:, rule]] &= its_atoms
    inside = np.empty_like(members)
    for rule, others in enumerate(forbidden):
        inside[:, rule] = ~(common & others).any(axis=1)
    return np.unpackbits(common, axis=1, count=allowed.shape[1]).astype(np.bool_), inside


def _boxes(rules: Sequence[Rule], schema: Schema) -> _Boxes:
    used = {name for rule in rules for name in rule.variables}
    columns = [column for column in schema.columns if column.name in used]
    parts, starts, width = [np.ones((len(rules), 0), dtype=np.bool_)], [], 0
    for column in columns:
        starts.append(width)
        parts.append(_occurring(column, rules))
        width += parts[-1].shape[1]
    return _Boxes(np.concatenate(parts, axis=1), np.array(starts, dtype=np.intp))


def _occurring(column: Column, rules: Sequence[Rule]) -> Bools:
    """Return what the atoms that training rows can have leave open."""
    open_to = Atoms.of(column, rules).open
    # By definition, no training row has a level that training did not see.
    return open_to if column.kind == "numeric" else np.delete(open_to, UNSEEN, axis=1)


def _listed(rules: Sequence[Rule]) -> str:
    return ", ".join(f"'{rule}'" for rule in rules)
