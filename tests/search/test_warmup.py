"""Warming up: once, quietly, and so that learning compiles nothing more."""

import gc
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep

import pytest

from turs.search import warm_up, warmup

ROOT = Path(__file__).resolve().parents[2]

SCRIPT = """
from tests.naive.problems import Settings, planted_table
from tests.search.test_learn import fast
from turs.counting import cell_kernels, growing_kernels, joining_kernels, kernels, level_kernels
from turs.counting import pruned_kernels, row_kernels, tree_kernels, view
from turs.search import warm_up

view._WORTH_A_THREAD = 0

ROOMS = cell_kernels, growing_kernels, kernels, level_kernels, pruned_kernels, row_kernels
ROOMS += (joining_kernels, tree_kernels)

def compiled():
    rooms = [vars(room) for room in ROOMS]
    functions = {name: f for room in rooms for name, f in room.items() if hasattr(f, "py_func")}
    return {(name, str(types)) for name, f in functions.items() for types in f.signatures}

warm_up()
if 'cart' in SEARCHED:
    warm_up(surrogate='cart')
ready = compiled()
assert ready, "nothing was compiled"
assert not any("Literal" in types for _, types in ready), "compiled for one number alone"
for seed in range(3):
    table = planted_table(seed)
    SEARCH
later = compiled() - ready
assert not later, later
"""


@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")
@pytest.mark.parametrize(
    "search",
    [
        "fast(table, Settings())",
        "fast(table, Settings(simplicity=1.0, surrogate_weight=0.7, joint=False))",
        "fast(table, Settings(enumerate_levels=0, surrogate=None))",
        "fast(table, Settings(), n_threads=2)",
        "fast(table, Settings(revise=True))",
        "fast(table, Settings(surrogate='cart', leaf_sizes=(2, 5)))",
    ],
)
def test_learning_compiles_nothing_more(search: str) -> None:
    # in a process of its own, where no other test has compiled anything
    script = f"SEARCHED = {search!r}\n" + SCRIPT.replace("    SEARCH\n", f"    {search}\n")
    command = [sys.executable, "-W", "error", "-c", script]
    subprocess.run(command, cwd=ROOT, check=True, timeout=600)


@pytest.mark.slow
@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")
@pytest.mark.parametrize("n_cores", [1, 2])
def test_a_second_core_compiles_half_of_it(tmp_path: Path, n_cores: int) -> None:
    script = f"""
from turs.counting import growing_kernels, level_kernels
from turs.search import helping_process, warm_up

helping_process._can_start = lambda: {n_cores} > 1
warm_up()
assert growing_kernels.grow.stats.cache_misses
assert bool(level_kernels.advance.stats.cache_hits) is ({n_cores} > 1)
"""
    command = [sys.executable, "-W", "error", "-c", script]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=600)


def test_the_second_call_is_free(capsys: pytest.CaptureFixture[str]) -> None:
    warm_up()
    before = warm_up.cache_info()
    warm_up()
    assert warm_up.cache_info().hits == before.hits + 1
    assert warm_up.cache_info().misses == before.misses
    assert capsys.readouterr().out == ""


def test_garbage_is_looked_for_as_before_whoever_compiles_at_the_same_time() -> None:
    def compile_for(seconds: float) -> int:
        with warmup._seldom_collecting():
            sleep(seconds)
            return gc.get_threshold()[0]

    before = gc.get_threshold()
    with ThreadPoolExecutor(3) as threads:
        meanwhile = list(threads.map(compile_for, [0.02, 0.05, 0.08]))
    assert min(meanwhile) >= 200_000
    assert gc.get_threshold() == before
    try:
        gc.set_threshold(0)
        assert compile_for(0.0) == 0
    finally:
        gc.set_threshold(*before)
