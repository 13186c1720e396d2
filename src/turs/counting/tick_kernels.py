"""Numbers of rows in, lengths in ticks out: what all other kernels look up.

Each function is made for the kind of table that a kernel is compiled with: an entry for every
number of rows, which is fastest, or few entries and lines between them (:mod:`turs.mdl.ticks`).
"""

from __future__ import annotations

import numpy as np
from numba.extending import overload

from turs.counting.compiling import compiled, inner
from turs.mdl.ticks import KNOT_BITS, TABLE_BITS


@compiled
def _octave(n):
    """Return by how many bits a number is too long for the tables."""
    shift = 0
    while n >> (shift + TABLE_BITS):
        shift += 1
    return shift


@compiled
def _far_log(log, scale, n):
    """Return ``log2(n)`` of a number beyond the table."""
    shift = _octave(n)
    place = n >> shift
    low = n - (place << shift)
    return log[place] + (shift << scale) + (((log[place + 1] - log[place]) * low) >> shift)


@compiled
def _far_regret(far_regret, n):
    """Return the regret of a number of rows beyond the table."""
    shift = _octave(n)
    bits = shift + TABLE_BITS - 1 - KNOT_BITS
    place = ((shift - 1) << KNOT_BITS) + (n >> bits) - (1 << KNOT_BITS)
    low = n & ((1 << bits) - 1)
    return far_regret[place] + (((far_regret[place + 1] - far_regret[place]) * low) >> bits)


def log_of(ticks, n):
    """Return ``log2(n)`` in ticks; 0 for n = 0."""
    return ticks.log[n] if n < ticks.log.shape[0] else _far_log(ticks.log, ticks.scale, n)


def xlogx_of(ticks, n):
    """Return ``n log2(n)`` in ticks."""
    return ticks.xlogx[n] if n < ticks.log.shape[0] else n * _far_log(ticks.log, ticks.scale, n)


def regret_of(ticks, n):
    """Return the regret of n rows in ticks."""
    return ticks.regret[n] if n < ticks.log.shape[0] else _far_regret(ticks.far_regret, n)


def _is_full(ticks):
    """Tell whether tables of this type have an entry for every number of rows."""
    return "far_regret" not in ticks.fields


# As a call, a tuple of arrays would cost more than what is looked up: so this is put in place.


@overload(log_of, inline="always")
def _entry_of_log(ticks, n):
    return (lambda ticks, n: ticks.log[np.uint64(n)]) if _is_full(ticks) else None


@overload(xlogx_of, inline="always")
def _entry_of_xlogx(ticks, n):
    return (lambda ticks, n: ticks.xlogx[np.uint64(n)]) if _is_full(ticks) else None


@overload(regret_of, inline="always")
def _entry_of_regret(ticks, n):
    return (lambda ticks, n: ticks.regret[np.uint64(n)]) if _is_full(ticks) else None


# Few numbers are looked up where the tables are small: on the driver of a cluster.


@overload(log_of)
def _log_on_line(ticks, n):
    return None if _is_full(ticks) else log_of


@overload(xlogx_of)
def _xlogx_on_line(ticks, n):
    return None if _is_full(ticks) else xlogx_of


@overload(regret_of)
def _regret_on_line(ticks, n):
    return None if _is_full(ticks) else regret_of


@inner
def leaf_length(counts, ticks):
    """Return the length of rows with these class counts, coded by their own frequencies."""
    n = 0
    length = 0
    for y in range(counts.shape[0]):
        n += counts[y]
        length -= xlogx_of(ticks, counts[y])
    return length + xlogx_of(ticks, n) + regret_of(ticks, n)
