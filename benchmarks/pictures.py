"""Pictures of how the time for a rule grows, from what `benchmarks.growth` measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.canvas import new_figure, save
from benchmarks.exponents import fit_exponent

if TYPE_CHECKING:
    from benchmarks.growth import Growth

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"

_TITLES = {
    "rows": "Seconds by the number of rows",
    "columns": "Seconds by the number of columns",
    "classes": "Seconds by the number of classes",
}


@dataclass(frozen=True)
class Curve:
    """One line of a picture.

    Attributes
    ----------
    label : str
    sizes, seconds : tuple of float
    style : str
        Of matplotlib: colour, marker and line.
    """

    label: str
    sizes: tuple[float, ...]
    seconds: tuple[float, ...]
    style: str


def draw(results: Sequence[Growth], directory: Path) -> Iterator[Path]:
    """Draw a picture for each direction that has at least two sizes.

    Parameters
    ----------
    results : sequence of Growth
    directory : path
        Gets ``growth_rows.svg`` and the others.

    Yields
    ------
    path
        Of each picture.

    Raises
    ------
    PictureError
        When matplotlib is not installed.
    """
    for direction, title in _TITLES.items():
        curves = curves_of([result for result in results if result.direction == direction])
        if curves:
            figure = _figure(curves, title, direction)
            yield save(figure, directory / f"growth_{direction}.svg")


def curves_of(results: Sequence[Growth]) -> list[Curve]:
    """Return the lines of one picture: the search, and its references.

    Parameters
    ----------
    results : sequence of Growth
        Of one direction.

    Returns
    -------
    list of Curve
        Those of the search have their exponent in the label.
    """
    curves: list[Curve] = []
    by_rows = results and results[0].direction == "rows"
    groups = [None] if by_rows else sorted({result.n_rows for result in results})
    for marker, n_rows in zip("os^", groups, strict=False):
        group = sorted(
            (r for r in results if n_rows in (None, r.n_rows)), key=lambda result: result.size
        )
        at = "" if n_rows is None else f", {n_rows:_} rows".replace("_", " ")
        if len(group) > 1:
            curves += _of_group(group, at, marker)
    return curves


def _of_group(group: Sequence[Growth], at: str, marker: str) -> Iterator[Curve]:
    sizes = tuple(float(result.size) for result in group)
    seconds = tuple(result.seconds_a_rule for result in group)
    exponent = fit_exponent(sizes, seconds)
    yield Curve(f"a rule{at} (exponent {exponent.overall:.2f})", sizes, seconds, f"C0{marker}-")
    trees = [(float(r.size), r.tree_seconds) for r in group if r.tree_seconds is not None]
    if trees:
        tree_sizes, tree_seconds = zip(*trees, strict=True)
        label = f"a decision tree with 64 leaves{at}"
        yield Curve(label, tree_sizes, tree_seconds, f"C1{marker}--")
    scans = tuple(result.scan_seconds for result in group)
    yield Curve(f"a scan of the codes{at}", sizes, scans, f"C7{marker}:")


def _figure(curves: Sequence[Curve], title: str, direction: str) -> Any:
    figure = new_figure(7.5, 5)
    axes = figure.add_subplot()
    for curve in curves:
        axes.plot(curve.sizes, curve.seconds, curve.style, label=curve.label, markersize=5)
    axes.set(xscale="log", yscale="log", title=title, xlabel=direction, ylabel="seconds")
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(0, -0.13), ncols=2, frameon=False)
    return figure
