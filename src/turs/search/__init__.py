"""The search: counts and bits in, a rule set out. It never sees a row."""

from turs.search.clock import Clock
from turs.search.given import Tell
from turs.search.growth import Learned, Observer
from turs.search.learn import learn, learn_from
from turs.search.progress import ProgressLine
from turs.search.settings import Revise, SearchSettings
from turs.search.trace import Step, Trace
from turs.search.warmup import warm_up

__all__ = [
    "Clock",
    "Learned",
    "Observer",
    "ProgressLine",
    "Revise",
    "SearchSettings",
    "Step",
    "Tell",
    "Trace",
    "learn",
    "learn_from",
    "warm_up",
]
