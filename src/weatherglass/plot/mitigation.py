"""Figures of a mitigation: numbers before and after as dumbbells, and words as arrows along the direction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import get_args

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import PercentFormatter

from weatherglass.mitigate.account import Account
from weatherglass.mitigate.explicit import Change, Value, Verdict
from weatherglass.mitigate.implicit import STAYS, Traced
from weatherglass.mitigate.other_words import WITH_OTHERS
from weatherglass.mitigate.utility import Examined
from weatherglass.plot.figure import Drawn, axes_for, figure
from weatherglass.plot.pieces import BLUE, GREEN, GREY, ORANGE, PURPLE
from weatherglass.plot.rows import dressed, key_mark, short
from weatherglass.wording.messages import say
from weatherglass.wording.mitigation import by_said, examination_said, listed
from weatherglass.wording.numbers import per_cent, share_of, value

# What became of a test, as a colour and a shape.
_MARKS: dict[Verdict | None, tuple[str, str]] = {
    "reduced": (GREEN, "o"),
    "hidden": (ORANGE, "s"),
    "reversed": (PURPLE, "^"),
    "unchanged": (BLUE, "D"),
    None: (GREY, "o"),
}
_WIDTH, _ROW, _WORD = 8.6, 0.36, 0.2  # inches: a figure, a row of dumbbells, a word
_ABOVE = 1.3  # inches for title, key and scale
_LANE = 0.16  # of a row: from its middle to the values before and after
_STILL = 0.005  # cosine below which an arrow has no length
_SIZE = 30  # of marks, in square points
_LEFT, _RIGHT = [(0, 0), (10, 7), (10, -7)], [(0, 0), (-10, 7), (-10, -7)]  # tips of arrows, which end at the value
GENDERED = "man-woman"  # the category of analogies that is about gender by definition


@dataclass(frozen=True, slots=True)
class _Row:
    """One number before and after; `under` stands under its name, `remark` and `second` beside it, `at_most` is what chance reaches."""

    name: str
    change: Change
    colour: str = BLUE
    shape: str = "o"
    under: str = ""
    remark: str = ""
    second: str = ""
    at_most: float | None = None


def figures(account: Account) -> dict[str, Callable[..., Drawn]]:
    """Those that there is something to draw for, by their names; the main one first."""
    utility = account.utility
    there = {
        "tests": (dumbbells, bool(account.tests)),
        "movement": (movement, bool(account.movements)),
        "traces": (traces, any(isinstance(each, Traced) for each in account.traces)),
        "cost": (cost, bool(utility.examined) or utility.overlap.value is not None),
    }
    return {name: partial(draw, account) for name, (draw, some) in there.items() if some}


@figure
def dumbbells(account: Account, *, ax: Axes | None = None) -> Axes:
    """A row for each test: the difference before and after; beside it the verdict, and how many of its words were fitted on."""
    rows = []
    for test in account.tests:
        colour, shape = _MARKS[test.verdict]
        name, others, _ = test.query.removeprefix(f"{account.language}/").partition(WITH_OTHERS)
        fitted = {"fitted": len(test.fitted_on), "words": test.words}
        rows.append(
            _Row(
                name,
                test.difference,
                colour,
                shape,
                say("mitigation.figure.with_others") if others else "",
                say(f"mitigation.verdict.{test.verdict or ('undecided' if test.undecided else 'none')}"),
                say("mitigation.figure.fitted", **fitted) if test.fitted_on else "",
            )
        )
    verdicts = {each: sum(test.verdict == each for test in account.tests) for each in get_args(Verdict)}
    finding = say("mitigation.figure.tests_finding", tests=len(account.tests), **verdicts)
    return _dumbbells(ax, rows, finding, say("mitigation.figure.tests_axis"), 0.0)


@figure
def traces(account: Account, *, ax: Axes | None = None) -> Axes:
    """How well clusters and a classifier tell the former sides, before and after; dashed: guessing, and what it reaches."""
    made = [each for each in account.traces if isinstance(each, Traced)]
    rows = []
    for each in made:
        under = say("mitigation.figure.sides", by=by_said(each.by))
        clusters, classifier = (say(f"mitigation.figure.{name}") for name in ("clusters", "classifier"))
        rows += [
            _Row(clusters, each.clusters, BLUE, "o", under, at_most=each.chance),
            _Row(classifier, each.classifier, ORANGE, "s", under),
        ]
    told = next((each for each in made if each.stays), made[0])
    seen = listed(
        [
            say(
                f"mitigation.figure.{name}_change",
                before=share_of(change.before.value),
                after=share_of(change.after.value),
            )
            for name, change in (("clusters", told.clusters), ("classifier", told.classifier))
            if change.before.value is not None and change.after.value is not None
        ]
    )
    key = "mitigation.figure.traces_still" if told.stays else "mitigation.figure.traces_gone"
    finding = say(key, seen=seen, share=per_cent(STAYS))
    chance = [_key("guessing", line="--"), _key("by_chance", line=":")]
    axis = say("mitigation.figure.traces_axis")
    drawn = _dumbbells(ax, rows, finding, axis, 0.5, shares=True, more=chance)
    reached = [(i, row.at_most) for i, row in enumerate(rows) if row.at_most is not None]
    drawn.vlines([x for _, x in reached], [i - 0.4 for i, _ in reached], [i + 0.4 for i, _ in reached], GREY, ":")
    return drawn


@figure
def cost(account: Account, *, ax: Axes | None = None) -> Axes:
    """Examinations as a whole, analogies about gender, and neighbours kept, before and after."""
    rows = [_Row(_examined_name(each), each.change) for each in shown_examinations(account.utility.examined)]
    kept = account.utility.overlap
    finding = say("mitigation.figure.cost_answers")
    if kept.value is not None:
        whole = Change(before=Value(value=1.0), after=kept)
        rows.append(_Row(say("mitigation.figure.kept"), whole, GREEN, "s"))
        finding = say("mitigation.figure.cost_kept", share=share_of(kept.value))
    return _dumbbells(ax, rows, finding, say("mitigation.figure.cost_axis"), 0.0, shares=True)


def shown_examinations(examined: Iterable[Examined]) -> list[Examined]:
    """Those that speak for a whole set, and after them analogies that are about gender by definition."""
    found = [each for each in examined if each.part == "all" or each.part.endswith(GENDERED)]
    order = list(dict.fromkeys((each.test, each.set) for each in found))
    return sorted(found, key=lambda each: (order.index((each.test, each.set)), each.part != "all"))


def _examined_name(each: Examined) -> str:
    name = examination_said(each.test)
    return name if each.part == "all" else f"{name}: {each.part.split(': ')[-1]}"


def _dumbbells(
    ax: Axes | None,
    rows: Sequence[_Row],
    finding: str,
    axis: str,
    strong: float,
    *,
    shares: bool = False,
    more: Sequence[Line2D] = (),
) -> Axes:
    """All rows on one scale, the value before over the one after; hollow and grey: before."""
    ax = axes_for(ax, _WIDTH, _ABOVE + _ROW * len(rows))
    ax.axvline(strong, color=GREY, linewidth=1.2, linestyle="--" if strong else "-", zorder=1)
    _lines(ax, rows)
    for shape in dict.fromkeys(row.shape for row in rows):
        before = [(row.change.before.value, i - _LANE) for i, row in enumerate(rows) if row.shape == shape]
        _marks(ax, before, shape, "white", GREY)
        after = [(row.change.after.value, i + _LANE) for i, row in enumerate(rows) if row.shape == shape]
        _marks(ax, after, shape, [row.colour for row in rows if row.shape == shape])
    for i, row in enumerate(rows):
        if row.remark:
            text = f"{row.remark}\n{row.second}" if row.second else row.remark
            ax.text(1.02, i, text, transform=ax.get_yaxis_transform(), va="center", fontsize=8, linespacing=1.1)
    key = [_key("before", "o", filled=False), _key("after", "o"), *more]
    dressed(ax, [_named(row) for row in rows], finding, axis, key)
    if shares:
        ax.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=None, symbol=" %"))
    return ax


def _key(name: str, shape: str = "", line: str = "", *, filled: bool = True) -> Line2D:
    return key_mark(say(f"mitigation.figure.{name}"), shape, line, filled=filled)


def _lines(ax: Axes, rows: Sequence[_Row]) -> None:
    """Intervals, and what joins before and after, all under the marks."""
    for lane, when in ((-_LANE, "before"), (_LANE, "after")):
        found = [(i, row, getattr(row.change, when).interval) for i, row in enumerate(rows)]
        there = [(i + lane, row, each) for i, row, each in found if each is not None]
        colours = [GREY if when == "before" else row.colour for _, row, _ in there]
        ax.hlines([y for y, _, _ in there], [x.low for *_, x in there], [x.high for *_, x in there], colours, lw=1.4)
    joined = [(i, row, row.change.before.value, row.change.after.value) for i, row in enumerate(rows)]
    for i, row, was, now in joined:
        if was is not None and now is not None:
            ax.plot([was, now], [i - _LANE, i + _LANE], color=row.colour, linewidth=0.8, zorder=1.5)


def _marks(ax: Axes, points: Iterable[tuple[float | None, float]], shape: str, face: str | list[str], edge: str = "") -> None:  # fmt: skip
    """Those that have a place."""
    placed = [(x, y, face if isinstance(face, str) else face[i]) for i, (x, y) in enumerate(points) if x is not None]
    ax.scatter(
        [x for x, _, _ in placed],
        [y for _, y, _ in placed],
        s=_SIZE,
        marker=shape,
        c=[colour for *_, colour in placed],
        edgecolors=edge or [colour for *_, colour in placed],
        zorder=3,
    )


def _named(row: _Row) -> str:
    name = short(row.name)
    return f"{name}\n{short(row.under, 44)}" if row.under else name


@figure
def movement(account: Account, *, ax: Axes | None = None) -> Axes:
    """Each profession as an arrow from where it lay along the direction to where it lies now, by where it lay."""
    ordered = sorted(account.movements, key=lambda each: -each.before)
    ax = axes_for(ax, _WIDTH, _ABOVE + 0.3 + _WORD * len(ordered))
    ax.axvline(0, color=GREY, linewidth=1.2, zorder=1)
    moved = [(i, each) for i, each in enumerate(ordered) if abs(each.before - each.after) >= _STILL]
    colours = [ORANGE if each.before > 0 else BLUE for _, each in moved]
    rows = [i for i, _ in moved]
    ax.hlines(rows, [each.before for _, each in moved], [each.after for _, each in moved], colours, lw=1.4)
    starts = [each.before for _, each in moved]
    ax.scatter(starts, rows, s=20, marker="o", c="white", edgecolors=colours, zorder=2.5)
    for tip, rises in ((_LEFT, False), (_RIGHT, True)):
        some = [(each.after, i, colour) for (i, each), colour in zip(moved, colours, strict=True) if (each.after > each.before) == rises]  # fmt: skip
        ax.scatter(
            [x for x, _, _ in some], [y for _, y, _ in some], s=120, marker=tip, c=[c for *_, c in some], zorder=3
        )
    stayed = [(each.before, i) for i, each in enumerate(ordered) if i not in rows]
    ax.scatter([x for x, _ in stayed], [y for _, y in stayed], s=20, marker="s", c=GREY, zorder=3)
    mean = {when: sum(abs(getattr(each, when)) for each in ordered) / len(ordered) for when in ("before", "after")}
    finding = say(
        "mitigation.figure.movement_finding",
        n=len(ordered),
        **{when: value(number, "cosine") for when, number in mean.items()},
    )
    key = [_key("before", "o", filled=False), _key("after", ">"), *([_key("stayed", "s")] if stayed else [])]
    dressed(ax, [short(each.word) for each in ordered], finding, say("mitigation.figure.movement_axis"), key)
    _poles(ax, account)
    return ax


def _poles(ax: Axes, account: Account) -> None:
    """What lies at either end; an arrow is a text of its own, so that it stays outside whichever way the words run."""
    if (sides := sides_of(account)) is None:
        return
    ax.xaxis.labelpad = 16  # in the line below them
    for x, side, arrow, align, away in ((0, sides[1], "←", "left", 14), (1, sides[0], "→", "right", -14)):
        said = say("mitigation.figure.towards", side=short(side, 24))
        for text, aside in ((arrow, 0), (said, away)):
            ax.annotate(text, (x, 0), (aside, -19), "axes fraction", "offset points", ha=align, va="top")


def sides_of(account: Account) -> tuple[str, str] | None:
    """The words of the first pair, towards the first of which the direction points; None where sets define it."""
    first = next(iter(account.facts.get("pairs", ())), "")
    one, dash, other = first.partition("–")
    return (one, other) if dash else None
