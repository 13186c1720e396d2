"""What was learned: rules, cells, groups and the probabilities that follow from them.

Numpy and the shape of tables are all that this room knows; the learner is not needed to predict.
"""

from turs.model.cells import CellTable
from turs.model.contents import Origin, RuleSetData
from turs.model.explanation import Explanation
from turs.model.explanations import Explanations
from turs.model.groups import Groups
from turs.model.length import DescriptionLength, description_length
from turs.model.literal import Interval, Levels, Literal, Missing
from turs.model.prediction import Predictor
from turs.model.rule import Rule

__all__ = [
    "CellTable",
    "DescriptionLength",
    "Explanation",
    "Explanations",
    "Groups",
    "Interval",
    "Levels",
    "Literal",
    "Missing",
    "Origin",
    "Predictor",
    "Rule",
    "RuleSetData",
    "description_length",
]
