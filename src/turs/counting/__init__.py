"""Counting: the rows, and every compiled function. Integers come out, nothing else."""

from turs.counting.counter import Counter
from turs.counting.kernels import Shape
from turs.counting.view import Counts, Cover, Refinements, View

__all__ = ["Counter", "Counts", "Cover", "Refinements", "Shape", "View"]
