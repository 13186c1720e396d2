"""Numbers in an array that threads change together, for kernels.

Like the lookups of :mod:`turs.counting.tick_kernels` it is put in place where a kernel uses it, so
after a change here their caches must go (``make clean``).
"""

from __future__ import annotations

from threading import Lock
from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.imputils import impl_ret_untracked
from numba.extending import intrinsic, overload

_LOCK = Lock()


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
