"""Figures of matplotlib that are written as SVG files, the same each time."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any


class PictureError(RuntimeError):
    """A picture cannot be drawn."""


def new_figure(width: float, height: float) -> Any:
    """Return an empty figure.

    Parameters
    ----------
    width, height : float
        In inches.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    PictureError
        When matplotlib is not installed.
    """
    try:
        matplotlib = importlib.import_module("matplotlib")
        figures = importlib.import_module("matplotlib.figure")
    except ImportError as error:
        raise PictureError(
            "pictures need matplotlib; `make bench-growth` and `make paper` install it, and so "
            "does `pip install --group bench`"
        ) from error
    # Text as text, and the same names of parts each time: a picture changes when its data do.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "turs"})
    return figures.Figure(figsize=(width, height), layout="constrained")


def save(figure: Any, path: Path) -> Path:
    """Write a figure to a file.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    path : path
        Its directory is made if need be.

    Returns
    -------
    path
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})
    return path
