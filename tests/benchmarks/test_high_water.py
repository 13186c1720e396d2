import sys
from pathlib import Path

import pytest

from benchmarks.high_water import high_water_bytes
from benchmarks.memory import peak_bytes, resident_bytes


def test_the_line_of_linux_is_read(tmp_path: Path) -> None:
    status = tmp_path / "status"
    status.write_text("Name:\tpython\nVmPeak:\t  900 kB\nVmHWM:\t  500 kB\n")
    assert high_water_bytes(status) == 512_000


def test_elsewhere_the_system_is_asked(tmp_path: Path) -> None:
    assert high_water_bytes(tmp_path / "nothing") == peak_bytes()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems say less")
def test_it_is_no_less_than_what_there_is() -> None:
    # pages that were freed in between are counted late
    assert high_water_bytes() > 0.9 * resident_bytes()
