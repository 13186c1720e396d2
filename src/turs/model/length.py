"""The description length of a rule set, from its cells."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from turs.mdl import cross_bits, regret_bits
from turs.model.groups import Groups

if TYPE_CHECKING:
    from turs.model.contents import RuleSetData


@dataclass(frozen=True)
class DescriptionLength:
    """How many bits the classes of the training rows take, given a rule set.

    Parameters
    ----------
    total_bits : float
        The sum of the other two; less is better.
    likelihood_bits : float
        The classes of all rows, each under the class frequencies of its group.
    regret_bits : float
        The price of fitting the frequencies: the regret of each rule and of the else rule.
    """

    total_bits: float
    likelihood_bits: float
    regret_bits: float


def description_length(data: RuleSetData) -> DescriptionLength:
    """Return the description length of the training classes.

    Parameters
    ----------
    data : RuleSetData
        The rule set; its cells are its training rows.

    Returns
    -------
    DescriptionLength
        With maximum-likelihood frequencies, whatever the smoothing of the rule set. The same for
        any order of the rules, bit for bit.

    Notes
    -----
    Section 4 of the paper: minus log2 of the likelihood over its normaliser, the product of the
    multinomial NML normalisers of all rules, the else rule included.
    """
    likelihood, regret = _likelihood_bits(data), _regret_bits(data)
    return DescriptionLength(likelihood + regret, likelihood, regret)


def _likelihood_bits(data: RuleSetData) -> float:
    groups = Groups(data.cells, data.rules)
    used = groups.counts(groups.speaking(data.cells.members))
    # fsum is exact before its last rounding, so that the order of the cells does not matter.
    return math.fsum(map(cross_bits, data.cells.counts, used))


def _regret_bits(data: RuleSetData) -> float:
    sizes = [*data.cells.rule_counts.sum(axis=1).tolist(), int(data.cells.else_counts.sum())]
    return math.fsum(regret_bits(n, len(data.classes)) for n in sizes if n)
