"""Box plots of a study: a row for each test and kind of models, its values on the left and p on the right."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes

from weatherglass.arrays import Floats
from weatherglass.measure.base import MEASURES
from weatherglass.measure.scrutiny import SIGNIFICANT
from weatherglass.plot.drawing import headed, outline, shape
from weatherglass.plot.figure import figure, panels
from weatherglass.plot.pieces import BLUE, GREEN, ORANGE, PURPLE, shortened
from weatherglass.study.rules import LEAST_MODELS, chance_value, enough
from weatherglass.study.spread import Spread
from weatherglass.wording import numbers
from weatherglass.wording.messages import say
from weatherglass.wording.studies import share, symbol

Tests = Sequence[tuple[str, Sequence[tuple[str, Spread]]]]  # the name of each test, and its spreads with their labels
LEAST_P = 1e-9  # smaller ones are drawn here
_COLOURS = {"subsample": (BLUE, "o"), "permutation": (ORANGE, "s"), "whole": (GREEN, "D")}
_GAP = 1.3  # between tests, where rows are 1 apart
_HALF = 0.32  # of a box's height
_ROW, _AROUND, _LEAST = 0.17, 1.15, 2.0  # inches of a row, of all that stands above and below, of a whole figure


@dataclass(frozen=True, slots=True)
class Box:
    """What Tukey draws: quartiles, ends of the whiskers, and what lies beyond."""

    low: float
    middle: float
    high: float
    ends: tuple[float, float]
    beyond: Floats


def box_of(values: Sequence[float], scale: Callable[[Floats], Floats] = np.asarray) -> Box:
    """Whiskers reach the furthest within 1.5 times the box, on the scale it is drawn on."""
    given = np.asarray(values, np.float64)
    low, middle, high = np.quantile(given, [0.25, 0.5, 0.75])
    near, far = scale(np.array([low, high]))
    reach = 1.5 * (far - near)
    inside = given[(scale(given) >= near - reach) & (scale(given) <= far + reach)]
    ends = float(inside.min()), float(inside.max())
    return Box(float(low), float(middle), float(high), ends, given[(given < ends[0]) | (given > ends[1])])


@figure
def spread_boxes(tests: Tests, *, title: str) -> tuple[Axes, ...]:
    """Values with the chance value dashed; p on a logarithmic axis with 0.05 dashed; filled where p is below it in (nearly) all models."""
    spreads = [spread for _, group in tests for _, spread in group]
    rows, headings, height = _placed(tests)
    inches = max(_LEAST, _ROW * height + _AROUND)
    with_p = any(spread.ps for spread in spreads)
    if with_p:
        axes = panels(2, 4.4, inches, columns=2, sharey=True, width_ratios=(3, 2))
        _probabilities(axes[1], rows)
    else:
        axes = panels(1, 7.0, inches)
    _values(axes[0], rows, spreads[0].measure)
    _rows_named(axes[0], rows, headings)
    _words_found(axes[-1], rows)
    axes[0].set_ylim(height - 0.5, -0.7)
    headed(axes, title)
    return axes


Rows = Sequence[tuple[float, str, Spread]]  # how far down, label, what is drawn


def _placed(tests: Tests) -> tuple[Rows, Sequence[tuple[float, str]], float]:
    """Rows and headings with their places, and the height of all; a test with a single row needs no heading."""
    if all(len(group) == 1 for _, group in tests):
        return [(i, name, group[0][1]) for i, (name, group) in enumerate(tests)], [], len(tests)
    rows, headings, at = [], [], 0.0
    for name, group in tests:
        headings.append((at, name))
        rows += [(at + i, label, spread) for i, (label, spread) in enumerate(group, 1)]
        at += len(group) + _GAP
    return rows, headings, at - _GAP + 1


def _values(ax: Axes, rows: Rows, measure: str) -> None:
    chance = chance_value(measure)
    if chance is not None:
        ax.axvline(chance, color="black", linewidth=0.9, linestyle=(0, (5, 3)))
    for at, _, spread in rows:
        if not spread.values:
            left = ax.get_yaxis_transform()
            ax.text(0.01, at, say("study.figure.none"), transform=left, va="center", fontsize=7, fontstyle="italic")
    _boxes(ax, [(at, spread, spread.values) for at, _, spread in rows], np.asarray)
    ax.set_xlabel(value_label(measure))
    ax.grid(axis="x")
    ax.margins(x=0.06)


def value_label(measure: str) -> str:
    """What a value is, and which way it runs."""
    names = {"symbol": symbol(measure), "measure": measure}
    card, chance = MEASURES.get(measure), chance_value(measure)
    if chance is None or card is None:
        return say("study.figure.value", **names)
    if card.swapped == "sign" and chance == 0:
        return say("study.figure.value_tested", **names)
    return say("study.figure.value_chance", **names, chance=f"{chance:g}")


def _probabilities(ax: Axes, rows: Rows) -> None:
    drawn = [(at, spread, tuple(max(p, LEAST_P) for p in spread.ps)) for at, _, spread in rows]
    ax.set_xscale("log")
    ax.axvline(SIGNIFICANT, color="black", linewidth=0.9, linestyle=(0, (5, 3)))
    _boxes(ax, drawn, np.log10)
    least = min((p for _, _, ps in drawn for p in ps), default=SIGNIFICANT)
    ax.set_xlim(min(least, 0.01) / 2, 1.6)
    lowest = min(-2, math.ceil(math.log10(least)))
    powers = [10.0**power for power in range(0, lowest - 1, lowest // 5)]
    ax.set_xticks(powers, [numbers.probability(p).removeprefix("1.0×") for p in powers])
    ax.minorticks_off()
    ax.tick_params(axis="y", left=False)
    ax.set_xlabel(say("study.figure.p"))
    ax.grid(axis="x")


def _boxes(
    ax: Axes, drawn: Sequence[tuple[float, Spread, tuple[float, ...]]], scale: Callable[[Floats], Floats]
) -> None:
    """Those of one colour and filling are one shape."""
    for sample in dict.fromkeys(spread.group.sample for _, spread, _ in drawn):
        colour, mark = _COLOURS.get(sample, (PURPLE, "^"))
        for filled in (True, False):
            some = [(at, v) for at, s, v in drawn if v and s.group.sample == sample and _is_clear(s) == filled]
            boxes = [(at, box_of(values, scale)) for at, values in some if len(values) >= LEAST_MODELS]
            outlines = [outline(b.low, b.high, at - _HALF, at + _HALF) for at, b in boxes]
            thin = [
                line
                for at, b in boxes
                for line in (
                    ((b.ends[0], at), (b.low, at)),
                    ((b.high, at), (b.ends[1], at)),
                    *(((end, at - _HALF / 2), (end, at + _HALF / 2)) for end in b.ends),
                )
            ]
            thick = [((b.middle, at - _HALF), (b.middle, at + _HALF)) for at, b in boxes]
            shape(ax, outlines, colour, 1.0, fill=filled)
            shape(ax, thin, colour, 1.0)
            shape(ax, thick, "black" if filled else colour, 2.0)
            beyond = [(value, at) for at, b in boxes for value in b.beyond]
            dots = [(value, at) for at, values in some if len(values) < LEAST_MODELS for value in values]
            if beyond:
                ax.scatter(
                    [x for x, _ in beyond], [y for _, y in beyond], marker="+", s=26, color=colour, linewidths=1.1
                )
            if dots:
                face = colour if filled else "none"
                ax.scatter(
                    [x for x, _ in dots], [y for _, y in dots], marker=mark, s=20, facecolors=face, edgecolors=colour
                )


def _is_clear(spread: Spread) -> bool:
    return spread.with_p > 0 and enough(spread.clear, spread.with_p)


def _rows_named(ax: Axes, rows: Rows, headings: Sequence[tuple[float, str]]) -> None:
    places = [*((at, shortened(label, 34)) for at, label, _ in rows), *((at, shortened(name, 34)) for at, name in headings)]  # fmt: skip
    ax.set_yticks([at for at, _ in places], [label for _, label in places])
    ax.tick_params(axis="y", length=0)
    for label in ax.get_yticklabels()[len(rows) :]:
        label.set_fontweight("bold")


def _words_found(ax: Axes, rows: Rows) -> None:
    """To the right of each row, how many of its words a model had at least."""
    if all(spread.coverage_least is None for _, _, spread in rows):
        return
    beside = ax.get_yaxis_transform()
    ax.text(1.02, -0.9, say("study.figure.words_found"), transform=beside, va="bottom", fontsize=7)
    for at, _, spread in rows:
        ax.text(1.02, at, share(spread.coverage_least), transform=beside, va="center", fontsize=7)
