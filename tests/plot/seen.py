"""Looking at figures as data: what is drawn, what is written, and whether it can be read."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from html import unescape
from itertools import combinations
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.text import Annotation, Text

from weatherglass.plot.figure import Drawn, drawn, picture

_SLACK = 1.0  # pixels


def seen(draw: Callable[..., Drawn], *args: Any, **kwargs: Any) -> Figure:
    """The figure, laid out as it is written."""
    made = drawn(draw, *args, **kwargs)
    made.draw_without_rendering()
    return made


def texts(draw: Callable[..., Drawn], *args: Any) -> list[str]:
    """The texts of the figure's SVG, which is well-formed, without styles or numbers that are none, and not too wide for a page."""
    svg = str(picture("said", draw, *args))
    root = ET.fromstring(svg)
    assert not re.search(r'style="|nan|"inf', svg)
    assert float(root.attrib["viewBox"].split()[2]) <= 9 * 72 + 1
    assert len(svg) < 40_000
    return [unescape("".join(element.itertext())) for element in root.iter("text")]


def titles(made: Figure) -> list[str]:
    """Of all axes, each on one line."""
    return [ax.get_title("left").replace("\n", " ").replace("\u00a0", " ") for ax in made.axes]


def across(line: Line2D) -> list[float]:
    """Where a line's points lie on the horizontal axis."""
    return [float(x) for x in np.asarray(line.get_xdata())]


def upwards(line: Line2D) -> list[float]:
    """Where they lie on the upright one."""
    return [float(y) for y in np.asarray(line.get_ydata())]


def bars(ax: Axes) -> list[Rectangle]:
    """The bars that are drawn."""
    return [patch for patch in ax.patches if isinstance(patch, Rectangle)]


def names(made: Figure) -> list[Annotation]:
    """The names beside points."""
    return [text for ax in made.axes for text in ax.texts if isinstance(text, Annotation) and text.get_fontsize() == 7]


def covering(given: list[Annotation]) -> list[tuple[str, str]]:
    """Pairs of names that lie on each other."""
    boxes = [(text.get_text(), text.get_window_extent()) for text in given]
    return [(one, other) for (one, a), (other, b) in combinations(boxes, 2) if a.overlaps(b)]


def written(made: Figure) -> list[str]:
    """All that is written in a figure, in the order in which it is drawn."""
    return [each.get_text().replace("\u00a0", " ") for each in _shown(made)]


def words_of(made: Figure) -> list[str]:
    """The same without the numbers of scales."""
    return [text for text in written(made) if text.strip("−0123456789. %")]


def readable(made: Figure) -> Figure:
    """The figure, in which no text covers another or is cut."""
    assert unreadable(made) == []
    return made


def unreadable(made: Figure) -> list[str]:
    """Texts that lie on each other, or leave the figure."""
    made.draw_without_rendering()
    width, height = made.bbox.width, made.bbox.height
    boxes = [(each.get_text(), each.get_window_extent()) for each in _shown(made)]
    outside = [
        text
        for text, box in boxes
        if box.x0 < -_SLACK or box.y0 < -_SLACK or box.x1 > width + _SLACK or box.y1 > height + _SLACK
    ]
    covered = [
        f"{one} / {other}"
        for (one, a), (other, b) in combinations(boxes, 2)
        if min(a.x1, b.x1) - max(a.x0, b.x0) > _SLACK and min(a.y1, b.y1) - max(a.y0, b.y0) > _SLACK
    ]
    return outside + covered


def _shown(made: Figure) -> list[Text]:
    made.draw_without_rendering()
    found = made.findobj(Text)
    hidden = {id(each) for ax in made.axes for axis in (ax.xaxis, ax.yaxis) for each in _beyond(axis)}
    return [each for each in found if each.get_visible() and each.get_text() and id(each) not in hidden]


def _beyond(axis: Axis) -> Iterator[Text]:
    """Labels of ticks that lie beyond the scale and are not drawn."""
    low, high = sorted(axis.get_view_interval())
    for tick in axis.get_major_ticks():
        if not low <= tick.get_loc() <= high:
            yield from (tick.label1, tick.label2)
