"""The figures of a study, from what was read out of its table."""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup, escape

from weatherglass.measure.scrutiny import SIGNIFICANT
from weatherglass.plot.axes import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    SMALL,
    TEXT,
    line,
    linear,
    mark,
    picture,
    room_for,
    round_ticks,
    short,
    signed,
    text,
)
from weatherglass.plot.boxes import Box, p_boxes, value_boxes
from weatherglass.plot.curves import At, Curve, Panel, curves
from weatherglass.study.rules import chance_value
from weatherglass.study.settings import Comparison, Setting
from weatherglass.study.size import Curve as SizeCurve
from weatherglass.study.spread import Spread
from weatherglass.study.trend import Trend, line_band
from weatherglass.study.variance import Variation
from weatherglass.study.whole import PartsAndWhole

_PARTS = (("sample", BLUE, "#fff"), ("seed", GREEN, "#000"), ("rest", ORANGE, "#000"))  # and the colour of text on it
_BAND_POINTS = 24
_TICK_ROOM = 0.14  # of a panel's width, for a label


def spread_boxes(tests: Sequence[tuple[str, Sequence[tuple[str, Spread]]]], *, title: str) -> Markup:
    """Box plots of the values: for each test its name, and spreads with the label of each."""
    measure = tests[0][1][0][1].measure
    panels = [(name, [_box(label, spread, spread.values) for label, spread in spreads]) for name, spreads in tests]
    return value_boxes(panels, title=title, chance=chance_value(measure))


def p_spread_boxes(tests: Sequence[tuple[str, Sequence[tuple[str, Spread]]]], *, title: str) -> Markup:
    """Box plots of p."""
    panels = [(name, [_box(label, spread, spread.ps) for label, spread in spreads]) for name, spreads in tests]
    return p_boxes(panels, title=title, limit=SIGNIFICANT)


def _box(label: str, spread: Spread, values: tuple[float, ...]) -> Box:
    covered = spread.coverage_least
    found = "" if covered is None else f"{math.floor(100 * covered + 1e-9)}"
    why = spread.skipped[0][0] if spread.skipped else "no p" if spread.measured else "no value"
    return Box(label, spread.group.sample, values, found, why)


def trend_lines(trends: Sequence[Trend], *, title: str, remarks: Sequence[str]) -> Markup:
    """A panel for each test: models as small dots, their means by period, the fitted line with its interval, the whole corpus."""
    panels = []
    for trend, remark in zip(trends, remarks, strict=True):
        points = tuple(At(period.time, period.mean, None, period.values) for period in trend.periods)
        first, last = points[0].x, points[-1].x
        steps = [first + (last - first) * i / _BAND_POINTS for i in range(_BAND_POINTS + 1)]
        band = tuple((time, *ends) for time in steps if (ends := line_band(trend, time)) is not None)
        straight = ((first, trend.at(first)), (last, trend.at(last)))
        whole = None if trend.whole is None else (trend.whole, "whole corpus")
        panels.append(Panel(trend.query, (Curve("", points),), band, straight, whole, remark))
    labels = {period.time: period.label for trend in trends for period in trend.periods}
    ticks = sorted(labels.items())
    every = math.ceil(len(ticks) / 5)
    chosen = [tick for i, tick in enumerate(ticks) if i % every == 0 or tick is ticks[-1]]
    if len(chosen) > 2 and chosen[-1][0] - chosen[-2][0] < 0.15 * (ticks[-1][0] - ticks[0][0]):
        del chosen[-2]
    return curves(panels, title=title, x_ticks=chosen, x_name="", chance=_near(chance_value(trends[0].measure), panels))


def _near(chance: float | None, panels: Sequence[Panel]) -> float | None:
    """The chance value, unless drawing it would squeeze all values into a corner."""
    numbers = [number for panel in panels for number in panel.numbers()]
    if chance is None or not numbers:
        return None
    return chance if min(abs(number - chance) for number in numbers) <= 2 * (max(numbers) - min(numbers)) else None


def size_curves(found: Sequence[SizeCurve], *, title: str) -> Markup:
    """A panel for each test: the mean by length of the text, with a standard deviation to each side, on a logarithmic scale."""
    panels = [
        Panel(
            curve.query,
            (
                Curve(
                    "",
                    tuple(
                        At(math.log10(p.running_words), p.spread.mean or 0.0, _around(p.spread), p.spread.values)
                        for p in curve.points
                    ),
                ),
            ),
        )
        for curve in found
    ]
    sizes = sorted({p.running_words for curve in found for p in curve.points})
    ends = math.log10(sizes[0]), math.log10(sizes[-1])
    ticks = [(ends[0], words(sizes[0]))]
    for size in sizes[1:]:
        at = math.log10(size)
        if at - ticks[-1][0] >= _TICK_ROOM * (ends[1] - ends[0]):
            ticks.append((at, words(size)))
    chance = _near(chance_value(found[0].measure), panels)
    return curves(panels, title=title, x_ticks=ticks, x_name="running words", x_ends=ends, chance=chance)


def _around(spread: Spread) -> tuple[float, float] | None:
    return None if spread.sd is None or spread.mean is None else (spread.mean - spread.sd, spread.mean + spread.sd)


def words(count: float) -> str:
    """A number of words, short: 20k, 1.2M."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if count >= size:
            return f"{count / size:.3g}{letter}"
    return f"{count:.0f}"


def accuracy_lines(comparison: Comparison, *, title: str) -> Markup | None:
    """Accuracy over dimensions, a line for each window, a panel for each architecture; over windows where dimensions do not vary."""
    settings = [each for each in comparison.settings if each.dim is not None or each.window is not None]
    dims, windows = {each.dim for each in settings}, {each.window for each in settings}
    if len(dims) < 2 and len(windows) < 2:
        return None
    over_dims = len(dims - {None}) > 1

    def across(each: Setting) -> int | None:
        return each.dim if over_dims else each.window

    def named(each: Setting) -> str:
        other = each.window if over_dims else each.dim
        return "" if other is None else f"{'window' if over_dims else 'dim'} {other}"

    panels: dict[str, dict[str, list[At]]] = {}
    for each in sorted(settings, key=lambda s: (s.method, s.architecture or "", s.window or 0, s.dim or 0)):
        at = across(each)
        if at is not None:
            panel = f"{each.method}, {each.architecture}" if each.architecture else each.method
            panels.setdefault(panel, {}).setdefault(named(each), []).append(At(at, each.mean, each.interval))
    lines = [points for by_name in panels.values() for points in by_name.values()]
    if any(len({at.x for at in points}) < len(points) for points in lines):
        return None  # something else varies too, and lines would jump
    drawn = [
        Panel(name, tuple(Curve(label, _by_x(points)) for label, points in by_name.items()))
        for name, by_name in panels.items()
    ]
    ticks = [(at, f"{at:.0f}") for at in sorted({at.x for points in lines for at in points})]
    return curves(drawn, title=title, x_ticks=ticks, x_name="dimensions" if over_dims else "window", wide=True)


def _by_x(points: Sequence[At]) -> tuple[At, ...]:
    return tuple(sorted(points, key=lambda at: at.x))


def average_against_whole(found: PartsAndWhole, *, title: str) -> Markup:
    """A dot for each test: the mean over parts across, the whole corpus upwards; on the dashed line both are equal."""
    numbers = [number for test in found.tests for number in (test.average, test.whole)]
    low, high = room_for(numbers)
    size, left, top = 260.0, 52.0, 14.0
    x, y = linear(low, high, left, left + size), linear(low, high, top + size, top)
    ticks = round_ticks(low, high)
    parts = [
        *(
            line(x(at), top, x(at), top + size, GREY, 0.3) + line(left, y(at), left + size, y(at), GREY, 0.3)
            for at in ticks
        ),
        *(
            text(x(at), top + size + 15, signed(at), "middle", SMALL)
            + text(left - 6, y(at) + 4, signed(at), "end", SMALL)
            for at in ticks
        ),
        line(x(low), y(low), x(high), y(high), "currentColor", 0.9, "5 3"),
        text(left + size / 2, top + size + 32, "mean over parts", "middle"),
        f'<text transform="translate(12,{top + size / 2}) rotate(-90)" text-anchor="middle" {TEXT}>whole corpus</text>',
    ]
    taken: list[tuple[float, float]] = []
    for test in sorted(found.tests, key=lambda t: -t.whole):
        px, py = x(test.average), y(test.whole)
        ty = py + 4
        while any(abs(ty - other) < 12 and abs(px - at) < 110 for at, other in taken):
            ty += 12
        taken.append((px, ty))
        near_right = px > left + size - 70
        label = short(test.query, 130, 10)
        said = f"{test.query}: {test.average:.3g} over {test.parts} parts, {test.whole:.3g} in the whole"
        parts += [
            mark(px, py, 0, BLUE, said=said),
            text(px + (-8 if near_right else 8), ty, label, "end" if near_right else "start", SMALL),
        ]
    return picture(title, left + size + 90, top + size + 42, parts)


def variance_bars(found: Sequence[tuple[str, Variation]], *, title: str, first: str) -> Markup:
    """A bar for each test and kind of sample: which share of the variance is the sample (or order, by `first`), the seed, the rest."""
    row, label, bar, top = 22, 250, 440, 30
    names = {"sample": first, "seed": "seed, alike for all", "rest": "seed, this one only"}
    parts = []
    for i, (part, colour, _) in enumerate(_PARTS):
        beside = label + i * 150
        parts += [
            f'<rect x="{beside}" y="4" width="12" height="12" fill="{colour}"/>',
            text(beside + 17, 14, names[part]),
        ]
    parts.append(text(label + bar + 12, 14, "sd of all", style=SMALL))
    for i, (name, variation) in enumerate(found):
        y = top + i * row
        components = [(part, getattr(variation, part), colour, ink) for part, colour, ink in _PARTS]
        total = sum(component.variance for _, component, _, _ in components)
        parts.append(f"<g><title>{escape(name)}</title>{text(label - 8, y + 12, short(name, label - 12), 'end')}</g>")
        at = float(label)
        for part, component, colour, ink in components:
            share = component.variance / total if total else 0.0
            width = share * bar
            said = f"{name}, {names[part]}: {share:.0%} of the variance, sd {component.sd:.3g}"
            parts.append(
                f'<rect x="{at:.1f}" y="{y}" width="{width:.1f}" height="{row - 7}" fill="{colour}" stroke="#fff" stroke-width="0.6">'
                f"<title>{escape(said)}</title></rect>"
            )
            if width > 34:
                parts.append(
                    text(
                        round(at + width / 2, 1),
                        y + 11.5,
                        f"{share:.0%}".replace("%", " %"),
                        "middle",
                        f'font-size="10" fill="{ink}"',
                        "600",
                    )
                )
            at += width
        parts.append(
            text(
                label + bar + 12,
                y + 12,
                "" if variation.raw_sd is None else f"{variation.raw_sd:.{2 if variation.raw_sd >= 0.1 else 3}f}",
                style=SMALL,
            )
        )
    return picture(title, label + bar + 80, top + row * len(found) + 4, parts)
