"""Figures of directions and of the general bias: components, loadings, B_g and sentiment by groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from markupsafe import Markup, escape

from weatherglass.plot.axes import (
    BLUE,
    GREY,
    ORANGE,
    SMALL,
    TEXT,
    WIDEST,
    Grid,
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
from weatherglass.stats.intervals import Interval
from weatherglass.structure.general_bias import GeneralBias
from weatherglass.structure.subspace import Loading, Subspace

_ROW = 24
_NAMED = 24  # pairs of a list whose names fit beside their bars
_MOST_OUTLIERS = 10


def components(found: Sequence[Subspace]) -> Markup:
    """Share of the variance by component, a panel for each list; behind each bar the range of random pairs."""
    grid = Grid(len(found), 300, 150, below=44)
    highest = max(max(each.shares[0], each.random.high[0] if each.random else 0.0) for each in found) * 1.08
    parts = []
    for i, each in enumerate(found):
        left, top = grid.corner(i)
        y = linear(highest, 0.0, top, top + grid.height)
        ticks = [(at, f"{100 * at:g} %") for at in [0.0, *round_ticks(0.0, highest)]]
        parts += [heading(grid, i, f"{each.list}: {each.coverage.found} pairs"), scale_lines(grid, i, y, ticks)]
        step = grid.width / len(each.shares)
        for j, share in enumerate(each.shares):
            x = round(left + j * step, 1)
            bar = f'<rect x="{x + 4}" y="{y(share)}" width="{step - 8:.1f}" height="{top + grid.height - y(share):.1f}" fill="{BLUE}">'
            parts.append(f"{bar}<title>{100 * share:.1f} %</title></rect>")
            if each.random is not None:
                low, high, mean = each.random.low[j], each.random.high[j], each.random.mean[j]
                parts.append(
                    f'<rect x="{x + 1}" y="{y(high)}" width="{step - 2:.1f}" height="{max(1.0, y(low) - y(high)):.1f}" fill="{ORANGE}" '
                    f'fill-opacity=".5"><title>random pairs {100 * low:.1f} to {100 * high:.1f} %</title></rect>'
                )
                parts.append(line(x + 1, y(mean), round(x + step - 1, 1), y(mean), ORANGE, 1.5))
            parts.append(text(round(x + step / 2, 1), top + grid.height + 14, str(j + 1), "middle", SMALL))
        parts.append(text(left + grid.width / 2, top + grid.height + 30, "component", "middle", SMALL))
    return picture("Share of the variance explained by each component, beside random pairs", *grid.size, parts)


def loadings(each: Subspace) -> Markup:
    """Cosine of every pair's difference with the direction of the others, sorted; outliers in another colour and named."""
    ordered = sorted(each.loadings, key=lambda loading: -loading.cosine)
    return _rows_of_pairs(ordered) if len(ordered) <= _NAMED else _many_pairs(ordered)


def _rows_of_pairs(ordered: Sequence[Loading]) -> Markup:
    label, width = 230, 560
    low, high = room_for([each.cosine for each in ordered], 0.0)
    x = linear(low, high, label, width)
    height = 18 * len(ordered) + 30
    parts = [line(x(at), 4, x(at), height - 22, GREY, 1 if at == 0 else 0.3) for at in {0.0, *round_ticks(low, high)}]
    for i, each in enumerate(ordered):
        y = 16 + 18 * i
        colour = ORANGE if each.outlier else BLUE
        start, end = sorted((x(0), x(each.cosine)))
        said = f"<title>{each.cosine:.2f}</title>"
        parts += [
            text(label - 8, y + 4, short(each.pair, label - 8), "end"),
            f'<rect x="{start}" y="{y - 5}" width="{max(1.0, end - start):.1f}" height="10" fill="{colour}">{said}</rect>',
        ]
    parts += [text(x(at), height - 8, signed(at), "middle", SMALL) for at in round_ticks(low, high)]
    return picture("Cosine of each pair's difference with the direction of the others", width + 10, height, parts)


def _many_pairs(ordered: Sequence[Loading]) -> Markup:
    left, width, height = 46, 760, 240
    low, high = room_for([each.cosine for each in ordered], 0.0)
    y = linear(high, low, 12, height - 30)
    x = linear(0, len(ordered) - 1, left + 10, width - 150)
    parts = [
        line(left, y(at), width - 140, y(at), GREY, 1 if at == 0 else 0.3) for at in {0.0, *round_ticks(low, high)}
    ]
    parts += [text(left - 6, y(at) + 4, signed(at), "end", SMALL) for at in round_ticks(low, high)]
    for i, each in enumerate(ordered):
        colour, said = ORANGE if each.outlier else BLUE, f"{each.pair} {each.cosine:.2f}"
        parts.append(mark(x(i), y(each.cosine), 1 if each.outlier else 0, colour, size=2.5, said=said))
    outliers = [(i, each) for i, each in enumerate(ordered) if each.outlier][-_MOST_OUTLIERS:]
    for place, (i, each) in enumerate(outliers):
        at = 16 + place * 18
        parts.append(line(x(i), y(each.cosine), width - 140, at, GREY, 0.4))
        parts.append(text(width - 136, at + 4, short(each.pair, 150), style=SMALL))
    said = f"{len(ordered)} pairs, sorted"
    parts.append(text((left + width - 150) / 2, height - 8, said, "middle", SMALL))
    return picture("Cosine of each pair's difference with the direction of the others", width + 16, height, parts)


def biases(found: Sequence[GeneralBias]) -> Markup:
    """B_g with its interval, beside the range of shuffled groups and the floor of unrelated vectors."""
    numbers = [n for each in found for n in (each.value, each.floor, each.shuffled.low, each.shuffled.high, 0.0)]
    numbers += [end for each in found if each.interval for end in (each.interval.low, each.interval.high)]

    def drawn(each: GeneralBias, x: Callable[[float], float], y: float) -> str:
        low, high = x(each.shuffled.low), x(each.shuffled.high)
        said = f"shuffled groups {each.shuffled.low:.3f} to {each.shuffled.high:.3f}"
        return (
            f'<rect x="{low}" y="{y - 7}" width="{max(1.0, high - low):.1f}" height="14" fill="{GREY}" fill-opacity=".45">'
            f"<title>{said}</title></rect>"
            + line(x(each.floor), y - 9, x(each.floor), y + 9, ORANGE, 2, "3 2")
            + _point(each.value, each.interval, x, y)
        )

    return _forest("General bias by task and groups", found, numbers, drawn)


def sentiments(found: Sequence[GeneralBias]) -> Markup:
    """How much more positive the words nearer to the first group are, with its interval."""
    shown = [each for each in found if each.sentiment is not None]
    numbers = [0.0]
    for each in shown:
        if each.sentiment is not None:
            numbers += [each.sentiment.value]
            if each.sentiment.interval is not None:
                numbers += [each.sentiment.interval.low, each.sentiment.interval.high]

    def drawn(each: GeneralBias, x: Callable[[float], float], y: float) -> str:
        assert each.sentiment is not None
        start, end = sorted((x(0), x(each.sentiment.value)))
        bar = f'<rect x="{start}" y="{y - 6}" width="{max(1.0, end - start):.1f}" height="12" fill="{BLUE}" fill-opacity=".35"/>'
        return bar + _point(each.sentiment.value, each.sentiment.interval, x, y)

    return _forest("Difference of sentiment between groups", shown, numbers, drawn)


def _point(value: float, interval: Interval | None, x: Callable[[float], float], y: float) -> str:
    reach = "" if interval is None else line(x(interval.low), y, x(interval.high), y, BLUE, 2)
    return reach + mark(x(value), y, 0, BLUE, size=4.5, said=f"{value:.3f}")


def _forest(
    title: str,
    found: Sequence[GeneralBias],
    numbers: Sequence[float],
    drawn: Callable[[GeneralBias, Callable[[float], float], float], str],
) -> Markup:
    label, width = 250, 720
    low, high = room_for(numbers)
    x = linear(low, high, label, width)
    height = _ROW * len(found) + 36
    parts = [
        line(x(at), 6, x(at), height - 26, GREY, 1 if at == 0 else 0.3)
        for at in dict.fromkeys((0.0, *round_ticks(low, high)))
        if low <= at <= high
    ]
    for i, each in enumerate(found):
        y = 20 + _ROW * i
        name = f"{each.task}, {each.groups[0]}–{each.groups[1]}"
        parts.append(
            f'<g><title>{escape(name)}</title><text x="{label - 8}" y="{y + 4}" text-anchor="end" {TEXT}>{escape(short(name, label))}</text></g>'
        )
        parts.append(drawn(each, x, y))
    parts += [text(x(at), height - 10, signed(at), "middle", SMALL) for at in round_ticks(low, high)]
    return picture(title, min(WIDEST, width + 20), height, parts)
