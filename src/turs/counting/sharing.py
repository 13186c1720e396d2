"""How threads meet in kernels: numbers in an array that all change, and ways to wait."""

from __future__ import annotations

import sys
import time
from threading import Lock
from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.imputils import impl_ret_untracked
from numba.extending import intrinsic, overload

_LOCK = Lock()

# Who has looked so often for what another thread does, for some microseconds, gives way to it: it
# may wait for the very core.
_PATIENCE = 200


def add_to(numbers, place, amount):
    """Add to one of some int64 numbers, of which other threads may make use; return what it was.

    To add 0 is to look at what it is now: a plain look in a loop may be made once and for all.
    """
    with _LOCK:  # called only where nothing is compiled
        before = numbers[place]
        numbers[place] = before + amount
        return before


def _adding(typing_context: Any, numbers: Any, place: Any, amount: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array_type, place_type, amount_type = signature.args
        array = context.make_array(array_type)(context, builder, arguments[0])
        index = context.cast(builder, arguments[1], place_type, types.intp)
        added = context.cast(builder, arguments[2], amount_type, types.int64)
        pointer = cgutils.get_item_pointer(context, builder, array_type, array, [index])
        before = builder.atomic_rmw("add", pointer, added, "seq_cst")
        return impl_ret_untracked(context, builder, signature.return_type, before)

    return types.int64(numbers, place, amount), generate


_add_at_once: Any = intrinsic(_adding)


@overload(add_to, inline="always")
def _add(numbers, place, amount):
    return lambda numbers, place, amount: _add_at_once(numbers, place, amount)


def look_again(n_looks):
    """Return how often a thread has looked for what another does; now and then, give way to it."""
    time.sleep(0)  # called only where nothing is compiled
    return n_looks + 1


_give_way: Any = types.ExternalFunction("sched_yield", types.int32())


def _look_and_give_way(n_looks):
    if n_looks > _PATIENCE:
        _give_way()
    return n_looks + 1


@overload(look_again, inline="always")
def _look(n_looks):
    if sys.platform == "win32":  # where this is not known by that name
        return lambda n_looks: n_looks + 1
    return _look_and_give_way
