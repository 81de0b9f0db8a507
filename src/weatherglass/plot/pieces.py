"""What pictures share, whether matplotlib draws them or they are written as SVG: colours, and small pieces.

Colours are from the Okabe–Ito palette. In SVG, geometry and colour are attributes, not styles, so they survive viewers that strip
styles; text stays text.
"""

from __future__ import annotations

import math

from markupsafe import Markup, escape

BLUE, ORANGE, GREEN, PURPLE = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
SKY, YELLOW, GREY = "#56B4E9", "#E69F00", "#8a8f98"


def shortened(name: str, most: int) -> str:
    """At most so many letters of it, with a sign where some are left out."""
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def round_step(size: float, most: int) -> float:
    """The smallest round number that goes into a size at most so many times."""
    power = 10.0 ** (math.floor(math.log10(size)) - 1)
    return next(s * power for s in (1, 2, 5, 10, 20, 50) if size / (s * power) <= most)


def signed(value: float) -> str:
    """A tick's label, with a real minus."""
    return f"{value:g}".replace("-", "−")


def line(x1: float, y1: float, x2: float, y2: float, colour: str = GREY, width: float = 1, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="{width}"{dashed}/>'


def small_picture(said: str, width: float, height: float, inside: str) -> Markup:
    """A picture without a heading; `said` is what a reader that speaks says of it."""
    return Markup(
        f'<svg role="img" aria-label="{escape(said)}" width="{width}" height="{height}" viewBox="0 0 {width} {height}" direction="ltr">{inside}</svg>'
    )
