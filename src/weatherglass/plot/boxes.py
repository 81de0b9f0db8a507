"""Box plots as small multiples: a panel for each test, a box for each kind of sample, one scale for all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from markupsafe import Markup, escape

from weatherglass.plot.axes import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    SMALL,
    Grid,
    Scale,
    heading,
    line,
    linear,
    mark,
    picture,
    room_for,
    round_ticks,
    scale_lines,
    signed,
    text,
)

LEAST_FOR_A_BOX = 5
_COLOURS = {"subsample": (BLUE, 0), "permutation": (ORANGE, 1), "whole": (GREEN, 3)}
_SLOT, _HEIGHT = 34, 130
_P_TICKS = (0.0, 0.01, 0.05, 0.2, 0.5, 1.0)


@dataclass(frozen=True, slots=True)
class Box:
    """The models of one kind; `label` and `found` (how many of the words) stand under it, `why` says why it is empty."""

    label: str
    sample: str
    values: tuple[float, ...]
    found: str
    why: str = ""


def value_boxes(panels: Sequence[tuple[str, Sequence[Box]]], *, title: str, chance: float | None) -> Markup:
    """Of a measure's values, with a line at the chance value."""
    values = [value for _, boxes in panels for box in boxes for value in box.values]
    low, high = room_for(values, *([] if chance is None else [chance]))
    ticks = [(at, signed(at)) for at in round_ticks(low, high)]
    return _draw(panels, title, (low, high), ticks, chance, lambda value: value)


def p_boxes(panels: Sequence[tuple[str, Sequence[Box]]], *, title: str, limit: float) -> Markup:
    """Of p, on a square-root scale, which gives small ones room; with a line at the limit."""
    ticks = [(math.sqrt(at), f"{at:g}") for at in _P_TICKS]
    return _draw(panels, title, (-0.03, 1.03), ticks, math.sqrt(limit), math.sqrt)


def _draw(
    panels: Sequence[tuple[str, Sequence[Box]]],
    title: str,
    ends: tuple[float, float],
    ticks: Sequence[tuple[float, str]],
    guide: float | None,
    shown: Scale,
) -> Markup:
    slots = max(len(boxes) for _, boxes in panels)
    slot = max(_SLOT, 7 * max((len(box.label) for _, boxes in panels for box in boxes), default=0))
    grid = Grid(len(panels), slots * slot, _HEIGHT, left=60, below=46)
    parts = []
    for i, (name, boxes) in enumerate(panels):
        x, top = grid.corner(i)
        y = linear(ends[0], ends[1], top + _HEIGHT, top)
        parts += [heading(grid, i, name), scale_lines(grid, i, y, ticks)]
        if guide is not None:
            parts.append(line(x, y(guide), x + grid.width, y(guide), "currentColor", 0.9, "5 3"))
        if grid.first(i):
            parts.append(text(x - 6, top + _HEIGHT + 27, "words %", "end", SMALL))
        for j, box in enumerate(boxes):
            middle = x + (j + 0.5) * slot
            parts += [
                _box(box, name, middle, y, shown) if box.values else _none(box, name, middle, top + _HEIGHT - 6),
                text(middle, top + _HEIGHT + 14, box.label, "middle"),
                text(middle, top + _HEIGHT + 27, box.found, "middle", SMALL),
            ]
    return picture(title, *grid.size, parts)


def _box(box: Box, name: str, x: float, y: Scale, shown: Scale) -> str:
    colour, shape = _COLOURS.get(box.sample, (GREY, 2))
    n = len(box.values)
    if n < LEAST_FOR_A_BOX:
        return "".join(
            mark(
                round(x + 6 * (i - (n - 1) / 2), 1),
                y(shown(value)),
                shape,
                colour,
                said=f"{name}, {box.label}: {value:.3g}",
            )
            for i, value in enumerate(box.values)
        )
    values = np.array(box.values)
    low, middle, high = (float(q) for q in np.quantile(values, [0.25, 0.5, 0.75]))
    reach = 1.5 * (high - low)
    inside = values[(values >= low - reach) & (values <= high + reach)]
    ends = float(inside.min()), float(inside.max())
    outliers = values[(values < ends[0]) | (values > ends[1])]
    said = f"{name}, {box.label}: {n} models, median {middle:.3g}, half of them {low:.3g} to {high:.3g}, all {values.min():.3g} to {values.max():.3g}"
    width = 18
    top, bottom = y(shown(high)), y(shown(low))
    parts = [
        f"<g><title>{escape(said)}</title>",
        line(x, y(shown(ends[0])), x, bottom, colour, 1.2),
        line(x, top, x, y(shown(ends[1])), colour, 1.2),
        *(line(x - 5, y(shown(end)), x + 5, y(shown(end)), colour, 1.2) for end in ends),
        f'<rect x="{x - width / 2}" y="{top}" width="{width}" height="{max(0.8, bottom - top):.1f}" fill="{colour}" '
        f'fill-opacity=".22" stroke="{colour}" stroke-width="1.2"/>',
        line(x - width / 2, y(shown(middle)), x + width / 2, y(shown(middle)), colour, 2.4),
        *(_plus(x, y(shown(float(value))), colour) for value in outliers),
        "</g>",
    ]
    return "".join(parts)


def _none(box: Box, name: str, x: float, y: float) -> str:
    return f"<g><title>{escape(f'{name}, {box.label}: {box.why}')}</title>{text(x, y, 'none', 'middle', SMALL)}</g>"


def _plus(x: float, y: float, colour: str) -> str:
    return line(x - 3.5, y, x + 3.5, y, colour, 1.4) + line(x, y - 3.5, x, y + 3.5, colour, 1.4)
