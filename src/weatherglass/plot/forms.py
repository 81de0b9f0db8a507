"""Figures of forms and words: sorted asymmetry, occupations against shares, nouns by gender, the vocabulary's histogram."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from weatherglass.plot.figure import axes_for, figure, panels
from weatherglass.plot.labels import beside_points, ends, laid_out, legend_below, title, translated
from weatherglass.plot.pieces import BLUE, GREEN, GREY, ORANGE, shortened
from weatherglass.structure.generic_masculine import FEMININE, MASCULINE, Asymmetry
from weatherglass.structure.genus import Genus
from weatherglass.structure.occupations import Correlation, Occupations
from weatherglass.structure.vocabulary import Vocabulary
from weatherglass.wording.messages import say
from weatherglass.wording.numbers import correlation, counted, difference, effect

_WIDTH = 8.4
_MARKS = 24  # on a line of sorted words; a longer one has a mark on every few words
_MOST_NAMED = 14  # occupations of a panel
_GENDERS = {"masculine": (BLUE, "o"), "feminine": (ORANGE, "s"), "neuter": (GREEN, "^")}
_SPREAD = (-0.22, -0.11, 0.0, 0.11, 0.22)  # of nouns on their line, so that they do not hide each other


@figure
def asymmetries(found: Sequence[Asymmetry]) -> tuple[Axes, ...]:
    """Gerard's figure 4.4: masculine words and feminine ones with their sign turned, each sorted for itself."""
    width = 3.0 if len(found) > 2 else 4.2
    made = panels(len(found), width, 3.4, columns=3, sharey=True)
    for i, (ax, each) in enumerate(zip(made, found, strict=True)):
        ax.axhline(0, color=GREY, linewidth=0.8)
        for side, sign, of, colour, mark, dash in (
            (MASCULINE, 1, each.masculine, BLUE, "o", "-"),
            (FEMININE, -1, each.feminine, ORANGE, "s", "--"),
        ):
            scores = sorted(sign * word.score for word in each.scores if word.set == side)
            ax.plot(
                np.linspace(0, 1, len(scores)), scores, dash, color=colour, marker=mark, markersize=4, linewidth=1.2,
                mfc=colour if side == MASCULINE else "white", markevery=max(1, len(scores) // _MARKS), label=say(f"structure.figure.{side}"),
            )  # fmt: skip
            if of.neutral is not None:
                ax.axhline(
                    sign * of.neutral, color=colour, linestyle=":" if side == MASCULINE else (0, (1, 4)), linewidth=1.1
                )
        ax.set_xticks([])
        ax.set_xlabel(say("structure.figure.words_sorted"))
        if i == 0:
            ax.set_ylabel(f"{say('structure.figure.own_sex')}\n{say('structure.figure.association')}")
            ax.legend(loc="upper left")
        name = shortened(translated("structure.name", each.name), 40)
        title(ax, say(f"structure.figure.asymmetry.{each.verdict}", name=name), width - 0.3)
    return made


@figure
def occupation_shares(each: Occupations) -> tuple[Axes, ...]:
    """Each occupation's association against the share, with the regression line, a panel for each form; words are named where there is room."""
    shown = [form for form in each.forms if isinstance(form, Correlation)]
    made = panels(len(shown), 4.3, 3.6, columns=2)
    for ax, form in zip(made, shown, strict=True):
        _shares(ax, form, ranks=each.ranks_only)
    laid_out(made[0])
    for ax, form in zip(made, shown, strict=True):
        points = [(point.word, point.share, point.score) for point in form.points]
        beside_points(ax, points, _farthest(form), _MOST_NAMED)
    return made


def _shares(ax: Axes, form: Correlation, *, ranks: bool) -> None:
    ax.scatter([p.share for p in form.points], [p.score for p in form.points], s=12, color=BLUE, linewidths=0)
    if form.slope is not None and form.intercept is not None:
        ax.plot([0, 1], [form.intercept, form.intercept + form.slope], color=ORANGE)
    ax.margins(x=0.04, y=0.1)
    if ax.get_ylim()[0] < 0 < ax.get_ylim()[1]:
        ax.axhline(0, color=GREY, linewidth=0.8)
    if ranks:
        ax.set_xticks([])
    else:
        ax.set_xticks([0, 0.25, 0.5, 0.75, 1])
        ax.xaxis.set_major_formatter(PercentFormatter(1.0, 0, " %"))
    ax.set_xlabel(say(f"structure.figure.{'place' if ranks else 'share'}_{form.towards}"))
    ax.set_ylabel(f"{say(f'structure.figure.closer_{form.towards}')}\n{say('structure.figure.wefat')}")
    verdict = say(f"structure.figure.{'follows' if form.shown else 'follows_not'}_{form.towards}")
    numbers = say(
        "structure.figure.correlated",
        form=translated("structure.form", form.form),
        r=f"{correlation(form.gap.low)} … {correlation(form.gap.high)}" if form.gap is not None else correlation(form.r or 0.0),
        rho=correlation(form.spearman),
        n=form.words,
    )  # fmt: skip
    title(ax, f"{verdict}\n{numbers}", 3.7)


def _farthest(form: Correlation) -> list[int]:
    """The points from the one that is farthest from the middle, or from the line, to the nearest."""
    x, y = np.array([p.share for p in form.points]), np.array([p.score for p in form.points])
    apart = np.abs(y - y.mean()) / max(float(y.std()), 1e-12) + np.abs(x - x.mean()) / max(float(x.std()), 1e-12)
    return list(map(int, np.argsort(-apart, kind="stable")))


@figure
def nouns(found: Genus, *, ax: Axes | None = None) -> Axes:
    """The association of each noun, a line for each gender, with the mean of each."""
    names = list(dict.fromkeys(each.set for each in found.scores))
    ax = axes_for(ax, _WIDTH, 1.5 + 0.6 * len(names))
    ax.axvline(0, color=GREY, linewidth=0.8)
    for row, name in enumerate(names):
        scores = [each.score for each in found.scores if each.set == name]
        heights = [row + _SPREAD[j % len(_SPREAD)] for j in range(len(scores))]
        colour, mark = _GENDERS.get(name, _GENDERS["neuter"])
        ax.scatter(scores, heights, s=14, marker=mark, facecolors="none", edgecolors=colour, linewidths=0.9)
        mean = sum(scores) / len(scores)
        ax.plot([mean, mean], [row - 0.36, row + 0.36], color=colour, linewidth=3, solid_capstyle="butt")
    ax.set_yticks(range(len(names)), [translated("structure.gender", name) for name in names])
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.xaxis.set_major_locator(MaxNLocator(7))
    ends(ax, say("structure.figure.left_female"), say("structure.figure.right_male"), say("structure.figure.association"))  # fmt: skip
    assert found.result.value is not None
    title(ax, say(f"structure.figure.genus.{found.verdict}", d=effect(found.result.value)), _WIDTH - 1)
    return ax


@figure
def vocabulary_histogram(found: Vocabulary, *, ax: Axes | None = None) -> Axes:
    """How many words have which projection, and where the middle of the pairs' words lies."""
    ax = axes_for(ax, _WIDTH, 3.1)
    ax.stairs(found.counts, found.edges, fill=True, color=GREY, alpha=0.7)
    first, second = (shortened(translated("structure.side", side), 24) for side in found.sides)
    for value, side, colour, dash in zip(found.typical, (first, second), (ORANGE, BLUE), ("--", "-."), strict=True):
        ax.axvline(value, color=colour, linestyle=dash, label=say("structure.figure.typical", side=side, value=difference(value)))  # fmt: skip
    ax.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    ax.set_ylabel(say("structure.figure.words"))
    ends(ax, say("structure.figure.left", pole=second), say("structure.figure.right", pole=first), say("structure.figure.projection"))  # fmt: skip
    legend_below(ax, 2)
    one, other = found.surprising_counts
    title(ax, say("structure.figure.vocabulary", words=found.words, first=first, one=counted(one, "word"), second=second, other=counted(other, "word")), _WIDTH - 1)  # fmt: skip
    return ax
