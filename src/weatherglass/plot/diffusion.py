"""Figures of diffusion: scores of names by group, and means of groups before and after each mitigation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from weatherglass.downstream.diffused import Classified, Compared, Diffusion, Group, Stage, stage_name
from weatherglass.plot.figure import Drawn, axes_for, figure, in_lines, panels
from weatherglass.plot.pieces import BLUE, GREY, ORANGE, PURPLE, shortened
from weatherglass.wording.messages import say
from weatherglass.wording.numbers import group_bias, share_of

MOST_DOTS = 80  # names of one group and sex that are drawn one by one; of more there is a box
_LOOKS = ((PURPLE, "o"), (BLUE, "s"), (ORANGE, "^"))  # of sexes: colour and shape
_QUARTERS = (0.05, 0.25, 0.5, 0.75, 0.95)
_WIDE, _LANE, _ROW = 9.0, 0.15, 0.14  # inches: of a figure, of one sex's names, and what is left free about a group
_LONGEST = 24  # letters of a group's name
_STEP = 0.24  # inches from group to group beside each other's panels
_LEGEND: Any = {"borderaxespad": 0.3, "handletextpad": 0.5, "handlelength": 1.5, "columnspacing": 1.4}
_LINE, _HEADING = 80, 19  # letters of a line of a title, and of a panel's


def figures(found: Diffusion) -> dict[str, Callable[..., Drawn]]:
    """What can be drawn, by name; classifiers that can be asked come first."""
    able_first = sorted(found.classified, key=lambda each: each.near_chance)
    drawn: dict[str, Callable[..., Drawn]] = {
        f"names-{each.kind}": partial(names, found, each) for each in able_first if rows_of(each) is not None
    }
    for each in able_first:
        for by in ("population", "sex"):
            if len(each.stages) > 1 and comparison(each.stages[0], by) is not None:
                drawn[f"{by}-{each.kind}"] = partial(stages, each, by)
    return drawn


def rows_of(each: Classified) -> Compared | None:
    """The groups that names are drawn by: populations, or sexes where there is one population."""
    return each.stages[0].populations or each.stages[0].sexes


def comparison(stage: Stage, by: str) -> Compared | None:
    """Of populations or of sexes."""
    return stage.populations if by == "population" else stage.sexes


def sexes_of(found: Diffusion) -> list[str]:
    """In the order of the list; none where groups are not told apart by sex."""
    return [sex for sex in dict.fromkeys(name.sex for name in found.names) if sex]


@figure
def names(found: Diffusion, each: Classified, *, ax: Axes | None = None) -> Axes:
    """A row for each group, the highest mean on top: a mark for each name, in its sex's shape and colour, and the mean with its interval."""
    compared = rows_of(each)
    assert compared is not None, "there are no groups to compare"
    groups = sorted(compared.groups, key=lambda group: group.mean)
    lanes = list(dict.fromkeys(name.sex for name in found.names)) if compared.by == "population" else [""]
    ax = axes_for(ax, _WIDE, 1.5 + len(groups) * (_LANE * len(lanes) + _ROW))
    shown = _means(ax, groups, near_chance=each.near_chance)
    marks = []
    looks = dict(zip(dict.fromkeys(name.sex for name in found.names), _LOOKS, strict=False))
    for sex, (colour, shape) in looks.items():
        offset = 0.76 * (0.5 - (lanes.index(sex) + 0.5) / len(lanes)) if sex in lanes else 0.0
        scored = [
            [
                score
                for name, score in zip(found.names, each.stages[0].scores, strict=True)
                if name.sex == sex and group.name == (name.population if compared.by == "population" else name.sex)
            ]
            for group in groups
        ]
        drawn = _scored(ax, scored, offset, GREY if each.near_chance else colour, shape)
        if sex:
            drawn.set_label(sex)
            marks.append(drawn)
    ax.axvline(0, color=GREY, linewidth=1, zorder=0.5)
    ax.axvline(each.zero, color=GREY, linewidth=1.2, linestyle="--", label=say("diffusion.figure.zero"))
    ax.hlines(np.arange(1, len(groups)) - 0.5, 0, 1, GREY, linewidth=0.3, transform=ax.get_yaxis_transform())
    ax.set_yticks(range(len(groups)), [shortened(group.name, _LONGEST) for group in groups])
    ax.set_ylim(-0.5, len(groups) - 0.5)
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x")
    _directed(ax, say(f"diffusion.figure.score.{each.kind}"))
    handles = [*marks, *shown, *ax.lines[-1:]]
    ax.legend(handles=handles, loc="lower left", bbox_to_anchor=(0, 1), ncols=len(handles), **_LEGEND)
    ax.set_title(in_lines(_names_title(each, compared), _LINE), pad=24)
    return ax


def _means(ax: Axes, groups: Sequence[Group], *, near_chance: bool) -> tuple[Artist, Artist]:
    """An upright at each mean, and a bar as far as its interval goes; what a legend shows of them."""
    rows = np.arange(len(groups))
    low, high = np.array([_reach(group) for group in groups]).T
    shade = GREY if near_chance else "black"
    ax.vlines([group.mean for group in groups], rows - 0.46, rows + 0.46, shade, linewidth=2)
    upright = Line2D([], [], color=shade, marker="|", markersize=9, markeredgewidth=2, linestyle="none", label=say("diffusion.figure.mean"))  # fmt: skip
    bars = ax.barh(rows, high - low, left=low, height=0.92, color=shade, alpha=0.13)
    bars.patches[0].set_label(say("diffusion.figure.interval"))
    return upright, bars.patches[0]


def _scored(ax: Axes, scored: Sequence[Sequence[float]], offset: float, colour: str, shape: str) -> Line2D:
    """A mark for each name; where they are many, a box for half of them, a line for nine in ten, and a mark in the middle."""
    rows = np.arange(len(scored)) + offset
    single = [(score, row) for each, row in zip(scored, rows, strict=True) for score in each if len(each) <= MOST_DOTS]
    many = [(each, row) for each, row in zip(scored, rows, strict=True) if len(each) > MOST_DOTS]
    (marks,) = ax.plot(*np.array(single).reshape(-1, 2).T, shape, markersize=4, markerfacecolor="none", markeredgecolor=colour, markeredgewidth=0.9)  # fmt: skip
    if many:
        low, start, middle, end, high = np.array([np.quantile(each, _QUARTERS) for each, _ in many]).T
        at = [row for _, row in many]
        ax.hlines(at, low, high, colour, linewidth=1.2)
        ax.barh(at, end - start, left=start, height=0.22, facecolor="none", edgecolor=colour, linewidth=1.2)
        ax.plot(middle, at, shape, markersize=4, color=colour)
    return marks


def _names_title(each: Classified, compared: Compared) -> str:
    if each.near_chance:
        return say("diffusion.figure.near_chance", accuracy=_accuracy(each))
    if compared.h is None:
        return say("diffusion.figure.equal")
    highest, lowest = extremes(compared)
    ends = {"highest": shortened(highest.name, _LONGEST), "lowest": shortened(lowest.name, _LONGEST)}
    clear = len(compared.clear_pairs)
    if len(compared.groups) == 2:
        return say(f"diffusion.figure.two.{'clear' if clear else 'not_clear'}", **ends)
    return say("diffusion.figure.many", **ends, n=clear, among=len(compared.pairs))


def extremes(compared: Compared) -> tuple[Group, Group]:
    """The groups with the highest and the lowest mean."""
    ordered = sorted(compared.groups, key=lambda group: -group.mean)
    return ordered[0], ordered[-1]


@figure
def stages(each: Classified, by: str) -> tuple[Axes, ...]:
    """Means of groups with their intervals: a panel for each state of things, a row for each group, one scale; by `population` or `sex`."""
    shown = [(stage, found) for stage in each.stages if (found := comparison(stage, by)) is not None]
    order = [group.name for group in sorted(shown[0][1].groups, key=lambda group: group.mean)]
    made = panels(
        len(shown), _WIDE / len(shown), 1.9 + _STEP * len(order), columns=len(shown), sharex=True, sharey=True
    )
    for ax, (stage, found) in zip(made, shown, strict=True):
        _panel(ax, found, order, little=each.tells_little(stage))
        heading = in_lines(say(f"diffusion.stage.{stage_name(stage)}"), _HEADING)
        ax.set_title(f"{heading}\nB_c {group_bias(found.bias)}", fontsize=7.5)
    made[0].set_yticks(range(len(order)), [shortened(name, _LONGEST) for name in order])
    made[0].set_ylim(-0.6, len(order) - 0.4)
    made[0].locator_params(axis="x", nbins=3)
    _scaled(made[0])
    whole = made[0].figure
    whole.suptitle(in_lines(_stages_title(each, by, shown), _LINE), x=0.01, ha="left", fontsize=10, fontweight="bold")
    whole.supxlabel(say(f"diffusion.figure.mean_score.{each.kind}"), fontsize=9)
    return made


def _panel(ax: Axes, found: Compared, order: Sequence[str], *, little: bool) -> None:
    """Filled, or hollow and grey where the classifier tells too little."""
    groups = {group.name: group for group in found.groups}
    there = [(row, groups[name]) for row, name in enumerate(order) if name in groups]
    rows = [row for row, _ in there]
    colour = GREY if little else BLUE
    low, high = np.array([_reach(group) for _, group in there]).T
    ax.hlines(rows, low, high, colour, linewidth=1.4)
    ax.plot([group.mean for _, group in there], rows, "o", markersize=5, color=colour, markerfacecolor="none" if little else colour)  # fmt: skip
    ax.axvline(0, color=GREY, linewidth=1, zorder=0.5)
    ax.grid(axis="x")
    ax.tick_params(axis="y", length=0)
    ax.set_xlabel(f"→ {say('diffusion.figure.positive')}", fontsize=8)


def _stages_title(each: Classified, by: str, shown: Sequence[tuple[Stage, Compared]]) -> str:
    """What is left where something can be: not where all scores are equal by construction, nor on another classifier's scale."""
    if each.near_chance:
        return say("diffusion.figure.near_chance", accuracy=_accuracy(each))
    before = group_bias(shown[0][1].bias)
    after = [
        found.bias
        for stage, found in shown[1:]
        if stage.level != "other classifier"
        and (stage.level != "classifier" or stage.retrained)
        and not each.tells_little(stage)
    ]
    if not after:
        return say(f"diffusion.figure.before.{by}", before=before)
    least, most = group_bias(min(after)), group_bias(max(after))
    if least == most:
        return say(f"diffusion.figure.after.{by}", before=before, after=least)
    return say(f"diffusion.figure.left.{by}", before=before, least=least, most=most)


def _accuracy(each: Classified) -> str:
    return "–" if each.accuracy.value is None else share_of(each.accuracy.value)


def _directed(ax: Axes, label: str) -> None:
    """What the axis counts, and what its ends mean, on a line above it."""
    for at, side, said in ((0, "left", f"← {say('diffusion.figure.negative')}"), (1, "right", f"→ {say('diffusion.figure.positive')}")):  # fmt: skip
        ax.annotate(said, (at, 0), xytext=(0, -16), xycoords="axes fraction", textcoords="offset points", ha=side, va="top", fontsize=8)  # fmt: skip
    ax.set_xlabel(label, labelpad=14)
    _scaled(ax)


def _scaled(ax: Axes) -> None:
    """Numbers as they are, and some room also where all scores are equal."""
    low, high = ax.get_xlim()
    if high - low < 1e-6:
        ax.set_xlim(low - 0.5, high + 0.5)
    ax.ticklabel_format(axis="x", style="plain", useOffset=False)


def _reach(group: Group) -> tuple[float, float]:
    """The ends of the interval, or the mean twice."""
    return (group.mean, group.mean) if group.interval is None else (group.interval.low, group.interval.high)
