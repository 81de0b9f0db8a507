"""The figures of the study of base pairs: whether pairs agree, what they say of words, and what goes with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import combinations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch, PathPatch
from matplotlib.path import Path
from matplotlib.ticker import MaxNLocator

from weatherglass.measure.stability_result import Stability
from weatherglass.plot.figure import COLOURS, DASHES, MARKS, Drawn, axes_for, figure, panels, titled
from weatherglass.plot.pieces import BLUE, GREY, ORANGE, shortened
from weatherglass.stats.agreement import landis_koch
from weatherglass.wording.messages import say
from weatherglass.wording.numbers import correlation, effect, per_cent

NAMES = {"direct-bias": "DB", "ripa": "RIPA", "nbm": "NBM"}
MARK = "*"  # of an unstable pair
MOST_WORDS = 24  # professions that are drawn
_MOST_NUMBERED = 14  # pairs whose cells have room for numbers
_SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5], [-0.5, -0.5]])
_LONGEST = 28  # letters of a name
_INK, _PAPER = "#111111", "#fdfdfd"  # nearly black and white: those would become the colours of the page
# Kappas in the words of Landis & Koch: colour, hatch, and the colour of numbers on it; lighter is less, in grey as well.
_STEPS: Mapping[str, tuple[str, str, str]] = {
    "poor": (_PAPER, "////", _INK),
    "slight": ("#eef3f7", "", _INK),
    "fair": ("#cbdeec", "", _INK),
    "moderate": ("#8fbcdb", "", _INK),
    "substantial": ("#2f78ad", "", _PAPER),
    "almost perfect": ("#08456f", "", _PAPER),
}
# Sides of words: towards the first word of a pair or the second (hatched), by a standard deviation or less.
_SIDES = {
    (1, True): (ORANGE, "", _PAPER),
    (1, False): ("#f6cfae", "", _PAPER),
    (-1, False): ("#c3dcef", "////", BLUE),
    (-1, True): (BLUE, "////", "#c3dcef"),
}


def figures(study: Stability) -> dict[str, Callable[..., Drawn]]:
    """Every figure of the study by its name, the main one first."""
    drawings: dict[str, Callable[..., Drawn]] = {
        "agreement": agreement,
        "words": sides_by_word,
        "scores": scores_by_pair,
        "cosines": kappas_by_cosine,
    }
    return {name: partial(draw, study) for name, draw in drawings.items()}


@figure
def agreement(study: Stability, *, ax: Axes | None = None) -> Axes:
    """How far every two base pairs agree about the sides of the professions, those that agree most first."""
    order = _by_agreement(study)
    n = len(order)
    numbered = n <= _MOST_NUMBERED
    ax = axes_for(ax, min(9.0, 3.6 + 0.5 * n), min(9.0, 1.6 + (0.36 if numbered else 0.22) * n))
    cells: dict[tuple[float, float], float] = {
        (column, row): study.correlated.kappas[i][j]
        for row, i in enumerate(order)
        for column, j in enumerate(order)
        if i != j
    }
    cells |= {(n + 0.4, row): study.pair_agreement[study.pairs[i]] for row, i in enumerate(order)}
    by_step: dict[str, list[tuple[float, float]]] = {}
    for place, kappa in cells.items():
        by_step.setdefault(landis_koch(kappa), []).append(place)
    for step, places in by_step.items():
        colour, hatch, _ = _STEPS[step]
        _fill(ax, places, colour, hatch, GREY)
    if numbered:
        for (x, y), kappa in cells.items():
            ink = _STEPS[landis_koch(kappa)][2]
            number = ax.text(x, y, effect(kappa), ha="center", va="center", fontsize=8, color=ink)
            number.set_in_layout(False)  # it is within the axes, and asking where takes time
    names = [_marked(study, study.pairs[i]) for i in order]
    _grid(ax, [*range(n), n + 0.4], [*names, say("stability.figure.mean")], names)
    shown = [step for step in _STEPS if step in by_step]
    handles = [
        Patch(facecolor=_STEPS[s][0], hatch=_STEPS[s][1], edgecolor=GREY, label=say(f"stability.kappa.{s}"))
        for s in shown
    ]
    _legend_beside(ax, handles[::-1], say("stability.figure.kappa"))
    ax.set_xlabel(say("stability.figure.ordered"))
    if study.unstable:
        titled(ax, say("stability.figure.agreement", n=len(study.unstable), pairs=n))
    else:
        titled(ax, say("stability.figure.all_agree", pairs=n))
    return ax


@figure
def sides_by_word(study: Stability, *, ax: Axes | None = None) -> Axes:
    """Which way professions lean by each base pair, and how far; of many, some that are evenly spaced in their order."""
    order = _by_agreement(study)
    words = drawn_words(study)
    ax = axes_for(ax, min(9.0, 4.9 + 0.36 * len(order)), 1.7 + 0.2 * len(words))
    far = study.population["direct-bias"].sd
    by_side: dict[tuple[int, bool], list[tuple[float, float]]] = {}
    for row, word in enumerate(words):
        for column, i in enumerate(order):
            score = study.profession_scores[word][i]
            by_side.setdefault((int(np.sign(score)), abs(score) >= far), []).append((column, row))
    for side, (colour, hatch, lines) in _SIDES.items():
        _fill(ax, by_side.get(side, []), colour, hatch, lines)
    names = [_marked(study, study.pairs[i]) for i in order]
    _grid(ax, range(len(order)), names, [shortened(word, _LONGEST) for word in words])
    for row, word in enumerate(words):
        scores = np.array(study.profession_scores[word])
        ax.text(len(order) - 0.2, row, f"{(scores > 0).sum()} : {(scores < 0).sum()}", va="center", fontsize=8)
    handles = [
        Patch(facecolor=colour, hatch=hatch, edgecolor=lines, label=say(f"stability.figure.side.{_key(side)}"))
        for side, (colour, hatch, lines) in _SIDES.items()
    ]
    first, _, second = study.pairs[order[0]].partition("–")
    _legend_beside(
        ax,
        handles,
        say("stability.figure.sides", first=shortened(first, _LONGEST), second=shortened(second, _LONGEST)),
        1.12,
    )
    ax.set_xlabel(say("stability.figure.ordered"))
    ax.set_ylabel(say("stability.figure.mean_score"))
    share = per_cent(study.base_pairs["direct-bias"].one_side)
    titled(ax, say("stability.figure.words", share=share, pairs=len(order)))
    return ax


@figure
def scores_by_pair(study: Stability) -> tuple[Axes, ...]:
    """A word and its forms: a score for each base pair, a panel for each measure."""
    scores = study.example.scores
    xs = range(len(study.pairs))
    every = panels(len(scores), min(9.0, 3.5 + 0.42 * len(study.pairs)), 2.2, sharex=True)
    for ax, (measure, forms) in zip(every, scores.items(), strict=True):
        for (form, values), colour, mark, dashes in zip(forms.items(), COLOURS, MARKS, DASHES, strict=False):
            ax.plot(xs, values, color=colour, marker=mark, linestyle=dashes, label=shortened(form, _LONGEST))
        spread = study.population[measure]
        ax.axhline(0, color="black", linewidth=0.7)
        for at, name in ((0, "mean"), (1, "sd_above"), (-1, "sd_below")):
            y = spread.mean + at * spread.sd
            ax.axhline(y, color=GREY, linewidth=0.8, linestyle=(0, (4, 3)))
            ax.annotate(
                say(f"stability.figure.{name}"),
                (1, y),
                xytext=(4, 0),
                xycoords=("axes fraction", "data"),
                textcoords="offset points",
                va="center",
                fontsize=7,
            )
        ax.yaxis.set_major_locator(MaxNLocator(5))
        ax.set_ylabel(say("stability.figure.score", measure=NAMES[measure]))
        side = sum(value > 0 for value in next(iter(forms.values())))
        word = shortened(study.example.word, _LONGEST)
        titled(ax, say("stability.figure.scores", measure=NAMES[measure], word=word, n=side, pairs=len(xs)))
    every[-1].set_xticks(
        xs, [_marked(study, pair) for pair in study.pairs], rotation=40, ha="right", rotation_mode="anchor"
    )
    whole = every[0].figure
    whole.legend(*every[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
    return every


@figure
def kappas_by_cosine(study: Stability, *, ax: Axes | None = None) -> Axes:
    """For every two base pairs the cosine of their differences and how far their sides agree."""
    ax = axes_for(ax, 6.4, 4.2)
    twos = list(combinations(range(len(study.pairs)), 2))
    x = np.array([study.correlated.cosines[i][j] for i, j in twos])
    y = np.array([study.correlated.kappas[i][j] for i, j in twos])
    unstable = np.array([not {study.pairs[i], study.pairs[j]}.isdisjoint(study.unstable) for i, j in twos])
    for chosen, fill, name in ((~unstable, BLUE, "stable"), (unstable, "none", "unstable")):
        if chosen.any():
            ax.scatter(
                x[chosen], y[chosen], s=26, facecolors=fill, edgecolors=BLUE, label=say(f"stability.figure.{name}")
            )
    ax.axhline(0, color=GREY, linewidth=0.6)
    ax.set_xlabel(say("stability.figure.cosine"))
    ax.set_ylabel(say("stability.figure.kappa_of_sides"))
    ax.legend(loc="upper left", bbox_to_anchor=(0, -0.16), ncols=2, borderaxespad=0.2)
    if np.ptp(x) > 0 and np.ptp(y) > 0:
        r = correlation(float(np.corrcoef(x, y)[0, 1]))
        titled(ax, say("stability.figure.cosines", r=r))
    else:
        titled(ax, say("stability.figure.cosines_alike"))
    return ax


def drawn_words(study: Stability) -> list[str]:
    """Professions by their mean score, the highest first; of many, as many as are drawn, evenly spaced."""
    ordered = sorted(study.profession_scores, key=lambda word: -sum(study.profession_scores[word]))
    chosen = np.linspace(0, len(ordered) - 1, min(MOST_WORDS, len(ordered))).round().astype(int)
    return [ordered[i] for i in chosen]


def _by_agreement(study: Stability) -> list[int]:
    """The pairs' places, those that agree most with the others first."""
    return sorted(range(len(study.pairs)), key=lambda i: -study.pair_agreement[study.pairs[i]])


def _marked(study: Stability, pair: str) -> str:
    return shortened(pair, _LONGEST) + (MARK if pair in study.unstable else "")


def _key(side: tuple[int, bool]) -> str:
    return f"{'first' if side[0] > 0 else 'second'}_{'far' if side[1] else 'near'}"


def _fill(ax: Axes, places: Iterable[tuple[float, float]], colour: str, hatch: str, lines: str) -> None:
    """Cells of one colour as one shape, which keeps the file small."""
    squares = [Path(_SQUARE + np.array(place), Path.unit_rectangle().codes) for place in places]
    if squares:
        shape = Path.make_compound_path(*squares)
        ax.add_patch(PathPatch(shape, facecolor=colour, hatch=hatch, edgecolor=lines, linewidth=0))


def _grid(ax: Axes, xs: Iterable[float], columns: Sequence[str], rows: Sequence[str]) -> None:
    """Names beside cells, the first row above."""
    at = list(xs)
    ax.set_xlim(-0.5, at[-1] + 0.5)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.set_xticks(at, columns, rotation=40, ha="right", rotation_mode="anchor")
    ax.set_yticks(range(len(rows)), rows)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)


def _legend_beside(ax: Axes, handles: Sequence[Patch], title: str, away: float = 1.02) -> None:
    ax.legend(handles=handles, title=title, loc="upper left", bbox_to_anchor=(away, 1), alignment="left")
