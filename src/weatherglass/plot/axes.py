"""What pictures share: colours, lines, texts and marks, scales, round ticks, and panels side by side on one scale.

Colours are from the Okabe–Ito palette. Geometry and colour are attributes, not styles, so they survive viewers that strip
styles; text stays text.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

BLUE, ORANGE, GREEN, PURPLE = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
SKY, YELLOW, GREY = "#56B4E9", "#E69F00", "#8a8f98"
TEXT = 'font-size="11" fill="currentColor"'
HEADING = 'font-size="12" fill="currentColor"'
SMALL = 'font-size="10" fill="currentColor"'
STYLES = ((BLUE, ""), (ORANGE, "6 3"), (GREEN, "2 2"), (PURPLE, "8 3 2 3"), (YELLOW, "1 3"), (SKY, "10 4"))
WIDEST = 1040  # of a figure, in pixels; a page's column is a little wider
Scale = Callable[[float], float]


def round_step(size: float, most: int) -> float:
    """The smallest round number that goes into a size at most so many times."""
    power = 10.0 ** (math.floor(math.log10(size)) - 1)
    return next(s * power for s in (1, 2, 5, 10, 20, 50) if size / (s * power) <= most)


def round_ticks(low: float, high: float) -> list[float]:
    """Two to six round numbers within a range."""
    step = round_step(high - low, 5)
    first = int(low // step) + 1
    return [float(f"{i * step:.10g}") for i in range(first, int(high // step) + 1)]


def signed(value: float) -> str:
    """A tick's label, with a real minus."""
    return f"{value:g}".replace("-", "−")


def room_for(values: Sequence[float], *always: float) -> tuple[float, float]:
    """A range that holds all values with a little room, and what must always be on the scale."""
    everything = [*values, *always] or [0.0, 1.0]
    low, high = min(everything), max(everything)
    room = 0.06 * (high - low) or 0.5 * abs(high) or 0.5
    return low - room, high + room


def linear(low: float, high: float, start: float, end: float) -> Scale:
    """From numbers to pixels."""
    return lambda value: round(start + (value - low) / (high - low) * (end - start), 1)


def mark(
    x: float, y: float, which: int, colour: str, *, hollow: bool = False, size: float = 3.5, said: str = ""
) -> str:
    """A point, in one of four shapes: circle, square, triangle, diamond; `said` when pointed at."""
    fill = "none" if hollow else colour
    paint = f'fill="{fill}" stroke="{colour}" stroke-width="1.2"'
    inside = f"<title>{escape(said)}</title>" if said else ""
    if which % 4 == 0:
        return f'<circle cx="{x}" cy="{y}" r="{size}" {paint}>{inside}</circle>'
    if which % 4 == 1:
        return f'<rect x="{x - size:.1f}" y="{y - size:.1f}" width="{2 * size}" height="{2 * size}" {paint}>{inside}</rect>'
    s = size * 1.3
    corners = [(0, -s), (s, s), (-s, s)] if which % 4 == 2 else [(0, -s), (s, 0), (0, s), (-s, 0)]
    points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)
    return f'<polygon points="{points}" {paint}>{inside}</polygon>'


def line(x1: float, y1: float, x2: float, y2: float, colour: str = GREY, width: float = 1, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="{width}"{dashed}/>'


def text(x: float, y: float, said: str, anchor: str = "start", style: str = TEXT, weight: str = "") -> str:
    """Escaped. Words of any script keep to themselves."""
    bold = f' font-weight="{weight}"' if weight else ""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" {style}{bold} unicode-bidi="isolate">{escape(said)}</text>'


def short(said: str, width: float, size: float = 11) -> str:
    """What fits into so many pixels, roughly."""
    most = max(4, int(width / (0.56 * size)))
    return said if len(said) <= most else said[: most - 1] + "…"


@dataclass(frozen=True, slots=True)
class Grid:
    """Where panels of one size go, row by row; the numbers of the scale stand left of each row."""

    panels: int
    width: float
    height: float
    left: float = 46
    gap: float = 16
    top: float = 26
    below: float = 34

    @property
    def columns(self) -> int:
        return max(1, min(self.panels, int((WIDEST - self.left) // (self.width + self.gap))))

    @property
    def rows(self) -> int:
        return math.ceil(self.panels / self.columns)

    @property
    def size(self) -> tuple[float, float]:
        return (
            self.left + self.columns * (self.width + self.gap),
            self.rows * (self.top + self.height + self.below),
        )

    def corner(self, i: int) -> tuple[float, float]:
        """The upper left corner of a panel's inside."""
        row, column = divmod(i, self.columns)
        return (
            round(self.left + column * (self.width + self.gap), 1),
            round(row * (self.top + self.height + self.below) + self.top, 1),
        )

    def first(self, i: int) -> bool:
        """Whether a panel begins a row, so that the scale is numbered there."""
        return i % self.columns == 0


def heading(grid: Grid, i: int, name: str) -> str:
    """A panel's name over it, whole when pointed at."""
    x, y = grid.corner(i)
    said = text(x, y - 8, short(name, grid.width, 12), style=HEADING, weight="600")
    return f"<g><title>{escape(name)}</title>{said}</g>"


def scale_lines(grid: Grid, i: int, y: Scale, ticks: Sequence[tuple[float, str]]) -> str:
    """Faint lines across a panel, numbered where it begins a row."""
    x, _ = grid.corner(i)
    parts = [line(x, y(at), x + grid.width, y(at), GREY, 0.3) for at, _ in ticks]
    if grid.first(i):
        parts += [text(x - 6, y(at) + 4, label, "end", SMALL) for at, label in ticks]
    return "".join(parts)


def small_picture(said: str, width: float, height: float, inside: str) -> Markup:
    """A picture without a heading; `said` is what a reader that speaks says of it."""
    return Markup(
        f'<svg role="img" aria-label="{escape(said)}" width="{width}" height="{height}" viewBox="0 0 {width} {height}">{inside}</svg>'
    )


def picture(title: str, width: float, height: float, parts: Sequence[str]) -> Markup:
    """A whole figure; its title is what a reader that speaks says first."""
    return Markup(
        f'<svg role="img" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}" '
        f'font-family="system-ui, sans-serif"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )
