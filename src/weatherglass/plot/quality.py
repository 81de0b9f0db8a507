"""The figures of an examination: accuracy by category, and correlations, with their intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from weatherglass.plot.figure import Drawn, axes_for, figure, titled
from weatherglass.plot.pieces import BLUE, GREY, ORANGE, shortened
from weatherglass.quality.accuracy import Accuracy
from weatherglass.quality.analogy_accuracy import AnalogyAccuracy
from weatherglass.quality.odd_one_out import OddOneOut
from weatherglass.quality.quality import Quality
from weatherglass.stats.intervals import Interval
from weatherglass.wording.messages import grouped, say
from weatherglass.wording.numbers import correlation, share_of

Examined = AnalogyAccuracy | OddOneOut
_LONGEST = 40  # letters of a name
MOST_PARTS = 60  # categories or groups that are drawn


def figures(outcome: Quality) -> dict[str, Callable[..., Drawn]]:
    """Every figure of the examination by its name, the main one first; a second set of a kind gets a number."""
    kinds: dict[str, Sequence[Examined]] = {"analogies": outcome.analogies, "odd-one-out": outcome.odd_one_out}
    found: dict[str, Callable[..., Drawn]] = {
        name if not i else f"{name}-{i + 1}": partial(accuracies, each)
        for name, sets in kinds.items()
        for i, each in enumerate(sets)
        if each.overall.covered
    }
    if _correlated(outcome):
        found["correlations"] = partial(correlations, outcome)
    return found


@figure
def accuracies(result: Examined, *, ax: Axes | None = None) -> Axes:
    """How many questions of each category, or group, were answered right, with intervals; totals are diamonds."""
    parts = drawn_parts(result)
    ax = axes_for(ax, 8.0, 1.4 + 0.2 * len(parts))
    _intervals(ax, [part.interval for part in parts])
    for of_total, is_sure in product((False, True), repeat=2):
        at = [
            (part.accuracy, row)
            for row, part in enumerate(parts)
            if (_is_total(part, result), part.interval is not None) == (of_total, is_sure) and part.accuracy is not None
        ]
        mark, colour = ("D", ORANGE) if of_total else ("o", BLUE)
        _points(ax, at, mark, colour, filled=is_sure)
    for row, part in enumerate(parts):
        ax.text(1.03, row, f"{grouped(part.covered)}/{grouped(part.asked)}", va="center", fontsize=8)
    ax.text(1.03, -0.9, say("quality.figure.covered"), va="center", fontsize=8)
    if isinstance(result, OddOneOut) and result.chance is not None:
        ax.vlines(result.chance, -0.5, len(parts) - 0.5, color=GREY, linestyle="--", linewidth=1)
        ax.text(result.chance, -0.9, say("quality.figure.guessing"), ha="center", va="center", fontsize=8)
    _rows(ax, [part_name(part, result) for part in parts])
    ax.set_xlim(-0.02, 1.02)
    ax.xaxis.set_major_formatter(PercentFormatter(1, symbol=" %"))
    ax.set_xlabel(say("quality.figure.right"))
    share = share_of(result.overall.accuracy or 0.0)
    titled(
        ax, say("quality.figure.accuracy", share=share, n=result.overall.covered, name=shortened(result.name, _LONGEST))
    )
    return ax


@figure
def correlations(outcome: Quality, *, ax: Axes | None = None) -> Axes:
    """How far cosines go with people's scores in each list of pairs, with intervals: words are circles, sentences squares."""
    every = _correlated(outcome)
    ax = axes_for(ax, 7.0, 1.5 + 0.24 * len(every))
    _intervals(ax, [each.interval for each in every])
    for kind, mark, colour in (("words", "o", BLUE), ("sentences", "s", ORANGE)):
        at = [(each.value, row) for row, each in enumerate(every) if each.kind == kind]
        if at:
            _points(ax, at, mark, colour, label=say(f"quality.figure.{kind}"))
    ax.axvline(0, color="black", linewidth=0.7)
    _rows(ax, [each.name for each in every])
    ax.set_xlim(min(0.0, *(each.value if each.interval is None else each.interval.low for each in every)) - 0.05, 1.02)
    ax.set_xlabel(say("quality.figure.correlation"))
    ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1))
    values = [each.value for each in every]
    low, high = correlation(min(values)), correlation(max(values))
    several = "correlations" if low != high else "correlations_alike"
    titled(ax, say(f"quality.figure.{several}", low=low, high=high))
    return ax


def drawn_parts(result: Examined) -> list[Accuracy]:
    """The parts of a set with its totals last; of very many those with most questions that are covered."""
    totals = [part for part in result.parts if _is_total(part, result)]
    others = [part for part in result.parts if not _is_total(part, result)]
    most = sorted(sorted(range(len(others)), key=lambda i: -others[i].covered)[:MOST_PARTS])
    return [*(others[i] for i in most), *totals]


def part_name(part: Accuracy, result: Examined) -> str:
    """A category or group by its own name, a total by what it is over."""
    if part is result.overall:
        return say("quality.all")
    return say(f"quality.all_{part.name}") if _is_total(part, result) else part.name


def _is_total(part: Accuracy, result: Examined) -> bool:
    """Over all questions, or over those of a kind; a category may have any name."""
    kinds = (result.semantic, result.grammar) if isinstance(result, AnalogyAccuracy) else ()
    return any(part is total for total in (result.overall, *kinds))


class _Correlation(NamedTuple):
    kind: str
    name: str
    value: float
    interval: Interval | None


def _correlated(outcome: Quality) -> list[_Correlation]:
    """The correlations that could be computed."""
    words = (("words", each.name, each.spearman, each.interval) for each in outcome.word_similarity)
    sentences = (("sentences", each.name, each.pearson, each.interval) for each in outcome.sentence_similarity)
    return [
        _Correlation(kind, name, value, interval)
        for kind, name, value, interval in (*words, *sentences)
        if value is not None
    ]


def _points(
    ax: Axes, at: Sequence[tuple[float, int]], mark: str, colour: str, *, filled: bool = True, label: str | None = None
) -> None:
    """Values in their rows; hollow where there is no interval."""
    values, rows = [value for value, _ in at], [row for _, row in at]
    fill = colour if filled else "none"
    ax.scatter(values, rows, s=28, marker=mark, facecolors=fill, edgecolors=colour, zorder=3, label=label)


def _intervals(ax: Axes, intervals: Sequence[Interval | None]) -> None:
    rows = [row for row, interval in enumerate(intervals) if interval is not None]
    known = [interval for interval in intervals if interval is not None]
    if known:
        ax.hlines(rows, [each.low for each in known], [each.high for each in known], color="black", linewidth=1.2)


def _rows(ax: Axes, names: Sequence[str]) -> None:
    """One under the other, with a light line along each."""
    ax.set_yticks(range(len(names)), [shortened(name, _LONGEST) for name in names])
    ax.set_ylim(len(names) - 0.4, -1.4)
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="y")
