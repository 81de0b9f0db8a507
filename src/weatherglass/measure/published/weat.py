"""The word embedding association test (Caliskan, Bryson & Narayanan 2017)."""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np

from weatherglass.arrays import Floats
from weatherglass.measure.association import NO_VARIATION, association, check_ddof
from weatherglass.measure.base import NotMeasurable, Scores, means_by_set, measure
from weatherglass.stats.permutation import PValue, Test, difference_of_means
from weatherglass.words.lookup import Vectors


def spread_and_difference(x: Floats, y: Floats, of_x: Floats, of_y: Floats, ddof: int) -> tuple[Floats, Floats]:
    """The weighted standard deviation over both groups, and the difference of their weighted means, row by row."""
    n_x, n_y = of_x.sum(axis=1), of_y.sum(axis=1)
    sum_x, sum_y = (of_x * x).sum(axis=1), (of_y * y).sum(axis=1)
    middle = ((sum_x + sum_y) / (n_x + n_y))[:, None]
    squares = (of_x * (x - middle) ** 2).sum(axis=1) + (of_y * (y - middle) ** 2).sum(axis=1)
    return np.sqrt(squares / (n_x + n_y - ddof)), sum_x / n_x - sum_y / n_y


def effect_sizes(x: Floats, y: Floats, of_x: Floats, of_y: Floats, *, ddof: int = 1) -> Floats:
    """d of many pairs of weighted groups of scores, a pair a row; NaN where the scores do not vary."""
    spread, difference = spread_and_difference(x, y, of_x, of_y, ddof)
    sizes: Floats = np.divide(difference, spread, out=np.full(len(spread), np.nan), where=spread >= NO_VARIATION)
    return sizes


def largest_effect(one: int, other: int, ddof: int) -> float:
    """The most that |d| can be for sets of so many words: where all words of a set have the same association."""
    words = one + other
    return words / math.sqrt(one * other) * math.sqrt((words - ddof) / words)


def p_value(v: Vectors, scores: Scores, test: Test, /, **params: Any) -> PValue:
    """Among all ways to split the target words into sets of these sizes."""
    one, other = scores.groups
    return difference_of_means(one, other, test)


@measure(
    name="weat",
    title="Word embedding association test",
    targets=2,
    attributes=2,
    symbol="d",
    unit="effect",
    null=0.0,
    what="Compares how much nearer two sets of target words lie to one attribute set than to the other.",
    formula="d = (mean over X of s − mean over Y of s) / std over X ∪ Y of s, s(w) = mean over a ∈ A of cos(w, a) − mean over b ∈ B of cos(w, b)",
    sign="positive: target set 1 is nearer to attribute set 1, and target set 2 to attribute set 2",
    range="d is bounded by the sizes: within ±2 for sets of equal size with ddof 0, ±1.94 for 8+8 words with ddof 1",
    good="nearer to 0",
    published="Google News word2vec, ddof 1: 0.72, 1.88, 0.99, 1.24 for tests 5 to 8 (Kurpicz-Briki 2020, table 8)",
    swapped="sign",
    p=p_value,
    p_from="the share of partitions of the target words into sets of the same sizes whose difference of mean associations is as large",
    group_effect=effect_sizes,
    reading="{T1} lean more towards {near}, as against {far}, than {t2} do",
    limits="d has no scale of its own: it relates the difference to the spread among these very words, so it cannot be "
    "compared with human effect sizes, and sets of other sizes have other bounds. Sets about one topic differ from "
    "each other more easily than random words, so a small p alone is weak evidence.",
    cite=("caliskan2017",),
    smooth=True,
)
def weat(v: Vectors, *, ddof: Literal[0, 1] = 1) -> Scores:
    """Effect size d = (mean_X s − mean_Y s) / std_{X∪Y} s."""
    check_ddof(ddof)
    x, y = (association(target, *v.attributes) for target in v.targets)
    once = np.ones((1, len(x))), np.ones((1, len(y)))
    spread, difference = (float(each[0]) for each in spread_and_difference(x[None], y[None], *once, ddof))
    if spread < NO_VARIATION:
        raise NotMeasurable("no variation: all words have the same association, so there is nothing to relate d to")
    means = means_by_set((x, y), v.targets)
    return Scores(
        value=difference / spread, groups=(x, y), extra={"difference": difference, "std": spread, "means": means}
    )
