"""Pieces of figures: titles that state a finding, names cut to the room there is, many lines as one shape."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from weatherglass.plot.figure import in_lines
from weatherglass.wording.messages import runs_right_to_left

_PER_INCH = 11.0  # characters of a bold title
Line = Sequence[tuple[float, float]]


def headed(axes: Sequence[Axes], title: str) -> None:
    """A title over all panels, broken into lines that run as the language does, on the side where reading begins."""
    made = figure_of(axes[0])
    x, side = (0.995, "right") if runs_right_to_left() else (0.005, "left")
    made.suptitle(in_lines(title, _PER_INCH * made.get_figwidth()), x=x, ha=side, fontsize=10, fontweight="bold")


def figure_of(ax: Axes) -> Figure:
    """The figure that axes are part of."""
    made = ax.get_figure(root=True)
    assert made is not None
    return made


def shape(
    ax: Axes, lines: Sequence[Line], colour: str, width: float, *, fill: bool = False, hatch: str = "", label: str = ""
) -> None:
    """Many lines, or many outlines, as one path, so that a page stays small."""
    if not lines:
        return
    vertices = [vertex for line in lines for vertex in line]
    codes = [Path.MOVETO if i == 0 else Path.LINETO for line in lines for i in range(len(line))]
    patch = PathPatch(Path(vertices, codes), facecolor=colour if fill else "none", edgecolor="white" if hatch else colour, linewidth=width, hatch=hatch, label=label)  # fmt: skip
    ax.add_patch(patch)
    ax.autoscale_view()


def outline(left: float, right: float, low: float, high: float) -> Line:
    """A rectangle."""
    return (left, low), (right, low), (right, high), (left, high), (left, low)
