"""The figures of a replication: what each table of the paper prints beside what was measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from matplotlib.axes import Axes

from weatherglass.plot.figure import Drawn, axes_for, figure, titled
from weatherglass.plot.pieces import BLUE, GREY, ORANGE
from weatherglass.plot.rows import dressed, key_mark, short
from weatherglass.replication.replicated import Carried, Replication
from weatherglass.wording.messages import say
from weatherglass.wording.numbers import listed
from weatherglass.wording.replication import column_said, where_said

_MOST_ROWS = 40
_LONGEST = 46  # letters of a row's name


def figures(found: Replication) -> dict[str, Callable[..., Drawn]]:
    """One for each experiment that prints numbers, by its id."""
    made: dict[str, Callable[..., Drawn]] = {}
    for each in found.carried:
        if rows := rows_of(each):
            name = each.id if each.id not in made else f"{each.id}: {each.on}"
            made[name] = partial(along_the_diagonal if too_many(rows) else published_and_measured, each)
    return made


def too_many(rows: Sequence[tuple[str, float, float]]) -> bool:
    """Whether there are more figures than can have a line each."""
    return len(rows) > _MOST_ROWS


def rows_of(each: Carried) -> list[tuple[str, float, float]]:
    """Row, published, measured: of the effects, on one scale."""
    several = len({column for _, column, *_ in each.effects}) > 1
    return [
        (f"{row}, {column_said(column)}" if several else row, published, measured)
        for row, column, published, measured in each.effects
    ]


@figure
def published_and_measured(each: Carried, *, ax: Axes | None = None) -> Axes:
    """Hollow: as published, filled: as measured; a line between them is as long as they differ."""
    rows = rows_of(each)
    ax = axes_for(ax, 7.0, 1.3 + 0.27 * len(rows))
    for place, (_, published, measured) in enumerate(rows):
        ax.plot([published, measured], [place, place], color=BLUE, linewidth=1, zorder=1)
        ax.plot(published, place, "o", color=ORANGE, markerfacecolor="white", markersize=9, zorder=2)
        ax.plot(measured, place, "o", color=BLUE, markersize=5, zorder=3)
    key = (
        key_mark(say("replication.key.published"), "o", colour=ORANGE, filled=False),
        key_mark(say("replication.key.measured"), "o", colour=BLUE),
    )
    dressed(ax, [short(name, _LONGEST) for name, *_ in rows], _title(each), say("replication.axis"), key)
    return ax


@figure
def along_the_diagonal(each: Carried, *, ax: Axes | None = None) -> Axes:
    """Each figure as a dot: published to the right, measured up; on the line both are equal."""
    published, measured = zip(*((one, other) for _, one, other in rows_of(each)), strict=True)
    ax = axes_for(ax, 5.6, 5.2)
    ends = min(*published, *measured), max(*published, *measured)
    ax.plot(ends, ends, color=GREY, linestyle="--", linewidth=1, zorder=1)
    ax.plot(published, measured, "o", color=BLUE, markersize=5, alpha=0.7, zorder=2)
    ax.set_xlabel(say("replication.key.published"))
    ax.set_ylabel(say("replication.key.measured"))
    titled(ax, _title(each))
    return ax


def model_said(recipe: Mapping[str, Any]) -> str:
    """What vectors that were trained for an experiment are called."""
    return say("replication.model_of", model=recipe["model"], corpus=recipe["corpus"])


def on_said(each: Carried) -> str:
    """What an experiment was carried out on; models that were trained for it as the language spoken calls them."""
    models = {f"{recipe['model']} of {recipe['corpus']}": model_said(recipe) for recipe in each.recipes}
    return listed(models.get(name, name) for name in each.on.split(", "))


def _title(each: Carried) -> str:
    return say("replication.figure_title", where=where_said(each.where), on=on_said(each))
