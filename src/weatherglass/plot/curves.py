"""Lines over time, size or settings as small multiples on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from weatherglass.plot.axes import (
    GREY,
    SMALL,
    STYLES,
    TEXT,
    WIDEST,
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
    short,
    signed,
    text,
)

_WIDTH, _HEIGHT = 222, 140


@dataclass(frozen=True, slots=True)
class At:
    """A point of a line: its interval if there is one, and the models it stands for."""

    x: float
    y: float
    ends: tuple[float, float] | None = None
    values: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Curve:
    """A line through points; the styles of curves follow their place in the panel."""

    name: str
    points: tuple[At, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """`band`: x, low and high of a stretch that is shaded; `straight`: ends of a line fitted; `level`: a line across, with its name."""

    name: str
    curves: tuple[Curve, ...]
    band: tuple[tuple[float, float, float], ...] = ()
    straight: tuple[tuple[float, float], ...] = ()
    level: tuple[float, str] | None = None
    remark: str = ""

    def numbers(self) -> list[float]:
        found = [
            number for curve in self.curves for at in curve.points for number in (at.y, *(at.ends or ()), *at.values)
        ]
        return [
            *found,
            *(end for _, low, high in self.band for end in (low, high)),
            *([] if self.level is None else [self.level[0]]),
        ]


def curves(
    panels: Sequence[Panel],
    *,
    title: str,
    x_ticks: Sequence[tuple[float, str]],
    x_name: str,
    x_ends: tuple[float, float] | None = None,
    chance: float | None = None,
    wide: bool = False,
) -> Markup:
    """All panels on one scale. With several lines in a panel a legend comes first."""
    low, high = room_for(
        [number for panel in panels for number in panel.numbers()], *([] if chance is None else [chance])
    )
    names = list(dict.fromkeys(curve.name for panel in panels for curve in panel.curves))
    head = 24 if len(names) > 1 else 0
    grid = Grid(len(panels), 1.6 * _WIDTH if wide else _WIDTH, _HEIGHT, below=50)
    left, right = x_ends or (min(at for at, _ in x_ticks), max(at for at, _ in x_ticks))
    right = max(right, left + 1e-9)  # one tick only: everything at the left
    parts = [_legend(names, grid.left)] if head else []
    parts.append(f'<g transform="translate(0,{head})">')
    ticks = [(at, signed(at)) for at in round_ticks(low, high)]
    for i, panel in enumerate(panels):
        x0, top = grid.corner(i)
        x = linear(left, right, x0 + 14, x0 + grid.width - 14)
        y = linear(low, high, top + _HEIGHT, top)
        parts += [heading(grid, i, panel.name), scale_lines(grid, i, y, ticks)]
        if chance is not None:
            parts.append(line(x0, y(chance), x0 + grid.width, y(chance), "currentColor", 0.9))
        parts.append(_panel(panel, names, x, y, (x0, x0 + grid.width)))
        parts += [text(x(at), top + _HEIGHT + 14, label, "middle", SMALL) for at, label in x_ticks]
        parts.append(text(x0 + grid.width / 2, top + _HEIGHT + 28, panel.remark or x_name, "middle", SMALL))
    parts.append("</g>")
    width, height = grid.size
    return picture(title, max(width, min(WIDEST, 46 + 150 * len(names)) if head else 0), height + head, parts)


def _panel(panel: Panel, names: Sequence[str], x: Scale, y: Scale, sides: tuple[float, float]) -> str:
    parts = []
    if panel.band:
        around = [(at, low) for at, low, _ in panel.band] + [(at, high) for at, _, high in reversed(panel.band)]
        points = " ".join(f"{x(a)},{y(b)}" for a, b in around)
        parts.append(f'<polygon points="{points}" fill="{STYLES[0][0]}" fill-opacity=".13"/>')
    if panel.straight:
        (x1, y1), (x2, y2) = panel.straight
        parts.append(line(x(x1), y(y1), x(x2), y(y2), STYLES[0][0], 1.2, "6 3"))
    if panel.level is not None:
        at, name = panel.level
        parts.append(
            f"<g><title>{escape(name)}</title>{line(sides[0], y(at), sides[1], y(at), STYLES[1][0], 1.4, '2 3')}</g>"
        )
    for curve in panel.curves:
        style = names.index(curve.name)
        parts.append(_curve(curve, panel.name, style, 5 * (style - (len(names) - 1) / 2), x, y))
    return "".join(parts)


def _curve(curve: Curve, panel: str, style: int, aside: float, x: Scale, y: Scale) -> str:
    """`aside`: pixels to the right, so that intervals of several lines do not cover each other."""
    colour, dashes = STYLES[style % len(STYLES)]
    points = " ".join(f"{x(at.x) + aside:.1f},{y(at.y)}" for at in curve.points)
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    parts = [f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.6"{dashed}/>']
    for at in curve.points:
        px = round(x(at.x) + aside, 1)
        parts += [
            f'<circle cx="{px}" cy="{y(value)}" r="2" fill="none" stroke="{GREY}" stroke-width="0.8"/>'
            for value in at.values
        ]
        if at.ends is not None:
            low, high = y(at.ends[0]), y(at.ends[1])
            parts += [
                line(px, low, px, high, colour, 1.1),
                *(line(px - 3, end, px + 3, end, colour, 1.1) for end in (low, high)),
            ]
        said = f"{panel}{', ' + curve.name if curve.name else ''}: {at.y:.3g}"
        if at.ends is not None:
            said += f", {at.ends[0]:.3g} to {at.ends[1]:.3g}"
        parts.append(mark(px, y(at.y), style, colour, said=said))
    return "".join(parts)


def _legend(names: Sequence[str], left: float) -> str:
    step = min(150.0, (WIDEST - left) / len(names))
    parts = []
    for i, name in enumerate(names):
        colour, dashes = STYLES[i % len(STYLES)]
        at = round(left + i * step, 1)
        parts += [
            line(at, 12, at + 26, 12, colour, 1.8, dashes),
            mark(at + 13, 12, i, colour),
            text(at + 32, 16, short(name, step - 36), "start", TEXT),
        ]
    return "".join(parts)
