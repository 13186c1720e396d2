"""Warming up: once, quietly, and so that learning compiles nothing more."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from turs.search import warm_up

ROOT = Path(__file__).resolve().parents[2]

SCRIPT = """
from tests.naive.problems import Settings, planted_table
from tests.search.test_learn import fast
from turs.counting import kernels, tree_kernels
from turs.search import warm_up

def compiled():
    rooms = [vars(kernels), vars(tree_kernels)]
    functions = {name: f for room in rooms for name, f in room.items() if hasattr(f, "py_func")}
    return {(name, str(types)) for name, f in functions.items() for types in f.signatures}

warm_up()
ready = compiled()
assert ready, "nothing was compiled"
for seed in range(3):
    fast(planted_table(seed), Settings(leaf_sizes=(2, 5)))
    fast(planted_table(seed), Settings(enumerate_levels=0, surrogate=None))
later = compiled() - ready
assert not later, later
"""


@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")
def test_learning_compiles_nothing_more() -> None:
    # in a process of its own, where no other test has compiled anything
    command = [sys.executable, "-W", "error", "-c", SCRIPT]
    subprocess.run(command, cwd=ROOT, check=True, timeout=600)


def test_the_second_call_is_free(capsys: pytest.CaptureFixture[str]) -> None:
    warm_up()
    before = warm_up.cache_info()
    warm_up()
    assert warm_up.cache_info().hits == before.hits + 1
    assert warm_up.cache_info().misses == before.misses
    assert capsys.readouterr().out == ""
