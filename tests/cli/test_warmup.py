"""``turs warmup`` compiles what learning needs, for small tables and large ones."""

import pytest

from tests.cli.calls import Run
from turs import search


def test_every_kernel_is_compiled(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[tuple[str, str | None]] = []
    monkeypatch.setattr(
        search, "warm_up", lambda dtype, surrogate: compiled.append((dtype.name, surrogate))
    )
    assert run("warmup") == (0, "", "The learner is compiled.\n")
    assert set(compiled) == {
        (dtype, surrogate) for dtype in ("uint8", "uint16") for surrogate in ("tree", "cart", None)
    }
    assert run("warmup", "--quiet") == (0, "", "")
