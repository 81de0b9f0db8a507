"""Figures of diffusion: scores of names by population, and means of groups before and after each mitigation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from markupsafe import Markup, escape

from weatherglass.downstream.diffused import Classified, Compared, Diffusion, Group, Stage, stage_name
from weatherglass.plot.axes import (
    BLUE,
    GREY,
    HEADING,
    ORANGE,
    PURPLE,
    SMALL,
    Scale,
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

MOST_DOTS = 80  # names of one group and sex that are drawn one by one; of more there is a box
_SEXES = ((PURPLE, 0), (BLUE, 1), (ORANGE, 2))  # colour and shape: circle, square, triangle
_LABELS, _LETTER = (60, 140), 6.4  # narrowest and widest column of names, and a letter's width
_WIDE = 760
_LANE, _ROW_ROOM = 12, 14  # from one sex to the next, and what is left free about a row
_PANEL, _GAP, _STEP = 122, 28, 22
_QUARTERS = (0.05, 0.25, 0.5, 0.75, 0.95)


def names(found: Diffusion, each: Classified) -> Markup:
    """A row for each population, highest mean first: a mark for each name, in its sex's shape and colour, and the mean with its interval."""
    stage = each.stages[0]
    if stage.populations is None:
        return Markup("")
    groups = sorted(stage.populations.groups, key=lambda group: -group.mean)
    sexes = list(dict.fromkeys(name.sex for name in found.names))  # with an empty one for names that have none
    reach = [end for group in groups for end in _reach(group)]
    low, high = room_for([*stage.scores, *reach, each.zero], 0.0)
    label = _room_for_names([group.name for group in groups])
    x = linear(low, high, label, label + _WIDE)
    row = _LANE * len(sexes) + _ROW_ROOM
    top = 30
    bottom = top + row * len(groups)
    ticks = round_ticks(low, high)
    parts = [line(x(at), top - 6, x(at), bottom, GREY, 0.3) for at in ticks]
    parts.append(line(x(0), top - 6, x(0), bottom, GREY, 1.2))
    parts.append(line(x(each.zero), top - 6, x(each.zero), bottom, GREY, 1.2, "3 3"))
    for i, group in enumerate(groups):
        y = top + row * (i + 0.5)
        if i:
            parts.append(line(0, y - row / 2, label + _WIDE, y - row / 2, GREY, 0.3))
        parts.append(_named(group.name, label - 10, y + 4))
        for j, sex in enumerate(sexes):
            lane = y + _LANE * (j - (len(sexes) - 1) / 2)
            scored = [(name.word, score) for name, score in zip(found.names, stage.scores, strict=True) if (name.population, name.sex) == (group.name, sex)]  # fmt: skip
            colour, shape = (GREY, _SEXES[j % 3][1]) if each.near_chance else _SEXES[j % 3]
            parts += _scored(scored, sex or group.name, x, lane, colour, shape)
        parts.append(_mean(group, x, y, row / 2 - 2, GREY if each.near_chance else "currentColor"))
    parts += [text(x(at), bottom + 14, signed(at), "middle", SMALL) for at in ticks]
    parts += _key(sexes if any(sexes) else [], label, grey=each.near_chance)
    return picture("Scores of names by population", label + _WIDE + 20, bottom + 22, parts)


def sexes_of(found: Diffusion) -> list[str]:
    """In the order of the list; none where groups are not told apart by sex."""
    return [sex for sex in dict.fromkeys(name.sex for name in found.names) if sex]


def _scored(scored: Sequence[tuple[str, float]], who: str, x: Scale, y: float, colour: str, shape: int) -> list[str]:
    """A mark for each name, or a box for many."""
    if len(scored) <= MOST_DOTS:
        return [mark(x(score), y, shape, colour, hollow=True, size=2.8, said=f"{word}: {_number(score)}") for word, score in scored]  # fmt: skip
    low, start, middle, end, high = (float(q) for q in np.quantile([score for _, score in scored], _QUARTERS))
    said = f"{who}: {len(scored):,} names, median {_number(middle)}, half of them {_number(start)} to {_number(end)}, nine in ten {_number(low)} to {_number(high)}"
    return [
        f"<g><title>{escape(said)}</title>",
        line(x(low), y, x(start), y, colour, 1.2),
        line(x(end), y, x(high), y, colour, 1.2),
        f'<rect x="{x(start)}" y="{y - 4}" width="{max(0.8, x(end) - x(start)):.1f}" height="8" fill="{colour}" fill-opacity=".22" stroke="{colour}" stroke-width="1.2"/>',
        mark(x(middle), y, shape, colour, size=2.8),
        "</g>",
    ]


def _mean(group: Group, x: Scale, y: float, reach: float, colour: str) -> str:
    """A dark upright at the mean, and a bar as far as its interval goes."""
    at = x(group.mean)
    said = f"{group.name}: mean {_number(group.mean)} of {group.names:,} names"
    bar = ""
    if group.interval is not None:
        low, high = x(group.interval.low), x(group.interval.high)
        said += f", interval {_number(group.interval.low)} to {_number(group.interval.high)}"
        bar = f'<rect x="{low}" y="{y - reach}" width="{max(0.0, high - low):.1f}" height="{2 * reach}" fill="currentColor" fill-opacity=".13"/>'
    return f"<g><title>{escape(said)}</title>{bar}{line(at, y - reach, at, y + reach, colour, 2.2)}</g>"


def _key(sexes: Sequence[str], x: float, *, grey: bool) -> list[str]:
    parts = []
    for j, sex in enumerate(sexes):
        colour, shape = _SEXES[j % 3]
        said = short(sex or "no sex given", 90, 10)
        parts.append(mark(x + 4, 9, shape, GREY if grey else colour, hollow=True, size=3.2))
        parts.append(text(x + 12, 13, said, style=SMALL))
        x += 30 + _LETTER * len(said)
    parts.append(f'<rect x="{x}" y="3" width="16" height="12" fill="currentColor" fill-opacity=".13"/>')
    parts += [
        line(x + 8, 3, x + 8, 15, "currentColor", 2.2),
        text(x + 22, 13, "mean and its interval", style=SMALL),
        line(x + 150, 9, x + 168, 9, GREY, 1.2, "3 3"),
        text(x + 174, 13, "score of a vector of zeros", style=SMALL),
    ]
    return parts


def stages(each: Classified, by: str) -> Markup:
    """Means of groups with their intervals: a panel for each state of things, a row for each group, one scale; by `population` or `sex`."""
    shown = [(stage, found) for stage in each.stages if (found := comparison(stage, by)) is not None]
    if not shown:
        return Markup("")
    order = [group.name for group in sorted(shown[0][1].groups, key=lambda group: -group.mean)]
    low, high = room_for([end for _, found in shown for group in found.groups for end in _reach(group)], 0.0)
    label = _room_for_names(order)
    top, bottom = 44, 44 + _STEP * len(order)
    parts = []
    for i, name in enumerate(order):
        parts.append(_named(name, label - 10, top + _STEP * (i + 0.5) + 4))
    for i, (stage, found) in enumerate(shown):
        start = label + i * (_PANEL + _GAP)
        x = linear(low, high, start, start + _PANEL)
        ticks = _few(round_ticks(low, high))
        parts += [line(x(at), top, x(at), bottom, GREY, 0.3) for at in round_ticks(low, high)]
        parts.append(line(x(0), top, x(0), bottom, GREY, 1.2))
        for j, said in enumerate(_heading(stage)):
            parts.append(text(start, 14 + 14 * j, said, style=HEADING if j == 0 else SMALL, weight="" if j else "600"))
        groups = {group.name: group for group in found.groups}
        for j, name in enumerate(order):
            if name in groups:
                parts += _point(groups[name], stage, x, top + _STEP * (j + 0.5), grey=each.tells_little(stage))
        parts += [text(x(at), bottom + 14, signed(at), "middle", SMALL) for at in ticks]
    return picture(
        f"Mean scores by {by} before and after mitigation",
        label + len(shown) * (_PANEL + _GAP) + 12,
        bottom + 22,
        parts,
    )


def comparison(stage: Stage, by: str) -> Compared | None:
    """Of populations or of sexes."""
    return stage.populations if by == "population" else stage.sexes


def _few(ticks: Sequence[float]) -> list[float]:
    """Those that a narrow panel has room for."""
    zero = next((i for i, at in enumerate(ticks) if at == 0), 0)
    return [at for i, at in enumerate(ticks) if len(ticks) <= 3 or (i - zero) % 2 == 0]


def _heading(stage: Stage) -> tuple[str, ...]:
    """The state of things, in two lines where it is long."""
    return tuple(stage_name(stage).split(", "))


def _point(group: Group, stage: Stage, x: Scale, y: float, *, grey: bool) -> list[str]:
    """Hollow before, filled after."""
    before = stage.level == "none"
    colour = GREY if grey else BLUE
    at = x(group.mean)
    parts = []
    if group.interval is not None:
        low, high = x(group.interval.low), x(group.interval.high)
        ends = ((low, max(low, round(at - 5, 1))), (min(high, round(at + 5, 1)), high))
        parts += [line(start, y, end, y, colour, 1.6) for start, end in ends]
    said = f"{group.name}, {stage_name(stage)}: {_number(group.mean)}"
    return [*parts, mark(at, y, 0, colour, hollow=before, size=4, said=said)]


def _named(name: str, end: float, y: float) -> str:
    return f"<g><title>{escape(name)}</title>{text(end, y, short(name, end), 'end')}</g>"


def _room_for_names(given: Sequence[str]) -> float:
    narrowest, widest = _LABELS
    return round(min(widest, max(narrowest, 20 + _LETTER * max(map(len, given), default=0))))


def _reach(group: Group) -> list[float]:
    return [group.mean, *([] if group.interval is None else [group.interval.low, group.interval.high])]


def _number(value: float) -> str:
    return f"{value:+.2f}".replace("-", "−")
