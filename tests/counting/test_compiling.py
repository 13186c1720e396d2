"""Kernels compile also where nothing can be written."""

import pytest

from turs.counting import compiling


def test_without_a_place_for_the_cache_it_warns_and_compiles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = compiling.njit

    def nowhere_to_write(**options: object) -> object:
        if options.pop("cache", False):
            raise RuntimeError("cannot cache function: no locator available")
        return real(**options)

    monkeypatch.setattr(compiling, "njit", nowhere_to_write)
    with pytest.warns(RuntimeWarning, match="Set NUMBA_CACHE_DIR"):
        double = compiling.compiled(lambda x: 2 * x)
    assert double(21) == 42


def test_the_gil_is_released_and_the_kernel_cached() -> None:
    from turs.counting import kernels

    assert kernels.refine.targetoptions["nogil"]
    assert kernels.refine._cache is not None
