"""``turs warmup``: compile the learner ahead of the first use."""

import click

from turs.cli.options import examples, screen_option
from turs.cli.screen import Screen

__all__ = ["warmup"]


@click.command(
    short_help="Compile the learner ahead of its first use.",
    epilog=examples(
        "turs warmup",
    ),
)
@screen_option
def warmup(screen: Screen) -> None:
    """Compile the learner, so that the first 'turs fit' after an installation does not wait.

    The compiled functions are kept on the disk; a second call finds them there.
    """
    import numpy as np

    from turs.search import warm_up

    # Small tables and large ones, our own search and the paper's.
    for dtype in (np.uint8, np.uint16):
        warm_up(np.dtype(dtype), "tree")
        warm_up(np.dtype(dtype), "cart")
        warm_up(np.dtype(dtype), None)
    screen.note("The learner is compiled.")
