"""The figures of a study: which there are, under which names, and what each shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any, TypeVar

import numpy as np
from matplotlib.axes import Axes

from weatherglass.plot.drawing import figure_of, headed, outline, shape
from weatherglass.plot.figure import Drawn, axes_for, figure
from weatherglass.plot.pieces import BLUE, GREEN, GREY, ORANGE, shortened
from weatherglass.plot.study_boxes import spread_boxes
from weatherglass.plot.study_lines import accuracies, accuracy_lines, short_count, size_curves, trend_lines
from weatherglass.study.reading import Reading
from weatherglass.study.rules import LEAST_MODELS
from weatherglass.study.size import Curve
from weatherglass.study.spread import Spread
from weatherglass.study.trend import Trend
from weatherglass.study.variance import Variation
from weatherglass.study.verdicts import KEPT, Judged, over_kinds
from weatherglass.study.whole import AgainstWhole, PartsAndWhole
from weatherglass.wording.messages import say
from weatherglass.wording.studies import (
    Layout,
    category_name,
    correlation,
    deviation,
    listed,
    sample_name,
    some_of,
    symbol,
    valued,
    within,
)

MOST_ROWS = 60  # of box plots in one figure
MOST_PANELS = 12
MOST_BARS = 30
MOST_NAMED = 24  # dots that get a name
_PARTS = (("sample", BLUE, "", "white"), ("seed", GREEN, "////", ""), ("rest", ORANGE, "", "black"))  # and text on it
_BAR = 0.36  # half of its height, where bars are 1 apart
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Drawing:
    """A figure: its name, the table it goes with, the measure it is of, what it shows in a sentence, and how it is drawn."""

    name: str
    table: str
    measure: str
    said: str
    draw: Callable[..., Drawn]


def figures(reading: Reading) -> dict[str, Callable[..., Drawn]]:
    """Every figure by its name, the main one first."""
    return {each.name: each.draw for each in drawings(reading)}


def drawings(reading: Reading) -> list[Drawing]:
    """All of them, in the order of the tables that they go with."""
    layout, taken, made = Layout(reading), dict[str, int](), []
    for kind, table, measure, draw, title in _all(reading, layout):
        stem = f"{kind}-{measure}".replace(" ", "-")
        taken[stem] = taken.get(stem, 0) + 1
        name = stem if taken[stem] == 1 else f"{stem}-{taken[stem]}"
        made.append(Drawing(name, table, measure, title, partial(draw, title=title)))
    return made


Found = tuple[str, str, str, Callable[..., Drawn], str]  # kind, table, measure, how it is drawn, title


def _all(reading: Reading, layout: Layout) -> Iterator[Found]:
    yield from _trends(reading.trends, layout)
    for each in reading.whole:
        yield "whole", "parts-and-whole", each.measure, partial(average_against_whole, each), _whole_said(each, layout)
    yield from _boxes(reading.judged, layout)
    yield from _variances(reading.variations, layout)
    yield from _sizes(reading.curves, layout)
    for compared in reading.comparisons:
        if accuracies(compared):
            best = say(
                "study.figure.best" if compared.alike else "study.figure.best_alone",
                questions=listed([compared.query, category_name(compared.category), compared.part]),
                model=compared.best.model,
                value=valued(compared.measure, compared.best.mean),
                n=len(compared.alike),
            )
            yield "accuracy", "settings", compared.measure, partial(accuracy_lines, compared), best


def _in_parts(items: Sequence[Item], most: int) -> Iterator[tuple[Sequence[Item], Callable[[str], str]]]:
    """At most so many a figure; of several parts the title says which one it is."""
    parts = [items[i : i + most] for i in range(0, len(items), most)]
    for i, part in enumerate(parts, 1):
        yield part, partial(_part_said, i, len(parts))


def _part_said(i: int, parts: int, title: str) -> str:
    return title if parts == 1 else say("study.figure.part", title=title, i=i, parts=parts)


def _by_measure(items: Sequence[Item], key: Callable[[Item], tuple[str, str]]) -> Mapping[tuple[str, str], list[Item]]:
    grouped: dict[tuple[str, str], list[Item]] = {}
    for each in items:
        grouped.setdefault(key(each), []).append(each)
    return grouped


def _boxes(judged: Sequence[Judged], layout: Layout) -> Iterator[Found]:
    """For each measure (and corpus, part, model where samples vary): a group of boxes for each test."""
    by_measure = _by_measure(judged, lambda each: (each.spread.measure, layout.row(each.spread.group)))
    for (measure, where), some in by_measure.items():
        tests: dict[str, list[Judged]] = {}
        for each in some:
            tests.setdefault(each.spread.query, []).append(each)
        title = _boxes_said(within(measure, where), list(tests.values()))
        rows = max(len(group) for group in tests.values()) + 1
        groups: list[tuple[str, list[tuple[str, Spread]]]] = [
            (query, [(layout.column(each.spread.group), each.spread) for each in group]) for query, group in tests.items()
        ]  # fmt: skip
        for part, said in _in_parts(groups, max(1, MOST_ROWS // rows)):
            yield "boxes", "spread", measure, partial(spread_boxes, part), said(title)


def _boxes_said(measure: str, tests: Sequence[Sequence[Judged]]) -> str:
    if all(each.verdict == "too few models" for group in tests for each in group):
        return say("study.figure.few_models", measure=measure, n=LEAST_MODELS)
    sorts = [over_kinds(group) for group in tests]
    kept, clear = sum(sort in KEPT for sort in sorts), sorts.count("clear")
    return say("study.figure.kept", measure=measure, n=kept, all=len(tests), clear=clear)


def _trends(trends: Sequence[Trend], layout: Layout) -> Iterator[Found]:
    def key(trend: Trend) -> tuple[str, str]:
        sample = sample_name(trend.sample, trend.rate) if layout.by_sample else ""
        return trend.measure, listed([layout.where(trend), sample])

    for (measure, where), some in _by_measure(trends, key).items():
        shown = [trend for trend in some if trend.direction in ("rises", "falls")]
        names = some_of(say(f"study.figure.{trend.direction}_short", query=trend.query) for trend in shown)
        what = "trends" if shown else "no_trends"
        title = say(f"study.figure.{what}", measure=within(measure, where), n=len(shown), all=len(some), names=names)
        for part, said in _in_parts(some, MOST_PANELS):
            yield "trends", "trends", measure, partial(trend_lines, part), said(title)


def _sizes(curves: Sequence[Curve], layout: Layout) -> Iterator[Found]:
    for (measure, where), some in _by_measure(curves, lambda curve: (curve.measure, layout.where(curve))).items():
        first, last = ([curve.points[i] for curve in some] for i in (0, -1))
        sds = [[p.spread.sd for p in points if p.spread.sd is not None] for points in (first, last)]
        sizes = [short_count(median(p.running_words for p in points)) for points in (first, last)]
        title = say("study.figure.sizes_only", measure=within(measure, where), small=sizes[0], large=sizes[1])
        if all(sds):
            title = say(
                "study.figure.sizes",
                measure=within(measure, where),
                symbol=symbol(measure),
                small=sizes[0],
                large=sizes[1],
                first=deviation(median(sds[0])),
                last=deviation(median(sds[1])),
            )
        for part, said in _in_parts(some, MOST_PANELS):
            yield "sizes", "sizes", measure, partial(size_curves, part), said(title)


def _whole_said(found: PartsAndWhole, layout: Layout) -> str:
    measure = within(found.measure, layout.where(found))
    distance = deviation(found.distance)
    if found.r is None:
        return say("study.figure.whole_no_r", measure=measure, distance=distance)
    return say("study.figure.whole", measure=measure, distance=distance, r=correlation(found.r))


def _variances(variations: Sequence[Variation], layout: Layout) -> Iterator[Found]:
    told = [each for each in variations if each.sample is not None]
    kinds = _by_measure(told, lambda each: (each.measure, "order" if each.group.sample == "permutation" else "sample"))
    for (measure, kind), some in kinds.items():
        rows = [
            (listed([each.query, layout.where(each.group), layout.column(each.group) if layout.by_sample else ""]), each)
            for each in some
        ]  # fmt: skip
        most = sum(shares_of(each)[0] > 0.5 for each in some)
        title = say(f"study.figure.variance_{kind}", symbol=symbol(measure), measure=measure, n=most, all=len(some))
        for part, said in _in_parts(rows, MOST_BARS):
            yield "variance", "variance", measure, partial(variance_bars, part, first=kind), said(title)


def shares_of(variation: Variation) -> list[float]:
    """Which share of the variance is the sample (or order), the seed alike for all, and the rest."""
    parts: list[Any] = [getattr(variation, part) for part, *_ in _PARTS]
    total = sum(part.variance for part in parts)
    return [part.variance / total if total else 0.0 for part in parts]


@figure
def variance_bars(
    rows: Sequence[tuple[str, Variation]], *, title: str, first: str = "sample", ax: Axes | None = None
) -> Axes:
    """A bar for each test and kind of sample: which share of the variance is the sample (or order, by `first`), the seed, the rest."""
    drawn = axes_for(ax, 8.6, 0.24 * len(rows) + 1.5)
    shares = np.array([shares_of(variation) for _, variation in rows])
    begins = np.cumsum(shares, axis=1) - shares
    for i, (part, colour, hatch, ink) in enumerate(_PARTS):
        bars = [
            (at, begin, begin + wide) for at, (begin, wide) in enumerate(zip(begins[:, i], shares[:, i], strict=True))
        ]
        name = say(f"study.figure.{first if part == 'sample' else part}")
        shape(drawn, [outline(100 * begin, 100 * end, at - _BAR, at + _BAR) for at, begin, end in bars], colour, 0.5, fill=True, hatch=hatch, label=name)  # fmt: skip
        for at, begin, end in bars:
            if not hatch and end - begin > 0.07:
                drawn.text(50 * (begin + end), at, f"{100 * (end - begin):.0f} %", ha="center", va="center", fontsize=7, color=ink)  # fmt: skip
    beside = drawn.get_yaxis_transform()
    drawn.text(1.02, -0.75, say("study.head.sd_all"), transform=beside, fontsize=7)
    for at, (_, variation) in enumerate(rows):
        drawn.text(1.02, at, deviation(variation.raw_sd), transform=beside, va="center", fontsize=7)
    drawn.set_yticks(range(len(rows)), [shortened(name, 40) for name, _ in rows])
    drawn.set_ylim(len(rows) - 0.4, -0.6)
    drawn.set_xlim(0, 100)
    drawn.set_xlabel(say("study.figure.share_of_variance"))
    if ax is None:
        figure_of(drawn).legend(loc="outside lower center", ncols=3)
    else:
        drawn.legend()
    _titled(drawn, title, own=ax is None)
    return drawn


@figure
def average_against_whole(found: PartsAndWhole, *, title: str, ax: Axes | None = None) -> Axes:
    """A dot for each test: the mean over parts across, the whole corpus upwards; on the dashed line both are equal."""
    drawn = axes_for(ax, 4.9, 3.7)
    numbers = [number for test in found.tests for number in (test.average, test.whole)]
    room = 0.08 * (max(numbers) - min(numbers)) or 0.5
    low, high = min(numbers) - room, max(numbers) + room
    drawn.plot([low, high], [low, high], color="black", linewidth=0.9, linestyle=(0, (5, 3)))
    drawn.scatter([t.average for t in found.tests], [t.whole for t in found.tests], color=BLUE, s=26, zorder=3)
    drawn.set(xlim=(low, high), ylim=(low, high))  # no equal aspect: names would then be laid out beyond the figure
    _named(drawn, found.tests, low, high)
    drawn.set_xlabel(say("study.figure.mean_over_parts", symbol=symbol(found.measure), measure=found.measure))
    drawn.set_ylabel(say("study.figure.whole_corpus", symbol=symbol(found.measure), measure=found.measure))
    drawn.grid()
    _titled(drawn, title, own=ax is None)
    return drawn


def _named(ax: Axes, tests: Sequence[AgainstWhole], low: float, high: float) -> None:
    """Names to the right of all dots, one below the other, each with a line to its dot; of many, those furthest from the diagonal."""
    some = sorted(tests, key=lambda test: -abs(test.average - test.whole))[:MOST_NAMED]
    some.sort(key=lambda test: -test.whole)
    apart = (high - low) / MOST_NAMED
    at = [test.whole for test in some]
    for i in range(1, len(at)):
        at[i] = min(at[i], at[i - 1] - apart)
    for i in reversed(range(len(at))):
        at[i] = max(at[i], low + apart * (len(at) - i - 0.5))
    beside = high + 0.04 * (high - low)
    for y, test in zip(at, some, strict=True):
        ax.annotate(
            shortened(test.query, 24),
            (test.average, test.whole),
            (beside, y),
            va="center",
            fontsize=7,
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": GREY, "linewidth": 0.5, "shrinkA": 1, "shrinkB": 4},
        )


def _titled(ax: Axes, title: str, *, own: bool) -> None:
    """Over the whole figure where it is ours, over the axes where they were given."""
    if own:
        headed([ax], title)
    else:
        ax.set_title(title)
