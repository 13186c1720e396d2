"""Minimum description length: counts in, bits out. Pure functions on numbers.

The search counts in the integers of :class:`Ticks`. What it computes with them is stated here in
plain bits: ``data_bits``, ``length_bits``, ``uncovered_gain_bits`` and ``cover_gain_bits`` have no
caller in the learner, and are the reference that it can be read and tested against.
"""

from turs.mdl.data_cost import cross_bits, data_bits, length_bits
from turs.mdl.gain import cover_gain_bits, uncovered_gain_bits
from turs.mdl.regret import regret_bits, regret_table
from turs.mdl.ticks import AnyTicks, FewTicks, Ticks

__all__ = [
    "AnyTicks",
    "FewTicks",
    "Ticks",
    "cover_gain_bits",
    "cross_bits",
    "data_bits",
    "length_bits",
    "regret_bits",
    "regret_table",
    "uncovered_gain_bits",
]
