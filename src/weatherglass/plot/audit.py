"""Figures of association tests: all of them in a forest, and of one its words, its null distribution, and its single words' influence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from weatherglass.auditing import Audit
from weatherglass.measure.base import get
from weatherglass.measure.null import null_of
from weatherglass.measure.result import Outcome, Result, Results, Skipped
from weatherglass.measure.standing import standing
from weatherglass.plot.figure import COLOURS, DASHES, MARKS, axes_for, figure, titled, x_says
from weatherglass.plot.pieces import BLUE, GREY, ORANGE, SKY
from weatherglass.wording import numbers
from weatherglass.wording.messages import say

_ROW = 0.21  # inches
_MOST_WORDS = 40  # whose influence is shown, or that are shown from each end
_NAMED_PAIRS = 3  # whose words stand at the ends of an axis
Figures = dict[str, Callable[..., Axes]]


def figures(found: Outcome | Results | Audit) -> Figures:
    """Of one result its own; of several all tests in one figure first, then those of each test, by the name of its query."""
    if isinstance(found, Result):
        return _figures_of_one(found)
    if isinstance(found, Skipped):
        return {}
    results = found.results if isinstance(found, Audit) else found
    tests = results.association_tests
    made: Figures = {"forest": partial(forest, tests)} if tests else {}
    for result in tests:
        made |= {f"{name}:{result.query}": draw for name, draw in _figures_of_one(result).items()}
    for result in results.other_measures:
        if result.words:
            made[f"{result.measure}:{result.query}"] = partial(words, result)
    return made


def _figures_of_one(result: Result) -> Figures:
    """Its words; of an association test also where it stands among other splits, and what single words do."""
    made: Figures = {"words": partial(words, result)} if result.words else {}
    if result.effects is not None:
        made["null"] = partial(null, result)
        if result.influence is not None and result.influence.words:
            made["influence"] = partial(influence, result)
    return made


@figure
def forest(results: Sequence[Result], *, ax: Axes | None = None) -> Axes:
    """The effect size of each test with its interval; hollow where p is not below 0.05."""
    ax = axes_for(ax, 7.2, 1.3 + _ROW * len(results))
    rows = np.arange(len(results))[::-1]
    clear = [standing(result) == "clear" for result in results]
    for result, y in zip(results, rows, strict=True):
        if result.interval is not None:
            ax.plot([result.interval.low, result.interval.high], [y, y], color=BLUE, linewidth=1.4, zorder=2)
    ax.scatter(
        [result.value or 0.0 for result in results],
        rows,
        s=36,
        facecolors=[BLUE if each else "white" for each in clear],
        edgecolors=BLUE,
        linewidths=1.4,
        zorder=3,
    )
    ax.axvline(0, color="black", linewidth=0.8)
    largest = max(2.0, *(abs(x) for r in results for x in _ends(r)))
    ax.set_xlim(-1.05 * largest, 1.05 * largest)
    ax.set_ylim(-0.7, len(results) - 0.3)
    ax.set_yticks(rows, [result.query for result in results])
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.grid(visible=True, axis="x")
    x_says(ax, say("weat.figure.forest_axis"))
    titled(ax, say("weat.figure.forest", clear=sum(clear), n=len(results)))
    return ax


def _ends(result: Result) -> list[float]:
    ends = [] if result.interval is None else [result.interval.low, result.interval.high]
    return [result.value or 0.0, *ends]


@figure
def words(result: Result, *, ax: Axes | None = None) -> Axes:
    """The score of each word, sorted, the sets apart by colour and mark, with their means."""
    sets = list(dict.fromkeys(word.set for word in result.words))
    every = sorted(result.words, key=lambda word: word.score)
    ordered = every if len(every) <= 2 * _MOST_WORDS else [*every[:_MOST_WORDS], *every[-_MOST_WORDS:]]
    ax = axes_for(ax, 6.5, 1.4 + 0.17 * len(ordered))
    places = {word: y for y, word in enumerate(ordered)}
    ax.axvline(0, color="black", linewidth=0.8)
    for name, colour, mark, dashes in zip(sets, COLOURS, MARKS, DASHES[1:], strict=False):
        group = [word for word in ordered if word.set == name]
        scores = [word.score for word in group]
        ax.scatter(scores, [places[word] for word in group], s=26, color=colour, marker=mark, label=name, zorder=3)
        ax.hlines([places[word] for word in group], 0, scores, color=colour, linewidth=0.8, alpha=0.5)
        mean = float(np.mean([word.score for word in every if word.set == name]))
        ax.axvline(mean, color=colour, linestyle=dashes, linewidth=1.2)
    ax.set_yticks(range(len(ordered)), [word.word for word in ordered])
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(-0.8, len(ordered) - 0.2)
    ax.xaxis.set_major_locator(MaxNLocator(6))
    x_says(ax, _word_axis(result))
    if len(ordered) < len(every):
        ax.set_ylabel(say("weat.figure.ends", shown=_MOST_WORDS, n=len(every)))
    titled(ax, _title(result))
    ax.legend(loc="best", title=say("weat.figure.means"), title_fontsize=8)
    return ax


def _title(result: Result) -> str:
    """The finding in a line: what leans where, with the value where there is one."""
    card = get(result.measure)
    value = "" if result.value is None else f"{card.symbol} = {numbers.value(result.value, card.unit)}"
    poles = _poles(result)
    if result.effects is not None and poles is not None:
        one, other = (s.name for s in result.coverage.sets[:2])
        near = poles[1] if (result.value or 0.0) >= 0 else poles[0]
        return say("weat.figure.words", query=result.query, one=one, other=other, near=near, value=value)
    if poles is not None:
        ordered = sorted(result.words, key=lambda word: word.score)
        ends = {"left": poles[0], "right": poles[1], "lowest": ordered[0].word, "highest": ordered[-1].word}
        return say("weat.figure.extremes", query=result.query, **ends)
    return f"{result.query}: {value}" if value else result.query


def _word_axis(result: Result) -> str:
    poles = _poles(result)
    if poles is None:
        return say("weat.figure.score")
    key = "weat.figure.word_axis" if result.effects is not None else "weat.figure.pole_axis"
    return say(key, left=poles[0], right=poles[1], what=get(result.measure).name.upper())


def _poles(result: Result) -> tuple[str, str] | None:
    """What negative and positive scores lean towards: the attribute sets, or the words of the base pairs."""
    if result.effects is not None and len(result.coverage.sets) >= 4:
        return result.coverage.sets[3].name, result.coverage.sets[2].name
    pairs = [label.split("–") for label in result.extra.get("by_pair", ())]
    if not pairs or any(len(pair) != 2 for pair in pairs):
        return None
    more = "…" if len(pairs) > _NAMED_PAIRS else ""
    first, second = ("/".join(pair[i] for pair in pairs[:_NAMED_PAIRS]) + more for i in (0, 1))
    return second, first


@figure
def null(result: Result, *, ax: Axes | None = None) -> Axes:
    """The effect sizes of other splits of the same words, and the observed one among them."""
    assert result.value is not None
    assert result.p is not None
    ax = axes_for(ax, 6.5, 3.2)
    found = null_of(result)
    heights, edges = np.histogram(found.values, bins=41)
    middles, width = (edges[:-1] + edges[1:]) / 2, edges[1] - edges[0]
    far = np.array([_as_extreme(middle, result) for middle in middles])
    ax.bar(middles[~far], heights[~far], width, color=SKY, edgecolor="white", linewidth=0.4)
    ax.bar(middles[far], heights[far], width, color=ORANGE, edgecolor="black", linewidth=0.2, hatch="////")
    ax.axvline(result.value, color="black", linewidth=2)
    ax.annotate(
        say("weat.figure.observed", d=numbers.effect(result.value)),
        (result.value, 1.02 * heights.max()),
        ha="right" if result.value > 0 else "left",
        xytext=(-5 if result.value > 0 else 5, 0),
        textcoords="offset points",
    )
    ax.set_ylim(0, 1.15 * float(heights.max()))
    kind = "every" if found.every else "drawn"
    x_says(ax, say("weat.figure.null_axis"))
    ax.set_ylabel(say(f"weat.figure.{kind}", n=len(found.values)))
    titled(ax, say("weat.figure.null", query=result.query, p=numbers.p_value(result.p)))
    return ax


def _as_extreme(value: float, result: Result) -> bool:
    assert result.value is not None
    assert result.p is not None
    if result.p.alternative == "two-sided":
        return abs(value) >= abs(result.value)
    return value >= result.value if result.p.alternative == "greater" else value <= result.value


@figure
def influence(result: Result, *, ax: Axes | None = None) -> Axes:
    """The effect size without each word, those that change it most first; hollow squares: the result would not stand."""
    assert result.influence is not None
    assert result.value is not None
    shown = result.influence.words[:_MOST_WORDS]
    ax = axes_for(ax, 6.5, 1.4 + 0.17 * len(shown))
    rows = np.arange(len(shown))[::-1]
    values = np.array([each.value for each in shown])
    flips = np.array([each.flips_sign or each.flips_significance for each in shown])
    ax.axvline(result.value, color="black", linewidth=1)
    ax.hlines(rows, result.value, values, color=GREY, linewidth=0.8)
    ax.scatter(values[~flips], rows[~flips], s=26, color=BLUE, marker="o", zorder=3, label=say("weat.figure.stands"))
    if flips.any():
        ax.scatter(
            values[flips], rows[flips], s=30, facecolors="white", edgecolors=ORANGE, linewidths=1.5, marker="s", zorder=3,
            label=say("weat.figure.flips"),
        )  # fmt: skip
    ax.set_yticks(rows, [each.word for each in shown])
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(-0.8, len(shown) - 0.2)
    x_says(ax, say("weat.figure.influence_axis", d=numbers.effect(result.value)))
    titled(
        ax,
        say(
            "weat.figure.influence" if flips.any() else "weat.figure.no_influence",
            n=int(flips.sum()),
            query=result.query,
        ),
    )
    if len(shown) < len(result.influence.words):
        ax.set_ylabel(say("weat.figure.most", shown=len(shown), n=len(result.influence.words)))
    ax.legend(loc="best")
    return ax
