import sys

import numpy as np
import pytest

from benchmarks.memory import forget_peak, peak_bytes, resident_bytes


@pytest.mark.skipif(sys.platform != "linux", reason="other systems say less")
def test_the_peak_is_counted_from_when_it_is_forgotten() -> None:
    forget_peak()
    before = resident_bytes()
    np.ones(4_000_000).sum()  # 32 MB
    assert 25e6 < peak_bytes() - before < 60e6
    assert resident_bytes() - before < 25e6
