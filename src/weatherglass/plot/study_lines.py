"""Lines of a study over time, length of the text or settings: a panel for each test, all on one scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from statistics import stdev

from matplotlib.axes import Axes

from weatherglass.plot.drawing import Line, figure_of, headed, shape
from weatherglass.plot.figure import COLOURS, DASHES, MARKS, figure, panels
from weatherglass.plot.pieces import BLUE, GREY, ORANGE, shortened
from weatherglass.plot.study_boxes import value_label
from weatherglass.study.rules import LEAST_MODELS, bounds_of, chance_value
from weatherglass.study.settings import Comparison, Setting
from weatherglass.study.size import Curve
from weatherglass.study.spread import Ends, mean_interval
from weatherglass.study.trend import Period, Trend, line_band
from weatherglass.wording.messages import say
from weatherglass.wording.studies import slope_per, valued

_WIDTHS = {1: 5.2, 2: 4.4, 3: 3.0}  # inches of a panel by how many there are in a row
_BAND_POINTS = 12


def _panels(number: int, height: float, below: float) -> tuple[Axes, ...]:
    """On one scale, each with numbers below it where no other panel follows there."""
    columns = _columns(number)
    rows = math.ceil(number / columns)
    axes = panels(number, _WIDTHS[columns], height + below / rows, columns=columns, sharex=True, sharey=True)
    for ax in axes[-columns:]:
        ax.tick_params(labelbottom=True)
    return axes


def _columns(number: int) -> int:
    return 2 if number in (2, 4) else min(3, number)


@figure
def trend_lines(trends: Sequence[Trend], *, title: str) -> tuple[Axes, ...]:
    """Models as short strokes, the periods' means with intervals, and where a trend is shown the fitted line with its band; dotted: the whole corpus."""
    axes = _panels(len(trends), 2.0, 0.6)
    for ax, trend in zip(axes, trends, strict=True):
        ends = [(period.time, *around) for period in trend.periods if (around := _over_models(period, trend.measure))]
        _level(ax, trend.measure, [value for period in trends for each in period.periods for value in each.values])
        if trend.whole is not None:
            ax.axhline(trend.whole, color=ORANGE, linewidth=1.4, linestyle=":")
        if trend.direction in ("rises", "falls"):
            _fitted(ax, trend)
        _points(
            ax,
            [(period.time, period.mean) for period in trend.periods],
            [(period.time, value) for period in trend.periods for value in period.values],
            ends,
        )
        ax.set_title(f"{shortened(trend.query, 34)}\n{_direction(trend)}", fontsize=8, fontweight="normal")
    times = {period.time: period.label for trend in trends for period in trend.periods}
    _ticks(axes, sorted(times.items()))
    _labels(axes, say("study.figure.period"), value_label(trends[0].measure))
    headed(axes, title)
    return axes


def _direction(trend: Trend) -> str:
    """What became of a trend, with its slope where it is shown."""
    if trend.direction in ("rises", "falls"):
        return say(f"study.figure.{trend.direction}", change=slope_per(trend.slope, trend.step))
    return say(f"study.direction.{trend.direction}")


def _over_models(period: Period, measure: str) -> Ends | None:
    """The interval of a period's mean; of fewer models there is none, here as elsewhere."""
    n = len(period.values)
    return None if n < LEAST_MODELS else mean_interval(period.mean, stdev(period.values), n, bounds_of(measure))


def _fitted(ax: Axes, trend: Trend) -> None:
    first, last = trend.periods[0].time, trend.periods[-1].time
    times = [first + (last - first) * i / _BAND_POINTS for i in range(_BAND_POINTS + 1)]
    bands = [(time, *ends) for time in times if (ends := line_band(trend, time)) is not None]
    if bands:
        at, low, high = (list(each) for each in zip(*bands, strict=True))
        ax.fill_between(at, low, high, color=BLUE, alpha=0.15, linewidth=0)
    ax.plot([first, last], [trend.at(first), trend.at(last)], color=BLUE, linestyle="--")


@figure
def size_curves(curves: Sequence[Curve], *, title: str) -> tuple[Axes, ...]:
    """The mean by length of the text with a standard deviation to each side, and each model; on a logarithmic axis."""
    axes = _panels(len(curves), 1.8, 0.6)
    everything = [value for curve in curves for point in curve.points for value in point.spread.values]
    for ax, curve in zip(axes, curves, strict=True):
        ax.set_xscale("log")
        _level(ax, curve.measure, everything)
        _points(
            ax,
            [(p.running_words, p.spread.mean) for p in curve.points if p.spread.mean is not None],
            [(p.running_words, value) for p in curve.points for value in p.spread.values],
            [
                (p.running_words, p.spread.mean - p.spread.sd, p.spread.mean + p.spread.sd)
                for p in curve.points
                if p.spread.mean is not None and p.spread.sd is not None
            ],
        )
        ax.set_title(shortened(curve.query, 34), fontsize=8, fontweight="normal")
    sizes = sorted({point.running_words for curve in curves for point in curve.points})
    _ticks(axes, [(size, short_count(size)) for size in sizes])
    _labels(axes, say("study.figure.running_words"), value_label(curves[0].measure))
    headed(axes, title)
    return axes


def short_count(count: float) -> str:
    """A number of words, short: 20k, 1.2M."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if count >= size:
            return f"{count / size:.3g}{letter}"
    return f"{count:.0f}"


def accuracies(comparison: Comparison) -> dict[str, dict[str, list[tuple[int, Setting]]]]:
    """Settings over dimensions, by architecture and window; over windows where dimensions do not vary. Nothing where lines would jump."""
    settings = [each for each in comparison.settings if each.dim is not None or each.window is not None]
    dims, windows = {each.dim for each in settings}, {each.window for each in settings}
    if len(dims) < 2 and len(windows) < 2:
        return {}
    over_dims = _over_dims(comparison)
    found: dict[str, dict[str, list[tuple[int, Setting]]]] = {}
    for each in sorted(settings, key=lambda s: (s.method, s.architecture or "", s.window or 0, s.dim or 0)):
        at, other = (each.dim, each.window) if over_dims else (each.window, each.dim)
        if at is None:
            continue
        name = "" if other is None else say(f"study.figure.{'window' if over_dims else 'dim'}", n=other)
        panel = f"{each.method}, {each.architecture}" if each.architecture else each.method
        found.setdefault(panel, {}).setdefault(name, []).append((at, each))
    lines = [line for by_name in found.values() for line in by_name.values()]
    something_else_varies = any(len({at for at, _ in line}) < len(line) for line in lines)
    return {} if something_else_varies else found


def _over_dims(comparison: Comparison) -> bool:
    return len({each.dim for each in comparison.settings} - {None}) > 1


@figure
def accuracy_lines(comparison: Comparison, *, title: str) -> tuple[Axes, ...]:
    """Accuracy by dimensions, or window, with intervals: a line for each of the other, a panel for each architecture."""
    found = accuracies(comparison)
    axes = _panels(len(found), 2.6, 0.9)
    names = list(dict.fromkeys(name for by_name in found.values() for name in by_name))
    places = sorted({at for by_name in found.values() for line in by_name.values() for at, _ in line})
    gap = min((b - a for a, b in pairwise(places)), default=1)
    for ax, (panel, by_name) in zip(axes, found.items(), strict=True):
        for name, line in by_name.items():
            i = names.index(name)
            aside = 0.1 * gap * (i - (len(names) - 1) / 2)  # so that intervals do not cover each other
            points = sorted((at + aside, each.mean) for at, each in line)
            ends = [(at + aside, *each.interval) for at, each in line if each.interval is not None]
            _line(ax, points, ends, i, name)
        ax.set_title(shortened(panel, 40), fontsize=8, fontweight="normal")
    _ticks(axes, [(at, f"{at}") for at in places])
    _labels(axes, say(f"study.figure.{'dims' if _over_dims(comparison) else 'windows'}"), _right(comparison.measure))
    if len(names) > 1:
        handles, labels = axes[0].get_legend_handles_labels()
        figure_of(axes[0]).legend(handles, labels, loc="outside lower center", ncols=min(6, len(names)))
    axes[0].yaxis.set_major_formatter(lambda value, _: valued(comparison.measure, value))
    headed(axes, title)
    return axes


def _right(measure: str) -> str:
    """What is drawn of an examination."""
    return say("study.figure.right" if measure in ("analogies", "odd one out") else "study.figure.correlation")


def _line(ax: Axes, points: Line, ends: Sequence[tuple[float, float, float]], style: int, name: str) -> None:
    colour, mark, dash = COLOURS[style % len(COLOURS)], MARKS[style % len(MARKS)], DASHES[style % len(DASHES)]
    shape(ax, [((x, low), (x, high)) for x, low, high in ends], colour, 1.0)
    ax.plot(*zip(*points, strict=True), color=colour, marker=mark, linestyle=dash, label=name)


def _points(ax: Axes, means: Line, models: Line, ends: Sequence[tuple[float, float, float]]) -> None:
    """Every model as a short stroke; the means with what is around them."""
    log = ax.get_xscale() == "log"
    places = [math.log10(x) if log else x for x, _ in means]
    reach = 0.02 * (max(places) - min(places))
    sides = [(x * 10**-reach, x * 10**reach) if log else (x - reach, x + reach) for x, _ in models]
    shape(ax, [((left, y), (right, y)) for (left, right), (_, y) in zip(sides, models, strict=True)], GREY, 1.2)
    _line(ax, means, ends, 0, "")


def _level(ax: Axes, measure: str, values: Sequence[float]) -> None:
    """A line at the chance value, unless drawing it would squeeze all values into a corner."""
    chance = chance_value(measure)
    if chance is not None and values and min(abs(v - chance) for v in values) <= 2 * (max(values) - min(values)):
        ax.axhline(chance, color="black", linewidth=0.8)


def _ticks(axes: Sequence[Axes], places: Sequence[tuple[float, str]]) -> None:
    """At these places, as many as have room for their labels; always the first and the last."""
    ax, longest = axes[0], max(len(label) for _, label in places)
    wide = 72 * _WIDTHS[_columns(len(axes))]
    room = max(2, int((wide - 60) / (5.2 * (longest + 1.5))))
    at = [math.log10(x) if ax.get_xscale() == "log" else x for x, _ in places]
    apart = (at[-1] - at[0]) / room
    chosen = [0]
    for i in range(1, len(places)):
        if at[i] - at[chosen[-1]] >= apart:
            chosen.append(i)
    if len(places) > 1 and chosen[-1] != len(places) - 1:
        if len(chosen) > 1 and at[-1] - at[chosen[-1]] < apart:
            chosen.pop()
        chosen.append(len(places) - 1)
    ax.minorticks_off()
    ax.set_xticks([places[i][0] for i in chosen], [places[i][1] for i in chosen])
    ax.margins(x=0.08)


def _labels(axes: Sequence[Axes], across: str, upwards: str) -> None:
    """Below the lowest panels, and once beside them all."""
    figure_of(axes[0]).supylabel(upwards, fontsize=9)
    for ax in axes:
        ax.grid(axis="y")
        if ax.xaxis.get_tick_params()["labelbottom"]:
            ax.set_xlabel(across)
