"""A measure in several spaces on one scale: a row for each test, a lane with a mark for each space; as a figure, and row by row."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.markers import MarkerStyle
from matplotlib.path import Path

from weatherglass.measure.base import get
from weatherglass.measure.result import Outcome, Result
from weatherglass.measure.scrutiny import SIGNIFICANT
from weatherglass.plot import inline
from weatherglass.plot.figure import Drawn, axes_for, figure
from weatherglass.plot.pieces import (
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
from weatherglass.plot.rows import dressed, key_mark, short
from weatherglass.study.comparison import Comparison
from weatherglass.wording.cards import card_text
from weatherglass.wording.messages import say
from weatherglass.wording.numbers import effect, in_turn

WIDTH, LANE = 300, 15  # pixels of a row in a table
_INCHES, _HEIGHT, _BETWEEN = (
    8.4,
    0.17,
    0.22,
)  # of the figure: its width, the height of a lane, and what is left between tests
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
    spoken = in_turn(_said(dot, symbol) for dot in dots)
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
        return say("compare.figure.no_value", space=dot.space)
    given = {"space": dot.space, "symbol": symbol, "value": effect(dot.value)}
    if dot.ends is None:
        return say("compare.figure.said", **given)
    return say("compare.figure.said_interval", low=effect(dot.ends[0]), high=effect(dot.ends[1]), **given)


def numbers_above(scale: Scale) -> Markup:
    """The numbers over the rows drawn by `dumbbell`."""
    return inline.numbers_above(WIDTH, ((scale.x(tick), signed(tick)) for tick in scale.ticks))


def dot_of(outcome: Outcome) -> Dot:
    """A space's value in a test, if it has one."""
    if not isinstance(outcome, Result) or outcome.value is None:
        return Dot(outcome.embedding, None)
    ends = None if outcome.interval is None else (outcome.interval.low, outcome.interval.high)
    clear = outcome.p is not None and outcome.p.high < SIGNIFICANT and get(outcome.measure).small_p == "separation"
    return Dot(outcome.embedding, outcome.value, ends, clear)


def reach(rows: Sequence[Sequence[Dot]]) -> list[float]:
    """All numbers that a scale must hold."""
    return [x for row in rows for dot in row if dot.value is not None for x in (dot.value, *(dot.ends or ()))]


def figures(comparison: Comparison) -> dict[str, Callable[..., Drawn]]:
    """One for each measure that has values, by its name."""
    return {
        measure: partial(values_of_spaces, comparison, measure)
        for measure in comparison.measures
        if any(each.values for each in comparison.of_measure(measure))
    }


@figure
def values_of_spaces(comparison: Comparison, measure: str, *, ax: Axes | None = None) -> Axes:
    """A row for each test, in it a lane for each space, with its interval; hollow: not clear."""
    card, tests = get(measure), comparison.of_measure(measure)
    rows = [[dot_of(outcome) for outcome in each.outcomes] for each in tests]
    lanes = len(comparison.spaces)
    step = _BETWEEN + _HEIGHT * lanes
    ax = axes_for(ax, _INCHES, 1.4 + step * len(tests) + 0.1 * lanes)
    if card.null is not None:
        ax.axvline(card.null, color=GREY, linewidth=1.2, zorder=1)

    def place(test: int, space: int) -> float:
        return test + (space - (lanes - 1) / 2) * _HEIGHT / step

    for i, row in enumerate(rows):
        joined = [(dot.value, place(i, space)) for space, dot in enumerate(row) if dot.value is not None]
        ax.plot([x for x, _ in joined], [y for _, y in joined], color=GREY, linewidth=0.8, zorder=1.5)
    for space in range(lanes):
        there = [(row[space], place(i, space)) for i, row in enumerate(rows)]
        colour = _COLOURS[space % len(_COLOURS)]
        ends = [(dot.ends, y) for dot, y in there if dot.ends is not None]
        ax.hlines([y for _, y in ends], [low for (low, _), _ in ends], [high for (_, high), _ in ends], colour, lw=1.2)
        placed = [(dot.value, y, dot.clear) for dot, y in there if dot.value is not None]
        faces = [colour if clear else "white" for *_, clear in placed]
        xs, ys = [x for x, *_ in placed], [y for _, y, _ in placed]
        ax.scatter(xs, ys, s=40, marker=_marker(space), c=faces, edgecolors=colour, linewidths=1.4, zorder=3)
    axis = say("compare.figure.axis", symbol=card.symbol, sign=card_text(card, "sign"))
    key = [
        *(
            key_mark(short(each.name), _marker(i), colour=_COLOURS[i % len(_COLOURS)])
            for i, each in enumerate(comparison.spaces)
        ),
        key_mark(say("compare.figure.filled"), "o"),
        key_mark(say("compare.figure.hollow"), "o", filled=False),
    ]
    dressed(ax, [short(each.query) for each in tests], _found(comparison, measure), axis, key, columns=2)
    return ax


def _found(comparison: Comparison, measure: str) -> str:
    """What the figure shows: how many differences are clear, or that there are values only."""
    tests, card = comparison.of_measure(measure), get(measure)
    tested = [one.clear for each in tests for one in each.differences if one.p is not None]
    given = {"measure": card_text(card, "title"), "clear": sum(tested), "spaces": len(comparison.spaces)}
    if not tested:
        return say("compare.figure.values", n=len(tests), **given)
    return say(f"compare.figure.{'clear' if any(tested) else 'none_clear'}", n=len(tested), **given)


def _marker(space: int) -> MarkerStyle:
    """The shape that the space has in tables, where y grows downwards."""
    points = [point.split(",") for point in _SHAPES[space % len(_SHAPES)].split()]
    corners = [(float(x), -float(y)) for x, y in points]
    return MarkerStyle(Path([*corners, corners[0]], closed=True)) if corners else MarkerStyle("o")
