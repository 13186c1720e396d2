"""The compiled functions that look lengths up: numbers of rows in, ticks out.

The one file of kernels that others call. Numba does not see that, so after a change here their
caches must go (``make clean``).
"""

from __future__ import annotations

from turs.counting.compiling import compiled

# As in turs.mdl.ticks, which makes the tables: up to 2**20 rows there is one entry a number;
# beyond, 1024 of regret for each doubling.
_TABLE_BITS = 20
_KNOT_BITS = 10


@compiled
def _octave(n):
    """Return by how many bits a number is too long for the tables."""
    shift = 0
    while n >> (shift + _TABLE_BITS):
        shift += 1
    return shift


@compiled
def log_of(ticks, n):
    """Return ``log2(n)`` in ticks; 0 for n = 0."""
    if n < ticks.log.shape[0]:
        return ticks.log[n]
    shift = _octave(n)
    place = n >> shift
    low = n - (place << shift)
    step = ticks.log[place + 1] - ticks.log[place]
    return ticks.log[place] + (shift << ticks.scale) + ((step * low) >> shift)


@compiled
def xlogx_of(ticks, n):
    """Return ``n log2(n)`` in ticks."""
    if n < ticks.xlogx.shape[0]:
        return ticks.xlogx[n]
    return n * log_of(ticks, n)


@compiled
def regret_of(ticks, n):
    """Return the regret of n rows in ticks."""
    if n < ticks.regret.shape[0]:
        return ticks.regret[n]
    shift = _octave(n)
    bits = shift + _TABLE_BITS - 1 - _KNOT_BITS
    place = ((shift - 1) << _KNOT_BITS) + (n >> bits) - (1 << _KNOT_BITS)
    low = n & ((1 << bits) - 1)
    step = ticks.far_regret[place + 1] - ticks.far_regret[place]
    return ticks.far_regret[place] + ((step * low) >> bits)
