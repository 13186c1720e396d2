"""A rule set as one page that opens in any browser, without a network and without Python.

Plain data first (`contents`, `checked`), then one HTML file made of them (`page`). The page holds
the model file itself, and ``templates/reader.js`` predicts with it.
"""

from turs.report.page import Report, make

__all__ = ["Report", "make"]
