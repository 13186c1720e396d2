"""The compiled function with which a thread waits for a moment, before it goes to sleep.

To wake a thread takes a tenth of a millisecond, as long as much of what it is woken for. So it
first looks for a while whether there is something to do.
"""

from __future__ import annotations

import numpy as np

from turs.counting.compiling import compiled
from turs.counting.sharing import add_to


@compiled
def wait_for_change(numbers, before, n_looks):
    """Look so many times whether the first of some numbers has changed; tell whether it has.

    Between two looks a few numbers are made, for some tens of nanoseconds.
    """
    x = np.uint64(88172645463325252)
    for _ in range(n_looks):
        for _ in range(8):
            x ^= x << np.uint64(13)
            x ^= x >> np.uint64(7)
            x ^= x << np.uint64(17)
        if add_to(numbers, 0, 0) != before:
            # what was made must be of use, or it would not be made: it is never 0
            return x != np.uint64(0)
    return False
