"""The figures of a trace: what is left of an effect without documents, what single ones and groups carry, and whether that holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from weatherglass.plot.drawing import headed
from weatherglass.plot.figure import COLOURS, DASHES, MARKS, Drawn, axes_for, figure, in_lines, titled, x_says
from weatherglass.plot.pieces import BLUE, GREY, ORANGE, shortened, signed
from weatherglass.stats.effects import rank_correlation
from weatherglass.trace.ranking import WHICH
from weatherglass.trace.traced import Group, Point, Removal, Trace
from weatherglass.wording import numbers
from weatherglass.wording.messages import grouped, say

_MOST_NAMED = 6
_SOME = 0.005  # of an effect: less is shown as none
_LONGEST = 24  # letters of a group's name
_UPRIGHT = 44  # letters of an upright line of text


class Change(NamedTuple):
    """A removal of documents: its name, of which kind it is, what each model predicted, and what came."""

    name: str
    kind: str
    predicted: Sequence[float]
    measured: Sequence[float]


def figures(trace: Trace) -> dict[str, Callable[..., Drawn]]:
    """Every figure of a trace by its name, the main one first."""
    made: dict[str, Callable[..., Drawn]] = {"removed": partial(what_is_left, trace)}
    if trace.spread:
        made["documents"] = partial(by_document, trace)
    for field in trace.grouped_by:
        made[f"groups:{field}"] = partial(by_group, trace, field)
    if any(each.measured for each in trace.removals):
        made["check"] = partial(predicted_and_retrained, changes_of(trace))
    return made


def headline(trace: Trace) -> Point | None:
    """The smallest removal from the top that is predicted to take at least half of the effect, or else the one that takes most."""
    known = [each for each in trace.curve if each.which == "top" and each.value is not None]
    if not known:
        return None
    left = [trace.sign * (each.value or 0.0) for each in known]
    half = [each for each, rest in zip(known, left, strict=True) if rest <= abs(trace.value) / 2]
    return half[0] if half else known[int(np.argmin(left))]


@figure
def what_is_left(trace: Trace, *, ax: Axes | None = None) -> Axes:
    """The effect predicted without more and more documents; where models were trained without them, what came (hollow, with its span)."""
    ax = axes_for(ax, 6.4, 4.2)
    ax.axhline(0, color=GREY, linewidth=0.6)
    ax.axhline(trace.value, color="black", linestyle=":", linewidth=1)
    for number, which in enumerate(WHICH):
        known = [each for each in trace.curve if each.which == which and each.value is not None]
        x = [0.0, *(100 * each.share for each in known)]
        y = [trace.value, *(each.value or 0.0 for each in known)]
        style: Any = {"color": COLOURS[number], "marker": MARKS[number]}
        ax.plot(x, y, linestyle=DASHES[number], markersize=4, linewidth=1.4, label=say(f"trace.which.{which}"), **style)
        for each in trace.removals:
            if each.which == which and each.measured:
                came = trace.value + np.array(each.measured)
                ax.plot([100 * each.share] * 2, [came.min(), came.max()], color=COLOURS[number], linewidth=1)
                ax.plot(100 * each.share, came.mean(), markerfacecolor="white", markersize=8, linestyle="", zorder=4, **style)  # fmt: skip
    x_says(ax, say("trace.figure.removed"))
    ax.set_ylabel(say("trace.figure.effect", symbol=trace.symbol))
    ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: signed(round(value, 6))))
    ax.legend(loc="best")
    titled(ax, headline_said(trace))
    return ax


def headline_said(trace: Trace) -> str:
    """What is left of the effect without the documents that carry most of it, as a title."""
    point = headline(trace)
    if point is None or point.value is None:
        return say("trace.figure.nothing_told")
    value = numbers.effect(trace.value)
    return say("trace.figure.left", n=point.documents, share=numbers.per_cent(point.documents / trace.all_documents), symbol=trace.symbol, left=numbers.effect(point.value), value=value)  # fmt: skip


@figure
def by_document(trace: Trace, *, ax: Axes | None = None) -> Axes:
    """What the removal of each document by itself is predicted to change, in order."""
    ax = axes_for(ax, 6.4, 3.4)
    changes = np.array(trace.spread)
    places = np.linspace(1, trace.ranked - len(trace.unknown), len(changes)) if len(changes) > 1 else np.array([1.0])
    weakens = trace.sign * changes < 0
    for chosen, colour, hatch, name in ((weakens, BLUE, "", "carrying"), (~weakens, ORANGE, "////", "against")):
        ax.fill_between(places, 0, np.where(chosen, changes, 0.0), color=colour, alpha=0.75, hatch=hatch, edgecolor="white", linewidth=0, step="mid", label=say(f"trace.figure.{name}"))  # fmt: skip
    ax.axhline(0, color="black", linewidth=0.8)
    x_says(ax, say("trace.figure.order"))
    ax.set_ylabel(say("trace.figure.without", symbol=trace.symbol))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: grouped(round(value))))
    ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: signed(round(value, 6))))
    ax.legend(loc="best")
    titled(ax, say("trace.figure.documents", n=trace.weakening, of=trace.ranked - len(trace.unknown)))
    return ax


@figure
def by_group(trace: Trace, field: str, *, ax: Axes | None = None) -> Axes:
    """What the removal of all documents of a group is predicted to change; lines go from the lowest model to the highest."""
    groups = [each for each in trace.groups if each.field == field]
    known = [each for each in groups if each.change is not None]
    ax = axes_for(ax, 6.4, min(8.5, 2.0 + 0.24 * max(1, len(known))))
    ax.axvline(0, color="black", linewidth=0.8)
    for place, each in enumerate(known):
        change = each.change or 0.0
        colour, mark = (BLUE, "o") if trace.weakens(change) else (ORANGE, "s")
        ax.plot([each.low or 0.0, each.high or 0.0], [place, place], color=colour, linewidth=1.4)
        ax.plot(change, place, marker=mark, color=colour, markersize=5, linestyle="")
    ax.set_yticks(range(len(known)), [_group_named(each) for each in known])
    ax.set_ylim(max(0.5, len(known) - 0.5), -0.5)
    x_says(ax, say("trace.figure.without_group", symbol=trace.symbol))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: signed(round(value, 6))))
    ax.grid(axis="x", linewidth=0.4)
    headed([ax], group_said(trace, field))
    return ax


def _group_named(group: Group) -> str:
    name = shortened(group.value, _LONGEST) if group.value else say("trace.no_value")
    return f"{name} ({grouped(group.documents)})"


def group_said(trace: Trace, field: str) -> str:
    """Which group carries most, as a title."""
    known = [each for each in trace.groups if each.field == field and each.change is not None]
    if not known:
        return say("trace.figure.nothing_told")
    most = min(known, key=lambda each: trace.sign * (each.change or 0.0))
    if trace.sign * (most.change or 0.0) > -_SOME:
        return say("trace.figure.no_group", field=field)
    name = most.value or say("trace.no_value")
    return say("trace.figure.group", field=field, value=name, change=numbers.correlation(most.change or 0.0), symbol=trace.symbol)  # fmt: skip


def changes_of(trace: Trace) -> list[Change]:
    """The removals that were trained, as the figure of the check takes them."""
    return [
        Change(removal_said(each), say(f"trace.which.{each.which}"), each.predicted, each.measured)
        for each in trace.removals
        if each.measured
    ]


def removal_said(removal: Removal) -> str:
    """Such as: top 5 %."""
    return say(f"trace.removal.{removal.which}", share=numbers.per_cent(removal.share))


@figure
def predicted_and_retrained(changes: Sequence[Change], *, ax: Axes | None = None) -> Axes:
    """Each removal of documents: the change of the effect that was predicted, and the one after training again, on average and from the least to the most.

    On the dashed line the prediction holds exactly. Names stand beside points where these are few.
    """
    ax = axes_for(ax, 5.4, 5.0)
    predicted = np.array([np.mean(each.predicted) for each in changes])
    retrained = np.array([np.mean(each.measured) for each in changes])
    every = np.concatenate([np.ravel(values) for each in changes for values in (each.predicted, each.measured)])
    ends = [float(every.min()), float(every.max())]
    room = 0.06 * (ends[1] - ends[0]) or 0.5
    ax.axhline(0, color=GREY, linewidth=0.6)
    ax.axvline(0, color=GREY, linewidth=0.6)
    ax.plot(ends, ends, color="black", linestyle="--", linewidth=1, label=say("trace.figure.equal"))
    kinds = list(dict.fromkeys(each.kind for each in changes))
    for each, x, y in zip(changes, predicted, retrained, strict=True):
        colour = COLOURS[kinds.index(each.kind) % len(COLOURS)]
        ax.plot([x, x], [min(each.measured), max(each.measured)], color=colour, linewidth=0.8, alpha=0.6)
        ax.plot([min(each.predicted), max(each.predicted)], [y, y], color=colour, linewidth=0.8, alpha=0.6)
        if len(changes) <= _MOST_NAMED:
            ax.annotate(each.name, (x, y), xytext=(5, 3), textcoords="offset points", fontsize=8)
    for number, kind in enumerate(kinds):
        own = np.array([each.kind == kind for each in changes])
        style: Any = {"color": COLOURS[number % len(COLOURS)], "marker": MARKS[number % len(MARKS)], "label": kind}
        ax.scatter(predicted[own], retrained[own], s=30, zorder=3, **style)
    ax.set(xlim=(ends[0] - room, ends[1] + room), ylim=(ends[0] - room, ends[1] + room), aspect="equal")
    x_says(ax, say("trace.figure.predicted"))
    ax.set_ylabel(in_lines(say("trace.figure.retrained"), _UPRIGHT))
    ax.legend(loc="upper left")
    agreement = rank_correlation(predicted, retrained)
    headed(
        [ax],
        say("trace.figure.title", n=len(changes), rho=numbers.correlation(agreement))
        if agreement is not None
        else say("trace.figure.no_order", n=len(changes)),
    )
    return ax
