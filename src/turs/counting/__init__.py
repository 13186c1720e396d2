"""Counting: the rows, and every compiled function. Integers come out, nothing else."""

from turs.counting.beams import cut_beam, join_beams, one_rule
from turs.counting.cell_kernels import CellRules
from turs.counting.compiling import was_compiled_here
from turs.counting.counter import Counter
from turs.counting.forest import Blend
from turs.counting.kernels import Beam, Shape
from turs.counting.levels import Descent
from turs.counting.rows import Rows
from turs.counting.view import (
    Counts,
    Masks,
    View,
    as_integers,
    full_masks,
)
from turs.counting.workers import Workers, n_cores

__all__ = [
    "Beam",
    "Blend",
    "CellRules",
    "Counter",
    "Counts",
    "Descent",
    "Masks",
    "Rows",
    "Shape",
    "View",
    "Workers",
    "as_integers",
    "cut_beam",
    "full_masks",
    "join_beams",
    "n_cores",
    "one_rule",
    "was_compiled_here",
]
