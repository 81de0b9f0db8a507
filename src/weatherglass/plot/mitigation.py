"""Figures of a mitigation: numbers before and after as dumbbells, and words as arrows along the direction."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from weatherglass.mitigate.account import Account
from weatherglass.mitigate.explicit import Change, Value, Verdict
from weatherglass.mitigate.implicit import Traced
from weatherglass.mitigate.other_words import WITH_OTHERS
from weatherglass.mitigate.utility import Examined, Movement
from weatherglass.plot.axes import (
    BLUE,
    GREEN,
    GREY,
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

# What became of a test, as a colour and a shape: circle, square, triangle, diamond.
_MARKS: dict[Verdict | None, tuple[str, int]] = {
    "reduced": (GREEN, 0),
    "hidden": (ORANGE, 1),
    "reversed": (PURPLE, 2),
    "unchanged": (BLUE, 3),
    None: (GREY, 0),
}
_ROW, _LANE = 34, 6  # pixels from row to row, and from the middle of a row to the values before and after
_WIDE, _REMARK = 440, 200
_LABELS, _LETTER = (70, 250), 6.2  # narrowest and widest column of names, and a letter's width
_CLEAR = 6  # pixels about a mark that lines leave free
_ARROW, _STEP = 6, 18
_STILL = 0.005  # cosine below which an arrow has no length
GENDERED = "man-woman"  # the category of analogies that is about gender by definition


@dataclass(frozen=True, slots=True)
class _Row:
    """One number before and after; `under` stands under its name, `remark` and `second` beside it, `at_most` is what chance reaches."""

    name: str
    change: Change
    colour: str = BLUE
    shape: int = 0
    under: str = ""
    remark: str = ""
    second: str = ""
    at_most: float | None = None


def dumbbells(account: Account) -> Markup:
    """A row for each test: the difference before and after; beside it the verdict, and how many of its words were fitted on."""
    rows = []
    for test in account.tests:
        colour, shape = _MARKS[test.verdict]
        fitted = f"{len(test.fitted_on)} of {test.words} words fitted on" if test.fitted_on else ""
        name, others, _ = test.query.removeprefix(f"{account.language}/").partition(WITH_OTHERS)
        verdict = test.verdict or ("undecided" if test.undecided else "no clear difference before")
        rows.append(_Row(name, test.difference, colour, shape, others.strip(), verdict, fitted))
    return _drawn("Difference of each test before and after", rows, (0.0,))


def traces(account: Account) -> Markup:
    """How well clusters and a classifier tell the former sides, before and after; dashed: guessing, and what it reaches."""
    rows = []
    for each in account.traces:
        if isinstance(each, Traced):
            under = f"sides by {each.by}"
            rows += [
                _Row("clusters", each.clusters, BLUE, 0, under, at_most=each.chance),
                _Row("classifier", each.classifier, ORANGE, 1, under),
            ]
    return _drawn("How well former sides are told before and after", rows, (0.5, 1.0), strong=0.5, shares=True)


def costs(account: Account) -> Markup:
    """Examinations as a whole, analogies about gender, and neighbours kept, before and after."""
    rows = [_Row(_examined_name(each), each.change) for each in shown_examinations(account.utility.examined)]
    kept = Change(before=Value(value=1.0), after=account.utility.overlap)
    rows.append(_Row("nearest neighbours kept", kept, GREEN))
    return _drawn("Usefulness before and after", rows, (0.0, 1.0), shares=True)


def shown_examinations(examined: Iterable[Examined]) -> list[Examined]:
    """Those that speak for a whole set, and after them analogies that are about gender by definition."""
    found = [each for each in examined if each.part == "all" or each.part.endswith(GENDERED)]
    order = list(dict.fromkeys((each.test, each.set) for each in found))
    return sorted(found, key=lambda each: (order.index((each.test, each.set)), each.part != "all"))


def _examined_name(each: Examined) -> str:
    return each.test if each.part == "all" else f"{each.test}: {each.part.split(': ')[-1]}"


def _drawn(
    title: str, rows: Sequence[_Row], always: tuple[float, ...], *, strong: float = 0.0, shares: bool = False
) -> Markup:
    """All rows on one scale, the value before over the one after."""
    low, high = room_for([end for row in rows for end in _reach(row.change)], *always)
    label = _room_for_names([name for row in rows for name in (row.name, row.under)])
    x = linear(low, high, label, label + _WIDE)
    bottom = 22 + _ROW * len(rows)
    places = sorted({*round_ticks(low, high), strong})
    ticks = [(at, f"{signed(float(f'{100 * at:.6g}'))} %" if shares else signed(at)) for at in places]
    parts = [line(x(at), 16, x(at), bottom, GREY, 0.3) for at, _ in ticks]
    parts.append(line(x(strong), 16, x(strong), bottom, GREY, 1.2, "4 3" if strong else ""))
    remarked = any(row.remark for row in rows)
    for i, row in enumerate(rows):
        y = 22 + _ROW * (i + 0.5)
        parts.append(_named(row, label - 12, y))
        parts += _dumbbell(row, x, y)
        beside = label + _WIDE + 16
        if row.remark:
            parts.append(mark(beside + 4, y, row.shape, row.colour, size=4))
            parts.append(text(beside + 14, y + (4 if not row.second else -2), row.remark))
            parts.append(text(beside + 14, y + 11, row.second, style=SMALL) if row.second else "")
    parts += [text(x(at), bottom + 14, label, "middle", SMALL) for at, label in ticks]
    parts += _key(label, 8)
    return picture(title, label + _WIDE + (_REMARK if remarked else 30), bottom + 22, parts)


def _reach(change: Change) -> list[float]:
    found = []
    for value in (change.before, change.after):
        found += [] if value.value is None else [value.value]
        found += [] if value.interval is None else [value.interval.low, value.interval.high]
    return found


def _room_for_names(names: Iterable[str]) -> float:
    """The width of a column that holds them, within bounds."""
    narrowest, widest = _LABELS
    return round(min(widest, max(narrowest, 24 + _LETTER * max(map(len, names), default=0))))


def _named(row: _Row, end: float, y: float) -> str:
    """The name, which ends there, whole when pointed at."""
    whole = f"{row.name}, {row.under}" if row.under else row.name
    said = text(end, y + (-2 if row.under else 4), short(row.name, end), "end")
    under = text(end, y + 11, short(row.under, end, 10), "end", SMALL) if row.under else ""
    return f"<g><title>{escape(whole)}</title>{said}{under}</g>"


def _key(x: float, y: float) -> list[str]:
    return [
        mark(x + 4, y, 0, GREY, hollow=True, size=4),
        text(x + 12, y + 4, "before", style=SMALL),
        mark(x + 64, y, 0, GREY, size=4),
        text(x + 72, y + 4, "after", style=SMALL),
    ]


def _dumbbell(row: _Row, x: Scale, y: float) -> list[str]:
    was, now = row.change.before, row.change.after
    parts = []
    if row.at_most is not None:
        parts.append(line(x(row.at_most), y - 13, x(row.at_most), y + 13, GREY, 1.2, "2 2"))
    if was.value is not None and now.value is not None:
        parts.append(_joined(x(was.value), x(now.value), y, row.colour))
    parts += _point(was, x, y - _LANE, row, "before")
    parts += _point(now, x, y + _LANE, row, "after")
    return parts


def _joined(start: float, end: float, y: float, colour: str) -> str:
    """A line from the mark before, which it leaves hollow, to the one after."""
    across, down = end - start, 2.0 * _LANE
    away = _CLEAR / math.hypot(across, down)
    return line(round(start + away * across, 1), round(y - _LANE + away * down, 1), end, y + _LANE, colour, 1.2)


def _number(value: float) -> str:
    return f"{value:.3f}".replace("-", "−")


def _point(value: Value, x: Scale, y: float, row: _Row, when: str) -> list[str]:
    """Before: hollow and grey; after: filled, in the row's shape and colour. The interval does not run through the mark."""
    if value.value is None:
        return []
    before = when == "before"
    colour, at = GREY if before else row.colour, x(value.value)
    parts = []
    if value.interval is not None:
        low, high = x(value.interval.low), x(value.interval.high)
        ends = ((low, max(low, round(at - _CLEAR, 1))), (min(high, round(at + _CLEAR, 1)), high))
        parts += [line(start, y, end, y, colour, 1.6) for start, end in ends]
    said = f"{row.name}, {when}: {_number(value.value)}"
    return [*parts, mark(at, y, row.shape, colour, hollow=before, size=4, said=said)]


def movements(account: Account) -> Markup:
    """Each profession as an arrow from where it lay along the direction to where it lies now, by where it lay."""
    ordered = sorted(account.movements, key=lambda each: -each.before)
    low, high = room_for([end for each in ordered for end in (each.before, each.after)], 0.0)
    label = _room_for_names(each.word for each in ordered)
    width = label + 550
    x = linear(low, high, label, width)
    top, bottom = 22, 26 + _STEP * len(ordered)
    parts = [line(x(at), top, x(at), bottom, GREY, 0.3) for at in round_ticks(low, high)]
    parts.append(line(x(0), top, x(0), bottom, GREY, 1.2))
    for i, each in enumerate(ordered):
        y = top + _STEP * (i + 0.5)
        parts.append(text(label - 12, y + 4, short(each.word, label - 12), "end"))
        parts.append(_arrow(each, x, y))
    parts += [text(x(at), bottom + 14, signed(at), "middle", SMALL) for at in round_ticks(low, high)]
    if sides := sides_of(account):
        parts.append(text(label, 12, f"← {short(sides[1], 240)}", weight="600"))
        parts.append(text(width, 12, f"{short(sides[0], 240)} →", "end", weight="600"))
    return picture("Words along the direction, before and after", width + 20, bottom + 22, parts)


def sides_of(account: Account) -> tuple[str, str] | None:
    """The words of the first pair, towards the first of which the direction points; None where sets define it."""
    first = next(iter(account.facts.get("pairs", ())), "")
    one, dash, other = first.partition("–")
    return (one, other) if dash else None


def _arrow(each: Movement, x: Scale, y: float) -> str:
    """A hollow mark where the word lay, a tip where it lies; a filled square where it stayed."""
    start, end = x(each.before), x(each.after)
    said = f"{each.word}: {_number(each.before)} → {_number(each.after)}"
    if abs(each.before - each.after) < _STILL:
        return mark(start, y, 1, GREY, size=3.2, said=said)
    colour = ORANGE if each.before > 0 else BLUE
    back = _ARROW if start > end else -_ARROW
    tip = f'<polygon points="{end},{y} {end + back:.1f},{y - 4} {end + back:.1f},{y + 4}" fill="{colour}"/>'
    shaft = line(round(start - back / 2, 1), y, end, y, colour, 1.6) if abs(start - end) > _ARROW else ""
    return shaft + mark(start, y, 0, colour, hollow=True, size=3.2, said=said) + tip
