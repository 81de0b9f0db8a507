"""Whom do the good words stand beside? The intergroup difference of sentiment (Papakyriakopoulos et al. 2020, figure 1)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from weatherglass.arrays import Bools, Floats
from weatherglass.measure.association import without_noise
from weatherglass.measure.scrutiny import SIGNIFICANT
from weatherglass.stats.exchanges import MOST_DRAWN
from weatherglass.stats.intervals import Interval, bca, drawn_weights
from weatherglass.stats.permutation import PValue, Test, difference_of_means
from weatherglass.structure.space import LEVEL, resamples_of

_FEW = 0.2  # of the words nearer to one group, below which they are compared by halves


@dataclass(frozen=True, slots=True, kw_only=True)
class SentimentDifference:
    """Mean polarity of the words nearer to the first group less that of those nearer to the second.

    `p` (two-sided): among all ways to deal the words' polarities to the two sides. `halved`: the same of the half of the words that leans
    more to the first group than the other half, for spaces where nearly all words lean one way; with its p.
    """

    nearer_first: int
    nearer_second: int
    mean_first: float
    mean_second: float
    value: float
    interval: Interval | None
    p: PValue
    halved: float
    halved_p: PValue

    @property
    def lopsided(self) -> bool:
        """Whether one group has hardly any words, so that the halves speak."""
        return min(self.nearer_first, self.nearer_second) < _FEW * (self.nearer_first + self.nearer_second)

    @property
    def told(self) -> tuple[float, Interval | None, PValue]:
        """The difference that speaks, with its interval and p: by the words nearer to each group, or by halves, which have no interval."""
        return (self.halved, None, self.halved_p) if self.lopsided else (self.value, self.interval, self.p)

    @property
    def shown(self) -> bool:
        """Whether there is a difference."""
        return self.told[2].estimate < SIGNIFICANT


def sentiment_difference(table: Floats, scores: Floats, seed: int) -> SentimentDifference | None:
    """Of words (rows of `table`) with these polarities; its columns are their differences between the words of each group pair.

    None where no word, or every word, is nearer to one group; then there is nothing to compare.
    """
    nearer = without_noise(table.mean(axis=1))
    first, second = scores[nearer > 0], scores[nearer < 0]
    if not len(first) or not len(second):
        return None
    test = Test(alternative="two-sided", n=MOST_DRAWN, seed=seed)
    order = np.argsort(-nearer, kind="stable")
    more, less = scores[order[: len(order) // 2]], scores[order[len(order) // 2 :]]
    value = float(first.mean() - second.mean())
    return SentimentDifference(
        nearer_first=len(first),
        nearer_second=len(second),
        mean_first=float(first.mean()),
        mean_second=float(second.mean()),
        value=value,
        interval=_interval(table, scores, value, seed),
        p=difference_of_means(first, second, test),
        halved=float(more.mean() - less.mean()),
        halved_p=difference_of_means(more, less, test),
    )


def _interval(table: Floats, scores: Floats, value: float, seed: int) -> Interval | None:
    """Words and group pairs drawn again; which group a word is nearer to follows from the pairs drawn."""
    n, k = table.shape
    replicates = []
    for rows, columns in drawn_weights((n, k), resamples_of(n), seed):
        replicates.append(_difference(rows, table @ columns.T, scores))
    lean = table.sum(axis=1)
    ones = np.ones((1, n))
    without_pair = np.array([_difference(ones, (lean - table[:, [j]].T).T, scores)[0] for j in range(k)])
    return bca(value, np.concatenate(replicates), [_without_word(lean, scores), without_pair], LEVEL)


def _difference(weights: Floats, leans: Floats, scores: Floats) -> Floats:
    """Of the weighted mean scores on the two sides, a row of weights and a column of leans each time."""
    means = []
    for side in (leans > 0, leans < 0):
        counted = weights * side.T
        total = counted.sum(axis=1)
        means.append(np.divide(counted @ scores, total, out=np.full(len(total), np.nan), where=total > 0))
    found: Floats = means[0] - means[1]
    return found


def _without_word(lean: Floats, scores: Floats) -> Floats:
    """The difference with each word left out."""
    found = np.zeros(len(scores))
    for side, sign in ((lean > 0, 1.0), (lean < 0, -1.0)):
        found += sign * _mean_without(side, scores)
    return found


def _mean_without(side: Bools, scores: Floats) -> Floats:
    """The mean of one side with each of all words left out; a word of the other side changes nothing."""
    n, total = np.count_nonzero(side), scores[side].sum()
    without = (total - scores) / (n - 1) if n > 1 else np.full(len(scores), np.nan)
    found: Floats = np.where(side, without, total / n)
    return found
