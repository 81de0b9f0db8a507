"""Texts in figures: names that fit, the two ends of an axis, and words beside their points where there is room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.transforms import ScaledTranslation

from weatherglass.plot.figure import in_lines
from weatherglass.wording.messages import known, say

_LETTERS = 11.5  # of a bold title to an inch
_APART = 1.5  # points between a name and what is beside it
_AROUND = np.array([-1.0, -0.5, 1.0, 0.5])  # letters have some room above and below already
_RADIUS = 3.0  # of a point, in points
_GAP = 4.0  # points between a point's middle and its name
_SIDES = (("left", "center", _GAP, 0.0), ("right", "center", -_GAP, 0.0), ("center", "bottom", 0.0, _GAP), ("center", "top", 0.0, -_GAP))  # fmt: skip


def translated(group: str, name: str) -> str:
    """A name of ours as the language has it; any other stays as it is."""
    key = f"{group}.{name}"
    return say(key) if known(key) else name


def title(ax: Axes, text: str, width: float) -> None:
    """Over axes of this width in inches, on as many lines as it takes."""
    ax.set_title(in_lines(text, width * _LETTERS))


def ends(ax: Axes, low: str, high: str, unit: str, *, upright: bool = False) -> None:
    """Beside an axis, the horizontal one or the upright one: what lies at its two ends, and farther out what is measured."""
    for place, text, at, along in ((0.0, low, "left", "bottom"), (1.0, high, "right", "top")):
        ax.annotate(
            text,
            (0.0, place) if upright else (place, 0.0),
            (-34, 0) if upright else (0, -20),
            xycoords="axes fraction",
            textcoords="offset points",
            rotation=90 if upright else 0,
            ha="right" if upright else at,
            va=along if upright else "top",
            fontsize=8,
        )
    (ax.set_ylabel if upright else ax.set_xlabel)(unit, labelpad=16)


def legend_below(ax: Axes, columns: int = 3, down: float = 48) -> None:
    """Under the axis and its label, `down` points below the axes, where it covers nothing."""
    shift = ScaledTranslation(0, -down / 72, _figure_of(ax).dpi_scale_trans)
    ax.legend(
        loc="upper left", bbox_to_anchor=(0, 0), bbox_transform=ax.transAxes + shift, ncols=columns, borderaxespad=0
    )


def _figure_of(ax: Axes) -> Figure:
    found = ax.get_figure(root=True)
    assert isinstance(found, Figure)
    return found


def laid_out(ax: Axes) -> None:
    """Settle where everything lies, which is else known only once the figure is written."""
    engine = _figure_of(ax).get_layout_engine()
    if engine is not None:
        engine.execute(_figure_of(ax))
    ax.get_xlim()  # now the limits follow from what was drawn
    ax.apply_aspect()


def beside_points(ax: Axes, points: Sequence[tuple[str, float, float]], order: Iterable[int], most: int) -> list[str]:
    """The words that found room beside their points on axes that are laid out: at most so many, tried in this order, on no point and no other word."""
    scale = _figure_of(ax).dpi / 72
    inside = ax.get_window_extent()
    places = ax.transData.transform([(x, y) for _, x, y in points])
    taken = np.concatenate([places - _RADIUS * scale, places + _RADIUS * scale], axis=1)  # left, bottom, right, top
    named: list[str] = []
    for i in order:
        if len(named) == most:
            break
        word, x, y = points[i]
        text = ax.annotate(word, (x, y), (0, 0), textcoords="offset points", fontsize=7, annotation_clip=False)
        text.set_in_layout(False)
        size = text.get_window_extent()
        others = np.delete(taken, i, axis=0)
        for across, up, dx, dy in _SIDES:
            left = places[i][0] + dx * scale - {"left": 0.0, "center": 0.5, "right": 1.0}[across] * size.width
            low = places[i][1] + dy * scale - {"bottom": 0.0, "center": 0.5, "top": 1.0}[up] * size.height
            box = np.array([left, low, left + size.width, low + size.height]) + _APART * scale * _AROUND
            within = (box[:2] >= inside.min).all() and (box[2:] <= inside.max).all()
            if within and not ((box[:2] < others[:, 2:]) & (others[:, :2] < box[2:])).all(axis=1).any():
                text.set(position=(dx, dy), ha=across, va="center_baseline" if up == "center" else up)
                taken = np.vstack([taken, box])
                named.append(word)
                break
        else:
            text.remove()
    return named
