"""Small pictures as SVG text, to stand inside a table or a page.

Filled against hollow, and circle against square, say the same as colour does.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

from weatherglass.plot.pieces import BLUE, GREY, ORANGE, line, shortened, small_picture
from weatherglass.wording.messages import say
from weatherglass.wording.numbers import effect, length

_WIDTH, _MARGIN = 160, 14  # of the forest plot's rows
_ROW = 17
_PANEL = 250
_LABEL = 120


def effect_limit(values: Sequence[float]) -> int:
    """Half the width of a scale that holds all effect sizes; 2 in nearly all cases."""
    return max(2, math.ceil(max((abs(value) for value in values), default=0.0)))


def _effect_x(value: float, limit: int) -> float:
    return round(_MARGIN + (value + limit) / (2 * limit) * (_WIDTH - 2 * _MARGIN), 1)


def effect_mark(value: float, ends: tuple[float, float] | None, limit: int, *, filled: bool) -> Markup:
    """One row of a forest plot: a dot and its interval on a scale from −limit to +limit.

    The dot is hollow when the test is not clear. Without an interval there is only the dot.
    """
    height = 20
    x = _effect_x(value, limit)
    low, high = (x, x) if ends is None else (_effect_x(end, limit) for end in ends)
    spoken = f"d = {value:.2f}" + ("" if ends is None else f", interval {ends[0]:.2f} to {ends[1]:.2f}")
    bar = f'y1="10" y2="10" stroke="{BLUE}" stroke-width="2"/>'  # on both sides of the dot, so that a hollow one is
    whiskers = (
        f'<line x1="{low}" x2="{max(low, x - 5):.1f}" {bar}<line x1="{min(high, x + 5):.1f}" x2="{high}" {bar}'
        + "".join(line(end, 6, end, 14, BLUE, 2) for end in (low, high))
    )
    dot = f'<circle cx="{x}" cy="10" r="5" fill="{BLUE if filled else "none"}" stroke="{BLUE}" stroke-width="2"/>'
    inside = f"{_ticks(limit, height)}{whiskers if ends is not None else ''}{dot}"
    return small_picture(spoken, _WIDTH, height, inside)


def _ticks(limit: int, height: int) -> str:
    return upright((_effect_x(tick, limit) for tick in range(-limit, limit + 1)), _effect_x(0, limit), height)


def upright(places: Iterable[float], strong: float | None, height: float) -> str:
    """Faint lines through a table's row, one of them strong, so that the rows together look like one figure."""
    faint = "".join(f"M{x:g} 0v{height:g}" for x in places if x != strong)
    lines = f'<path d="{faint}" stroke="{GREY}" stroke-width="0.3"/>'
    return lines if strong is None else lines + line(strong, 0, strong, height)


def numbers_above(width: float, numbers: Iterable[tuple[float, str]]) -> Markup:
    """The numbers of such a figure's scale, to stand over its rows."""
    texts = "".join(
        f'<text x="{x}" y="11" font-size="10" text-anchor="middle" fill="currentColor">{number}</text>'
        for x, number in numbers
    )
    return Markup(
        f'<svg aria-hidden="true" width="{width}" height="14" viewBox="0 0 {width} 14" direction="ltr">{texts}</svg>'
    )


def baseline_strip(value: float, low: float, median: float, high: float, limit: int) -> Markup:
    """Where a value (a line) stands among those of other words: a bar from their 5 % to their 95 % point, a tick amid."""
    height = 20
    at = {name: _effect_x(x, limit) for name, x in {"value": value, "low": low, "middle": median, "high": high}.items()}
    span = say("number.span", low=effect(low), high=effect(high))
    spoken = say("weat.figure.among", span=span, middle=effect(median), observed=effect(value))
    parts = (
        _ticks(limit, height),
        f'<rect x="{at["low"]}" y="6" width="{at["high"] - at["low"]:.1f}" height="8" fill="{GREY}" fill-opacity=".55"/>',
        line(at["middle"], 4, at["middle"], 16, GREY, 2),
        line(at["value"], 1, at["value"], 19, BLUE, 3),
    )
    return small_picture(spoken, _WIDTH, height, "".join(parts))


def effect_scale(limit: int) -> Markup:
    """The numbers over the rows drawn by `effect_mark`."""
    return numbers_above(
        _WIDTH,
        (
            (_effect_x(tick, limit), f"{'−' if tick < 0 else '+' if tick > 0 else ''}{abs(tick)}")
            for tick in range(-limit, limit + 1)
        ),
    )


def word_scores(
    groups: Sequence[tuple[str, Sequence[tuple[str, float]]]], towards: tuple[str, str], *, title: str
) -> Markup:
    """Each word of the target sets on one scale of association, a panel per set, sorted, with the sets' means.

    `towards` names the attribute sets at the right and the left end.
    """
    largest = max((abs(score) for _, words in groups for _, score in words), default=0.0) or 1.0
    scale = largest * 1.08
    rows = max(len(words) for _, words in groups)
    head, foot = 26, 40
    panel = _LABEL + _PANEL
    width, height = panel * len(groups) + 16 * (len(groups) - 1), head + rows * _ROW + foot
    parts = [
        f'<svg role="img" class="words" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="system-ui, sans-serif" font-size="12" fill="currentColor" direction="ltr"><title>{escape(title)}</title>'
    ]
    for i, (name, words) in enumerate(groups):
        left = i * (panel + 16)
        parts.append(_panel(left, name, words, scale, head, rows, square=i == 1))
        parts.append(_axis(left, scale, head + rows * _ROW, towards))
    return Markup("".join([*parts, "</svg>"]))


def _panel(
    left: int, name: str, words: Sequence[tuple[str, float]], scale: float, head: int, rows: int, *, square: bool
) -> str:
    colour = ORANGE if square else BLUE
    middle = left + _LABEL + _PANEL / 2

    def at(score: float) -> float:
        return round(middle + score / scale * (_PANEL / 2 - 6), 1)

    mean = sum(score for _, score in words) / len(words)
    bottom = head + rows * _ROW
    parts = [
        f'<text x="{middle}" y="14" text-anchor="middle" font-weight="600">{escape(shortened(name, 40))}</text>',
        f'<line x1="{at(0)}" y1="{head - 4}" x2="{at(0)}" y2="{bottom}" stroke="{GREY}"/>',
        f'<line x1="{at(mean)}" y1="{head - 4}" x2="{at(mean)}" y2="{bottom}" stroke="{colour}" stroke-dasharray="4 3"/>',
    ]
    names, lines, marks = [], [], []
    for row, (word, score) in enumerate(sorted(words, key=lambda item: -item[1])):
        y = head + row * _ROW + 9
        x = at(score)
        names.append(f'<text x="{left + _LABEL - 8}" y="{y + 4}">{escape(shortened(word, 20))}</text>')
        lines.append(f"M{at(0)} {y}H{x}")
        marks.append(
            f'<rect x="{x - 4:.1f}" y="{y - 4}" width="8" height="8"/>'
            if square
            else f'<circle cx="{x}" cy="{y}" r="4.5"/>'
        )
    parts.append(f'<g text-anchor="end">{"".join(names)}</g>')
    parts.append(f'<path d="{"".join(lines)}" stroke="{colour}" stroke-opacity=".45"/>')
    parts.append(f'<g fill="{colour}">{"".join(marks)}</g>')
    return "".join(parts)


def _axis(left: int, scale: float, top: int, towards: tuple[str, str]) -> str:
    start, end = left + _LABEL + 6, left + _LABEL + _PANEL - 6
    middle = (start + end) / 2
    ends = f"{scale:.2f}"
    return (
        f'<line x1="{start}" y1="{top + 2}" x2="{end}" y2="{top + 2}" stroke="{GREY}"/>'
        f'<g font-size="10"><text x="{start}" y="{top + 15}">−{ends}</text>'
        f'<text x="{middle}" y="{top + 15}" text-anchor="middle">0</text>'
        f'<text x="{end}" y="{top + 15}" text-anchor="end">+{ends}</text>'
        f'<text x="{start}" y="{top + 30}">← {escape(shortened(towards[1], 24))}</text>'
        f'<text x="{end}" y="{top + 30}" text-anchor="end">{escape(shortened(towards[0], 24))} →</text></g>'
    )


def share_bar(share: float, said: str, *, lines: Iterable[float] = (), hollow: bool = False) -> Markup:
    """How much of a whole it is, as a bar in a frame; `lines` are shares to hold it against. Hollow where it is too little."""
    full = _WIDTH - 2
    bar = f'<rect x="1" y="5" width="{round(full * min(max(share, 0), 1), 1)}" height="10" fill="{"none" if hollow else BLUE}" stroke="{BLUE}"/>'
    frame = f'<rect x="1" y="5" width="{full}" height="10" fill="none" stroke="{GREY}"/>'
    held = "".join(
        line(round(1 + full * at, 1), 1, round(1 + full * at, 1), 19, "currentColor", 1, "2 2") for at in lines
    )
    return small_picture(said, _WIDTH, 20, frame + bar + held)


def histogram(counts: Sequence[int], edges: Sequence[float], said: str) -> Markup:
    """How many there are of each size, a bar for each bin, with the numbers at both ends and in the middle."""
    width, height, foot = 480, 110, 18
    most, step = max([*counts, 1]), (width - 2) / max(len(counts), 1)
    bars = "".join(
        f'<rect x="{1 + i * step:.1f}" y="{height - height * count / most:.1f}" width="{step - 1:.1f}" height="{height * count / most:.1f}" fill="{BLUE}"/>'
        for i, count in enumerate(counts)
    )
    middle = (edges[0] + edges[-1]) / 2
    numbers = "".join(
        f'<text x="{x}" y="{height + 14}" font-size="11" text-anchor="{anchor}" fill="currentColor">{length(at)}</text>'
        for x, anchor, at in ((1, "start", edges[0]), (width / 2, "middle", middle), (width - 1, "end", edges[-1]))
    )
    return small_picture(said, width, height + foot, bars + line(1, height, width - 1, height) + numbers)
