"""A measure in several spaces on one scale: a row for each test, a lane with a mark for each space."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from weatherglass.plot import inline
from weatherglass.plot.axes import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    SKY,
    YELLOW,
    line,
    round_step,
    signed,
    small_picture,
)

WIDTH, LANE = 300, 15
_MARGIN, _PAD = 16, 5
# A colour and a shape for each of at most eight spaces; the shape alone tells them apart.
_COLOURS = (BLUE, ORANGE, GREEN, PURPLE, SKY, YELLOW, "#6b5b00", "#555555")
_SHAPES = (
    "",  # a circle
    "-4.5,-4.5 4.5,-4.5 4.5,4.5 -4.5,4.5",
    "0,-6 6,0 0,6 -6,0",
    "0,-6 5.5,4.5 -5.5,4.5",
    "0,6 5.5,-4.5 -5.5,-4.5",
    "6,0 -4.5,5.5 -4.5,-5.5",
    "-6,-2.5 6,-2.5 6,2.5 -6,2.5",
    "-2.5,-6 2.5,-6 2.5,6 -2.5,6",
)


@dataclass(frozen=True, slots=True)
class Dot:
    """A space's value; `clear` fills its mark. None where there is no value."""

    space: str
    value: float | None
    ends: tuple[float, float] | None = None
    clear: bool = False


@dataclass(frozen=True, slots=True)
class Scale:
    """From `low` to `high`, with a line at each of `ticks` and a strong one at `middle`."""

    low: float
    high: float
    ticks: tuple[float, ...]
    middle: float | None

    def x(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return round(_MARGIN + share * (WIDTH - 2 * _MARGIN), 1)


def scale_of(values: Sequence[float], middle: float | None) -> Scale:
    """A scale with round ends that holds all values; with a middle, the same to both sides of it."""
    held = [*values, *([] if middle is None else [middle])] or [0.0]
    if middle is not None:
        reach = max(abs(value - middle) for value in held) or 1.0
        held = [middle - reach, middle + reach]
    size = (max(held) - min(held)) or 1.0
    step = round_step(size, 4)
    first, last = math.floor(min(held) / step + 1e-9), math.ceil(max(held) / step - 1e-9)
    last = max(last, first + 1)
    ticks = tuple(float(f"{i * step:.10g}") for i in range(first, last + 1))
    return Scale(ticks[0], ticks[-1], ticks, middle)


def mark(space: int, x: float, y: float, *, filled: bool = True) -> str:
    """The mark of the space with this number."""
    colour, points = _COLOURS[space % len(_COLOURS)], _SHAPES[space % len(_SHAPES)]
    style = f'fill="{colour if filled else "none"}" stroke="{colour}" stroke-width="1.8"'
    if not points:
        return f'<circle cx="{x}" cy="{y}" r="5" {style}/>'
    return f'<polygon transform="translate({x},{y})" points="{points}" {style}/>'


def legend_mark(space: int) -> Markup:
    """The mark alone, to stand before the space's name."""
    return Markup(f'<svg aria-hidden="true" width="16" height="16" viewBox="0 0 16 16">{mark(space, 8, 8)}</svg>')


def dumbbell(dots: Sequence[Dot], scale: Scale, symbol: str) -> Markup:
    """The spaces' values below each other, joined by a line, with their intervals; hollow: not clear."""
    height = 2 * _PAD + LANE * len(dots)
    spoken = ", ".join(_said(dot, symbol) for dot in dots)
    strong = None if scale.middle is None else scale.x(scale.middle)
    parts = [inline.upright(map(scale.x, scale.ticks), strong, height)]
    placed = [
        (i, dot, scale.x(dot.value), _PAD + LANE * (i + 0.5)) for i, dot in enumerate(dots) if dot.value is not None
    ]
    for (_, _, x, y), (_, _, next_x, next_y) in pairwise(placed):
        parts.append(line(x, y, next_x, next_y, GREY, 2.5))
    for i, dot, x, y in placed:
        if dot.ends is not None:
            low, high = (scale.x(end) for end in dot.ends)
            colour = _COLOURS[i % len(_COLOURS)]
            bars = ((low, max(low, x - 6)), (min(high, x + 6), high))  # not through the mark, so that a hollow one is
            parts += [
                f'<line x1="{start}" x2="{end:.1f}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="1.2"/>'
                for start, end in bars
            ]
        parts.append(mark(i, x, y, filled=dot.clear))
    return small_picture(spoken, WIDTH, height, "".join(parts))


def _said(dot: Dot, symbol: str) -> str:
    if dot.value is None:
        return f"{dot.space}: not measured"
    ends = "" if dot.ends is None else f", {dot.ends[0]:.2f} to {dot.ends[1]:.2f}"
    return f"{dot.space}: {symbol} = {dot.value:.2f}{ends}".replace("-", "−")


def numbers_above(scale: Scale) -> Markup:
    """The numbers over the rows drawn by `dumbbell`."""
    return inline.numbers_above(WIDTH, ((scale.x(tick), signed(tick)) for tick in scale.ticks))
