"""Figures of directions and of the general bias: components, pairs, B_g and sentiment by groups; and all figures of a structure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.ticker import MaxNLocator, PercentFormatter

from weatherglass.plot import forms
from weatherglass.plot.figure import Drawn, axes_for, figure, panels
from weatherglass.plot.labels import ends, legend_below, title, translated
from weatherglass.plot.pieces import BLUE, GREY, ORANGE, shortened
from weatherglass.stats.intervals import Interval
from weatherglass.structure.general_bias import GeneralBias
from weatherglass.structure.generic_masculine import Asymmetry
from weatherglass.structure.genus import Genus
from weatherglass.structure.occupations import Correlation, Occupations
from weatherglass.structure.structure import Structure
from weatherglass.structure.subspace import Loading, Subspace
from weatherglass.structure.vocabulary import Vocabulary
from weatherglass.wording.messages import say
from weatherglass.wording.numbers import effect, per_cent

_WIDTH = 8.4
_NAMED = 24  # pairs of a list whose names fit beside their bars
_MOST_OUTLIERS = 10
_LETTERS = 44  # of a row's name
_NAMES = 2.6  # inches that rows' names take of the width


def figures(found: Structure) -> dict[str, Callable[..., Drawn]]:
    """Every figure by its name, the main one first."""
    made: dict[str, Callable[..., Drawn]] = {}
    subspaces = [each for each in found.subspaces if isinstance(each, Subspace)]
    if subspaces:
        made["variance"] = partial(variance, subspaces)
    made |= {f"pairs-{_slug(each.list)}": partial(pairs_along, each) for each in subspaces}
    general = [each for each in found.biases if isinstance(each, GeneralBias)]
    if general:
        made["bias"] = partial(biases, general)
    if any(each.sentiment is not None for each in general):
        made["sentiment"] = partial(sentiments, general)
    asymmetries = [each for each in found.generic_masculine if isinstance(each, Asymmetry)]
    if asymmetries:
        made["asymmetry"] = partial(forms.asymmetries, asymmetries)
    for each in found.occupations:
        if isinstance(each, Occupations) and any(isinstance(form, Correlation) for form in each.forms):
            made[f"occupations-{_slug(each.table)}"] = partial(forms.occupation_shares, each)
    if isinstance(found.genus, Genus):
        made["genus"] = partial(forms.nouns, found.genus)
    if isinstance(found.vocabulary, Vocabulary):
        made["vocabulary"] = partial(forms.vocabulary_histogram, found.vocabulary)
    return made


def _slug(name: str) -> str:
    return re.sub(r"\W+", "-", name).strip("-").lower()


@figure
def variance(found: Sequence[Subspace]) -> tuple[Axes, ...]:
    """Share of the variance by component, a panel for each list; beside each bar the range of random pairs."""
    width = 3.0 if len(found) > 2 else 4.2
    made = panels(len(found), width, 2.7, columns=3, sharey=True)
    for i, (ax, each) in enumerate(zip(made, found, strict=True)):
        places = range(1, len(each.shares) + 1)
        ax.bar([place - 0.2 for place in places], each.shares, 0.4, color=BLUE, label=say("structure.figure.pairs"))
        if each.random is not None:
            reach = [
                [mean - low for mean, low in zip(each.random.mean, each.random.low, strict=True)],
                [high - mean for mean, high in zip(each.random.mean, each.random.high, strict=True)],
            ]
            ax.errorbar(
                [place + 0.22 for place in places], each.random.mean, reach, fmt="s", color=ORANGE, markersize=3.5, mfc="none",
                linewidth=1.4, capsize=2.5, label=say("structure.figure.random_pairs"),
            )  # fmt: skip
        ax.set_xticks(list(places))
        ax.yaxis.set_major_formatter(PercentFormatter(1.0, 0, " %"))
        ax.set_xlabel(say("structure.figure.component"))
        if i == 0:
            ax.set_ylabel(say("structure.figure.variance_share"))
            ax.legend(loc="upper right")
        title(ax, _leads(each), width - 0.3)
    made[0].set_ylim(bottom=0)
    return made


def _leads(each: Subspace) -> str:
    name, first = shortened(each.list, 40), per_cent(each.shares[0])
    if each.random is None:
        return say("structure.figure.variance_unknown", list=name, share=first)
    key = "structure.figure.variance_leads" if each.dominant else "structure.figure.variance_does_not"
    return say(key, list=name, share=first, random=per_cent(each.random.high[0]))


@figure
def pairs_along(each: Subspace, *, ax: Axes | None = None) -> Axes:
    """Cosine of every pair's difference with the direction of the others, sorted; outliers are hollow and named."""
    ordered = sorted(each.loadings, key=lambda loading: -loading.cosine)
    few = len(ordered) <= _NAMED
    ax = axes_for(ax, _WIDTH - 1, 1.3 + 0.2 * len(ordered) if few else 3.2)
    for at, dash in ((0.0, "-"), *([] if each.random is None else [(each.random.cosine, "--")])):
        said = say("structure.figure.random_cosine", cosine=effect(at)) if dash == "--" else None
        (ax.axvline if few else ax.axhline)(at, color=GREY, linestyle=dash, linewidth=1, label=said)
    (_rows_of_pairs if few else _many_pairs)(ax, ordered)
    if ax.get_legend_handles_labels()[0]:
        legend_below(ax, 3, 34)
    along = sum(not loading.outlier for loading in ordered)
    title(
        ax, say("structure.figure.pairs_along", list=shortened(each.list, 40), along=along, n=len(ordered)), _WIDTH - 1
    )
    return ax


def _rows_of_pairs(ax: Axes, ordered: Sequence[Loading]) -> None:
    rows = range(len(ordered))
    colours = ["none" if each.outlier else BLUE for each in ordered]
    edges = [ORANGE if each.outlier else BLUE for each in ordered]
    ax.barh(rows, [each.cosine for each in ordered], 0.6, color=colours, edgecolor=edges, linewidth=1.2)
    ax.set_yticks(list(rows), [shortened(each.pair, _LETTERS) for each in ordered])
    ax.invert_yaxis()
    ax.set_xlabel(say("structure.figure.cosine_with_others"))


def _many_pairs(ax: Axes, ordered: Sequence[Loading]) -> None:
    for outlier, colour, mark, key in ((False, BLUE, "o", "going_along"), (True, ORANGE, "s", "outliers")):
        shown = [(i, each) for i, each in enumerate(ordered) if each.outlier == outlier]
        if shown:
            ax.scatter(
                [i for i, _ in shown], [each.cosine for _, each in shown], s=10, marker=mark, facecolors="none" if outlier else colour, edgecolors=colour, linewidths=0.9,
                label=say(f"structure.figure.{key}"),
            )  # fmt: skip
    _name_outliers(ax, ordered)
    ax.set_xticks([])
    ax.set_xlabel(say("structure.figure.pairs_sorted", n=len(ordered)))
    ax.set_ylabel(say("structure.figure.cosine_with_others_up"))


def _name_outliers(ax: Axes, ordered: Sequence[Loading]) -> None:
    """The lowest of them beside the axes, each with a line to its mark."""
    lowest = [(i, each) for i, each in enumerate(ordered) if each.outlier][-_MOST_OUTLIERS:]
    begin, (bottom, top) = len(ordered) * 1.05, ax.get_ylim()
    step = (top - bottom) / _MOST_OUTLIERS
    heights = [bottom + (len(lowest) - place - 0.5) * step for place in range(len(lowest))]
    ax.add_collection(
        LineCollection(
            [[(i, each.cosine), (begin, y)] for (i, each), y in zip(lowest, heights, strict=True)],
            colors=GREY,
            linewidths=0.4,
        )
    )
    for (_, each), y in zip(lowest, heights, strict=True):
        ax.text(begin, y, f" {shortened(each.pair, 36)}", fontsize=7, va="center")
    ax.set_xlim(-1, begin)
    ax.set_ylim(bottom, top)


@figure
def biases(found: Sequence[GeneralBias], *, ax: Axes | None = None) -> Axes:
    """B_g with its interval, beside the range of shuffled groups and the floor of unrelated vectors."""
    ax = axes_for(ax, _WIDTH, 1.5 + 0.28 * len(found))
    rows = list(range(len(found)))
    spans = [each.shuffled.high - each.shuffled.low for each in found]
    ax.barh(
        rows, spans, 0.5, [each.shuffled.low for each in found], color=GREY, alpha=0.45, label=say("structure.figure.shuffled")
    )  # fmt: skip
    ax.scatter(
        [each.floor for each in found], rows, marker="|", s=130, color=ORANGE, linewidths=1.8, label=say("structure.figure.floor")
    )  # fmt: skip
    beyond = [each.beyond_shuffled for each in found]
    _points(ax, [(each.value, each.interval, clear) for each, clear in zip(found, beyond, strict=True)])
    ax.set_yticks(rows, [shortened(_row_name(each), _LETTERS) for each in found])
    ax.invert_yaxis()
    ax.set_xlim(0)
    ax.set_xlabel(say("structure.figure.b_g"))
    legend_below(ax, 2, 34)
    title(ax, say("structure.figure.biases", n=sum(beyond), all=len(found)), _WIDTH - _NAMES)
    return ax


@figure
def sentiments(found: Sequence[GeneralBias], *, ax: Axes | None = None) -> Axes:
    """How much more positive the words nearer to the first group are than those nearer to the second, with its interval."""
    shown = [(each, each.sentiment) for each in found if each.sentiment is not None]
    ax = axes_for(ax, _WIDTH, 1.5 + 0.28 * len(shown))
    ax.axvline(0, color=GREY, linewidth=0.8)
    _points(ax, [(*sentiment.told[:2], sentiment.shown) for _, sentiment in shown])
    names = [say("structure.figure.groups", first=each.groups[0], second=each.groups[1]) for each, _ in shown]
    ax.set_yticks(range(len(shown)), [shortened(name, _LETTERS) for name in names])
    ax.set_ylim(len(shown) - 0.4, -0.6)
    ax.xaxis.set_major_locator(MaxNLocator(7))
    ends(ax, say("structure.figure.second_positive"), say("structure.figure.first_positive"), say("structure.figure.polarity"))  # fmt: skip
    legend_below(ax, 2)
    title(
        ax, say("structure.figure.sentiments", n=sum(each.shown for _, each in shown), all=len(shown)), _WIDTH - _NAMES
    )
    return ax


def _row_name(each: GeneralBias) -> str:
    return say("structure.figure.task_groups", task=translated("structure.task", each.task), first=each.groups[0], second=each.groups[1])  # fmt: skip


def _points(ax: Axes, rows: Sequence[tuple[float, Interval | None, bool]]) -> None:
    """A value in each row with its interval: filled where it is clear, hollow otherwise."""
    reaches = [[(each.low, y), (each.high, y)] for y, (_, each, _) in enumerate(rows) if each is not None]
    ax.add_collection(LineCollection(reaches, colors=BLUE, linewidths=1.8))
    for clear, key in ((True, "clear"), (False, "not_clear")):
        shown = [(value, y) for y, (value, _, is_clear) in enumerate(rows) if is_clear == clear]
        if shown:
            ax.scatter(
                [value for value, _ in shown], [y for _, y in shown], s=36, facecolors=BLUE if clear else "white", edgecolors=BLUE, linewidths=1.4, zorder=3,
                label=say(f"structure.figure.{key}"),
            )  # fmt: skip
