"""Kernels compile also where nothing can be written."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from turs import counting
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
    from turs.counting import level_kernels

    assert level_kernels.advance.targetoptions["nogil"]
    assert level_kernels.advance._cache is not None


KEPT = """
import sys
from pathlib import Path

import numpy as np

import turs.counting
from turs.counting import level_kernels

column, rows, mask = np.zeros(1, np.uint8), np.zeros(1, np.int32), np.ones(1, np.uint64)
turs.counting.row_kernels.filter_rows(column, rows, mask, rows.copy())
print(turs.counting.row_kernels.filter_rows.stats.cache_hits.total())
"""


@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")
def test_what_was_compiled_is_kept_until_any_file_of_kernels_changes(tmp_path: Path) -> None:
    package = Path(counting.__file__).parent.parent
    copy = tmp_path / "turs"
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__"))
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path)}

    def n_hits() -> int:
        command = [sys.executable, "-c", KEPT]
        return int(subprocess.check_output(command, env=environment, text=True))

    assert [n_hits(), n_hits()] == [0, 1]
    other = copy / "counting" / "sharing.py"
    other.write_text(other.read_text(encoding="utf-8") + "# another version", encoding="utf-8")
    assert [n_hits(), n_hits()] == [0, 1]
    # side by side: what is left of one version cannot be taken for the other
    assert len(list(tmp_path.rglob("*filter_rows*.nbc"))) == 2
