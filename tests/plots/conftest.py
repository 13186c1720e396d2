"""Pictures are drawn without a screen, and closed after each test."""

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _without_a_screen() -> Iterator[None]:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed; turs[plot] has it")
    import matplotlib.pyplot as plt

    backend, already_open = plt.get_backend(), set(plt.get_fignums())
    plt.switch_backend("Agg")
    yield
    for number in set(plt.get_fignums()) - already_open:
        plt.close(number)
    plt.switch_backend(backend)
