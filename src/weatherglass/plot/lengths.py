"""The lengths of a file's vectors."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from weatherglass.plot.figure import axes_for, figure, titled
from weatherglass.plot.pieces import BLUE


@figure
def lengths(
    counts: Sequence[int], edges: Sequence[float], title: str, length: str, words: str, *, ax: Axes | None = None
) -> Axes:
    """How many vectors are how long; `title`, `length` and `words` are what stands above and along the axes."""
    ax = axes_for(ax, 6.4, 3.1)
    ax.stairs(counts, edges, fill=True, color=BLUE)
    ax.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    ax.set_xlabel(length)
    ax.set_ylabel(words)
    titled(ax, title)
    return ax
