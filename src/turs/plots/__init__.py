"""Pictures of rule sets, drawn with matplotlib.

Each display holds what it draws; its class methods compute it and draw it, `plot` draws it again.
Matplotlib is imported when something is drawn: ``pip install turs[plot]`` installs it.
"""

from turs.plots.boxes import BoxesDisplay
from turs.plots.check import CheckDisplay
from turs.plots.overlaps import OverlapsDisplay
from turs.plots.reliability import ReliabilityDisplay
from turs.plots.rules import RulesDisplay
from turs.plots.search import SearchDisplay

__all__ = [
    "BoxesDisplay",
    "CheckDisplay",
    "OverlapsDisplay",
    "ReliabilityDisplay",
    "RulesDisplay",
    "SearchDisplay",
]
