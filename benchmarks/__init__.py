"""Measure the learner: the paper's tables made again, and how fast it is.

Run from the checkout: ``python -m benchmarks.paper``, ``python -m benchmarks.tables``,
``python -m benchmarks.dial``, ``python -m benchmarks.speed``, ``python -m benchmarks.growth``,
``python -m benchmarks.million``, ``python -m benchmarks.peers``, ``python -m benchmarks.compare``.
"""
