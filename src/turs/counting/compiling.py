"""How kernels are compiled."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

from numba import njit

_NO_DOORS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def _digest() -> str:
    """Return a number for what is written in this room, and in that of the tables it looks up."""
    here = Path(__file__).resolve().parent
    digest = blake2b(digest_size=16)
    for file in sorted([*here.glob("*.py"), *here.with_name("mdl").glob("*.py")]):
        digest.update(file.read_bytes())
    return digest.hexdigest()


_DIGEST = _digest()


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function when it is first called, without the GIL, and cache it on disk.

    Where no directory can be written to, it is compiled in every process, and a warning says so.
    """
    try:
        kernel = njit(cache=True, nogil=True, error_model="numpy")(function)
    except RuntimeError:  # numba has no place for its cache
        warnings.warn(
            "turs cannot keep its compiled functions, because neither its own directory nor the "
            "user's cache directory can be written to: they are compiled in every process. Set "
            "NUMBA_CACHE_DIR to a directory that can be written to.",
            RuntimeWarning,
            stacklevel=2,
        )
        return njit(nogil=True, error_model="numpy")(function)
    _know_all_sources(kernel)
    return kernel


def _know_all_sources(kernel: Any) -> None:
    """Let a kernel's place in the cache be good for these very sources alone.

    Numba looks at the time and the size of the kernel's own file. But a kernel may call one of
    another file, and a new version that is installed over an old one may have the same of both.
    And what other sources were compiled into has other names: numba writes down first what there
    is, and who is stopped before it is written would leave the old in its place.
    """
    file: Any = getattr(getattr(kernel, "_cache", None), "_cache_file", None)
    if all(hasattr(file, name) for name in ("_source_stamp", "_index_path", "_data_name_pattern")):
        file._source_stamp = (file._source_stamp, _DIGEST)
        index = Path(file._index_path)
        file._index_path = str(index.with_name(f"{_DIGEST[:8]}.{index.name}"))
        file._data_name_pattern = f"{_DIGEST[:8]}.{file._data_name_pattern}"


def inner(function: Callable[..., Any]) -> Any:
    """Compile a function that kernels call, and nobody else.

    It has no door for Python and no place in the cache, where its callers contain it: that takes
    a fifth off the time to compile.
    """
    return njit(nogil=True, error_model="numpy", **_NO_DOORS)(function)


def small(function: Callable[..., Any]) -> Any:
    """Compile a small function that inner loops call: always without a call.

    Left to itself, the compiler makes it one where the caller happens to be long, and then a
    search takes up to twice as long.
    """
    return njit(nogil=True, error_model="numpy", forceinline=True, **_NO_DOORS)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a function as a part of its caller: for what is long and called in one place.

    That takes a sixth off the time to compile.
    """
    return njit(nogil=True, error_model="numpy", inline="always")(function)


def was_compiled_here(function: Any) -> bool:
    """Tell whether a kernel was not yet on the disk when it was called, but could be put there."""
    stats = getattr(function, "stats", None)  # numba may be told not to compile anything
    return stats is not None and bool(stats.cache_misses)
