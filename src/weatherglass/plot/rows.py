"""What figures of rows share: names down the side, the finding over a key, and a scale below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from weatherglass.plot.figure import in_lines
from weatherglass.plot.pieces import GREY

_AXIS = 100  # letters to a line of the scale's text
_LETTER, _BOLD = 5, 6.6  # points of a letter of a name, and of the title
_LINE = 13  # points of a line of the key
_NARROWEST = 0.02  # of a scale: what is closer together is as good as one
NAME = 34  # letters of a name, at most


def dressed(ax: Axes, names: Sequence[str], finding: str, axis: str, key: Sequence[Line2D], columns: int = 0) -> None:
    """Rows from the top down, title, key in so many columns or in one line, and scale."""
    ax.set_yticks(range(len(names)), list(names))
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.grid(axis="x")
    ax.margins(x=0.04)
    low, high = ax.get_xlim()
    if high - low < _NARROWEST:
        ax.set_xlim((low + high - _NARROWEST) / 2, (low + high + _NARROWEST) / 2)
    ax.set_xlabel(in_lines(axis, _AXIS))
    columns = columns or len(key)
    lines = -(-len(key) // columns)
    ax.legend(handles=list(key), loc="lower left", bbox_to_anchor=(0, 1), ncols=columns, borderaxespad=0.2, borderpad=0)
    ax.set_title(in_lines(finding, _beside(ax, names)), pad=6 + _LINE * lines)


def _beside(ax: Axes, names: Sequence[str]) -> int:
    """How many letters of a title find room to the right of the names."""
    whole = ax.get_figure(root=True)
    assert whole is not None
    longest = max((len(line) for name in names for line in name.splitlines()), default=0)
    return max(24, int((72 * whole.get_figwidth() - _LETTER * longest) / _BOLD))


def key_mark(label: str, shape: Any = "", line: Any = "", *, colour: str = GREY, filled: bool = True) -> Line2D:
    """A mark or a line, and what it stands for."""
    face = colour if filled else "white"
    return Line2D([], [], color=colour, marker=shape, linestyle=line, markerfacecolor=face, label=label)


def short(text: str, most: int = NAME) -> str:
    """Cut in the middle where it has more letters, as names of files and tests differ at the end."""
    kept = most // 2
    return text if len(text) <= most else f"{text[: most - kept - 1]}…{text[-kept:]}"
