"""Fit a fold with another learner, in the environment of that learner.

Each module is run by `benchmarks.peers` as ``python -m benchmarks.runners.<module> METHOD PLACE
LIMIT``. Here nothing of turs is imported but by `benchmarks.runners.own`: the environments of other
learners have only what they ask for, and numpy.
"""
